//! How a game ends.

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Neither side can win by any sequence of moves.
    DeadPosition,
    /// The position stood for the third time, and the draw was claimed; between engines it ends the game by
    /// itself.
    ThreefoldRepetition,
    /// Fifty moves of both sides without a capture or a pawn move, and the draw was claimed; between engines
    /// it ends the game by itself.
    FiftyMoves,
    /// The position stood for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves of both sides without a capture or a pawn move.
    SeventyFiveMoves,
    /// Both sides agreed to a draw.
    Agreement,
    /// A side's time was up.
    Time,
    /// A side's time was up, and the other one could not have won by any sequence of moves: a draw.
    TimeWithoutMaterial,
    /// A side resigned.
    Resignation,
    /// The game was broken off; it has no result.
    Aborted,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// Whether White won; `None` for a draw or a game without a result.
    pub white_won: Option<bool>,
    /// Why.
    pub reason: EndReason,
}

impl GameEnd {
    /// A draw, or no result.
    pub const fn without_winner(reason: EndReason) -> Self {
        Self { white_won: None, reason }
    }

    /// A win.
    pub const fn win(winner: Color, reason: EndReason) -> Self {
        Self { white_won: Some(winner.is_white()), reason }
    }

    /// Who won.
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

    /// The points of a side: 1, 0.5 or 0; `None` for a game without a result.
    pub fn points(&self, color: Color) -> Option<f64> {
        self.counts().then(|| match self.winner() {
            None => 0.5,
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
        })
    }

    /// The value of PGN's `Termination` tag.
    pub const fn termination(&self) -> &'static str {
        match self.reason {
            EndReason::Time | EndReason::TimeWithoutMaterial => "time forfeit",
            EndReason::Aborted => "abandoned",
            _ => "normal",
        }
    }

    /// How the game ended, as a comment of its PGN.
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
            EndReason::Aborted => "Game broken off".to_owned(),
        }
    }
}

/// A draw that the side to move can claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawClaim {
    /// The position stands for the third time.
    ThreefoldRepetition,
    /// Fifty moves of both sides without a capture or a pawn move.
    FiftyMoves,
}

impl DrawClaim {
    /// Why the game ends if it is claimed.
    pub const fn reason(self) -> EndReason {
        match self {
            Self::ThreefoldRepetition => EndReason::ThreefoldRepetition,
            Self::FiftyMoves => EndReason::FiftyMoves,
        }
    }
}
