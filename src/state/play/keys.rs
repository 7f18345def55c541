//! The keys of a game on the play page.

/// What a key does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayKey {
    /// Shows the position one move earlier.
    Previous,
    /// Shows the position one move later.
    Next,
    /// Shows the start.
    First,
    /// Back to the game.
    Last,
    /// Turns the board.
    Flip,
    /// Announces what both clocks show.
    Clocks,
    /// Gives a hint.
    Hint,
    /// Focuses the field for moves.
    TypeMove,
    /// Cancels the premove.
    CancelPremove,
}

/// The key of each command and what it does, in the order in which the help shows them.
pub const PLAY_KEYS: [(PlayKey, &[&str], &str); 9] = [
    (PlayKey::Previous, &["ArrowLeft"], "Back one move"),
    (PlayKey::Next, &["ArrowRight"], "Forward one move"),
    (PlayKey::First, &["Home"], "To the start"),
    (PlayKey::Last, &["End"], "Back to the game"),
    (PlayKey::Flip, &["f"], "Flip the board"),
    (PlayKey::Clocks, &["t"], "Announce the clocks (screen readers)"),
    (PlayKey::Hint, &["h"], "Hint: the piece, then its move"),
    (PlayKey::TypeMove, &["/"], "Type a move"),
    (PlayKey::CancelPremove, &["Escape"], "Cancel the premove"),
];

impl PlayKey {
    /// The command of a key as the browser names it (`KeyboardEvent.key`). Caps Lock makes no difference.
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
