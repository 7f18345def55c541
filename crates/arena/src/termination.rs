//! The reasons why games end, in fastchess's words.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

use tabia_stats::PlayerResult;

/// Reason why a game ended. Together with the winner it gives fastchess's sentences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Insufficient material.
    InsufficientMaterial,
    /// Threefold repetition.
    Repetition,
    /// The fifty-move rule.
    FiftyMoves,
    /// An illegal or missing move.
    IllegalMove,
    /// Loss on time, by this many milliseconds if the move arrived at all.
    TimeForfeit(Option<f64>),
    /// The engine exited or crashed.
    Disconnect,
    /// The engine did not respond.
    Stall,
    /// Adjudicated by scores or length.
    Adjudication,
    /// Adjudicated by endgame tablebases.
    Tablebase,
    /// Interrupted; it does not count.
    Interrupted,
}

impl Reason {
    /// Returns whether an engine lost by forfeit: time, an illegal move, no response.
    pub const fn is_fault(&self) -> bool {
        matches!(self, Self::IllegalMove | Self::TimeForfeit(_) | Self::Disconnect | Self::Stall)
    }
}

/// The result of a game and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conclusion {
    /// The winner; `None` for a draw or a game without a result. In JSON `"white"`, `"black"` or absent.
    #[serde(with = "winner", default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
}

impl Conclusion {
    /// Returns a draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// Returns a win for a colour.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// Returns whether the game counts.
    pub fn is_finished(&self) -> bool {
        self.reason != Reason::Interrupted
    }

    /// Returns the result from one colour's point of view; `None` for a game that does not count.
    pub fn result_for(&self, color: Color) -> Option<PlayerResult> {
        self.is_finished().then(|| match self.winner {
            None => PlayerResult::Draw,
            Some(winner) if winner == color => PlayerResult::Win,
            Some(_) => PlayerResult::Loss,
        })
    }

    /// Returns the result in PGN: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None if self.is_finished() => "1/2-1/2",
            None => "*",
        }
    }

    /// Returns the value of PGN's `Termination` tag.
    pub fn termination(&self) -> &'static str {
        match self.reason {
            Reason::Adjudication | Reason::Tablebase => "adjudication",
            Reason::TimeForfeit(_) => "time forfeit",
            Reason::Disconnect | Reason::Stall => "abandoned",
            Reason::IllegalMove => "illegal move",
            Reason::Interrupted => "unterminated",
            _ => "normal",
        }
    }
}

/// The JSON format of the winner.
mod winner {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
    use tabia_chess::Color;

    #[allow(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde's signature")]
    pub(super) fn serialize<S: Serializer>(winner: &Option<Color>, serializer: S) -> Result<S::Ok, S::Error> {
        winner.map(|color| if color.is_white() { "white" } else { "black" }).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
        match Option::<String>::deserialize(deserializer)?.as_deref() {
            None => Ok(None),
            Some("white") => Ok(Some(Color::White)),
            Some("black") => Ok(Some(Color::Black)),
            Some(other) => Err(D::Error::custom(format!("invalid colour {other:?}: use white or black"))),
        }
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: Color| if color.is_white() { "White" } else { "Black" };
        let winner = self.winner.map_or("Nobody", name);
        let loser = self.winner.map_or("Nobody", |winner| name(!winner));
        match self.reason {
            Reason::Checkmate => write!(f, "{winner} mates"),
            Reason::Stalemate => f.write_str("Draw by stalemate"),
            Reason::InsufficientMaterial => f.write_str("Draw by insufficient mating material"),
            Reason::Repetition => f.write_str("Draw by 3-fold repetition"),
            Reason::FiftyMoves => f.write_str("Draw by fifty moves rule"),
            Reason::IllegalMove => write!(f, "{loser} makes an illegal move"),
            Reason::TimeForfeit(None) => write!(f, "{loser} loses on time"),
            Reason::TimeForfeit(Some(ms)) => write!(f, "{loser} loses on time ({}ms overrun)", ms.ceil()),
            Reason::Disconnect => write!(f, "{loser} disconnects"),
            Reason::Stall => write!(f, "{loser}'s connection stalls"),
            Reason::Adjudication if self.winner.is_none() => f.write_str("Draw by adjudication"),
            Reason::Adjudication => write!(f, "{winner} wins by adjudication"),
            Reason::Tablebase if self.winner.is_none() => f.write_str("Draw by adjudication: SyzygyTB"),
            Reason::Tablebase => write!(f, "{winner} wins by adjudication: SyzygyTB"),
            Reason::Interrupted => f.write_str("Game interrupted"),
        }
    }
}
