//! Openings from random walks through a Polyglot book.

use std::collections::HashSet;

use tabia_chess::{Move, Position};
use tabia_polyglot::select::weights_in_play;
use tabia_polyglot::{BlockSource, BookReader, SourceError};

use super::Openings;
use super::packed::Packed;
use tabia_rng::Rng;

/// The maximum number of distinct walks taken from a book; after that they repeat.
pub const MAX_WALKS: usize = 10_000;

/// After this many walks in a row to known positions, the book is assumed to be exhausted.
const BARREN: usize = 2_000;

impl Openings {
    /// Takes random walks from the start position, choosing each move in proportion to its weight; the
    /// author's marks apply. No two walks end in the same position; a walk is shorter if the book ends
    /// earlier. There are at most [`MAX_WALKS`], in the order in which the seed produces them: the same book
    /// and seed give the same walks everywhere, as only integers are used.
    ///
    /// `book` is a Polyglot book, sorted by key as usual; a book without moves for the start position gives
    /// no walks.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn from_polyglot(book: &[u8], plies: u32, seed: u64) -> Result<Self, SourceError> {
        Self::from_book(&mut BookReader::open(book)?, plies, seed)
    }

    /// As [`Openings::from_polyglot`], from any block source. Only some blocks of a large book are read.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn from_book<S: BlockSource>(
        reader: &mut BookReader<S>,
        plies: u32,
        seed: u64,
    ) -> Result<Self, SourceError> {
        let mut rng = Rng::new(seed);
        let mut packed = Packed::default();
        let mut seen = HashSet::new();
        let mut barren = 0;
        while packed.len() < MAX_WALKS && barren < BARREN {
            let (moves, end) = walk(reader, plies, &mut rng)?;
            if moves.is_empty() {
                break;
            }
            if end.has_legal_moves() && seen.insert(end.repetition_key()) {
                packed.push(&Position::default(), &moves, false);
                barren = 0;
            } else {
                barren += 1;
            }
        }
        Ok(Self::with(packed))
    }
}

fn walk<S: BlockSource>(
    reader: &mut BookReader<S>,
    plies: u32,
    rng: &mut Rng,
) -> Result<(Vec<Move>, Position), SourceError> {
    let mut position = Position::default();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let probe = reader.probe(&position)?;
        let weights = weights_in_play(&probe.moves);
        let total = weights.iter().sum();
        if total == 0 {
            break;
        }
        let mut rest = rng.below(total);
        let chosen = probe.moves.iter().zip(weights).find(|&(_, weight)| {
            let is_it = rest < weight;
            rest = rest.saturating_sub(weight);
            is_it
        });
        let Some((chosen, _)) = chosen else { break };
        moves.push(chosen.mv);
        position.play_unchecked(chosen.mv);
    }
    Ok((moves, position))
}
