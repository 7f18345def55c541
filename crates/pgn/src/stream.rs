//! Games of a file one by one, in memory that does not grow with the file.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use crate::decode::StreamDecoder;
use crate::lexer::is_game_start;
use crate::{Problem, ReadGame, Reader};

/// Text read at a time, in bytes: some hundred games.
const WINDOW: usize = 1 << 18;

/// Reads the games of a file in any encoding, from any [`BufRead`].
///
/// Holds some hundred games at a time, or as much text as there is without an empty line followed by one of the seven standard tags. The
/// games and problems are those that a [`Reader`] finds in the whole text, except where that depends on text far behind the game: a comment
/// that is not closed, and the unit of evaluations in whole numbers.
///
/// ```
/// use tabia_pgn::StreamReader;
///
/// let file = b"[White \"Anand\"]\n\n1. e4 e5 *\n\n[White \"Gukesh\"]\n\n1. d4 *\n";
/// for read in StreamReader::new(&file[..]) {
///     let read = read?;
///     println!("{}: {} moves", read.game.tags().get("White").unwrap_or("?"), read.game.main_line().count());
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamReader<R> {
    input: R,
    decoder: StreamDecoder,
    window: usize,
    /// Text that has been decoded but not read.
    text: String,
    is_end: bool,
    /// Games that have been read but not returned.
    games: VecDeque<ReadGame>,
    leftover: Vec<Problem>,
    is_in_centipawns: Option<bool>,
    /// Numbers of games, lines and bytes read before `text`.
    before: Before,
}

#[derive(Clone, Copy, Debug, Default)]
struct Before {
    games: usize,
    lines: usize,
    bytes: usize,
}

impl<R: BufRead> StreamReader<R> {
    /// Creates a reader of a file's bytes.
    pub fn new(input: R) -> Self {
        Self::with_window(input, WINDOW)
    }

    fn with_window(input: R, window: usize) -> Self {
        Self {
            input,
            decoder: StreamDecoder::default(),
            window,
            text: String::new(),
            is_end: false,
            games: VecDeque::new(),
            leftover: Vec::new(),
            is_in_centipawns: None,
            before: Before::default(),
        }
    }

    /// Problems with text outside of games. Complete once the iterator has ended.
    pub fn leftover_problems(&self) -> &[Problem] {
        &self.leftover
    }

    /// Describes bytes that were invalid in their encoding; `None` if there were none. Complete once the iterator has ended.
    pub fn encoding_problem(&self) -> Option<Problem> {
        self.decoder.problem()
    }

    /// Reads the games of the next window.
    fn read_window(&mut self) -> io::Result<()> {
        let mut wanted = self.window;
        loop {
            let end = self.fill(wanted)?;
            if self.read_text(end) {
                return Ok(());
            }
            // A game goes on beyond what looked like the start of the next.
            wanted = 2 * self.text.len();
        }
    }

    /// Fills `text` with this number of bytes, and with more until a game begins in it. Returns where the last one begins, or the end of
    /// the text at the end of the file.
    fn fill(&mut self, mut wanted: usize) -> io::Result<usize> {
        loop {
            while !self.is_end && self.text.len() < wanted {
                let bytes = match self.input.fill_buf() {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    bytes => bytes?,
                };
                self.is_end = bytes.is_empty();
                let count = bytes.len();
                self.decoder.decode(bytes, &mut self.text);
                self.input.consume(count);
            }
            if self.is_end {
                return Ok(self.text.len());
            }
            if let Some(start) = last_game_start(&self.text) {
                return Ok(start);
            }
            wanted = 2 * self.text.len();
        }
    }

    /// Reads the games before `end` and removes them from the text. Returns `false`, and changes nothing, if a game goes on behind it.
    fn read_text(&mut self, end: usize) -> bool {
        let Before { games, lines, bytes } = self.before;
        let mut reader = Reader::resumed(&self.text, games, self.is_in_centipawns);
        let mut read_games = Vec::new();
        for mut read in reader.by_ref() {
            if read.span.start >= end && !self.is_end {
                break;
            }
            if read.span.end > end {
                return false;
            }
            read.span = read.span.start + bytes..read.span.end + bytes;
            read.problems.iter_mut().for_each(|problem| problem.line += lines);
            read_games.push(read);
        }
        let leftover = reader.leftover_problems().iter().cloned();
        self.leftover.extend(leftover.map(|problem| Problem { line: problem.line + lines, ..problem }));
        self.is_in_centipawns = reader.is_in_centipawns();
        self.before = Before {
            games: games + read_games.len(),
            lines: lines + reader.line_breaks_before(end),
            bytes: bytes + end,
        };
        self.games.extend(read_games);
        self.text.drain(..end);
        true
    }
}

impl<R: BufRead> Iterator for StreamReader<R> {
    type Item = io::Result<ReadGame>;

    fn next(&mut self) -> Option<io::Result<ReadGame>> {
        while self.games.is_empty() {
            if self.is_end && self.text.is_empty() {
                return None;
            }
            if let Err(error) = self.read_window() {
                // Nothing more is read after an error.
                self.is_end = true;
                self.text.clear();
                return Some(Err(error));
            }
        }
        self.games.pop_front().map(Ok)
    }
}

/// Where the last game of a text begins that has text before it: a line with a tag of the roster, complete, after an empty line, and not
/// among other tags.
fn last_game_start(text: &str) -> Option<usize> {
    text.rmatch_indices('[').map(|(at, _)| at).find(|&at| {
        let before = text[..at].trim_end();
        let gap = &text[before.len()..at];
        let breaks = gap.matches('\n').count().max(gap.matches('\r').count());
        breaks > 1
            && gap.ends_with(['\n', '\r'])
            && !before.is_empty()
            && !before.rsplit(['\n', '\r']).next().is_some_and(|line| line.starts_with('['))
            && text[at..].contains(['\n', '\r'])
            && is_game_start(&text[at..])
    })
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use proptest::prelude::*;

    use super::*;
    use crate::read_bytes;

    /// Parts of files, good and bad.
    const PARTS: [&[u8]; 16] = [
        b"[Event \"a\"]\n[White \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {a comment} 1-0\n\n",
        b"[Event \"b\"]\r\n[Result \"0-1\"]\r\n\r\n1. d4 d5\r\n0-1\r\n\r\n",
        b"[White \"no event\"]\n\n1. e4 Nf7 2. d4 *\n\n",
        b"[Event \"only tags\"]\n\n",
        b"[Round \"1\"]\n\n[Site \"x\"]\n\n1. e4 *\n\n",
        b"[Event \"c\"]\n\n1. e4 {never closed 1-0\n\n",
        b"[Event \"d\"]\n\n1. e4 {two\n\n[%clk 0:05:00]\nlines} e5 1/2-1/2\n\n",
        b"1. Nf3 Nf6 *\n\n",
        b"words outside of games\n\n",
        b"[Event \"M\xfcller\"]\n\n1. e4 {\xe9\xff} *\n\n",
        "[Event \"Žižka – €\"]\n\n1. ♘f3 {日本} d5 *\n\n".as_bytes(),
        b"[Event \"e\"]\n\n1. e4 {[%eval 24,20]} e5 {[%eval 31,19]} *\n\n",
        b"% escaped\n\n",
        b"{between games}\n\n",
        b"[Event \"f\"]\r\r1. e4 e5 (1... c5 *\r\r",
        b"* 1-0\n\n",
    ];

    /// Gives its bytes in pieces of at most this length.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len());
            self.0.read(&mut buffer[..count])
        }
    }

    fn same(bytes: &[u8], window: usize, piece: usize) -> Result<(), TestCaseError> {
        let whole = read_bytes(bytes);
        let mut reader =
            StreamReader::with_window(BufReader::with_capacity(piece, Pieces(bytes, piece)), window);
        let mut problems = Vec::new();
        let mut games = Vec::new();
        for read in reader.by_ref() {
            let read = read.unwrap();
            games.push(read.game);
            problems.extend(read.problems);
        }
        problems.extend_from_slice(reader.leftover_problems());
        problems.splice(0..0, reader.encoding_problem());
        prop_assert_eq!(games, whole.games);
        prop_assert_eq!(problems, whole.problems);
        Ok(())
    }

    proptest! {
        #[test]
        fn games_and_problems_are_those_of_the_whole_text(
            parts in proptest::collection::vec(0..PARTS.len(), 0..12),
            window in 1..400_usize,
            piece in 1..90_usize,
        ) {
            let bytes: Vec<u8> = parts.iter().flat_map(|&part| PARTS[part]).copied().collect();
            same(&bytes, window, piece)?;
        }

        #[test]
        fn utf16_is_read_in_pieces(parts in proptest::collection::vec(0..PARTS.len(), 1..6), piece in 1..90_usize, big in any::<bool>()) {
            let text: String = parts.iter().map(|&part| String::from_utf8_lossy(PARTS[part])).collect();
            let units = std::iter::once(0xFEFF).chain(text.encode_utf16()).chain("𝄞".encode_utf16());
            let bytes: Vec<u8> = units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect();
            same(&bytes, 50, piece)?;
        }
    }

    #[test]
    fn an_error_ends_the_games() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("unplugged"))
            }
        }
        let start = &b"[Event \"a\"]\n\n1. e4 *\n\n"[..];
        let mut reader = StreamReader::new(BufReader::new(start.chain(Broken)));
        assert_eq!(reader.next().unwrap().unwrap_err().to_string(), "unplugged");
        assert!(reader.next().is_none());
    }

    #[test]
    fn memory_does_not_grow_with_the_file() {
        let game = b"[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";
        let file = game.repeat(20_000);
        let mut reader = StreamReader::new(&file[..]);
        let mut count = 0;
        while let Some(read) = reader.next() {
            assert!(read.unwrap().problems.is_empty());
            count += 1;
            assert!(
                reader.text.capacity() <= 4 * WINDOW + file.len().min(1 << 16),
                "{}",
                reader.text.capacity()
            );
        }
        assert_eq!((count, reader.leftover_problems()), (20_000, &[][..]));
    }
}
