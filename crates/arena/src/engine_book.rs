//! Opening books of engines in a match. The runner looks up the moves, so that any engine can have a book.

use serde::{Deserialize, Serialize};
use tabia_chess::Position;
use tabia_polyglot::select::{Choice, Known, SelectionOptions, SplitMix64, select};
use tabia_polyglot::{BlockSource, BookReader, SourceError};

/// An engine's opening book in Polyglot format. The author's marks always apply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineBook {
    /// The file's name.
    pub name: String,
    /// The SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// Move selection; by default at random, in proportion to the weights.
    #[serde(skip_serializing_if = "SelectionOptions::is_default")]
    pub choosing: SelectionOptions,
}

/// Looks up a position in an engine's book: a move to play, moves to search, or nothing.
///
/// The random choice depends on the match's seed, the unit and the position: both games of a pair, every host
/// and every repetition get the same move from the same book.
///
/// # Errors
/// If the book cannot be read.
pub fn engine_book_choice<S: BlockSource>(
    book: &mut BookReader<S>,
    choosing: &SelectionOptions,
    seed: u64,
    unit: usize,
    position: &Position,
) -> Result<Choice, SourceError> {
    let probe = book.probe(position)?;
    let known: Vec<Known> = probe.moves.iter().map(Known::from).collect();
    let mixed = seed ^ (unit as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ position.key();
    Ok(match select(&known, &choosing.selection(), &mut SplitMix64::new(mixed)) {
        // A single move needs no search.
        Choice::Search(moves) if moves.len() == 1 => Choice::Play(moves[0]),
        choice => choice,
    })
}

/// Restricts a search command to these moves.
pub fn search_only(go: &str, position: &Position, moves: &[tabia_chess::Move], chess960: bool) -> String {
    let moves: Vec<String> = moves.iter().map(|&mv| position.uci_with(mv, chess960)).collect();
    format!("{go} searchmoves {}", moves.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tabia_polyglot::select::SelectionMode;
    use tabia_polyglot::{Entry, Flag, Marks};

    fn book(moves: &[(&str, u16, u32)]) -> BookReader<Vec<u8>> {
        let start = Position::default();
        let entries: Vec<Entry> = moves
            .iter()
            .map(|&(uci, weight, learn)| {
                let book_move = start.parse_uci(uci).unwrap().into();
                Entry { key: start.key(), book_move, weight, learn }
            })
            .collect();
        BookReader::open(tabia_polyglot::to_bytes(&entries)).unwrap()
    }

    fn played(book: &mut BookReader<Vec<u8>>, seed: u64, unit: usize, position: &Position) -> Option<String> {
        match engine_book_choice(book, &SelectionOptions::default(), seed, unit, position).unwrap() {
            Choice::Play(mv) => Some(mv.to_string()),
            _ => None,
        }
    }

    #[test]
    fn the_way_to_choose_is_followed() {
        let mut book = book(&[("e2e4", 60, 0), ("d2d4", 30, 0), ("c2c4", 10, 0), ("a2a3", 0, 0)]);
        let start = Position::default();
        let mut choice = |mode, width| {
            let choosing = SelectionOptions { mode, width, ..SelectionOptions::default() };
            engine_book_choice(&mut book, &choosing, 3, 0, &start).unwrap()
        };
        let mv = |uci: &str| start.parse_uci(uci).unwrap();
        assert_eq!(choice(SelectionMode::Best, 1), Choice::Play(mv("e2e4")));
        assert_eq!(choice(SelectionMode::Ranked, 1), Choice::Play(mv("e2e4")));
        assert_eq!(choice(SelectionMode::Search, 1), Choice::Play(mv("e2e4")), "one move needs no search");
        let two = [mv("e2e4"), mv("d2d4")];
        assert_eq!(choice(SelectionMode::Search, 2), Choice::Search(two.to_vec()));
        assert_eq!(search_only("go nodes 100", &start, &two, false), "go nodes 100 searchmoves e2e4 d2d4");
        // Older settings have a single selection mode and do not store it.
        let old = r#"{"name":"a.bin","sha256":"ab"}"#;
        let own: EngineBook = serde_json::from_str(old).unwrap();
        assert!(own.choosing.is_default());
        assert_eq!(serde_json::to_string(&own).unwrap(), old);
    }

    #[test]
    fn chance_is_that_of_the_seed_and_the_unit() {
        let mut book = book(&[("e2e4", 60, 0), ("d2d4", 40, 0), ("a2a3", 0, 0)]);
        let start = Position::default();
        let mut moves = |seed| -> Vec<String> {
            let mut of_unit = |unit| played(&mut book, seed, unit, &start).unwrap();
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
        let only = Marks { flag: Some(Flag::Recommended), play_percent: 0 };
        let mut book = book(&[("e2e4", 60, 0), ("d2d4", 1, only.to_learn())]);
        let mut position = Position::default();
        for unit in 0..10 {
            assert_eq!(played(&mut book, 1, unit, &position).unwrap(), "d2d4");
        }
        position.play_unchecked(position.parse_uci("e2e4").unwrap());
        assert_eq!(played(&mut book, 1, 0, &position), None);
    }
}
