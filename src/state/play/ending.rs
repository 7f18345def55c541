//! Game endings.

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

/// Reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Neither side can win by any sequence of moves.
    DeadPosition,
    /// Third occurrence of the position, with a claim; automatic between engines.
    ThreefoldRepetition,
    /// Fifty moves by each side without a capture or a pawn move, with a claim; automatic between engines.
    FiftyMoves,
    /// Fifth occurrence of the position.
    FivefoldRepetition,
    /// Seventy-five moves by each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// Both sides agreed to a draw.
    Agreement,
    /// A side ran out of time.
    Time,
    /// A side ran out of time, but the other one could not have won by any sequence of moves: a draw.
    TimeWithoutMaterial,
    /// A side resigned.
    Resignation,
    /// Aborted game without a result.
    Aborted,
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// Whether White won; `None` for a draw or a game without a result.
    pub white_won: Option<bool>,
    /// Reason for the end.
    pub reason: EndReason,
}

impl GameEnd {
    /// Creates a draw, or an end without a result.
    pub const fn without_winner(reason: EndReason) -> Self {
        Self { white_won: None, reason }
    }

    /// Creates a win.
    pub const fn win(winner: Color, reason: EndReason) -> Self {
        Self { white_won: Some(winner.is_white()), reason }
    }

    /// Returns the winner.
    pub fn winner(&self) -> Option<Color> {
        self.white_won.map(|is_white| if is_white { Color::White } else { Color::Black })
    }

    /// Whether the game has a result.
    pub fn counts(&self) -> bool {
        self.reason != EndReason::Aborted
    }

    /// Whether it is a draw.
    pub fn is_draw(&self) -> bool {
        self.white_won.is_none() && self.counts()
    }

    /// Returns the points of a side: 1, 0.5 or 0; `None` for a game without a result.
    pub fn points(&self, color: Color) -> Option<f64> {
        self.counts().then(|| match self.winner() {
            None => 0.5,
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
        })
    }

    /// Returns the value of PGN's `Termination` tag.
    pub const fn termination(&self) -> &'static str {
        match self.reason {
            EndReason::Time | EndReason::TimeWithoutMaterial => "time forfeit",
            EndReason::Aborted => "abandoned",
            _ => "normal",
        }
    }

    /// Describes the end in a sentence, for a PGN comment.
    pub fn sentence(&self) -> String {
        let name = |color: Color| if color.is_white() { "White" } else { "Black" };
        let winner = self.winner().map_or("Nobody", name);
        let loser = self.winner().map_or("Nobody", |winner| name(!winner));
        match self.reason {
            EndReason::Checkmate => format!("{winner} wins by checkmate"),
            EndReason::Stalemate => "Draw by stalemate".to_owned(),
            EndReason::DeadPosition => "Draw: neither side can win".to_owned(),
            EndReason::ThreefoldRepetition => "Draw by threefold repetition".to_owned(),
            EndReason::FiftyMoves => "Draw by the fifty-move rule".to_owned(),
            EndReason::FivefoldRepetition => "Draw by fivefold repetition".to_owned(),
            EndReason::SeventyFiveMoves => "Draw by the seventy-five-move rule".to_owned(),
            EndReason::Agreement => "Draw by agreement".to_owned(),
            EndReason::Time => format!("{loser} loses on time"),
            EndReason::TimeWithoutMaterial => {
                "Draw: time ran out, and the other side could not win".to_owned()
            }
            EndReason::Resignation => format!("{loser} resigns"),
            EndReason::Aborted => "Game aborted".to_owned(),
        }
    }
}

/// A draw that the side to move can claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawClaim {
    /// Third occurrence of the position.
    ThreefoldRepetition,
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
}

impl DrawClaim {
    /// Returns the reason for the end if the draw is claimed.
    pub const fn reason(self) -> EndReason {
        match self {
            Self::ThreefoldRepetition => EndReason::ThreefoldRepetition,
            Self::FiftyMoves => EndReason::FiftyMoves,
        }
    }
}
