//! Match openings, read from a file piece by piece or collected from a book.

use tabia_arena::{OpeningSettings, OpeningSource, Openings, OpeningsError, OpeningsReader};
use tabia_polyglot::{BlockSource, NotABook, SourceError, open_book};

use super::messages::FoundOpenings;

/// Size of the pieces in which a file is read, in bytes.
const PIECE: usize = 1 << 20;

/// Maximum file size in bytes: 1 GiB.
pub const MAX_FILE: u64 = 1 << 30;

/// Maximum size of a game in a file, in bytes; anything longer is not a game. Also the limit for UTF-16 text, which is read whole.
pub const MAX_GAME: usize = 32 << 20;

/// Maximum size of books that are read into memory before traversal, in bytes.
const MAX_HELD_BOOK: u64 = 64 << 20;

/// Maximum number of faults listed for a file; the rest are only counted.
pub const LISTED: usize = 20;

/// Reason why a file contains no usable openings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsFault {
    /// The file is too long.
    #[error("the file has {} MB; openings come from files of up to {} MB: split it", .0 >> 20, MAX_FILE >> 20)]
    TooLong(u64),
    /// The file has more openings than fit in a match.
    #[error(
        "the first {count} openings take {} MB of memory, the limit of a match: use fewer plies of each game, or split the file",
        .room >> 20
    )]
    TooMany {
        /// Number of openings read before the limit.
        count: usize,
        /// Limit in bytes.
        room: usize,
    },
    /// A game is too long: no end was found within the limit.
    #[error("a game in it has more than {} MB (or all of it is UTF-16 text of that size): split it", MAX_GAME >> 20)]
    LongGame,
    /// The file contains no openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The file is not a book or cannot be read.
    #[error(transparent)]
    NotABook(#[from] NotABook),
    /// The file cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
}

/// Reads the openings of a source into at most `room` bytes ([`Openings::bytes`]).
///
/// # Errors
/// [`OpeningsFault`] if a limit was reached or the file is faulty.
pub fn read<S: BlockSource>(
    mut source: S,
    settings: &OpeningSettings,
    seed: u64,
    room: usize,
) -> Result<(Openings, FoundOpenings), OpeningsFault> {
    if let OpeningSource::Polyglot { plies, .. } = settings.source {
        let openings = walk(source, plies, seed)?;
        let found = FoundOpenings { count: openings.len(), ..FoundOpenings::default() };
        return Ok((OpeningsError::if_empty((openings, Vec::new()))?.0, found));
    }
    let Some(kind) = settings.text() else { return Ok(Default::default()) };
    let size = source.len();
    if size > MAX_FILE {
        return Err(OpeningsFault::TooLong(size));
    }
    let mut reader = OpeningsReader::new(kind);
    let mut piece = vec![0; PIECE];
    let mut at = 0;
    while at < size {
        let length = PIECE.min((size - at) as usize);
        source.read_at(at, &mut piece[..length])?;
        reader.feed(&piece[..length]);
        at += length as u64;
        if reader.size() > room {
            return Err(OpeningsFault::TooMany { count: reader.count(), room });
        }
        if reader.waiting() > MAX_GAME {
            return Err(OpeningsFault::LongGame);
        }
    }
    let (openings, problems) = OpeningsError::if_empty(reader.finish())?;
    if openings.bytes().len() > room {
        return Err(OpeningsFault::TooMany { count: openings.len(), room });
    }
    let left_out = problems.iter().filter(|problem| problem.is_left_out).count();
    let found = FoundOpenings {
        count: openings.len(),
        left_out,
        cut: problems.len() - left_out,
        listed: problems.into_iter().take(LISTED).map(|problem| (problem.line, problem.message)).collect(),
        has_chess960: openings.has_chess960(),
    };
    Ok((openings, found))
}

fn walk<S: BlockSource>(mut source: S, plies: u32, seed: u64) -> Result<Openings, OpeningsFault> {
    if source.len() > MAX_HELD_BOOK {
        return Ok(Openings::from_book(&mut open_book(source)?, plies, seed)?);
    }
    let mut book = vec![0; source.len() as usize];
    source.read_at(0, &mut book)?;
    Ok(Openings::from_book(&mut open_book(book.as_slice())?, plies, seed)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";

    fn settings(source: OpeningSource) -> OpeningSettings {
        OpeningSettings { source, ..OpeningSettings::default() }
    }

    fn epd() -> OpeningSettings {
        settings(OpeningSource::Epd { name: "a.epd".into(), sha256: String::new() })
    }

    #[test]
    fn positions_of_chess960_are_noticed() {
        let chess960 = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n";
        for (text, expected) in [(LINE.to_owned(), false), (format!("{LINE}{chess960}"), true)] {
            assert_eq!(read(text.as_bytes(), &epd(), 0, usize::MAX).unwrap().1.has_chess960, expected);
        }
    }

    #[test]
    fn a_long_list_is_read_in_pieces() {
        let text = format!("{LINE}nonsense\n{}", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n".repeat(100_000));
        let (openings, found) = read(text.as_bytes(), &epd(), 0, usize::MAX).unwrap();
        assert_eq!((openings.len(), found.count, found.left_out, found.cut), (100_001, 100_001, 1, 0));
        assert_eq!(found.listed.len(), 1);
        assert_eq!(found.listed[0].0, 2);
        assert_eq!(Openings::from_bytes(openings.bytes().to_vec()), Ok(openings));
    }

    #[test]
    fn faults_beyond_the_first_are_counted() {
        let text = format!("{}{LINE}", "bad\n".repeat(50));
        let (_, found) = read(text.as_bytes(), &epd(), 0, usize::MAX).unwrap();
        assert_eq!((found.count, found.left_out, found.listed.len()), (1, 50, LISTED));
    }

    #[test]
    fn each_limit_is_named() {
        /// File of this length that repeats a single byte.
        struct Long(u64, u8);
        impl BlockSource for Long {
            fn len(&self) -> u64 {
                self.0
            }

            fn read_at(&mut self, _: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
                buffer.fill(self.1);
                Ok(())
            }
        }
        let fault = |source: Long, settings: &OpeningSettings| read(source, settings, 0, 1000).unwrap_err();
        let pgn = settings(OpeningSource::Pgn { name: "a.pgn".into(), sha256: String::new() });
        assert!(fault(Long(2 << 30, b'x'), &epd()).to_string().contains("up to 1024 MB"));
        assert!(fault(Long(100 << 20, b'x'), &pgn).to_string().contains("more than 32 MB"));
        let games = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(100);
        let (openings, _) = read(games.as_bytes(), &pgn, 0, 1200).unwrap();
        assert_eq!((openings.len(), openings.bytes().len()), (100, 1200));
        let fault = read(games.as_bytes(), &pgn, 0, 1199).unwrap_err();
        assert!(matches!(fault, OpeningsFault::TooMany { count: 99 | 100, room: 1199 }), "{fault:?}");
    }

    #[test]
    fn a_file_without_openings_and_one_that_is_no_book_say_so() {
        assert!(matches!(read(&b"bad\n"[..], &epd(), 0, usize::MAX), Err(OpeningsFault::Openings(_))));
        let book =
            settings(OpeningSource::Polyglot { name: "a.bin".into(), sha256: String::new(), plies: 4 });
        assert!(matches!(read(&b"bad\n"[..], &book, 0, usize::MAX), Err(OpeningsFault::NotABook(_))));
    }
}
