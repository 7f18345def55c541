//! Nodes of a game.

use std::num::NonZeroU32;

use tabia_chess::{Move, Position};

use crate::Nag;

/// A node of one [`Game`](super::Game): the position after a move, or the start.
///
/// Remains valid, and refers to the same move, until that move is deleted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// Start of every game, before the first move.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    pub(super) fn from_index(index: usize) -> Self {
        // A game of 2^32 moves does not fit in memory.
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }

    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A played move, or PGN's null move (`--`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Played {
    /// A legal move.
    Move(Move),
    /// A null move: the side to move passes. Not a chess move; used in annotations to show threats.
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

    /// Plays it in a position where it is known to be legal.
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

/// Annotations of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// Comments before the move, between its number and the move or at the start of its variation.
    pub before: Vec<String>,
    /// Comments after the move; at the root, comments on the whole game.
    pub after: Vec<String>,
    /// Glyphs, without duplicates, in the order given.
    pub nags: Vec<Nag>,
}

impl Annotations {
    /// Whether there are no annotations.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty() && self.nags.is_empty()
    }

    /// Adds a glyph unless already present.
    pub fn add_nag(&mut self, nag: Nag) {
        if !self.nags.contains(&nag) {
            self.nags.push(nag);
        }
    }

    pub(super) const EMPTY: &'static Self = &Self { before: Vec::new(), after: Vec::new(), nags: Vec::new() };
}
