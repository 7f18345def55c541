//! The books that engines have of their own in a match: the runner looks moves up for them, so that any engine can have one.

use serde::{Deserialize, Serialize};
use tabia_book::select::{Choice, Known, POLYGLOT_THRESHOLD, Random, Selection, select};
use tabia_book::{BlockSource, BookReader, SourceError};
use tabia_chess::{Move, Position};

/// An engine's own book, a Polyglot book: its moves are played by chance in proportion to their weights, as Polyglot does it. Marks of
/// the book's author hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnBook {
    /// The file's name.
    pub name: String,
    /// The SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
}

/// The move of an engine's own book in a position, if the book has one to play.
///
/// Chance depends on the match's seed, the unit and the position: both games of a pair, every host and every repetition get the same move from
/// the same book.
///
/// # Errors
/// When the book cannot be read.
pub fn own_book_move<S: BlockSource>(
    book: &mut BookReader<S>,
    seed: u64,
    unit: usize,
    position: &Position,
) -> Result<Option<Move>, SourceError> {
    let probe = book.probe(position)?;
    let known: Vec<Known> = probe.moves.iter().map(Known::from).collect();
    let mixed = seed ^ (unit as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ position.key();
    let selection = Selection::Random { threshold: POLYGLOT_THRESHOLD };
    Ok(match select(&known, &selection, &mut Random::new(mixed)) {
        Choice::Play(mv) => Some(mv),
        Choice::Search(_) | Choice::Nothing => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tabia_book::{Entry, Marks};

    fn book(moves: &[(&str, u16, u32)]) -> BookReader<Vec<u8>> {
        let start = Position::default();
        let entries: Vec<Entry> = moves
            .iter()
            .map(|&(uci, weight, learn)| {
                let book_move = start.parse_uci(uci).unwrap().into();
                Entry { key: start.key(), book_move, weight, learn }
            })
            .collect();
        BookReader::open(tabia_book::to_bytes(&entries)).unwrap()
    }

    #[test]
    fn chance_is_that_of_the_seed_and_the_unit() {
        let mut book = book(&[("e2e4", 60, 0), ("d2d4", 40, 0), ("a2a3", 0, 0)]);
        let start = Position::default();
        let mut moves = |seed| -> Vec<String> {
            let mut of_unit =
                |unit| own_book_move(&mut book, seed, unit, &start).unwrap().unwrap().to_string();
            (0..40).map(&mut of_unit).collect()
        };
        let first = moves(7);
        assert_eq!(first, moves(7));
        assert_ne!(first, moves(8));
        let all: BTreeSet<&str> = first.iter().map(String::as_str).collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), ["d2d4", "e2e4"]);
    }

    #[test]
    fn marks_hold_and_unknown_positions_have_no_move() {
        let only = Marks { flag: Some(tabia_book::select::Flag::Recommended), play_percent: 0 };
        let mut book = book(&[("e2e4", 60, 0), ("d2d4", 1, only.to_learn())]);
        let mut position = Position::default();
        for unit in 0..10 {
            let mv = own_book_move(&mut book, 1, unit, &position).unwrap().unwrap();
            assert_eq!(mv.to_string(), "d2d4");
        }
        position.play_unchecked(position.parse_uci("e2e4").unwrap());
        assert_eq!(own_book_move(&mut book, 1, 0, &position).unwrap(), None);
    }
}
