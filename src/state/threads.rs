//! Default thread counts of engines.

/// Returns the number of threads for the app's engine when it analyses alone: one core is left to the page.
pub fn alone(cores: u32) -> u32 {
    cores.saturating_sub(1).max(1)
}

/// Returns the number of threads for each of several engines, which share the cores evenly.
pub fn of_each(cores: u32, engines: u32) -> u32 {
    (cores / engines.max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_left_to_the_page() {
        assert_eq!([0, 1, 2, 3, 8].map(alone), [1, 1, 1, 2, 7]);
    }

    #[test]
    fn cores_are_shared_evenly() {
        assert_eq!(of_each(8, 1), 8);
        assert_eq!(of_each(8, 3), 2);
        assert_eq!(of_each(2, 6), 1);
        assert_eq!(of_each(4, 0), 4);
    }
}
