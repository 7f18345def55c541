//! Keyboard shortcuts during a game.

/// Command of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayKey {
    /// Show the previous position.
    Previous,
    /// Show the next position.
    Next,
    /// Show the start.
    First,
    /// Return to the current position.
    Last,
    /// Flip the board.
    Flip,
    /// Announce the times of both clocks.
    Clocks,
    /// Give a hint.
    Hint,
    /// Focus the move input.
    TypeMove,
    /// Cancel the premove.
    CancelPremove,
}

/// Keys and description of each command, in help order.
pub const PLAY_KEYS: [(PlayKey, &[&str], &str); 9] = [
    (PlayKey::Previous, &["ArrowLeft"], "Back one move"),
    (PlayKey::Next, &["ArrowRight"], "Forward one move"),
    (PlayKey::First, &["Home"], "To the start"),
    (PlayKey::Last, &["End"], "Back to the game"),
    (PlayKey::Flip, &["f"], "Flip board"),
    (PlayKey::Clocks, &["t"], "Announce the clocks (screen readers)"),
    (PlayKey::Hint, &["h"], "Hint: the piece, then its move"),
    (PlayKey::TypeMove, &["/"], "Type a move"),
    (PlayKey::CancelPremove, &["Escape"], "Cancel the premove"),
];

impl PlayKey {
    /// Returns the command of a key as the browser names it (`KeyboardEvent.key`), ignoring Caps Lock.
    pub fn of(key: &str) -> Option<Self> {
        let is_named = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(key));
        PLAY_KEYS.iter().find(|(_, names, _)| is_named(names)).map(|&(command, ..)| command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_help_works() {
        for (command, keys, _) in PLAY_KEYS {
            assert!(keys.iter().all(|key| PlayKey::of(key) == Some(command)), "{keys:?}");
        }
        assert_eq!(PlayKey::of("F"), Some(PlayKey::Flip), "with Caps Lock");
        assert_eq!(PlayKey::of("x"), None);
    }
}
