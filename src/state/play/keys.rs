//! Keyboard shortcuts during a game.

use crate::language::{Text, tr};

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
pub const PLAY_KEYS: [(PlayKey, &[&str], Text); 9] = [
    (PlayKey::Previous, &["ArrowLeft"], || tr!("Back one move")),
    (PlayKey::Next, &["ArrowRight"], || tr!("Forward one move")),
    (PlayKey::First, &["Home"], || tr!("To the start")),
    (PlayKey::Last, &["End"], || tr!("Back to the game")),
    (PlayKey::Flip, &["f"], || tr!("Flip board")),
    (PlayKey::Clocks, &["t"], || tr!("Announce the clocks (screen readers)")),
    (PlayKey::Hint, &["h"], || tr!("Hint: the piece, then its move")),
    (PlayKey::TypeMove, &["/"], || tr!("Type a move")),
    (PlayKey::CancelPremove, &["Escape"], || tr!("Cancel the premove")),
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
