//! Indexing of a file, one slice at a time.

use tabia_library::{BuildError, ByteSink, Header, IndexBuilder, IndexOptions};
use tabia_polyglot::BlockSource;

use super::epd::EpdLines;
use super::messages::{Failure, GameText, MAX_ROWS, MAX_TEXT, Progress, Row, Rows, TextKind};
use super::rows::row;
use super::text::{binary, game_text};

/// Memory limit of the index in the worker, in bytes.
const MEMORY: usize = 224 << 20;

/// File being indexed. The caller gets the offset of the next bytes from [`wants`](Self::wants) and passes those bytes in, or reports
/// the end of the file.
pub struct Indexing {
    builder: IndexBuilder,
    /// Source of the texts of games already read.
    file: Box<dyn BlockSource>,
    /// Numbers of bytes of the file read and copied.
    read: u64,
    copied: u64,
    epd: Option<EpdLines>,
    /// Whether a position list was read to its end.
    has_ended: bool,
    kind: TextKind,
}

impl std::fmt::Debug for Indexing {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Indexing").field("builder", &self.builder).finish_non_exhaustive()
    }
}

impl Indexing {
    /// Starts indexing a file.
    ///
    /// # Errors
    /// [`Failure::NoGames`] if the file is empty.
    pub fn new(file: Box<dyn BlockSource>, kind: TextKind) -> Result<Self, Failure> {
        if file.is_empty() {
            return Err(Failure::NoGames("the file is empty".to_owned()));
        }
        let options = IndexOptions { max_bytes: MEMORY, ..IndexOptions::default() };
        Ok(Self {
            builder: IndexBuilder::new(options),
            file,
            read: 0,
            copied: 0,
            epd: (kind == TextKind::Epd).then(EpdLines::default),
            has_ended: false,
            kind,
        })
    }

    /// Returns the file offset of the bytes to pass in next; `None` when all have been read.
    pub const fn wants(&self) -> Option<u64> {
        match (&self.epd, self.has_ended) {
            (None, _) => self.builder.wants(),
            (Some(_), false) => Some(self.read),
            (Some(_), true) => None,
        }
    }

    /// Returns the current progress.
    pub fn progress(&self) -> Progress {
        let progress = self.builder.progress();
        Progress {
            bytes: self.read as f64,
            total: self.file.len() as f64,
            games: progress.games as u32,
            errors: progress.errors as u32,
        }
    }

    /// Indexes the bytes at [`wants`](Self::wants) and copies them if requested.
    ///
    /// # Errors
    /// [`Failure`], after which indexing cannot continue.
    pub fn feed(
        &mut self,
        bytes: &[u8],
        copy: Option<&mut impl ByteSink>,
        index: &mut impl ByteSink,
    ) -> Result<(), Failure> {
        let Some(offset) = self.wants() else { return Ok(()) };
        if offset == 0 && binary(bytes) {
            return Err(Failure::NoGames("this is not a text file: PGN files hold games as text".to_owned()));
        }
        if let Some(copy) = copy {
            // Bytes read a second time have already been copied.
            let known = self.copied.saturating_sub(offset).min(bytes.len() as u64) as usize;
            copy.append(&bytes[known..]).map_err(|error| Failure::Other(error.to_string()))?;
            self.copied = self.copied.max(offset + bytes.len() as u64);
        }
        match &mut self.epd {
            None => self.builder.feed(bytes, index).map_err(failure)?,
            Some(lines) => lines.feed(bytes, &mut self.builder, index).map_err(failure)?,
        }
        self.read = offset + bytes.len() as u64;
        Ok(())
    }

    /// Reports that the file ends at [`wants`](Self::wants). There may still be more to read: after an unclosed comment, its text is
    /// searched for games.
    ///
    /// # Errors
    /// [`Failure`], after which indexing cannot continue.
    pub fn end_of_file(&mut self, index: &mut impl ByteSink) -> Result<(), Failure> {
        match &mut self.epd {
            None => self.builder.end_of_file(),
            Some(lines) => {
                self.has_ended = true;
                lines.end(&mut self.builder, index).map_err(failure)?;
            }
        }
        Ok(())
    }

    /// Writes the rest of the index.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written or there are no games.
    pub fn finish(self, index: &mut impl ByteSink) -> Result<(), Failure> {
        if self.builder.games() == 0 {
            return Err(Failure::NoGames("there are no games in this file".to_owned()));
        }
        self.builder.finish(index).map(drop).map_err(failure)
    }

    /// Returns some of the games so far.
    pub fn rows(&self, from: u32, count: u32) -> Rows {
        let games = self.builder.games();
        let end = from.saturating_add(count.min(MAX_ROWS)).min(games);
        Rows { from, count: games, rows: (from..end).map(|game| self.row(game)).collect() }
    }

    fn row(&self, game: u32) -> Row {
        row(&self.builder.header(game), None, None)
    }

    /// Returns the text of a game already read, except the last, whose end is not known yet.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be read or is too long.
    pub fn text(&mut self, game: u32) -> Result<GameText, Failure> {
        if game + 1 >= self.builder.games() {
            return Err(Failure::Other(format!("game {} is not read yet", game + 1)));
        }
        let Header { offset, length, .. } = self.builder.header(game);
        if length > MAX_TEXT {
            return Err(super::text::too_long(game, length));
        }
        let mut bytes = vec![0; length as usize];
        self.file.read_at(offset, &mut bytes).map_err(|error| Failure::Unreadable(error.to_string()))?;
        Ok(game_text(&bytes, self.kind, None))
    }
}

/// Converts an index build error for the page.
fn failure(error: BuildError) -> Failure {
    match error {
        BuildError::Source(error) => Failure::Unreadable(error.to_string()),
        BuildError::Sink(error) => Failure::Other(error.to_string()),
        BuildError::Utf16 => Failure::Unreadable(error.to_string()),
        BuildError::Memory { .. } => Failure::Limit(error.to_string()),
        BuildError::Cancelled => Failure::Cancelled,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_library::Library;

    const GAME: &str = "[White \"Tal\"]\n[Black \"Keres\"]\n[Result \"1-0\"]\n\n1. e4 c5 1-0\n\n";

    /// Indexes a whole text; returns the index and the copy.
    fn index(text: &[u8], kind: TextKind) -> Result<(Vec<u8>, Vec<u8>), Failure> {
        let (mut copy, mut index) = (Vec::new(), Vec::new());
        let mut indexing = Indexing::new(Box::new(text.to_vec()), kind)?;
        while let Some(offset) = indexing.wants() {
            match &text[offset as usize..] {
                [] => indexing.end_of_file(&mut index)?,
                rest => indexing.feed(&rest[..rest.len().min(1000)], Some(&mut copy), &mut index)?,
            }
        }
        assert!((indexing.progress().bytes - text.len() as f64).abs() < f64::EPSILON);
        indexing.finish(&mut index)?;
        Ok((index, copy))
    }

    #[test]
    fn the_copy_is_the_file_and_games_are_shown_as_they_are_read() {
        let text = GAME.repeat(5000);
        let (index, copy) = index(text.as_bytes(), TextKind::Pgn).unwrap();
        assert!(copy == text.as_bytes());
        assert_eq!(Library::open(index).unwrap().len(), 5000);

        let mut indexing = Indexing::new(Box::new(text.clone().into_bytes()), TextKind::Pgn).unwrap();
        indexing.feed(&text.as_bytes()[..100_000], None::<&mut Vec<u8>>, &mut Vec::new()).unwrap();
        let rows = indexing.rows(1, 2);
        assert!(rows.count > 1000 && rows.rows.len() == 2 && rows.rows[0].game == 1, "{rows:?}");
        assert_eq!(rows.rows[1].white, "Tal");
        assert_eq!(indexing.text(0).unwrap().pgn, GAME.trim_end());
        assert!(indexing.text(rows.count - 1).is_err(), "its end is not known yet");
    }

    #[test]
    fn a_comment_that_is_never_closed_is_read_twice_and_copied_once() {
        let text = format!("{GAME}1. e4 {{never closed\n\n{}", GAME.repeat(3));
        let (index, copy) = index(text.as_bytes(), TextKind::Pgn).unwrap();
        assert!(copy == text.as_bytes());
        assert!(Library::open(index).unwrap().len() >= 4);
    }

    #[test]
    fn what_is_no_text_with_games_is_refused_with_the_reason() {
        let refused = |bytes: &[u8]| index(bytes, TextKind::Pgn).unwrap_err().to_string();
        assert!(refused(b"").contains("empty"));
        assert!(refused(b"\xff\xfe[\0E\0").contains("UTF-16"));
        assert!(refused(&[0, 1, 2, 3, 200, 7, 0, 9].repeat(500)).contains("not a text file"));
        assert!(refused(b"   \n\n").contains("no games"));
    }

    #[test]
    fn each_line_of_a_list_of_positions_is_a_game() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let text = format!("{start} id \"first\";\n\n{start} bm e4;\nnonsense\n{start}");
        let (index, _) = index(text.as_bytes(), TextKind::Epd).unwrap();
        let library = Library::open(index).unwrap();
        assert_eq!(library.len(), 4);
        assert_eq!(library.header(0).event, "first");
        assert_eq!((library.problems().len(), library.problems()[0].line), (1, 4));
        let header = library.header(1);
        let line = &text[header.offset as usize..][..header.length as usize];
        assert_eq!(line, format!("{start} bm e4;"));
    }
}
