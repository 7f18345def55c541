//! Books, their results, and building them.

use tabia_book_tools::edit::BookEditor;
use tabia_book_tools::learn::LearnStore;
use tabia_book_tools::recipe::{Recipe, run_recipe};
use tabia_book_tools::stats::StatsReader;
use tabia_book_tools::{packed, tree};
use tabia_chess::Position;
use tabia_polyglot::{BookMove, BookReader, MergeOptions, check, entries, merge, open_book, to_bytes};

use crate::allocation::bounded;
use crate::text;

/// A book returns only legal moves, finds its entries, and has none that are not in the file.
pub(crate) fn book(data: &[u8]) {
    let report = bounded(data, 8, || check(&mut &*data)).expect("memory can be read");
    assert!(report.fault_count >= report.faults.len() as u64);
    let _ = bounded(data, 8, || open_book(data).map(|reader| reader.entry_count()));
    let mut reader = BookReader::open(data).expect("memory can be read");
    let all: Vec<_> = entries(data).collect();
    let records = &all[all.len() - reader.entry_count() as usize..];
    for entry in records.iter().take(50) {
        let found = reader.entries(entry.key).expect("memory can be read");
        assert!(found.iter().all(|found| found.key == entry.key && records.contains(found)));
        if report.unsorted == 0 && entry.key != 0 {
            assert!(found.len() >= 1000 || found.contains(entry), "{entry:?} is not found");
        }
        let position = Position::default();
        if let Some(m) = entry.book_move.resolve(&position) {
            assert!(position.legal_moves().contains(&m));
        }
    }
    let mut edit = BookEditor::open(data).expect("memory can be read");
    let position = Position::default();
    let probe = edit.probe(&position).expect("memory can be read");
    assert!(probe.moves.iter().all(|candidate| position.legal_moves().contains(&candidate.mv)));
    let mut merged = Vec::new();
    if merge(&mut &*data, &mut &*data, MergeOptions::default(), |entry| merged.push(entry)).is_ok() {
        assert_eq!(entries(&to_bytes(&merged)).collect::<Vec<_>>(), merged);
    }
    if let Ok(small) = bounded(data, 64, || packed::pack(data)) {
        assert_eq!(packed::unpack(&small).as_deref(), Ok(data), "a packed book is the same book");
    }
    // The same bytes as a packed book: memory is bounded whatever the header claims.
    let _ = bounded(data, 4096, || packed::unpack(data));
}

/// All results of a lookup are in the file.
pub(crate) fn stats(data: &[u8]) {
    let Ok(mut reader) = bounded(data, 8, || StatsReader::open(data)) else { return };
    let records: Vec<(u64, u16)> = data
        .chunks_exact(32)
        .skip(1)
        .map(|r| (u64::from_be_bytes(r[..8].try_into().unwrap()), u16::from_be_bytes([r[8], r[9]])))
        .collect();
    assert_eq!(reader.len(), records.len() as u64);
    let is_sorted = records.windows(2).all(|pair| pair[0] < pair[1]);
    for &(key, code) in records.iter().take(100) {
        let found = reader.get(key, BookMove(code)).expect("memory can be read");
        assert!(!is_sorted || found.is_some());
        let absent = reader.get(key ^ 1, BookMove(code)).expect("memory can be read");
        assert!(absent.is_none() || records.contains(&(key ^ 1, code)));
    }
}

const GAMES: &[u8] = b"[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2700\"]\n[Date \"2020.01.02\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
[White \"C\"]\n[Black \"A\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 e6 1/2-1/2\n\n[White \"D\"]\n[Result \"0-1\"]\n\n1. e4 c5 2. Qh7 0-1\n";

/// An accepted recipe survives a round trip, and runs with little memory for few games, whatever its own limits.
pub(crate) fn recipe(data: &[u8]) {
    let text = text(data);
    let Ok(recipe) = bounded(data, 400, || Recipe::from_json(&text)) else { return };
    assert_eq!(Recipe::from_json(&recipe.to_json()).as_ref(), Ok(&recipe));
    let mut book = Vec::new();
    let (report, _) =
        bounded(data, 20_000, || run_recipe(&recipe, &mut [GAMES], true, &mut (), |entry| book.push(entry)))
            .expect("memory can be read");
    assert_eq!(report.progress.entries, book.len() as u64);
    assert!(book.windows(2).all(|pair| pair[0].key <= pair[1].key), "a book is sorted");
}

/// Lessons survive a round trip; so do opening trees.
pub(crate) fn learned(data: &[u8]) {
    let text = text(data);
    if let Ok(store) = bounded(data, 2000, || LearnStore::from_json(&text)) {
        let again = LearnStore::from_json(&store.to_json()).expect("what was written can be read");
        assert_eq!(again.lessons(), store.lessons());
    }
    let _ = bounded(data, 2000, || tree::parse(&text).map(|rows| rows.len()));
}
