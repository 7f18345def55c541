//! Recognition of opening books.

use proptest::prelude::*;
use tabia_chess::Position;
use tabia_conformance::golden;
use tabia_polyglot::{BookMove, Entry, NotABook, SourceError, open_book, to_bytes};

fn recognise(bytes: &[u8]) -> Result<u64, NotABook> {
    open_book(bytes.to_vec()).map(|reader| reader.entry_count())
}

fn start_entry(uci: &str) -> Entry {
    let start = Position::default();
    let book_move: BookMove = start.parse_uci(uci).expect("a move").into();
    Entry { key: start.key(), book_move, weight: 1, learn: 0 }
}

#[test]
fn files_that_are_no_books_are_refused_with_what_they_are() {
    let games = "[Event \"A game, not a book\"]\n[White \"Zoë\"]\n\n1. e4 e5 *\n";
    assert_eq!(recognise(games.as_bytes()), Err(NotABook::Games));
    assert_eq!(recognise("\u{feff}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n".as_bytes()), Err(NotABook::Games));
    assert_eq!(recognise(b"These 33 bytes are text, no book."), Err(NotABook::Text));
    assert_eq!(recognise(b""), Err(NotABook::Empty));
    assert_eq!(recognise(&[1, 2, 3]), Err(NotABook::Short(3)));
    assert!(matches!(
        recognise(b"PK\x03\x04\x14\0\0\0\x08\0abcdefghijklmnopqrstuv"),
        Err(NotABook::Other(_))
    ));
    assert!(matches!(
        recognise(b"\0asm\x01\0\0\0\x01\x08\x02\x60\0\0\x60\x01\x7f\0\x03"),
        Err(NotABook::Other(_))
    ));
    assert!(matches!(recognise(&[0; 4096]), Err(NotABook::NoMoves { looked_at: 256, usable: 0 })));
    let utf16: Vec<u8> = format!("\u{feff}{games}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(matches!(recognise(&utf16), Err(NotABook::NoMoves { .. })));
    let header = b"\0\0\0\0\0\0\0\0@PG@\n1.0\0\0\0\0\0\0\0\0x\0\0\0\0\0\0\0";
    assert_eq!(recognise(header), Err(NotABook::NoEntries));
    for refused in [games.as_bytes(), b"", &[1, 2, 3], &[0; 4096]] {
        assert!(!recognise(refused).expect_err("no book").to_string().is_empty());
    }
}

#[test]
fn books_of_any_size_are_taken_damaged_or_not() {
    assert_eq!(recognise(&to_bytes(&[start_entry("e2e4")])), Ok(1));
    assert_eq!(recognise(&to_bytes(&[start_entry("e2e4"), start_entry("g1f3")])), Ok(2));
    for name in ["sample200-default.bin", "tiny-min1.bin"] {
        let Some(bytes) = golden(name) else { return };
        let count = bytes.len() as u64 / 16;
        assert_eq!(recognise(&bytes), Ok(count), "{name}");
        // Out of order, with bytes after the last entry, and with some corrupt moves.
        let mut damaged = bytes.clone();
        damaged.rotate_left(16 * (count as usize / 3));
        for entry in damaged.chunks_exact_mut(16).step_by(10) {
            entry[8..10].copy_from_slice(&[0xff, 0xff]);
        }
        damaged.push(0);
        assert_eq!(recognise(&damaged), Ok(count), "{name}");
    }
}

#[test]
fn a_file_that_cannot_be_read_says_so() {
    struct Broken;
    impl tabia_polyglot::BlockSource for Broken {
        fn len(&self) -> u64 {
            64
        }
        fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
            Err(SourceError { offset, length: buffer.len(), reason: "gone".into() })
        }
    }
    assert!(matches!(open_book(Broken), Err(NotABook::Source(_))));
}

proptest! {
    #[test]
    fn random_bytes_are_no_book(bytes in prop::collection::vec(any::<u8>(), 128..4096)) {
        prop_assert!(recognise(&bytes).is_err());
    }

    #[test]
    fn any_bytes_are_judged(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let _ = recognise(&bytes);
    }
}
