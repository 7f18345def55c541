//! A match as a value: settings and the results of its finished units.
//!
//! What it says depends on the set of finished units only, not on the order in which they came or who played them, so that
//! a match can be interrupted, resumed, shared among browsers and put together again. It keeps no moves: games are
//! written to a file or store as they finish.

mod merge;
mod snapshot;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tabia_chess::Color;
use thiserror::Error;

use crate::endings::Endings;
use crate::match_file::{MatchHeader, unit_line};
use crate::openings::{Opening, Openings};
use crate::schedule::{Schedule, Unit};
use crate::scoreboard::{ScoreBoard, Share};
use crate::settings::{InvalidSettings, MatchSettings};
use crate::stats::{PairResult, PlayerResult, Sprt, Verdict};
use crate::stored_game::UnitRecord;
use crate::termination::Conclusion;
use crate::totals::{EngineTotals, SpeedSample, WorkerTotals};

pub use self::merge::{MergeError, MergePlan};
pub use self::snapshot::{LlrSnapshot, Snapshot};

/// A match: what is played, and what came of it so far.
#[derive(Clone, Debug)]
pub struct LabMatch {
    header: MatchHeader,
    schedule: Schedule,
    sprt: Option<Sprt>,
    openings: Openings,
    share: Share,
    units: BTreeMap<usize, UnitSummary>,
    in_flight: BTreeSet<usize>,
    /// Units that were played here and do not count yet, because one with a smaller number is in flight.
    waiting: BTreeSet<usize>,
    /// Units that count already and were told to nobody.
    untold: Vec<usize>,
    /// No unit before this one can be played.
    first_open: usize,
    scoreboard: ScoreBoard,
    engines: Vec<EngineTotals>,
    workers: BTreeMap<(String, u16), WorkerTotals>,
    /// Of two engines.
    speed: SpeedSample,
    /// How the games of each engine ended.
    endings: Vec<Endings>,
    /// What is known about the ends of games beyond their conclusions, by unit and place in it.
    details: BTreeMap<(usize, usize), String>,
}

/// What is kept of a finished unit.
#[derive(Clone, Debug)]
struct UnitSummary {
    games: Vec<GameSummary>,
    /// Of the whole record, to tell the same from another.
    digest: u64,
}

/// What is kept of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The unit it belongs to.
    pub unit: usize,
    /// Its place in the unit: 0 or 1.
    pub index: usize,
    /// Its number in the whole match, from 0.
    pub number: usize,
    /// The engine with White, as an index into the settings.
    pub white: usize,
    /// The engine with Black.
    pub black: usize,
    /// How it ended.
    pub conclusion: Conclusion,
    /// The number of moves (plies), those of the opening included.
    pub plies: usize,
    /// Whether something was odd about the engines' output.
    pub warnings: bool,
}

impl GameSummary {
    /// The games of a finished unit, in order.
    pub fn of_unit<'a>(unit: &'a Unit, record: &'a UnitRecord) -> impl Iterator<Item = Self> + 'a {
        unit.games.iter().zip(&record.games).enumerate().map(|(index, (scheduled, game))| Self {
            unit: unit.id,
            index,
            number: scheduled.number,
            white: scheduled.white,
            black: scheduled.black,
            conclusion: game.conclusion,
            plies: game.plies(),
            warnings: !game.warnings.is_empty(),
        })
    }
}

/// A unit to be played, with everything that a worker needs beside the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitTask {
    /// Its games, in order.
    pub unit: Unit,
    /// The opening of each game.
    pub openings: Vec<Opening>,
}

/// What a finished unit has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The units that are counted now, in order. Texts about games (PGN, samples) are written in this order, so that they
    /// do not depend on the number of workers.
    pub counted: Vec<usize>,
    /// What the sequential test says.
    pub verdict: Verdict,
    /// Whether nothing more is needed; what is in flight can be broken off.
    pub is_complete: bool,
}

/// Why a unit was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnitError {
    /// The schedule has no such unit.
    #[error("unit {0} is not in the schedule")]
    Unknown(usize),
    /// It has too many games, or too few.
    #[error("unit {unit} has {found} games instead of {expected}")]
    Games {
        /// Its number.
        unit: usize,
        /// How many games it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// Others played than the schedule says.
    #[error("unit {unit}, game {game}: {found} played, not {expected}")]
    Players {
        /// Its number.
        unit: usize,
        /// The game's place in it, from 1.
        game: usize,
        /// Who played.
        found: String,
        /// Who should have.
        expected: String,
    },
    /// A game was broken off.
    #[error("unit {unit}, game {game} was broken off; its unit does not count")]
    Unfinished {
        /// Its number.
        unit: usize,
        /// The game's place in it, from 1.
        game: usize,
    },
    /// Other games of this unit are there already.
    #[error("unit {0} was played already, with other games")]
    Conflict(usize),
}

/// A share that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the share is {part}; it must be less than the number of shares, {of}")]
pub struct ShareError {
    /// The share asked for, from 0.
    pub part: usize,
    /// The number of shares.
    pub of: usize,
}

/// Why a match cannot be made longer.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ExtendError {
    /// The settings would make no match.
    #[error(transparent)]
    Settings(#[from] InvalidSettings),
    /// Fewer games than before.
    #[error("the match has {0} games per encounter already; it can only be made longer")]
    Shorter(usize),
    /// The last pair is incomplete, and its opening would be played a third time.
    #[error(
        "the number of games ({0}) is odd and its last opening was to be played once; it cannot be continued"
    )]
    Odd(usize),
}

impl LabMatch {
    /// A match without results.
    ///
    /// `openings` are what was read from the settings' source, in file order; the match puts them into its own. For
    /// [`OpeningSource::Startpos`](crate::OpeningSource::Startpos) they are `Openings::default()`.
    ///
    /// # Errors
    /// When the settings make no match.
    pub fn new(header: MatchHeader, openings: Openings) -> Result<Self, InvalidSettings> {
        let settings = &header.settings;
        settings.validate()?;
        let schedule = settings.schedule()?;
        let sprt = settings.sprt.map(|sprt| sprt.sprt()).transpose()?;
        Ok(Self {
            openings: settings.ordered(openings),
            engines: vec![EngineTotals::default(); settings.engines.len()],
            share: Share::WHOLE,
            scoreboard: scoreboard(settings, schedule, sprt),
            schedule,
            sprt,
            units: BTreeMap::new(),
            in_flight: BTreeSet::new(),
            waiting: BTreeSet::new(),
            untold: Vec::new(),
            first_open: 0,
            workers: BTreeMap::new(),
            speed: SpeedSample::default(),
            endings: vec![Endings::default(); settings.engines.len()],
            details: BTreeMap::new(),
            header,
        })
    }

    /// Which match it is.
    pub fn id(&self) -> &str {
        &self.header.id
    }

    /// Which match it is, and what is played: the first line of its file.
    pub fn header(&self) -> &MatchHeader {
        &self.header
    }

    /// What is played.
    pub fn settings(&self) -> &MatchSettings {
        &self.header.settings
    }

    /// Who plays whom.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The sequential test.
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// The openings in the match's order.
    pub fn openings(&self) -> &Openings {
        &self.openings
    }

    /// What this host plays of it.
    pub fn share(&self) -> Share {
        self.share
    }

    /// Plays only a part of the match here; see [`Share`]. What other hosts played can be merged later. The share says what is
    /// left to be played here, and nothing about how the match stands.
    ///
    /// # Errors
    /// When `part` is not less than `of`.
    pub fn set_share(&mut self, share: Share) -> Result<(), ShareError> {
        if share.part >= share.of {
            return Err(ShareError { part: share.part, of: share.of });
        }
        self.share = share;
        self.first_open = 0;
        Ok(())
    }

    /// The next unit to be played, which is in flight from now on; `None` when nothing is left to be begun. Units come
    /// in the order of their numbers.
    pub fn next_unit(&mut self) -> Option<UnitTask> {
        if self.is_complete() {
            return None;
        }
        let taken = |id: &usize| self.units.contains_key(id) || !self.share.contains(*id);
        while taken(&self.first_open) && self.first_open < self.schedule.total_units() {
            self.first_open += 1;
        }
        let id = (self.first_open..self.schedule.total_units())
            .find(|id| !taken(id) && !self.in_flight.contains(id))?;
        let unit = self.schedule.unit(id)?;
        self.in_flight.insert(id);
        Some(self.task(unit))
    }

    /// A unit with its openings.
    pub fn task(&self, unit: Unit) -> UnitTask {
        UnitTask { openings: unit.games.iter().map(|game| self.openings.get(game.opening)).collect(), unit }
    }

    /// Puts back a unit that was not finished: its worker died, or the match was paused. Another game of it may be
    /// played later. Units that waited for it count now.
    pub fn give_back(&mut self, unit: usize) {
        self.in_flight.remove(&unit);
        let counted = self.release();
        self.untold.extend(counted);
    }

    /// The units that are being played.
    pub fn in_flight(&self) -> impl Iterator<Item = usize> + '_ {
        self.in_flight.iter().copied()
    }

    /// Takes a finished unit. The same record may come twice; it counts once.
    ///
    /// All finished units count, in the order of their numbers. Only a unit that was handed out here waits while one with a
    /// smaller number is still being played here: pairs with short games would come first otherwise.
    ///
    /// # Errors
    /// When the unit is not one of this match, or other games of it are there already. Nothing has changed then.
    pub fn finish(&mut self, record: &UnitRecord) -> Result<Finished, UnitError> {
        self.finish_all(std::slice::from_ref(record))
    }

    /// Takes many finished units at once, as when a file is read or merged: all of them or none. It is much quicker
    /// than one after the other where units of several shares come together.
    ///
    /// # Errors
    /// The first unit that is not one of this match, or of which other games are there already or among these. Nothing has
    /// changed then.
    pub fn finish_all(&mut self, records: &[UnitRecord]) -> Result<Finished, UnitError> {
        let mut new: BTreeMap<usize, (Unit, u64, &UnitRecord)> = BTreeMap::new();
        for record in records {
            let Some((unit, digest)) = self.is_new(record)? else { continue };
            match new.get(&record.unit) {
                Some((_, known, _)) if *known == digest => {}
                Some(_) => return Err(UnitError::Conflict(record.unit)),
                None => {
                    new.insert(record.unit, (unit, digest, record));
                }
            }
        }
        let mut ready = Vec::new();
        for (id, (unit, digest, record)) in new {
            self.insert(&unit, record, digest);
            if self.in_flight.contains(&id) {
                self.waiting.insert(id);
            } else {
                ready.push(id);
            }
        }
        for record in records {
            self.in_flight.remove(&record.unit);
        }
        let mut counted = std::mem::take(&mut self.untold);
        counted.extend(self.count(&ready));
        counted.extend(self.release());
        counted.sort_unstable();
        Ok(self.finished(counted))
    }

    /// Counts what waits for no unit in flight any more.
    fn release(&mut self) -> Vec<usize> {
        let first = self.in_flight.first().copied().unwrap_or(usize::MAX);
        let still = self.waiting.split_off(&first);
        let ready: Vec<usize> = std::mem::replace(&mut self.waiting, still).into_iter().collect();
        self.count(&ready)
    }

    /// Counts units, whose numbers rise. Returns those that count, in order: none behind the unit with which the test has
    /// decided.
    fn count(&mut self, ready: &[usize]) -> Vec<usize> {
        let Some(&first) = ready.first() else { return Vec::new() };
        if first < self.scoreboard.counted() {
            // One between those that count already.
            let before: BTreeSet<usize> =
                self.counted_units().filter(|unit| ready.binary_search(unit).is_err()).collect();
            self.recount();
            return self.counted_units().filter(|unit| !before.contains(unit)).collect();
        }
        ready.iter().copied().filter(|&id| self.add_to_scoreboard(id)).collect()
    }

    fn add_to_scoreboard(&mut self, id: usize) -> bool {
        let (Some(unit), Some(summary)) = (self.schedule.unit(id), self.units.get(&id)) else { return false };
        let results = results(&unit, &summary.games);
        self.scoreboard.add(id, &results)
    }

    /// The unit and the digest of a record that is not known yet.
    fn is_new(&self, record: &UnitRecord) -> Result<Option<(Unit, u64)>, UnitError> {
        let unit = self.check(record)?;
        let digest = digest(record);
        match self.units.get(&record.unit) {
            Some(known) if known.digest == digest => Ok(None),
            Some(_) => Err(UnitError::Conflict(record.unit)),
            None => Ok(Some((unit, digest))),
        }
    }

    /// Keeps what is kept of a unit.
    fn insert(&mut self, unit: &Unit, record: &UnitRecord, digest: u64) {
        self.add_totals(unit, record);
        for (index, game) in record.games.iter().enumerate().filter(|(_, game)| !game.detail.is_empty()) {
            self.details.insert((record.unit, index), game.detail.clone());
        }
        let games: Vec<GameSummary> = GameSummary::of_unit(unit, record).collect();
        self.units.insert(record.unit, UnitSummary { games, digest });
    }

    fn finished(&self, counted: Vec<usize>) -> Finished {
        Finished { counted, verdict: self.verdict(), is_complete: self.is_complete() }
    }

    /// The units that are counted, in order.
    fn counted_units(&self) -> impl Iterator<Item = usize> + '_ {
        let counted = self.units.range(..self.scoreboard.counted()).map(|(&unit, _)| unit);
        counted.filter(|unit| !self.waiting.contains(unit))
    }

    /// Makes the match longer: `games` per encounter in all rounds together, more than before. With more than two engines,
    /// or more than one round, whole rounds are added, so that there may be a few games more.
    ///
    /// A match that its test has decided stays complete unless [`LabMatch::go_on`] is called.
    ///
    /// # Errors
    /// When it would become shorter, or its numbers of units would change.
    pub fn extend(&mut self, games: usize) -> Result<(), ExtendError> {
        let settings = &self.header.settings;
        let before = settings.games * settings.rounds;
        if games <= before {
            return Err(ExtendError::Shorter(before));
        }
        let mut longer = settings.clone();
        if settings.engines.len() == 2 && settings.rounds == 1 {
            if settings.repeat && settings.games % 2 == 1 {
                return Err(ExtendError::Odd(settings.games));
            }
            longer.games = if settings.repeat { games.next_multiple_of(2) } else { games };
        } else {
            longer.rounds = games.div_ceil(settings.games);
        }
        longer.validate()?;
        self.set_settings(longer)
    }

    /// Plays and counts on although the test has decided; its verdict stands.
    pub fn go_on(&mut self) {
        if let Some(sprt) = &mut self.header.settings.sprt {
            sprt.go_on = true;
        }
        self.recount();
    }

    /// What the sequential test has decided; undecided without one.
    pub fn verdict(&self) -> Verdict {
        self.scoreboard.verdict()
    }

    /// Whether nothing more has to be played here: the match is over, or every unit of the share is finished.
    pub fn is_complete(&self) -> bool {
        let is_open = |id: &usize| self.share.contains(*id) && !self.units.contains_key(id);
        self.is_over() || !(self.first_open..self.schedule.total_units()).any(|id| is_open(&id))
    }

    /// Whether the match is at its end, whoever played it: the test has decided, or every unit is finished.
    pub fn is_over(&self) -> bool {
        let is_decided = self.scoreboard.is_decided() && !self.scoreboard.goes_on();
        is_decided || self.units.len() >= self.schedule.total_units()
    }

    /// Whether a unit is finished.
    pub fn is_finished(&self, unit: usize) -> bool {
        self.units.contains_key(&unit)
    }

    /// The numbers of the finished units, in order.
    pub fn finished_units(&self) -> impl Iterator<Item = usize> + '_ {
        self.units.keys().copied()
    }

    /// The finished games in the order of their numbers.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = &GameSummary> + '_ {
        self.units.values().flat_map(|unit| &unit.games)
    }

    /// What is known about the end of a finished game beyond its conclusion: the move that was not legal, why the engine was gone.
    /// Games are named by their unit and their place in it.
    pub fn detail(&self, unit: usize, index: usize) -> Option<&str> {
        self.details.get(&(unit, index)).map(String::as_str)
    }

    /// Gives the match another name, for PGN's `Event`.
    pub fn rename(&mut self, event: String) {
        self.header.settings.event = event;
    }

    fn set_settings(&mut self, settings: MatchSettings) -> Result<(), ExtendError> {
        self.schedule = settings.schedule().map_err(InvalidSettings::from)?;
        self.header.settings = settings;
        self.recount();
        Ok(())
    }

    /// Counts everything anew in the order of the units.
    fn recount(&mut self) {
        self.scoreboard = scoreboard(&self.header.settings, self.schedule, self.sprt);
        self.first_open = 0;
        for (id, summary) in self.units.iter().filter(|(id, _)| !self.waiting.contains(id)) {
            if let Some(unit) = self.schedule.unit(*id) {
                self.scoreboard.add(*id, &results(&unit, &summary.games));
            }
        }
    }

    /// Checks that a record belongs here.
    fn check(&self, record: &UnitRecord) -> Result<Unit, UnitError> {
        let id = record.unit;
        let unit = self.schedule.unit(id).ok_or(UnitError::Unknown(id))?;
        if unit.games.len() != record.games.len() {
            let (found, expected) = (record.games.len(), unit.games.len());
            return Err(UnitError::Games { unit: id, found, expected });
        }
        for (index, (scheduled, game)) in unit.games.iter().zip(&record.games).enumerate() {
            let expected = [scheduled.white, scheduled.black].map(|engine| self.name(engine));
            if game.players != expected {
                let [found, expected] = [game.players.join(" against "), expected.join(" against ")];
                return Err(UnitError::Players { unit: id, game: index + 1, found, expected });
            }
            if !game.conclusion.is_finished() {
                return Err(UnitError::Unfinished { unit: id, game: index + 1 });
            }
        }
        Ok(unit)
    }

    fn name(&self, engine: usize) -> &str {
        self.header.settings.engines.get(engine).map_or("", |engine| engine.name.as_str())
    }

    fn add_totals(&mut self, unit: &Unit, record: &UnitRecord) {
        let key = (record.host.clone(), record.worker);
        let worker = self.workers.entry(key).or_insert_with(|| WorkerTotals {
            host: record.host.clone(),
            worker: record.worker,
            ..WorkerTotals::default()
        });
        worker.units += 1;
        let mut results = Vec::new();
        let mut speed = [EngineTotals::default(); 2];
        for (scheduled, game) in unit.games.iter().zip(&record.games) {
            for (engine, color) in [(scheduled.white, Color::White), (scheduled.black, Color::Black)] {
                let of_game = EngineTotals::of(game, color);
                for totals in [self.engines.get_mut(engine), speed.get_mut(engine)].into_iter().flatten() {
                    *totals += of_game;
                }
                if let Some(endings) = self.endings.get_mut(engine) {
                    endings.add(&game.conclusion, color);
                }
                if engine == unit.engines[0]
                    && let Some(result) = game.result_for(color)
                {
                    worker.wdl.record(result);
                    results.push(result);
                }
            }
        }
        if let [first, second] = results[..] {
            worker.pairs.record(PairResult::new(first, second));
        }
        if self.engines.len() == 2 {
            self.speed.add(speed);
        }
    }
}

fn scoreboard(settings: &MatchSettings, schedule: Schedule, sprt: Option<Sprt>) -> ScoreBoard {
    let go_on = settings.sprt.is_some_and(|sprt| sprt.go_on);
    ScoreBoard::new(schedule, sprt).going_on(go_on)
}

/// The results of a unit from its first engine's side.
fn results(unit: &Unit, games: &[GameSummary]) -> Vec<PlayerResult> {
    let first = |game: &GameSummary| if game.white == unit.engines[0] { Color::White } else { Color::Black };
    games.iter().filter_map(|game| game.conclusion.result_for(first(game))).collect()
}

/// The FNV-1a hash of a record's line: records of one unit that differ by accident differ in it.
fn digest(record: &UnitRecord) -> u64 {
    unit_line(record)
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
