//! Small helpers for the words on the page.

/// The text with a capital at its beginning: messages of the crates begin in lower case, as Rust's errors do.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(sentence("game 1, line 2"), "Game 1, line 2");
        assert_eq!(sentence("élan"), "Élan");
        assert_eq!(sentence(""), "");
    }
}
