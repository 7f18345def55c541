//! Books looked up and examined: known answers, and files with every fault.

use proptest::prelude::*;
use tabia_chess::{Position, Setup};
use tabia_conformance::{golden, read};
use tabia_polyglot::{
    BlockSource, BookFault, BookMove, BookReader, Entry, SourceError, check, entries, to_bytes,
};

fn probe(book: Vec<u8>, position: &Position) -> Vec<(String, u16)> {
    let mut book = BookReader::open(book).expect("memory can be read");
    let probe = book.probe(position).expect("memory can be read");
    probe.moves.iter().map(|candidate| (position.san(candidate.mv), candidate.weight)).collect()
}

fn position(fen: &str) -> Position {
    fen.parse::<Setup>().expect("a FEN").position().expect("a legal position")
}

fn entry(position: &Position, code: u16, weight: u16) -> Entry {
    Entry { key: position.key(), book_move: BookMove(code), weight, learn: 0 }
}

fn code(from: u16, to: u16) -> u16 {
    from << 6 | to
}

/// What cutechess' own unit test expects of this book.
#[test]
fn cutechess_book_start_position() {
    let Some(book) = read("polyglot/cutechess_book_small.bin") else { return };
    let expected = [
        ("d4", 11712),
        ("e4", 11476),
        ("Nf3", 2824),
        ("c4", 2071),
        ("g3", 83),
        ("b3", 52),
        ("f4", 20),
        ("Nc3", 4),
        ("b4", 3),
        ("c3", 3),
        ("d3", 3),
    ];
    assert_eq!(probe(book.clone(), &Position::default()), expected.map(|(san, weight)| (san.into(), weight)));
    let report = check(&mut book.as_slice()).expect("memory can be read");
    assert_eq!((report.entries, report.unsorted, report.fault_count), (31467, 0, 0));
}

/// This book writes castling with the king's square of arrival, e1g1.
#[test]
fn cutechess_book_castles() {
    let Some(book) = read("polyglot/cutechess_book_small.bin") else { return };
    let mut position = Position::default();
    for san in ["g3", "Nf6", "Bg2", "d5", "Nf3", "c5"] {
        position.play_unchecked(position.parse_san(san).expect("a legal move"));
    }
    let moves = probe(book, &position);
    assert!(moves.iter().any(|(san, weight)| san == "O-O" && *weight > 0), "{moves:?}");
}

/// Known from python-chess: the Lasker trap with its promotion to a knight.
#[test]
fn lasker_trap_promotes_to_a_knight() {
    let Some(book) = read("polyglot/lasker-trap.bin") else { return };
    let mut position = Position::default();
    for san in ["d4", "d5", "c4", "e5", "dxe5", "d4", "e3", "Bb4+", "Bd2", "dxe3", "Bxb4", "exf2+", "Ke2"] {
        position.play_unchecked(position.parse_san(san).expect("a legal move"));
    }
    assert_eq!(probe(book, &position), [("fxg1=N+".to_owned(), 2)]);
}

#[test]
fn trailing_byte_is_told_and_tolerated() {
    let Some(book) = read("polyglot/gnuchess-smallbook.bin") else { return };
    let report = check(&mut book.as_slice()).expect("memory can be read");
    assert_eq!(report.entries, 2417);
    assert!(report.faults.contains(&BookFault::TrailingBytes(1)));
    assert!(!probe(book, &Position::default()).is_empty());
}

#[test]
fn castling_needs_a_king_that_may_castle() {
    let castle = code(4, 7);
    let may = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(probe(entry(&may, castle, 1).to_bytes().into(), &may), [("O-O".into(), 1)]);
    assert_eq!(probe(entry(&may, code(4, 0), 1).to_bytes().into(), &may), [("O-O-O".into(), 1)]);
    // The king's square of arrival is how some programs write it.
    assert_eq!(probe(entry(&may, code(4, 6), 1).to_bytes().into(), &may), [("O-O".into(), 1)]);
    assert_eq!(probe(entry(&may, code(4, 2), 1).to_bytes().into(), &may), [("O-O-O".into(), 1)]);
    let black = position("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1");
    assert_eq!(probe(entry(&black, code(60, 62), 1).to_bytes().into(), &black), [("O-O".into(), 1)]);
    // Where the king can step there, it does.
    let near = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(probe(entry(&near, code(5, 6), 1).to_bytes().into(), &near), [("Kg1".into(), 1)]);
    assert_eq!(probe(entry(&near, code(5, 7), 1).to_bytes().into(), &near), [("O-O".into(), 1)]);
    let may_not = position("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
    assert!(probe(entry(&may_not, castle, 1).to_bytes().into(), &may_not).is_empty());
    assert!(probe(entry(&may_not, code(4, 6), 1).to_bytes().into(), &may_not).is_empty());
    let attacked = position("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(probe(entry(&attacked, castle, 1).to_bytes().into(), &attacked).is_empty());
    let rook = position("3k4/8/8/8/8/8/K7/4R3 w - - 0 1");
    assert_eq!(probe(entry(&rook, castle, 1).to_bytes().into(), &rook), [("Rh1".into(), 1)]);
}

#[test]
fn promotions_must_be_promotions() {
    let position = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for (promotion, san) in [(1, "a8=N"), (2, "a8=B"), (3, "a8=R+"), (4, "a8=Q+")] {
        let book = entry(&position, code(48, 56) | promotion << 12, 1).to_bytes();
        assert_eq!(probe(book.into(), &position), [(san.into(), 1)]);
    }
    for bad in [code(48, 56), code(48, 56) | 5 << 12, code(48, 56) | 8 << 12, code(4, 5) | 4 << 12, 0] {
        let mut book = BookReader::open(entry(&position, bad, 1).to_bytes().to_vec()).expect("memory");
        let probe = book.probe(&position).expect("memory can be read");
        assert!(probe.moves.is_empty() && probe.illegal.len() == 1, "{bad:#x}");
    }
}

#[test]
fn faults_are_named_with_their_entries() {
    let entry = |key, book_move, weight, learn| Entry { key, book_move: BookMove(book_move), weight, learn };
    let mut book = to_bytes(&[
        entry(0, code(12, 28), 1, 0),
        entry(5, code(12, 28), 0, 0),
        entry(5, code(12, 28), 1, 7),
        entry(9, 0, 1, 0),
        entry(9, code(0, 12), 1, 0),
        entry(7, code(12, 28) | 4 << 12, 1, 0),
    ]);
    book.extend([1, 2, 3]);
    let report = check(&mut book.as_slice()).expect("memory can be read");
    assert_eq!(
        report.faults,
        [
            BookFault::ZeroKey { entry: 0 },
            BookFault::DuplicateMove { entry: 2, book_move: BookMove(code(12, 28)) },
            BookFault::NoMove { entry: 3 },
            BookFault::ImpossibleMove { entry: 4, book_move: BookMove(code(0, 12)) },
            BookFault::Unsorted { entry: 5, key: 7, previous: 9 },
            BookFault::ImpossibleMove { entry: 5, book_move: BookMove(code(12, 28) | 4 << 12) },
            BookFault::TrailingBytes(3),
        ]
    );
    assert_eq!((report.entries, report.positions, report.zero_weights, report.learned), (6, 4, 1, 1));
    assert_eq!(report.unsorted, 1);
    let texts: Vec<_> = report.faults.iter().map(ToString::to_string).collect();
    assert!(texts.iter().all(|text| text.contains("entry")), "{texts:?}");
    assert_eq!(check(&mut [].as_slice()).expect("memory").faults, [BookFault::Empty]);
    assert_eq!(
        check(&mut [1_u8; 15].as_slice()).expect("memory").faults,
        [BookFault::Empty, BookFault::TrailingBytes(15)]
    );
    assert!(probe(Vec::new(), &Position::default()).is_empty());
}

#[test]
fn a_header_is_text_and_not_moves() {
    let mut book = Vec::new();
    for piece in b"@PG@\n1.0\n2\nnormal\nsuicide\nA comment.\0".chunks(8) {
        book.extend([0; 8]);
        let mut piece = piece.to_vec();
        piece.resize(8, 0);
        book.extend(piece);
    }
    let start = Position::default();
    book.extend(entry(&start, code(12, 28), 3).to_bytes());
    let mut reader = BookReader::open(book.clone()).expect("memory can be read");
    let header = reader.header().expect("there is a header").clone();
    assert_eq!(header.variants(), ["normal", "suicide"]);
    assert!(header.text.ends_with("A comment."));
    assert_eq!(reader.entry_count(), 1);
    assert_eq!(reader.entry(0).expect("memory"), Some(entry(&start, code(12, 28), 3)));
    assert_eq!(reader.entry(1).expect("memory"), None);
    assert_eq!(probe(book.clone(), &start), [("e4".into(), 3)]);
    let report = check(&mut book.as_slice()).expect("memory can be read");
    assert_eq!((report.entries, report.fault_count), (1, 0));
    assert_eq!(report.header, Some(header));
}

/// A source of half a gigabyte whose records are computed, and that counts what is read of it.
struct Large {
    bytes_read: u64,
}

impl Large {
    const ENTRIES: u64 = 1 << 25;

    fn entry(number: u64) -> Entry {
        let noise = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 26;
        Entry { key: number << 39 | noise << 1, book_move: BookMove(code(12, 28)), weight: 1, learn: 0 }
    }
}

impl BlockSource for Large {
    fn len(&self) -> u64 {
        Self::ENTRIES * 16
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        self.bytes_read += buffer.len() as u64;
        for (index, record) in buffer.chunks_mut(16).enumerate() {
            record.copy_from_slice(&Self::entry(offset / 16 + index as u64).to_bytes());
        }
        Ok(())
    }
}

#[test]
fn of_a_large_book_few_blocks_are_read() {
    let mut source = Large { bytes_read: 0 };
    let mut book = BookReader::open(&mut source).expect("readable");
    for number in [0, 1, 12_345_678, Large::ENTRIES - 1] {
        let wanted = Large::entry(number);
        let before = book.blocks_read();
        assert_eq!(book.entries(wanted.key).expect("readable"), [wanted]);
        assert!(book.blocks_read() - before <= 3, "{}", book.blocks_read() - before);
        assert_eq!(book.entries(wanted.key + 1).expect("readable"), []);
    }
    assert!(source.bytes_read < 1 << 19);
}

#[test]
fn keys_that_are_not_spread_evenly_take_twice_the_steps_at_most() {
    // Half of the keys at the lower end, and one key in thousands of records.
    let keys: Vec<u64> = (0..100_000)
        .chain(std::iter::repeat_n(1 << 40, 5000))
        .chain((1..100_000).map(|step| step * (u64::MAX / 100_000)))
        .collect();
    let entry = |key| Entry { key, book_move: BookMove(0), weight: 1, learn: 0 };
    let bytes = to_bytes(&keys.iter().copied().map(entry).collect::<Vec<_>>());
    for key in
        [0, 1, 50_000, 99_999, 100_000, 1 << 40, (1 << 40) + 1, u64::MAX / 100_000, u64::MAX / 2, u64::MAX]
    {
        let mut book = BookReader::open(bytes.clone()).expect("memory can be read");
        let found = book.entries(key).expect("memory can be read").len();
        let expected = keys.iter().filter(|&&other| other == key).count();
        assert_eq!(found, expected.min(256), "{key}");
        assert!(book.blocks_read() <= 2 * 10 + 3 + 3, "{key}: {}", book.blocks_read());
    }
}

#[test]
fn a_source_that_fails_is_an_error() {
    struct Broken;
    impl BlockSource for Broken {
        fn len(&self) -> u64 {
            1600
        }
        fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
            Err(SourceError { offset, length: buffer.len(), reason: "the file was removed".into() })
        }
    }
    let error = BookReader::open(Broken).map(|_| ()).expect_err("nothing can be read");
    assert!(error.to_string().contains("the file was removed"));
    assert!(check(&mut Broken).is_err());
}

/// Every position of the games of the sample is found with exactly the records a search through the whole file finds.
#[test]
fn probing_finds_what_reading_everything_finds() {
    let Some(bytes) = golden("sample200-default.bin") else { return };
    let all: Vec<Entry> = entries(&bytes).collect();
    let mut book = BookReader::open(bytes.clone()).expect("memory can be read");
    for entry in &all {
        for key in [entry.key, entry.key.wrapping_add(1), entry.key.wrapping_sub(1)] {
            let expected: Vec<_> = all.iter().copied().filter(|entry| entry.key == key).collect();
            assert_eq!(book.entries(key).expect("memory can be read"), expected);
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_book(bytes in prop::collection::vec(any::<u8>(), 0..600), key in any::<u64>()) {
        let mut book = BookReader::open(bytes.clone()).expect("memory can be read");
        prop_assert!(book.entries(key).expect("memory can be read").iter().all(|entry| entry.key == key));
        let report = check(&mut bytes.as_slice()).expect("memory can be read");
        prop_assert_eq!(report.entries, book.entry_count());
    }

    #[test]
    fn any_move_code_is_legal_or_none(codes in prop::collection::vec(any::<u16>(), 1..40), walk in prop::collection::vec(any::<u16>(), 0..60)) {
        let mut position = Position::default();
        for choice in walk {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position.play_unchecked(mv);
        }
        let legal = position.legal_moves();
        for code in codes {
            if let Some(mv) = BookMove(code).resolve(&position) {
                prop_assert!(legal.contains(&mv));
                prop_assert!(BookMove(code).means(mv));
                let written: BookMove = mv.into();
                prop_assert!(written == BookMove(code) || mv.is_castling());
            }
        }
        for mv in &legal {
            let written: BookMove = mv.into();
            prop_assert!(written.is_possible());
            prop_assert_eq!(written.resolve(&position), Some(mv));
        }
    }

    #[test]
    fn entries_survive_writing_and_reading(list in prop::collection::vec(any::<(u64, u16, u16, u32)>(), 0..50)) {
        let list: Vec<_> = list
            .into_iter()
            .map(|(key, code, weight, learn)| Entry { key, book_move: BookMove(code), weight, learn })
            .collect();
        prop_assert_eq!(entries(&to_bytes(&list)).collect::<Vec<_>>(), list);
    }
}
