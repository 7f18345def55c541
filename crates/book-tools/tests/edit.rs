//! Editing, saving and repairing books.

use std::cmp::Reverse;
use std::collections::HashMap;

use proptest::prelude::*;
use tabia_book_tools::edit::{BookEditor, EditError, MarkStorage, SaveReport, repair, write_pgn};
use tabia_chess::{Move, Position};
use tabia_conformance::golden;
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, MainLine, PgnScanner, ProblemKind};
use tabia_polyglot::select::weights_in_play;
use tabia_polyglot::{BookMove, BookReader, Entry, Flag, Marks, check, entries, to_bytes};

fn saved(book: &mut BookEditor<Vec<u8>>, marks: MarkStorage) -> (Vec<u8>, SaveReport) {
    let mut bytes = Vec::new();
    let report = book.save(marks, |record| bytes.extend(record)).expect("a sorted book");
    (bytes, report)
}

fn open(bytes: &[u8]) -> BookEditor<Vec<u8>> {
    BookEditor::open(bytes.to_vec()).expect("memory can be read")
}

fn start() -> Position {
    Position::default()
}

fn mv(uci: &str) -> Move {
    start().parse_uci(uci).expect("a move")
}

/// The start position's moves with their weights.
fn first_moves(bytes: &[u8]) -> Vec<(String, u16)> {
    let probe =
        BookReader::open(bytes.to_vec()).and_then(|mut book| book.probe(&start())).expect("in memory");
    probe.moves.iter().map(|m| (m.mv.to_string(), m.weight)).collect()
}

fn small() -> BookEditor<Vec<u8>> {
    let mut book = open(b"");
    for (text, weight) in [("e2e4", 60), ("d2d4", 30), ("c2c4", 10)] {
        book.add(&start(), mv(text), weight).expect("a new move");
    }
    book
}

#[test]
fn a_book_saved_unchanged_is_the_same() {
    for name in ["sample200-default.bin", "tiny-min1.bin", "merge-white-black.bin", "overflow-merged.bin"] {
        let Some(bytes) = golden(name) else { return };
        let (same, report) = saved(&mut open(&bytes), MarkStorage::Learn);
        assert!(same == bytes, "{name}");
        assert_eq!(report.entries, bytes.len() as u64 / 16);
    }
    // A header stays; bytes after the last entry are dropped and reported.
    let mut with_header = b"\0\0\0\0\0\0\0\0@PG@\n1.0\0\0\0\0\0\0\0\0x\0\0\0\0\0\0\0".to_vec();
    with_header.extend(saved(&mut small(), MarkStorage::Learn).0);
    with_header.push(7);
    let (again, report) = saved(&mut open(&with_header), MarkStorage::Learn);
    assert_eq!(again, with_header[..with_header.len() - 1]);
    assert_eq!((report.entries, report.trailing_bytes), (3, 1));
}

#[test]
fn changes_are_saved_in_order_and_can_be_undone() {
    let mut book = small();
    assert!(book.is_changed());
    book.mark_saved();
    let before = saved(&mut book, MarkStorage::Learn).0;
    assert_eq!(first_moves(&before), [("e2e4".into(), 60), ("d2d4".into(), 30), ("c2c4".into(), 10)]);
    book.set_weight(&start(), mv("c2c4"), 99).expect("in the book");
    book.delete(&start(), mv("d2d4")).expect("in the book");
    let moves = ["e2e4", "e7e5", "g1f3"].iter().scan(start(), |position, text| {
        let mv = position.parse_uci(text).ok()?;
        position.play_unchecked(mv);
        Some(mv)
    });
    let moves: Vec<Move> = moves.collect();
    assert_eq!(book.add_line(&start(), &moves, 5), Ok(2), "1. e4 was there");
    assert_eq!(book.add_line(&start(), &moves, 5), Ok(0));
    let after = saved(&mut book, MarkStorage::Learn).0;
    assert_eq!(first_moves(&after), [("c2c4".into(), 99), ("e2e4".into(), 60)]);
    assert!(entries(&after).collect::<Vec<_>>().is_sorted_by(|a, b| a.book_order(b).is_le()));
    assert_eq!(check(&mut after.as_slice()).expect("in memory").fault_count, 0);
    for _ in 0..3 {
        assert!(book.is_changed() && book.undo());
    }
    assert!(!book.is_changed());
    assert!(saved(&mut book, MarkStorage::Learn).0 == before);
    for _ in 0..3 {
        assert!(book.redo());
    }
    assert!(!book.redo());
    assert!(saved(&mut book, MarkStorage::Learn).0 == after);
    // A new step takes the undone ones away.
    assert!(book.undo());
    book.delete_all(&start()).expect("in memory");
    assert!(!book.redo() && saved(&mut book, MarkStorage::Learn).0.is_empty());
}

#[test]
fn impossible_changes_are_refused() {
    let mut book = small();
    let d4 = mv("d2d4");
    assert_eq!(book.add(&start(), d4, 1), Err(EditError::AlreadyThere("d4".into())));
    let after = start().play(d4).expect("legal");
    assert_eq!(book.add(&after, d4, 1), Err(EditError::Illegal("d2d4".into())));
    assert_eq!(book.delete(&start(), mv("a2a3")), Err(EditError::NotInBook("a2a3".into())));
    assert_eq!(book.set_play_percent(&start(), d4, 101), Err(EditError::Percent(101)));
    assert_eq!(book.add_line(&start(), &[mv("e2e4"), mv("e2e4")], 1), Err(EditError::Illegal("e2e4".into())));
    assert_eq!(book.undo_steps(), 3);
    let mut unsorted = saved(&mut book, MarkStorage::Learn).0;
    unsorted.extend([0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0]);
    assert_eq!(open(&unsorted).save(MarkStorage::Learn, |_| {}), Err(EditError::Unsorted { entry: 3 }));
    assert_eq!(open(&unsorted).all_entries(3), Err(EditError::TooLarge { entries: 4, most: 3 }));
}

#[test]
fn marks_are_kept_within_the_record() {
    let mut book = small();
    book.set_learn(&start(), mv("d2d4"), 0x0003_0004).expect("in the book");
    let before = saved(&mut book, MarkStorage::Learn).0;
    let mut book = open(&before);
    book.set_flag(&start(), mv("e2e4"), Some(Flag::Avoided)).expect("in the book");
    book.set_play_percent(&start(), mv("d2d4"), 70).expect("in the book");
    let (bytes, report) = saved(&mut book, MarkStorage::Learn);
    assert_eq!((report.marked, report.weights_lost, report.learning_lost), (2, 1, 1));
    assert_eq!(first_moves(&bytes), [("d2d4".into(), 30), ("c2c4".into(), 10), ("e2e4".into(), 0)]);
    let mut again = open(&bytes);
    let marks: HashMap<_, _> = again
        .probe(&start())
        .expect("in memory")
        .moves
        .iter()
        .map(|m| (m.mv.to_string(), Marks::from_learn(m.learn)))
        .collect();
    assert_eq!(marks["e2e4"], Marks { flag: Some(Flag::Avoided), play_percent: 0 });
    assert_eq!(marks["d2d4"], Marks { flag: None, play_percent: 70 });
    assert_eq!(marks["c2c4"], Marks::default());
    // All marks go in one step.
    again.clear_marks(&start(), mv("e2e4")).expect("in the book");
    assert_eq!(again.entries(start().key()).expect("in memory").iter().filter(|e| e.learn != 0).count(), 1);
    assert!(again.undo());
    // Without marks the field is as it was made.
    again.set_play_percent(&start(), mv("d2d4"), 0).expect("in the book");
    assert_eq!(again.entries(start().key()).expect("in memory").iter().filter(|e| e.learn != 0).count(), 1);
}

#[test]
fn a_move_marked_as_bad_weighs_nothing_and_gets_its_weight_back() {
    let mut book = small();
    let shares = |book: &mut BookEditor<Vec<u8>>| {
        let probe = book.probe(&start()).expect("in memory");
        let share = |m| (100.0 * probe.share(m)).round() as u32;
        probe.moves.iter().map(|m| (m.mv.to_string(), m.weight, share(m))).collect::<Vec<_>>()
    };
    book.set_flag(&start(), mv("e2e4"), Some(Flag::Avoided)).expect("in the book");
    let marked = [("e2e4".to_owned(), 0, 0), ("d2d4".to_owned(), 30, 75), ("c2c4".to_owned(), 10, 25)];
    assert_eq!(shares(&mut book), marked);
    let mut pgn = String::new();
    write_pgn(&book.entries(start().key()).expect("in memory"), "x", |piece| pgn.push_str(piece));
    assert!(pgn.contains("e4? {weight 0, 0%}") && pgn.contains("d4 {weight 30, 75%}"), "{pgn}");
    book.set_flag(&start(), mv("e2e4"), None).expect("in the book");
    assert_eq!(shares(&mut book)[0], ("e2e4".to_owned(), 60, 60));
    // A file with both weight and mark, as another program's merge leaves it, is still the same book.
    let never = Marks { flag: Some(Flag::Avoided), play_percent: 0 }.to_learn();
    book.set_learn(&start(), mv("e2e4"), never).expect("in the book");
    let mut reader =
        BookReader::open(to_bytes(&book.entries(start().key()).expect("in memory"))).expect("in memory");
    let probe = reader.probe(&start()).expect("in memory");
    assert_eq!((probe.moves[0].weight, probe.total_weight()), (0, 40));
}

#[test]
fn marks_can_be_written_as_weights() {
    let shares = |edit: fn(&mut BookEditor<Vec<u8>>) -> Result<(), EditError>| {
        let mut book = small();
        edit(&mut book).expect("in the book");
        let bytes = saved(&mut book, MarkStorage::Weights).0;
        assert!(entries(&bytes).all(|entry| entry.learn == 0));
        let moves = first_moves(&bytes);
        let total: f64 = moves.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let mut shares: Vec<_> = moves
            .into_iter()
            .map(|(mv, weight)| (mv, (f64::from(weight) / total * 100.0).round() as u32))
            .collect();
        shares.sort();
        shares.into_iter().map(|(_, share)| share).collect::<Vec<_>>()
    };
    // c4, d4, e4
    assert_eq!(shares(|book| book.set_flag(&start(), mv("c2c4"), Some(Flag::Recommended))), [100, 0, 0]);
    assert_eq!(shares(|book| book.set_flag(&start(), mv("e2e4"), Some(Flag::Avoided))), [25, 75, 0]);
    assert_eq!(shares(|book| book.set_play_percent(&start(), mv("c2c4"), 70)), [70, 10, 20]);
    assert_eq!(shares(|book| book.set_play_percent(&start(), mv("c2c4"), 100)), [100, 0, 0]);
}

#[test]
fn a_recommended_move_without_weight_is_played_by_every_program() {
    let mut book = small();
    book.set_weight(&start(), mv("d2d4"), 0).expect("in the book");
    book.set_flag(&start(), mv("d2d4"), Some(Flag::Recommended)).expect("in the book");
    let plain = first_moves(&saved(&mut book, MarkStorage::Weights).0);
    assert!(plain.iter().all(|(mv, weight)| (*weight > 0) == (mv == "d2d4")), "{plain:?}");
}

proptest! {
    /// Marks written as weights make moves as probable as the marks do.
    #[test]
    fn marks_and_their_weights_play_alike(
        moves in prop::collection::vec((0..40_u16, 0..5_u8, 0..=100_u8, any::<bool>()), 1..8),
    ) {
        let key = start().key();
        let list: Vec<Entry> = start().legal_moves().iter().zip(moves).map(|(&mv, (weight, flag, percent, with_percent))| {
            let flag = match flag { 0 => Some(Flag::Recommended), 1 => Some(Flag::Avoided), _ => None };
            let marks = Marks { flag, play_percent: if with_percent { percent } else { 0 } };
            Entry { key, book_move: mv.into(), weight, learn: marks.to_learn() }
        }).collect();
        let mut book = open(b"");
        for entry in &list {
            let mv = entry.book_move.resolve(&start()).expect("legal");
            book.add(&start(), mv, entry.weight).expect("new");
            book.set_learn(&start(), mv, entry.learn).expect("in the book");
        }
        let shares = |bytes: Vec<u8>| {
            let probe = BookReader::open(bytes).and_then(|mut book| book.probe(&start())).expect("in memory");
            let weights = weights_in_play(&probe.moves);
            let total: u64 = weights.iter().sum();
            let moves = probe.moves.iter().zip(weights);
            moves.map(|(m, weight)| (m.mv.to_string(), weight as f64 / total.max(1) as f64)).collect::<HashMap<_, _>>()
        };
        let marked = shares(saved(&mut book, MarkStorage::Learn).0);
        let plain = shares(saved(&mut book, MarkStorage::Weights).0);
        for (mv, share) in &marked {
            prop_assert!((share - plain[mv]).abs() < 1e-3, "{mv}: {share} and {} of {list:?}", plain[mv]);
        }
    }
}

#[test]
fn broken_books_are_mended() {
    let good = saved(&mut small(), MarkStorage::Learn).0;
    let list: Vec<Entry> = entries(&good).collect();
    let low = Entry { key: 5, book_move: BookMove(0x31c), weight: 65535, learn: 1 };
    let none = Entry { book_move: BookMove::NONE, ..low };
    let mut bytes = to_bytes(&[list[0], list[1], list[2], low, none, low, Entry { key: 0, ..low }]);
    bytes.extend([1, 2, 3]);
    let (mended, report) = repair(&mut bytes.as_slice()).expect("in memory");
    assert_eq!(mended, [low, list[0], list[1], list[2]]);
    assert_eq!((report.dropped, report.joined, report.sorted, report.trailing_bytes), (2, 1, true, 3));
    assert_eq!(check(&mut to_bytes(&mended).as_slice()).expect("in memory").fault_count, 0);
    assert_eq!(repair(&mut &b""[..]).expect("in memory").0, []);
}

/// A book of the start position's moves with weight and learning.
fn with_repetitions(moves: &[(&str, u16, u32)]) -> Vec<u8> {
    let entries = moves.iter().map(|&(text, weight, learn)| Entry {
        key: start().key(),
        book_move: mv(text).into(),
        weight,
        learn,
    });
    to_bytes(&entries.collect::<Vec<_>>())
}

#[test]
fn a_move_that_a_book_holds_twice_is_changed_as_one() {
    let twice = with_repetitions(&[("e2e4", 10, 0), ("d2d4", 8, 0), ("d2d4", 8, 0)]);
    let edited = |edit: fn(&mut BookEditor<Vec<u8>>) -> Result<(), EditError>| {
        let mut book = open(&twice);
        edit(&mut book).expect("in the book");
        let moves = first_moves(&saved(&mut book, MarkStorage::Learn).0);
        assert!(
            book.undo() && saved(&mut book, MarkStorage::Learn).0 == twice,
            "one step that can be undone"
        );
        moves
    };
    let e4 = || ("e2e4".to_owned(), 10);
    let d4 = |weight| ("d2d4".to_owned(), weight);
    assert_eq!(edited(|book| book.set_flag(&start(), mv("d2d4"), Some(Flag::Avoided))), [e4(), d4(0)]);
    assert_eq!(edited(|book| book.set_weight(&start(), mv("d2d4"), 0)), [e4(), d4(0)]);
    assert_eq!(edited(|book| book.set_play_percent(&start(), mv("d2d4"), 9)), [d4(16), e4()]);
    assert_eq!(edited(|book| book.set_weight(&start(), mv("e2e4"), 11)), [d4(16), ("e2e4".to_owned(), 11)]);
    assert_eq!(edited(|book| book.add(&start(), mv("c2c4"), 3)), [d4(16), e4(), ("c2c4".to_owned(), 3)]);
    assert_eq!(edited(|book| book.import_pgn("1. d4? *").map(drop)), [e4(), d4(0)]);
    assert_eq!(edited(|book| book.delete(&start(), mv("d2d4"))), [e4()]);
}

#[test]
fn moves_that_are_joined_keep_their_marks_and_their_order() {
    let marks = |flag, play_percent| Marks { flag, play_percent }.to_learn();
    let never = marks(Some(Flag::Avoided), 0);
    let mend = |moves: &[(&str, u16, u32)]| {
        let (mended, report) = repair(&mut with_repetitions(moves).as_slice()).expect("in memory");
        assert_eq!(mended.len() as u64 + report.joined, moves.len() as u64);
        let moves = mended.iter().map(|entry| (entry.book_move.to_string(), entry.weight, entry.learn));
        moves.collect::<Vec<_>>()
    };
    let of = |text: &str, weight, learn| (text.to_owned(), weight, learn);
    assert_eq!(
        mend(&[("e2e4", 10, 0), ("d2d4", 8, 0), ("d2d4", 8, 0)]),
        [of("d2d4", 16, 0), of("e2e4", 10, 0)]
    );
    assert_eq!(
        mend(&[("e2e4", 10, 0), ("d2d4", 5, 0), ("e2e4", 0, never)]),
        [of("d2d4", 5, 0), of("e2e4", 0, never)]
    );
    // The first mark of a kind holds, and counts more than what another program has learned.
    let (percent, both) = (marks(None, 30), marks(Some(Flag::Recommended), 30));
    assert_eq!(
        mend(&[("e2e4", 1, percent), ("e2e4", 2, 7), ("e2e4", 3, marks(Some(Flag::Recommended), 50))]),
        [of("e2e4", 6, both)]
    );
    assert_eq!(mend(&[("e2e4", 1, 0), ("e2e4", 2, 7), ("e2e4", 3, 9)]), [of("e2e4", 6, 7)]);
    assert_eq!(mend(&[("e2e4", 60_000, 0), ("e2e4", 60_000, 0)]), [of("e2e4", u16::MAX, 0)]);
    // A book in which nothing is repeated stays as it is, also if a merge has left the weights unordered.
    assert_eq!(mend(&[("e2e4", 1, 0), ("d2d4", 2, 0)]), [of("e2e4", 1, 0), of("d2d4", 2, 0)]);
}

/// All moves of all variations of a PGN text, each with the key of its position: an independent reader.
fn tree_moves(text: &str) -> Vec<(u64, BookMove)> {
    let body = text.split_once("\n\n").expect("tags, then moves").1;
    let mut words = body.replace('(', " ( ").replace(')', " ) ");
    while let (Some(open), Some(close)) = (words.find('{'), words.find('}')) {
        words.replace_range(open..=close, "");
    }
    let (mut found, mut stack) = (Vec::new(), Vec::new());
    let (mut before, mut now) = (start(), start());
    for word in words.split_whitespace() {
        match word {
            "(" => {
                stack.push((before, now));
                now = before;
            }
            ")" => (before, now) = stack.pop().expect("brackets match"),
            "*" => assert!(stack.is_empty()),
            _ if word.ends_with('.') => {
                assert!(word.starts_with(&now.fullmove_number().to_string()), "{word}");
            }
            _ => {
                let mv = now.parse_san(word.trim_end_matches(['!', '?'])).expect("a legal move");
                found.push((now.key(), mv.into()));
                before = now;
                now.play_unchecked(mv);
            }
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn a_book_is_written_as_a_tree() {
    for name in ["tiny-min1.bin", "sample200-default.bin", "tiny-min1-white.bin"] {
        let Some(bytes) = golden(name) else { return };
        let list: Vec<Entry> = entries(&bytes).collect();
        let mut text = String::new();
        let report = write_pgn(&list, "A \"book\"", |piece| text.push_str(piece));
        assert!(text.starts_with("[Event \"A \\\"book\\\"\"]\n") && text.ends_with("*\n"));
        assert!(text.lines().all(|line| line.len() <= 79));
        let moves = tree_moves(&text);
        assert_eq!(moves.len() as u64, report.moves, "{name}");
        let all: Vec<_> = list.iter().map(|entry| (entry.key, entry.book_move)).collect();
        if report.unreachable == 0 {
            assert!(
                all.iter().all(|entry| moves.binary_search(entry).is_ok()),
                "{name}: every entry is there"
            );
        }
        // Nothing else is there but moves back into the book where it has none, and nothing twice.
        let mut known = all;
        known.sort_unstable();
        let without_moves = |key: u64| known.binary_search_by_key(&key, |&(key, _)| key).is_err();
        assert!(
            moves.iter().all(|step| known.binary_search(step).is_ok() || without_moves(step.0)),
            "{name}: and nothing else"
        );
        assert!(moves.is_sorted_by(|a, b| a < b), "{name}: each once");
        // Other readers of this crate take it for one game.
        let mut games = Games::default();
        let mut scanner = PgnScanner::new(true);
        scanner.feed(text.as_bytes(), &mut games).expect("strict readers take it");
        scanner.finish(&mut games).expect("strict readers take it");
        assert_eq!(games.complete, 1);
    }
}

#[derive(Default)]
struct Games {
    line: MainLine,
    complete: u32,
}

impl GameSink for Games {
    fn begin(&mut self) {
        self.line.clear();
    }
    fn tag(&mut self, _: &[u8], _: &[u8]) -> Result<(), ProblemKind> {
        Ok(())
    }
    fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind> {
        self.line.read(text, true).map(drop)
    }
    fn end(&mut self) {
        self.complete += 1;
    }
    fn reject(&mut self, problem: GameProblem) {
        panic!("{problem}");
    }
}

#[test]
fn marks_are_written_for_people_and_for_crafty() {
    let mut book = small();
    book.set_flag(&start(), mv("e2e4"), Some(Flag::Recommended)).expect("in the book");
    book.set_play_percent(&start(), mv("d2d4"), 40).expect("in the book");
    let mut text = String::new();
    let list = book.all_entries(100).expect("small");
    write_pgn(&list, "Marks", |piece| text.push_str(piece));
    let body = text.split_once("\n\n").expect("tags, then moves").1.replace('\n', " ");
    assert_eq!(
        body,
        "1. e4! {weight 60, 60%} (1. d4 {play 40%} {weight 30, 30%}) (1. c4 {weight 10, 10%}) * "
    );
}

proptest! {
    /// The field for learning holds marks or something else, never both.
    #[test]
    fn marks_and_learning_do_not_mix(learn in any::<u32>(), percent in 0..=100_u8, flag in 0..3_u8) {
        let marks = Marks::from_learn(learn);
        prop_assert!(marks.is_empty() || marks.to_learn() == learn);
        let flag = [None, Some(Flag::Recommended), Some(Flag::Avoided)][usize::from(flag)];
        let marks = Marks { flag, play_percent: percent };
        prop_assert_eq!(Marks::from_learn(marks.to_learn()), marks);
    }

    /// Edits at random against a plain list; whatever is undone and done again, both stay equal, and what is saved is that list.
    #[test]
    fn edits_equal_those_of_a_plain_list(
        steps in prop::collection::vec((0..6_u8, 0..20_usize, any::<u16>(), 0..20_usize), 0..60),
    ) {
        let base = golden("tiny-min1.bin").unwrap_or_default();
        let mut book = open(&base);
        let model_of = |bytes: &[u8]| {
            let mut model: Vec<Entry> = entries(bytes).collect();
            model.sort_by(Entry::book_order);
            model
        };
        let mut states = vec![model_of(&base)];
        let mut now = 0;
        for (kind, index, weight, reply) in steps {
            // The start position, or one after a first move.
            let mut position = start();
            if reply > 0 {
                position.play_unchecked(position.legal_moves()[reply]);
            }
            let mv = position.legal_moves()[index];
            let key = position.key();
            let mut model = states[now].clone();
            let found = model.iter().position(|entry| entry.key == key && entry.book_move == mv.into());
            let expected = match (kind, found) {
                (0, None) => { model.push(Entry { key, book_move: mv.into(), weight, learn: 0 }); true }
                (1, Some(place)) => { model.remove(place); true }
                (2, Some(place)) => { let changed = model[place].weight != weight; model[place].weight = weight; changed }
                (3, Some(place)) => { let changed = model[place].learn != 7; model[place].learn = 7; changed }
                _ => false,
            };
            let steps_before = book.undo_steps();
            match kind {
                0 => prop_assert_eq!(book.add(&position, mv, weight).is_ok(), found.is_none()),
                1 => prop_assert_eq!(book.delete(&position, mv).is_ok(), found.is_some()),
                2 => prop_assert_eq!(book.set_weight(&position, mv, weight).is_ok(), found.is_some()),
                3 => prop_assert_eq!(book.set_learn(&position, mv, 7).is_ok(), found.is_some()),
                4 => { prop_assert_eq!(book.undo(), now > 0); now = now.saturating_sub(1); }
                _ => { prop_assert_eq!(book.redo(), now + 1 < states.len()); now = (now + 1).min(states.len() - 1); }
            }
            if expected {
                prop_assert_eq!(book.undo_steps(), steps_before + 1);
                // Stable, as the editor: the order among equal weights is that of the list before.
                let mut of_key: Vec<Entry> = model.iter().copied().filter(|entry| entry.key == key).collect();
                of_key.sort_by_key(|entry| Reverse(entry.weight));
                model.retain(|entry| entry.key != key);
                model.extend(of_key);
                model.sort_by_key(|entry| entry.key);
                states.truncate(now + 1);
                states.push(model);
                now += 1;
            }
            let bytes = saved(&mut book, MarkStorage::Learn).0;
            prop_assert!(bytes == to_bytes(&states[now]));
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut book = open(&bytes);
        let _ = book.save(MarkStorage::Weights, |_| {});
        let (mended, _) = repair(&mut bytes.as_slice()).expect("in memory");
        let faults = check(&mut to_bytes(&mended).as_slice()).expect("in memory");
        prop_assert!(mended.is_empty() || faults.fault_count == 0, "{:?}", faults);
        write_pgn(&mended, "x", |_| {});
    }
}

#[test]
fn games_with_marks_are_taken_in_as_one_step() {
    let mut book = small();
    let text = r#"[Event "Marks, as Crafty's author writes them"]

1. e4! {play 60%} (1. d4? d5) (1. c4 {weight 77, 3%} e5 (1... c5!)) (1. Nf3 Nf6?) 1... e5 2. Nf3 *

[Event "Again"]

1. e4 e5 2. Nf3 $1 Nc6 *

[Event "Fischer's"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "rkqnbbrn/pppppppp/8/8/8/8/PPPPPPPP/RKQNBBRN w GAga - 0 1"]

1. e4 *
"#;
    let report = book.import_pgn(text).expect("in memory");
    assert_eq!((report.games, report.left_out, report.problem_count), (3, 1, 0));
    assert_eq!((report.added, report.changed, report.marked), (8, 3, 5), "{}", report.summary());
    let probe = book.probe(&start()).expect("in memory");
    let said: Vec<_> = probe
        .moves
        .iter()
        .map(|m| {
            (
                m.mv.to_string(),
                m.weight,
                Marks::from_learn(m.learn).flag,
                Marks::from_learn(m.learn).play_percent,
            )
        })
        .collect();
    assert_eq!(
        said,
        [
            ("c2c4".into(), 77, None, 0),
            ("e2e4".into(), 60, Some(Flag::Recommended), 60),
            // It weighs 30, but `?` is never played.
            ("d2d4".into(), 0, Some(Flag::Avoided), 0),
            ("g1f3".into(), 1, None, 0),
        ]
    );
    let mut position = start();
    position.play_unchecked(mv("e2e4"));
    let reply = book.probe(&position).expect("in memory").moves[0];
    assert_eq!((reply.mv.to_string().as_str(), reply.weight), ("e7e5", 2), "it occurs twice");
    assert!(book.undo());
    assert_eq!(saved(&mut book, MarkStorage::Learn).0, saved(&mut small(), MarkStorage::Learn).0);
}

#[test]
fn text_that_is_no_games_changes_nothing_and_says_so() {
    let mut book = small();
    book.mark_saved();
    let report = book.import_pgn("This is no PGN. 1. Ke4 {").expect("in memory");
    assert!(report.problem_count > 0 && !report.problems.is_empty(), "{report:?}");
    assert_eq!(report.added, 0);
    assert!(!book.is_changed());
}

/// Writing a book as PGN and reading it back gives the same book, with weights and marks, as far as lines reach its positions.
#[test]
fn a_book_comes_back_from_its_pgn() {
    for name in ["sample200-default.bin", "tiny-min1.bin", "tiny-min1-white.bin", "tiny-min1-black.bin"] {
        let Some(bytes) = golden(name) else { return };
        let mut book = open(&bytes);
        // In a book with only Black's moves they are one move later.
        let start = [start(), start().play(mv("e2e4")).expect("legal")]
            .into_iter()
            .find(|at| book.probe(at).is_ok_and(|probe| !probe.moves.is_empty()));
        let start = || start.expect("the book begins with one of them");
        let first = book.probe(&start()).expect("in memory").moves[0].mv;
        book.set_flag(&start(), first, Some(Flag::Avoided)).expect("in the book");
        book.set_play_percent(&start(), first, 25).expect("in the book");
        let all = book.all_entries(u64::MAX).expect("sorted");
        let mut text = String::new();
        let written = write_pgn(&all, name, |piece| text.push_str(piece));
        let mut again = open(b"");
        let report = again.import_pgn(&text).expect("in memory");
        assert_eq!(report.problem_count, 0, "{:?}", report.problems.first());
        let back = again.all_entries(u64::MAX).expect("sorted");
        let lost = all.iter().filter(|entry| !back.contains(entry)).count();
        assert!(written.unreachable > 0 || lost == 0, "{name}: {lost} of {} entries are lost", all.len());
        assert!(back.iter().all(|entry| all.contains(entry)), "{name}: nothing else comes back");
    }
}

#[test]
fn moves_that_only_connect_a_book_are_not_taken_in() {
    let mut book = open(b"");
    let text = "1. e4 {weight 4, 100%} c5 {not in the book} (1... e5 {not in the book} 2. Nf3 {weight 2, 100%} Nc6! \
                {not in the book}) 2. Nf3 {weight 2, 100%} *\n\n1. e4 c6 *\n\n1. e4 c6 {not in the book} *\n";
    let report = book.import_pgn(text).expect("in memory");
    assert_eq!((report.added, report.problem_count), (5, 0), "{}", report.summary());
    let after = |line: &[&str]| {
        line.iter().fold(start(), |at, text| at.play(at.parse_uci(text).expect("a move")).expect("legal"))
    };
    let mut moves = |line: &[&str]| {
        let probe = book.probe(&after(line)).expect("in memory");
        probe.moves.iter().map(|m| (m.mv.to_string(), m.weight)).collect::<Vec<_>>()
    };
    // Moves without the comment somewhere, and moves marked by the author, belong to the book.
    assert_eq!(moves(&["e2e4"]), [("c7c6".to_owned(), 1)]);
    assert_eq!(moves(&["e2e4", "e7e5", "g1f3"]), [("b8c6".to_owned(), 1)]);
    assert_eq!(moves(&["e2e4", "c7c5"]), [("g1f3".to_owned(), 2)]);
}

proptest! {
    #[test]
    fn any_text_can_be_taken_in(text in "[\\PC\\n]{0,200}") {
        let mut book = small();
        prop_assert!(book.import_pgn(&text).is_ok());
    }
}
