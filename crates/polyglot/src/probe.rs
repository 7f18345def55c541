//! A book's entry for a position.

use tabia_chess::{Move, Position};

use crate::{Entry, SourceError};

/// A move that a book gives for a position, in which it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its weight; 0 is never to be played. A move marked `?` has the weight 0, whatever its record says.
    pub weight: u16,
    /// Learning data, see [`Entry::learn`].
    pub learn: u32,
}

/// A book's entry for a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Probe {
    /// The legal moves, in the order of the file.
    pub moves: Vec<Candidate>,
    /// Records that the position does not allow: of another position with the same key, or spoilt.
    pub illegal: Vec<Entry>,
}

impl Probe {
    /// The meaning of these records, of the position's key, in it.
    pub fn of(entries: impl IntoIterator<Item = Entry>, position: &Position) -> Self {
        let mut probe = Self::default();
        for entry in entries {
            match entry.book_move.resolve(position) {
                Some(mv) => {
                    probe.moves.push(Candidate { mv, weight: entry.weight_in_play(), learn: entry.learn });
                }
                None => probe.illegal.push(entry),
            }
        }
        probe
    }

    /// The sum of the weights of the legal moves.
    pub fn total_weight(&self) -> u32 {
        self.moves.iter().map(|candidate| u32::from(candidate.weight)).sum()
    }

    /// A move's part of all weights, 0 to 1.
    pub fn share(&self, candidate: &Candidate) -> f64 {
        match self.total_weight() {
            0 => 0.0,
            total => f64::from(candidate.weight) / f64::from(total),
        }
    }
}

/// A book that can be looked up.
pub trait BookLookup {
    /// The records of a position in their order, legal or not.
    ///
    /// # Errors
    /// [`SourceError`] if the book cannot be read.
    fn lookup(&mut self, key: u64) -> Result<Vec<Entry>, SourceError>;
}

impl<B: BookLookup + ?Sized> BookLookup for &mut B {
    fn lookup(&mut self, key: u64) -> Result<Vec<Entry>, SourceError> {
        (**self).lookup(key)
    }
}
