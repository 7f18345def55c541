//! What belongs to one node of a game.

use std::num::NonZeroU32;

use tabia_chess::{Move, Position};

use crate::Nag;

/// A node of one [`Game`](super::Game): the position after a move, or the start.
///
/// It stays valid, and means the same move, as long as that move is not deleted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The start of every game, before the first move.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    pub(super) fn from_index(index: usize) -> Self {
        // A game of 2^32 moves does not fit in memory.
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }

    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// What was played: a move, or PGN's null move (`--`), with which a side passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Played {
    /// A legal move.
    Move(Move),
    /// The side to move passes. It is no move of chess and occurs in comments on what a side threatens.
    Null,
}

impl Played {
    /// The move, unless it is the null move.
    pub fn as_move(self) -> Option<Move> {
        match self {
            Self::Move(m) => Some(m),
            Self::Null => None,
        }
    }

    /// Plays it on a position in which it is known to be legal.
    pub fn apply(self, position: &mut Position) {
        match self {
            Self::Move(m) => position.play_unchecked(m),
            Self::Null => {
                position.play_null();
            }
        }
    }

    /// The move in SAN as played in `position`, with its check mark; `--` for the null move.
    pub fn san(self, position: &Position) -> String {
        match self {
            Self::Move(m) => position.san(m),
            Self::Null => "--".to_owned(),
        }
    }
}

/// What was written about a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// Comments that stand before the move, between its number and the move or at the start of its variation.
    pub before: Vec<String>,
    /// Comments behind the move; at the root the comments on the game as a whole.
    pub after: Vec<String>,
    /// Glyphs, each at most once, in the order in which they were given.
    pub nags: Vec<Nag>,
}

impl Annotations {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty() && self.nags.is_empty()
    }

    /// Adds a glyph, unless it is there already.
    pub fn add_nag(&mut self, nag: Nag) {
        if !self.nags.contains(&nag) {
            self.nags.push(nag);
        }
    }

    pub(super) const EMPTY: &'static Self = &Self { before: Vec::new(), after: Vec::new(), nags: Vec::new() };
}
