//! Game endings.

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

use crate::language::{fill, tr_later, translate};

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

    /// Describes the end in a sentence.
    pub fn sentence(&self) -> String {
        fill(translate(self.words()), &[("side", &translate(self.side()))])
    }

    /// Describes the end in an English sentence, for a PGN comment.
    pub fn comment(&self) -> String {
        fill(self.words(), &[("side", &self.side())])
    }

    /// Returns the side that the sentence is about: the one that mated, or that lost otherwise.
    fn side(self) -> &'static str {
        let side =
            self.winner().map(|winner| if self.reason == EndReason::Checkmate { winner } else { !winner });
        match side {
            Some(Color::White) => tr_later!("White"),
            Some(Color::Black) => tr_later!("Black"),
            None => tr_later!("Nobody"),
        }
    }

    const fn words(self) -> &'static str {
        match self.reason {
            EndReason::Checkmate => tr_later!("{side} wins by checkmate"),
            EndReason::Stalemate => tr_later!("Draw by stalemate"),
            EndReason::DeadPosition => tr_later!("Draw: neither side can win"),
            EndReason::ThreefoldRepetition => tr_later!("Draw by threefold repetition"),
            EndReason::FiftyMoves => tr_later!("Draw by the fifty-move rule"),
            EndReason::FivefoldRepetition => tr_later!("Draw by fivefold repetition"),
            EndReason::SeventyFiveMoves => tr_later!("Draw by the seventy-five-move rule"),
            EndReason::Agreement => tr_later!("Draw by agreement"),
            EndReason::Time => tr_later!("{side} loses on time"),
            EndReason::TimeWithoutMaterial => {
                tr_later!("Draw: time ran out, and the other side could not win")
            }
            EndReason::Resignation => tr_later!("{side} resigns"),
            EndReason::Aborted => tr_later!("Game aborted"),
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
