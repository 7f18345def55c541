//! What the page asks an engine to do.

use tabia_uci::{Go, PositionCommand, UciMove};

/// One analysis: a position with the moves that led to it, and how it is to be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// Tells games apart. The engine forgets what it knows (`ucinewgame`) when this changes, and keeps it from
    /// one position of a game to the next.
    pub game: u64,
    /// The FEN of the position the moves start from; in Chess960 with castling rights as Shredder-FEN or X-FEN.
    pub start_fen: String,
    /// The moves played from there to the position to be searched: the engine sees repetitions in them.
    pub moves: Vec<UciMove>,
    /// Whether castling is written as king takes rook (`UCI_Chess960`).
    pub chess960: bool,
    /// How many lines are wanted: 1 or more. An engine that offers fewer gives what it can.
    pub multipv: u32,
    /// When the search ends.
    pub limits: Limits,
    /// Search only these moves; empty means all of them.
    pub search_moves: Vec<UciMove>,
}

impl AnalysisRequest {
    /// Whether both ask about the same position of the same game, reached by the same moves.
    pub fn is_same_position(&self, other: &Self) -> bool {
        self.game == other.game && self.start_fen == other.start_fen && self.moves == other.moves
    }

    /// The `go` command.
    pub fn go(&self) -> Go {
        Go { searchmoves: self.search_moves.clone(), ..self.limits.go() }
    }

    /// The `position` command.
    pub fn position(&self) -> PositionCommand {
        // A line break in it would be a second command. Blanks are all that a FEN may hold.
        let fen = self.start_fen.split_whitespace().collect::<Vec<_>>().join(" ");
        PositionCommand { fen: Some(fen), moves: self.moves.clone(), ..PositionCommand::default() }
    }
}

/// When a search ends, if nobody stops it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limits {
    /// Never.
    Infinite,
    /// After the iteration of this depth, in plies.
    Depth(u32),
    /// After about this many nodes.
    Nodes(u64),
    /// After this time, in milliseconds.
    MoveTime(u32),
}

impl Limits {
    /// The `go` command.
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
