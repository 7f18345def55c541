//! Requests from the page to an engine.

use tabia_uci::{Go, PositionCommand, UciMove};

/// One analysis: a position with the moves that led to it, and how to search it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// Identifies the game. The engine is reset (`ucinewgame`) when this changes, and keeps its state between positions of the same game.
    pub game: u64,
    /// FEN of the position that the moves start from; in Chess960 with castling rights as Shredder-FEN or X-FEN.
    pub start_fen: String,
    /// Moves from there to the position to search, so that the engine detects repetitions.
    pub moves: Vec<UciMove>,
    /// Whether castling is written as king takes rook (`UCI_Chess960`).
    pub chess960: bool,
    /// Requested number of lines, 1 or more. An engine that supports fewer returns what it can.
    pub multipv: u32,
    /// Search limits.
    pub limits: Limits,
    /// Search only these moves; all if empty.
    pub search_moves: Vec<UciMove>,
}

impl AnalysisRequest {
    /// Whether both are for the same position of the same game, reached by the same moves.
    pub fn is_same_position(&self, other: &Self) -> bool {
        self.game == other.game && self.start_fen == other.start_fen && self.moves == other.moves
    }

    /// Returns the `go` command.
    pub fn go(&self) -> Go {
        Go { searchmoves: self.search_moves.clone(), ..self.limits.go() }
    }

    /// Returns the `position` command.
    pub fn position(&self) -> PositionCommand {
        // A line break would start a second command. FEN fields are separated by spaces only.
        let fen = self.start_fen.split_whitespace().collect::<Vec<_>>().join(" ");
        PositionCommand { fen: Some(fen), moves: self.moves.clone(), ..PositionCommand::default() }
    }
}

/// When a search ends unless it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limits {
    /// Never.
    Infinite,
    /// After the iteration of this depth, in plies.
    Depth(u32),
    /// After about this many nodes.
    Nodes(u64),
    /// After this many milliseconds.
    MoveTime(u32),
}

impl Limits {
    /// Returns the `go` command.
    pub fn go(self) -> Go {
        let mut go = Go::default();
        match self {
            Self::Infinite => go.infinite = true,
            Self::Depth(plies) => go.depth = Some(i64::from(plies)),
            Self::Nodes(nodes) => go.nodes = Some(i64::try_from(nodes).unwrap_or(i64::MAX)),
            Self::MoveTime(ms) => go.movetime = Some(i64::from(ms)),
        }
        go
    }
}
