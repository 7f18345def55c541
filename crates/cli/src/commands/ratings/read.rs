//! Reads games for a rating list, from PGN and match files.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::Path;

use tabia_arena::{MatchFileError, RatingPool, match_file};
use tabia_pgn::decode;
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, PgnScanner, ProblemKind};
use tabia_stats::PlayerResult;
use thiserror::Error;

use crate::input_file::{self, is_standard};

/// Size of the pieces in which files are read, in bytes.
const CHUNK: usize = 1 << 18;

/// Error of reading a file.
#[derive(Debug, Error)]
pub(crate) enum ReadError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    MatchFile(#[from] MatchFileError),
}

/// Games that were left out.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// Without a result.
    unfinished: u64,
    /// Without the name of a player.
    nameless: u64,
    /// With tags that cannot be read.
    unreadable: u64,
    /// Of a match file, with engines that are not in its header.
    foreign: u64,
    /// Read before, in another file of the same match.
    repeated: u64,
}

impl LeftOut {
    /// Describes them; empty if there are none.
    pub(super) fn words(&self, self_play: u64) -> Vec<String> {
        let kinds = [
            (self.unfinished, "without a result"),
            (self.nameless, "without the names of both players"),
            (self_play, "of a player against itself"),
            (self.unreadable, "with unreadable tags"),
            (self.foreign, "of a match file, aborted or with engines that are not in its settings"),
            (self.repeated, "already read from another file of the same match"),
        ];
        kinds.iter().filter(|(count, _)| *count > 0).map(|(count, kind)| format!("{count} {kind}")).collect()
    }
}

/// The games of all files.
pub(super) struct Games {
    pub(super) pool: RatingPool,
    pub(super) left_out: LeftOut,
    /// Finished pairs of match files, by match.
    pairs: BTreeSet<(String, usize)>,
}

impl Games {
    pub(super) fn new(by_color: bool) -> Self {
        Self { pool: RatingPool::new(by_color), left_out: LeftOut::default(), pairs: BTreeSet::new() }
    }

    /// Adds the games of a file. A match file begins with a JSON object, a PGN does not.
    pub(super) fn read(&mut self, path: &Path) -> Result<(), ReadError> {
        let mut source = input_file::open(path)?;
        let mut piece = Vec::new();
        next(&mut source, &mut piece)?;
        let text = piece.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&piece).trim_ascii_start();
        if text.starts_with(b"{\"") {
            return self.read_match(source, piece);
        }
        self.read_pgn(path, source, piece)
    }

    fn read_match(&mut self, mut source: impl Read, mut piece: Vec<u8>) -> Result<(), ReadError> {
        let mut reader = match_file::Reader::default();
        let mut players = Vec::new();
        while !piece.is_empty() {
            let pairs = reader.push(&piece)?;
            self.add_pairs(reader.header(), &mut players, pairs);
            next(&mut source, &mut piece)?;
        }
        let (header, pair) = reader.finish()?;
        self.add_pairs(Some(&header), &mut players, pair);
        Ok(())
    }

    /// Adds pairs of a match; `players` are its engines in the pool, once its header is known.
    fn add_pairs(
        &mut self,
        header: Option<&tabia_arena::MatchHeader>,
        players: &mut Vec<usize>,
        pairs: impl IntoIterator<Item = tabia_arena::PairRecord>,
    ) {
        let Some(header) = header else { return };
        if players.is_empty() {
            *players = self.pool.add_engines(header);
        }
        for pair in pairs {
            if self.pairs.insert((header.id.clone(), pair.unit)) {
                self.left_out.foreign += self.pool.add_pair(header, players, &pair);
            } else {
                self.left_out.repeated += pair.games.len() as u64;
            }
        }
    }

    fn read_pgn(&mut self, path: &Path, mut source: impl Read, mut piece: Vec<u8>) -> Result<(), ReadError> {
        let mut scanner = PgnScanner::new(false);
        let mut sink = Tags { games: self, white: Vec::new(), black: Vec::new(), result: Vec::new() };
        while !piece.is_empty() {
            // Only strict readers can fail.
            let _ = scanner.feed(&piece, &mut sink);
            next(&mut source, &mut piece)?;
        }
        let _ = scanner.finish(&mut sink);
        // A comment that is never closed swallows the games after it; they are read again from there.
        while let Some(start) = scanner.swallowed_from() {
            if is_standard(path) {
                eprintln!("{}: a comment is never closed; the games after it are left out", path.display());
                break;
            }
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(start))?;
            scanner = scanner.resume_in();
            next(&mut file, &mut piece)?;
            while !piece.is_empty() {
                let _ = scanner.feed(&piece, &mut sink);
                next(&mut file, &mut piece)?;
            }
            let _ = scanner.finish(&mut sink);
        }
        Ok(())
    }
}

/// Reads the next piece; it is empty at the end.
fn next(source: &mut impl Read, piece: &mut Vec<u8>) -> io::Result<()> {
    piece.clear();
    source.take(CHUNK as u64).read_to_end(piece).map(drop)
}

/// Takes the tags of games that a rating needs. Moves do not matter, whether they can be read or not.
struct Tags<'a> {
    games: &'a mut Games,
    white: Vec<u8>,
    black: Vec<u8>,
    result: Vec<u8>,
}

impl Tags<'_> {
    fn add(&mut self) {
        let result = match self.result.trim_ascii() {
            b"1-0" => PlayerResult::Win,
            b"0-1" => PlayerResult::Loss,
            b"1/2-1/2" | b"1/2" => PlayerResult::Draw,
            _ => {
                self.games.left_out.unfinished += 1;
                return;
            }
        };
        let names = [&self.white, &self.black].map(|name| name_of(name));
        if names.iter().any(|name| matches!(name.as_str(), "" | "?")) {
            self.games.left_out.nameless += 1;
            return;
        }
        let [white, black] = names.map(|name| self.games.pool.add_name(&name));
        self.games.pool.add_games(&[(white, black, result)]);
    }
}

/// Decodes the value of a tag.
fn name_of(raw: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw.iter();
    while let Some(&byte) = rest.next() {
        bytes.push(if byte == b'\\' { rest.next().copied().unwrap_or(byte) } else { byte });
    }
    decode(&bytes).text.trim().to_owned()
}

impl GameSink for Tags<'_> {
    fn begin(&mut self) {
        self.white.clear();
        self.black.clear();
        self.result.clear();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
        let field = match name {
            b"White" => &mut self.white,
            b"Black" => &mut self.black,
            b"Result" => &mut self.result,
            _ => return Ok(()),
        };
        *field = value.to_vec();
        Ok(())
    }

    fn san(&mut self, _text: &[u8]) -> Result<(), ProblemKind> {
        Ok(())
    }

    fn terminator(&mut self, text: &[u8]) {
        if matches!(self.result.trim_ascii(), b"" | b"?") {
            self.result = text.to_vec();
        }
    }

    fn end(&mut self) {
        self.add();
    }

    fn reject(&mut self, _problem: GameProblem) {
        if self.white.is_empty() || self.black.is_empty() || self.result.is_empty() {
            self.games.left_out.unreadable += 1;
        } else {
            self.add();
        }
    }

    fn only_tags(&mut self) {
        self.add();
    }
}
