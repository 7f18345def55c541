//! From games as they are scanned to records and positions.

use tabia_book_tools::eco::Eco;
use tabia_chess::Position;
use tabia_pgn::GameResult;
use tabia_polyglot::BookMove;
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, MainLine, ProblemKind, check_tag};

use super::openings::Openings;
use super::problem::IndexedProblem;
use super::tables::Interners;
use super::variations::Variations;
use crate::positions::{Entry, SegmentBuilder};
use crate::record::{Flag, Groups, Record, eco_code, result_code};
use crate::{GameDate, Material};

/// The longest game there can be by the laws of chess has fewer half-moves than this.
const MAX_PLIES: usize = 0x7fff;

/// Takes what is scanned.
#[derive(Debug)]
pub(super) struct Collector {
    pub(super) records: Groups,
    pub(super) tables: Interners,
    pub(super) problems: Vec<IndexedProblem>,
    /// The bytes of the problems' reasons.
    reason_bytes: usize,
    pub(super) positions: SegmentBuilder,
    pub(super) plies: u64,
    openings: Openings,
    with_variations: bool,
    record: Record,
    flags: u8,
    /// Whether the tag `Event` was there, with which every header begins.
    has_event: bool,
    /// The normal start position, made once.
    normal: Position,
    start: Position,
    line: MainLine,
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
            has_event: false,
            normal: Position::default(),
            start: Position::default(),
            line: MainLine::default(),
            before: Position::default(),
            variations: Variations::default(),
        }
    }

    /// The memory it takes, in bytes, about.
    pub(super) fn memory(&self) -> usize {
        let problems = self.problems.capacity() * size_of::<IndexedProblem>() + self.reason_bytes;
        self.records.memory() + self.tables.memory() + self.positions.memory() + problems
    }

    /// The number of the game that is being read.
    fn game(&self) -> u32 {
        self.records.len() as u32
    }

    /// Says where the text of the last game ends: where the next begins, or the file ends.
    pub(super) fn ends_at(&mut self, offset: u64) {
        self.records.end_last_at(offset);
    }

    /// Begins the record of a game whose text begins there.
    pub(super) fn begin_record(&mut self, offset: u64) {
        self.record = Record { offset, ..Record::default() };
    }

    /// Takes a start position.
    fn set_up(&mut self, fen: &[u8]) -> Result<(), ProblemKind> {
        let fen = String::from_utf8_lossy(fen);
        let (position, _) =
            tabia_pgn::position_from_fen(&fen).map_err(|error| ProblemKind::Fen(error.to_string()))?;
        if !position.same_position(&self.start) {
            self.flags |= Flag::SetUp as u8;
        }
        if tabia_pgn::needs_chess960(&position) {
            self.flags |= Flag::Chess960 as u8;
        }
        self.start = position;
        self.before = position;
        self.line.restart(position);
        Ok(())
    }

    /// Keeps the game as far as it was read.
    pub(super) fn keep(&mut self) {
        let game = self.game();
        let mut hash = self.start.key();
        for (ply, &(key, code)) in self.line.played().iter().enumerate() {
            self.positions.push(Entry::new(key, game, code, ply, false));
            hash = (hash.rotate_left(5) ^ u64::from(code)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let last = self.line.position();
        self.positions.push(Entry::new(last.key(), game, BookMove::NONE.0, self.line.len(), false));
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
        self.has_event = false;
        self.start = self.normal;
        self.before = self.normal;
        self.line.restart(self.normal);
        self.variations.clear();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
        if name == b"Event" && std::mem::replace(&mut self.has_event, true) {
            // A header without moves: what follows is another game's, and nothing of this one may count for that.
            self.begin_record(self.record.offset);
            self.begin();
            self.has_event = true;
        }
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
            b"Variant" if is_chess960(value) => self.flags |= Flag::Chess960 as u8,
            b"Variant" => return check_tag(name, value),
            b"FEN" => return self.set_up(value),
            _ => {}
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
        self.line.read(text, false).map(drop)
    }

    fn variation(&mut self, opens: bool) {
        self.flags |= Flag::Variations as u8;
        if !self.with_variations {
            return;
        }
        if opens {
            self.variations.open(self.before, self.line.len());
        } else {
            self.variations.close();
        }
    }

    fn variation_san(&mut self, text: &[u8]) {
        let game = self.game();
        if let Some(entry) = self.variations.read(game, text) {
            self.positions.push(entry);
        }
    }

    fn terminator(&mut self, text: &[u8]) {
        if self.record.result == 0 {
            self.record.result = result(text);
        }
    }

    fn end(&mut self) {
        self.keep();
    }

    fn reject(&mut self, problem: GameProblem) {
        self.flags |= Flag::Error as u8;
        let problem = IndexedProblem::new(self.game(), &problem);
        self.reason_bytes += problem.reason.capacity();
        self.problems.push(problem);
        self.keep();
    }
}

/// The code of a result as a tag or terminator writes it; what is none is unknown.
fn result(text: &[u8]) -> u8 {
    let result = str::from_utf8(text.trim_ascii()).ok().and_then(GameResult::parse);
    result_code(result.unwrap_or_default())
}

/// A rating; 0 if there is none.
fn elo(value: &[u8]) -> u16 {
    str::from_utf8(value.trim_ascii()).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn is_chess960(variant: &[u8]) -> bool {
    let name = String::from_utf8_lossy(variant).to_ascii_lowercase();
    name.contains("960") || name.contains("fischer") || name.contains("freestyle") || name.trim() == "frc"
}
