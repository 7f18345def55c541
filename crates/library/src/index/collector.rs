//! Turns scanned games into records and positions.

use std::borrow::Cow;

use tabia_book_tools::eco::Eco;
use tabia_chess::Position;
use tabia_pgn::{GameResult, Played, ReadGame};
use tabia_polyglot::BookMove;
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, MainLine, ProblemKind, check_tag};

use super::openings::Openings;
use super::problem::IndexedProblem;
use super::recent::Recent;
use super::reread::{self, Beside};
use super::tables::Interners;
use super::variations::Variations;
use crate::positions::{Entry, SegmentBuilder};
use crate::record::{Flag, Groups, Record, eco_code, result_code};
use crate::{GameDate, Material};

/// Upper bound for the half-moves of a game: the longest one possible under the laws of chess has fewer.
const MAX_PLIES: usize = 0x7fff;

/// The tags that the index uses.
const TAGS: [&[u8]; 12] = [
    b"White",
    b"Black",
    b"Event",
    b"Site",
    b"Round",
    b"WhiteElo",
    b"BlackElo",
    b"Date",
    b"UTCDate",
    b"Result",
    b"ECO",
    b"FEN",
];

/// A problem with a game, and its place in the file.
#[derive(Clone, Debug)]
struct Fault {
    /// From 1.
    line: u64,
    /// From 1.
    column: u64,
    reason: String,
    /// A comment that is never closed: nothing in it is lost, but it may have swallowed text that isn't a comment.
    is_open_comment: bool,
}

impl Fault {
    /// Anything but a comment that is never closed.
    const fn new(line: u64, column: u64, reason: String) -> Self {
        Self { line, column, reason, is_open_comment: false }
    }
}

impl From<GameProblem> for Fault {
    fn from(problem: GameProblem) -> Self {
        Self {
            is_open_comment: problem.kind == ProblemKind::OpenComment,
            ..Self::new(problem.line, problem.column, problem.kind.to_string())
        }
    }
}

/// Reason why a scanned game must be read again.
#[derive(Debug)]
enum Doubt {
    /// The scanner does not understand it.
    Fault(Fault),
    /// It doesn't have the form that the scanner expects: a tag comes twice, say, because the first belongs to a game without moves.
    Unusual,
}

/// Sink of the scanner.
#[derive(Debug)]
pub(super) struct Collector {
    pub(super) records: Groups,
    pub(super) tables: Interners,
    pub(super) problems: Vec<IndexedProblem>,
    /// Total length of the problems' texts, in bytes.
    reason_bytes: usize,
    pub(super) positions: SegmentBuilder,
    pub(super) plies: u64,
    openings: Openings,
    with_variations: bool,
    record: Record,
    flags: u8,
    /// A bit for each of [`TAGS`] that was present.
    seen: u16,
    /// Whether there was any tag.
    has_tags: bool,
    /// Reason to read the game again once its end is known.
    doubt: Option<Doubt>,
    recent: Recent,
    /// The normal start position, made once.
    normal: Position,
    start: Position,
    line: MainLine,
    /// Keys of the main line's positions from which a move was played.
    keys: Vec<u64>,
    /// The positions of variations, under game number 0: the number is not certain before the game's end.
    beside: Vec<Entry>,
    /// The position before the last move of the main line; kept only for variations.
    before: Position,
    variations: Variations,
}

impl Collector {
    pub(super) fn new(positions: SegmentBuilder, with_variations: bool) -> Self {
        Self {
            records: Groups::default(),
            tables: Interners::default(),
            problems: Vec::new(),
            reason_bytes: 0,
            positions,
            plies: 0,
            openings: Openings::new(),
            with_variations,
            record: Record::default(),
            flags: 0,
            seen: 0,
            has_tags: false,
            doubt: None,
            recent: Recent::default(),
            normal: Position::default(),
            start: Position::default(),
            line: MainLine::default(),
            keys: Vec::new(),
            beside: Vec::new(),
            before: Position::default(),
            variations: Variations::default(),
        }
    }

    /// Approximate memory use, in bytes.
    pub(super) fn memory(&self) -> usize {
        let problems = self.problems.capacity() * size_of::<IndexedProblem>() + self.reason_bytes;
        let scanning = self.recent.memory() + self.beside.capacity() * size_of::<Entry>();
        self.records.memory() + self.tables.memory() + self.positions.memory() + problems + scanning
    }

    /// Returns the number of the current game.
    fn game(&self) -> u32 {
        self.records.len() as u32
    }

    /// Takes the bytes to be scanned next.
    pub(super) fn add_bytes(&mut self, offset: u64, bytes: &[u8]) {
        self.recent.add_bytes(offset, bytes, self.record.offset);
    }

    /// Sets the end of the last game's text: the beginning of the next game or the end of the file.
    pub(super) fn ends_at(&mut self, offset: u64) {
        if let Some(doubt) = self.doubt.take() {
            // Nothing is scanned in the meantime.
            let recent = std::mem::take(&mut self.recent);
            let text = recent.text(self.record.offset..offset);
            self.settle(doubt, text);
            self.recent = recent;
        }
        self.records.end_last_at(offset);
    }

    /// Stores the games of a text that begins at a given line of the file; if the reader finds none, the scanned game is stored, if there
    /// is one.
    fn settle(&mut self, doubt: Doubt, text: Option<(&[u8], u64)>) {
        let fault = match doubt {
            Doubt::Fault(fault) => Some(fault),
            Doubt::Unusual => None,
        };
        let is_game = self.has_tags || !self.line.is_empty();
        let offset = self.record.offset;
        let mut certain = fault.as_ref().filter(|fault| fault.is_open_comment);
        let kept = text.map_or(0, |(text, line)| {
            reread::games(text, |start, read| {
                self.records.end_last_at(offset + start);
                self.begin_record(offset + start);
                self.take(read, line, certain.take());
            })
        });
        if kept == 0 && is_game {
            self.keep_with(fault);
        }
    }

    /// Stores a game read from a text that begins at a given line of the file. `certain` is a problem of it whatever the reader reports.
    fn take(&mut self, read: &ReadGame, line: u64, certain: Option<&Fault>) {
        let game = &read.game;
        self.begin_record(self.record.offset);
        self.begin();
        for (name, value) in game.stored_tags().iter() {
            self.header(name.as_bytes(), escaped(value).as_bytes());
        }
        self.record.result = result_code(game.result());
        if game.is_chess960() {
            self.flags |= Flag::Chess960 as u8;
        }
        self.start_from(*game.start());
        let mut main_line = game.main_line().filter_map(|node| game.played(node));
        main_line.by_ref().take(MAX_PLIES).for_each(|played| self.play(played));
        let beside = Beside::of(game, self.with_variations);
        if beside.has_variations {
            self.flags |= Flag::Variations as u8;
        }
        self.beside = beside.positions;
        let problem = read.problems.iter().find(|problem| problem.is_loss);
        let fault = problem.map(|problem| {
            Fault::new(line + problem.line as u64 - 1, problem.column as u64, problem.message.clone())
        });
        let too_long = || Fault::new(line, 1, ProblemKind::TooLong.to_string());
        let is_too_long = main_line.next().is_some();
        self.keep_with(fault.or_else(|| is_too_long.then(too_long)).or_else(|| certain.cloned()));
    }

    /// Whether the game was scanned but not stored yet.
    pub(super) const fn is_in_doubt(&self) -> bool {
        self.doubt.is_some()
    }

    /// Stores exactly one record of a scanned game, given its whole text.
    pub(super) fn keep_one(&mut self, text: &[u8]) {
        let Some(doubt) = self.doubt.take() else { return self.keep() };
        match (reread::first(text), doubt) {
            (Some(read), _) => self.take(&read, 1, None),
            (None, Doubt::Fault(fault)) => self.keep_with(Some(fault)),
            (None, Doubt::Unusual) => self.keep(),
        }
    }

    /// Begins the record of a game whose text begins at this offset.
    pub(super) fn begin_record(&mut self, offset: u64) {
        self.record = Record { offset, ..Record::default() };
    }

    /// Takes a start position.
    fn set_up(&mut self, fen: &[u8]) -> Result<(), ProblemKind> {
        let fen = String::from_utf8_lossy(fen);
        if tabia_chess::fen::is_no_fen(&fen) {
            return Ok(());
        }
        let (position, _) =
            tabia_pgn::position_from_fen(&fen).map_err(|error| ProblemKind::Fen(error.to_string()))?;
        self.start_from(position);
        Ok(())
    }

    /// Sets the start position of the game.
    fn start_from(&mut self, position: Position) {
        if !position.same_position(&self.start) {
            self.flags |= Flag::SetUp as u8;
        }
        if tabia_pgn::needs_chess960(&position) {
            self.flags |= Flag::Chess960 as u8;
        }
        self.start = position;
        self.before = position;
        self.line.restart(position);
        self.keys.clear();
    }

    /// Plays a move of the main line.
    fn play(&mut self, played: Played) {
        self.keys.push(self.line.position().repetition_key());
        reread::play(&mut self.line, played);
    }

    /// Processes one of [`TAGS`], with its value as in the file. The tags of the start position are not among them.
    fn header(&mut self, name: &[u8], value: &[u8]) {
        let (record, tables) = (&mut self.record, &mut self.tables);
        match name {
            b"White" => record.white = tables.players.number_of_tag(value),
            b"Black" => record.black = tables.players.number_of_tag(value),
            b"Event" => record.event = tables.events.number_of_tag(value),
            b"Site" => record.site = tables.sites.number_of_tag(value),
            b"Round" => record.round = tables.rounds.number_of_tag(value),
            b"WhiteElo" => record.white_elo = elo(value),
            b"BlackElo" => record.black_elo = elo(value),
            b"Date" => record.date = GameDate::of_tag(value).raw(),
            b"UTCDate" if record.date == 0 => record.date = GameDate::of_tag(value).raw(),
            b"Result" => record.result = result(value),
            b"ECO" => record.eco = eco_code(Eco::of_tag(value)),
            _ => {}
        }
    }

    /// Stores the game as far as it was read, with its problem.
    fn keep_with(&mut self, fault: Option<Fault>) {
        if let Some(Fault { line, column, reason, .. }) = fault {
            self.flags |= Flag::Error as u8;
            self.reason_bytes += reason.capacity();
            self.problems.push(IndexedProblem { game: self.game(), line, column, reason });
        }
        self.keep();
    }

    /// Stores the game as far as it was read.
    pub(super) fn keep(&mut self) {
        let game = self.game();
        let mut hash = self.start.key();
        for (ply, (&key, &(_, code))) in self.keys.iter().zip(self.line.played()).enumerate() {
            self.positions.push(Entry::new(key, game, code, ply, false));
            hash = (hash.rotate_left(5) ^ u64::from(code)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let last = self.line.position();
        self.positions.push(Entry::new(
            last.repetition_key(),
            game,
            BookMove::NONE.0,
            self.line.len(),
            false,
        ));
        for entry in self.beside.drain(..) {
            self.positions.push(Entry { game, ..entry });
        }
        let opening = self.openings.name(self.line.played(), last.key());
        let record = &mut self.record;
        if let Some(opening) = opening {
            record.opening = self.tables.openings.number(opening.name);
            if record.eco == 0 {
                record.eco = eco_code(Some(opening.eco));
            }
        }
        self.plies += self.line.len() as u64;
        record.plies = self.line.len() as u16;
        record.material = Material::of(last).raw();
        record.moves = hash;
        record.flags = self.flags;
        self.records.push(record);
    }
}

impl GameSink for Collector {
    fn starts_at(&mut self, offset: u64) {
        self.ends_at(offset);
        self.begin_record(offset);
    }

    fn begin(&mut self) {
        self.flags = 0;
        self.seen = 0;
        self.has_tags = false;
        self.start = self.normal;
        self.before = self.normal;
        self.line.restart(self.normal);
        self.keys.clear();
        self.beside.clear();
        self.variations.clear();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
        self.has_tags = true;
        // Tag names in files come in any case.
        let place = TAGS.iter().position(|tag| tag.eq_ignore_ascii_case(name));
        let name = place.map_or(name, |place| TAGS[place]);
        if let Some(place) = place {
            if self.seen & 1 << place != 0 {
                // Perhaps a header without moves: then none of it may count for the next game.
                self.doubt = Some(Doubt::Unusual);
            }
            self.seen |= 1 << place;
        }
        match name {
            b"FEN" => return self.set_up(value),
            name if !name.eq_ignore_ascii_case(b"Variant") => self.header(name, value),
            _ if is_chess960(value) => self.flags |= Flag::Chess960 as u8,
            name => return check_tag(name, value),
        }
        Ok(())
    }

    #[inline]
    fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind> {
        if self.line.len() == MAX_PLIES {
            return Err(ProblemKind::TooLong);
        }
        if self.with_variations {
            self.before = *self.line.position();
        }
        let key = self.line.position().repetition_key();
        if self.line.read_whole(text)?.is_some() {
            self.keys.push(key);
        }
        Ok(())
    }

    fn variation(&mut self, opens: bool) {
        self.flags |= Flag::Variations as u8;
        if !self.with_variations {
            return;
        }
        if opens {
            self.variations.open(self.before, self.line.len());
        } else {
            let end = self.variations.close();
            self.beside.extend(end);
        }
    }

    fn variation_san(&mut self, text: &[u8]) {
        match self.variations.read(text) {
            Ok(entry) => self.beside.extend(entry),
            Err(_) => self.doubt = Some(Doubt::Unusual),
        }
    }

    fn terminator(&mut self, text: &[u8]) {
        if self.record.result == 0 {
            self.record.result = result(text);
        }
    }

    fn end(&mut self) {
        if !self.has_tags && self.line.is_empty() {
            // A terminator by itself.
            self.doubt = Some(Doubt::Unusual);
        }
        if self.doubt.is_none() {
            self.keep();
        }
    }

    fn reject(&mut self, problem: GameProblem) {
        self.doubt = Some(Doubt::Fault(problem.into()));
    }

    fn only_tags(&mut self) {
        self.doubt = Some(Doubt::Unusual);
    }
}

/// Returns the value of a tag as in the file.
fn escaped(value: &str) -> Cow<'_, str> {
    if value.contains(['"', '\\']) {
        Cow::Owned(value.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        Cow::Borrowed(value)
    }
}

/// Returns the code of a result in a tag or terminator; anything else is unknown.
fn result(text: &[u8]) -> u8 {
    let result = str::from_utf8(text.trim_ascii()).ok().and_then(GameResult::parse);
    result_code(result.unwrap_or_default())
}

/// Parses a rating; 0 if there is none.
fn elo(value: &[u8]) -> u16 {
    str::from_utf8(value.trim_ascii()).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn is_chess960(variant: &[u8]) -> bool {
    let name = String::from_utf8_lossy(variant).to_ascii_lowercase();
    name.contains("960") || name.contains("fischer") || name.contains("freestyle") || name.trim() == "frc"
}
