//! The user's preferences during games, which can be changed at any time.

use serde::{Deserialize, Serialize};

/// Preferences during games.
#[allow(clippy::struct_excessive_bools, reason = "switches that have nothing to do with each other")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayPrefs {
    /// Whether a move is played only when it is confirmed.
    pub confirm_moves: bool,
    /// Whether moves that obviously lose something have to be confirmed ([`blunder`](super::blunder)).
    pub warn_of_blunders: bool,
    /// Whether the board turns to the side to move when two people play.
    pub turn_board: bool,
    /// Whether the device vibrates when the opponent moves and when the game ends.
    pub vibrate: bool,
}

/// A preference that can be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayPref {
    /// [`PlayPrefs::confirm_moves`].
    ConfirmMoves,
    /// [`PlayPrefs::warn_of_blunders`].
    WarnOfBlunders,
    /// [`PlayPrefs::turn_board`].
    TurnBoard,
    /// [`PlayPrefs::vibrate`].
    Vibrate,
}

impl PlayPrefs {
    /// Returns whether a preference is on.
    pub const fn is_on(&self, pref: PlayPref) -> bool {
        match pref {
            PlayPref::ConfirmMoves => self.confirm_moves,
            PlayPref::WarnOfBlunders => self.warn_of_blunders,
            PlayPref::TurnBoard => self.turn_board,
            PlayPref::Vibrate => self.vibrate,
        }
    }

    /// Returns the preferences with one switched on or off.
    #[must_use]
    pub const fn toggled(mut self, pref: PlayPref) -> Self {
        let value = match pref {
            PlayPref::ConfirmMoves => &mut self.confirm_moves,
            PlayPref::WarnOfBlunders => &mut self.warn_of_blunders,
            PlayPref::TurnBoard => &mut self.turn_board,
            PlayPref::Vibrate => &mut self.vibrate,
        };
        *value = !*value;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preference_is_switched_alone_and_read_back() {
        let all = [PlayPref::ConfirmMoves, PlayPref::WarnOfBlunders, PlayPref::TurnBoard, PlayPref::Vibrate];
        for pref in all {
            let own = PlayPrefs::default().toggled(pref);
            assert_eq!(all.map(|other| own.is_on(other)), all.map(|other| other == pref));
            assert_eq!(own.toggled(pref), PlayPrefs::default());
            let text = serde_json::to_string(&own).unwrap();
            assert_eq!(serde_json::from_str::<PlayPrefs>(&text).unwrap(), own);
        }
        assert_eq!(serde_json::from_str::<PlayPrefs>("{}").unwrap(), PlayPrefs::default());
    }
}
