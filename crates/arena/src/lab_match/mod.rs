//! A match as a value: its settings and the results of its finished units.
//!
//! Its state depends only on the set of finished units, not on their order or on who played them, so a match
//! can be interrupted, resumed, shared among browsers and merged again. It keeps no moves: games are written
//! to a file or store as they finish.

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

pub use self::merge::{MergeError, MergePlan, Merging};
pub use self::snapshot::{LlrSnapshot, Snapshot};

/// A match: what is played, and the results so far.
#[derive(Clone, Debug)]
pub struct LabMatch {
    header: MatchHeader,
    schedule: Schedule,
    sprt: Option<Sprt>,
    openings: Openings,
    share: Share,
    units: BTreeMap<usize, UnitSummary>,
    in_flight: BTreeSet<usize>,
    /// Finished units that do not count yet, because one with a smaller number is missing (see [`LabMatch::barrier`]).
    waiting: BTreeSet<usize>,
    /// Units that count already but were not reported yet.
    untold: Vec<usize>,
    /// All units before this one are finished, or are another host's.
    first_open: usize,
    scoreboard: ScoreBoard,
    engines: Vec<EngineTotals>,
    workers: BTreeMap<(String, u16), WorkerTotals>,
    /// Only for matches of two engines.
    speed: SpeedSample,
    /// How the games of each engine ended.
    endings: Vec<Endings>,
    /// Details about the ends of games beyond their conclusions, by unit and index.
    details: BTreeMap<(usize, usize), String>,
}

/// The summary of a finished unit.
#[derive(Clone, Debug)]
struct UnitSummary {
    games: Vec<GameSummary>,
    /// A hash of the whole record, which tells equal records from others.
    digest: u64,
}

/// The summary of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The unit it belongs to.
    pub unit: usize,
    /// Its index in the unit: 0 or 1.
    pub index: usize,
    /// Its number in the whole match, from 0.
    pub number: usize,
    /// The engine with White, as an index into the settings.
    pub white: usize,
    /// The engine with Black.
    pub black: usize,
    /// How it ended.
    pub conclusion: Conclusion,
    /// The number of plies, including the opening.
    pub plies: usize,
    /// Whether there were warnings about an engine's output.
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

/// A unit to be played, with everything that a worker needs besides the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitTask {
    /// Its games, in order.
    pub unit: Unit,
    /// The opening of each game.
    pub openings: Vec<Opening>,
}

/// The changes made by a finished unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The units that are counted now, in order. Texts about games (PGN, samples) are written in this order,
    /// so that they do not depend on the number of workers.
    pub counted: Vec<usize>,
    /// The verdict of the sequential test.
    pub verdict: Verdict,
    /// Whether nothing more is needed; games in flight can be aborted.
    pub is_complete: bool,
}

/// Why a unit was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnitError {
    /// The schedule has no such unit.
    #[error("unit {0} is not in the schedule")]
    Unknown(usize),
    /// It has too many or too few games.
    #[error("unit {unit} has {found} games instead of {expected}")]
    Games {
        /// Its number.
        unit: usize,
        /// How many games it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// Other engines played than scheduled.
    #[error("unit {unit}, game {game}: {found} played, not {expected}")]
    Players {
        /// Its number.
        unit: usize,
        /// The index of the game in it, from 1.
        game: usize,
        /// Who played.
        found: String,
        /// Who should have played.
        expected: String,
    },
    /// A game was interrupted.
    #[error("unit {unit}, game {game} was broken off; its unit does not count")]
    Unfinished {
        /// Its number.
        unit: usize,
        /// The index of the game in it, from 1.
        game: usize,
    },
    /// Other games of this unit are known already.
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

/// Why a match cannot be extended.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ExtendError {
    /// The settings would be invalid.
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
    /// `openings` are those read from the source in the settings, in file order; the match orders them. For
    /// [`OpeningSource::Startpos`](crate::OpeningSource::Startpos) they are `Openings::default()`.
    ///
    /// # Errors
    /// If the settings are invalid.
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

    /// The id of the match.
    pub fn id(&self) -> &str {
        &self.header.id
    }

    /// Id and settings: the first line of the match file.
    pub fn header(&self) -> &MatchHeader {
        &self.header
    }

    /// The settings.
    pub fn settings(&self) -> &MatchSettings {
        &self.header.settings
    }

    /// The schedule.
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

    /// The share that this host plays.
    pub fn share(&self) -> Share {
        self.share
    }

    /// Plays only a share of the match here; see [`Share`]. The results of other hosts can be merged later.
    /// The share decides what is left to be played here, and does not affect the standing of the match.
    ///
    /// # Errors
    /// If `part` is not less than `of`.
    pub fn set_share(&mut self, share: Share) -> Result<(), ShareError> {
        if share.part >= share.of {
            return Err(ShareError { part: share.part, of: share.of });
        }
        self.share = share;
        self.first_open = 0;
        if self.sprt.is_some() {
            self.waiting.extend(self.units.keys());
            let barrier = self.barrier();
            self.waiting = self.waiting.split_off(&barrier);
            self.recount();
        }
        Ok(())
    }

    /// The next unit to be played, which is in flight from now on; `None` if there is nothing left to start.
    /// Units come in the order of their numbers.
    pub fn next_unit(&mut self) -> Option<UnitTask> {
        if self.is_complete() {
            return None;
        }
        self.advance();
        let id = (self.first_open..self.schedule.total_units())
            .find(|id| !self.is_taken(*id) && !self.in_flight.contains(id))?;
        let unit = self.schedule.unit(id)?;
        self.in_flight.insert(id);
        Some(self.task(unit))
    }

    /// Whether a unit is finished, or another host's.
    fn is_taken(&self, unit: usize) -> bool {
        self.units.contains_key(&unit) || !self.share.contains(unit)
    }

    /// Passes over the units that are taken, so that nobody has to look at them again.
    fn advance(&mut self) {
        while self.first_open < self.schedule.total_units() && self.is_taken(self.first_open) {
            self.first_open += 1;
        }
    }

    /// A unit with its openings.
    pub fn task(&self, unit: Unit) -> UnitTask {
        UnitTask { openings: unit.games.iter().map(|game| self.openings.get(game.opening)).collect(), unit }
    }

    /// Returns a unit that was not finished: its worker died, or the match was paused. It may be played again
    /// later. Units that waited for it count now, unless a sequential test needs it first.
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
    /// All finished units count, in the order of their numbers. A unit that was handed out here waits
    /// while one with a smaller number is still being played here: otherwise pairs with short games would
    /// come first. In a match with a sequential test every unit waits until all of this host's units with smaller numbers are
    /// finished, whether the match is paused or not.
    ///
    /// # Errors
    /// If the unit does not belong to this match, or other games of it are known already. Nothing has changed
    /// then.
    pub fn finish(&mut self, record: &UnitRecord) -> Result<Finished, UnitError> {
        self.finish_all(std::slice::from_ref(record))
    }

    /// Takes many finished units at once, as when a file is read or merged: all of them or none. This is much
    /// faster than one after the other when units of several shares are merged.
    ///
    /// # Errors
    /// The first unit that does not belong to this match, or of which other games are known already or are
    /// among these. Nothing has changed then.
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
            if self.sprt.is_some() || self.in_flight.contains(&id) {
                self.waiting.insert(id);
            } else {
                ready.push(id);
            }
        }
        for record in records {
            self.in_flight.remove(&record.unit);
        }
        self.advance();
        let mut counted = std::mem::take(&mut self.untold);
        counted.extend(self.count(&ready));
        counted.extend(self.release());
        counted.sort_unstable();
        Ok(self.finished(counted))
    }

    /// The first unit that others wait for: with a sequential test the first one of this share that is not finished, otherwise the
    /// first one in flight.
    fn barrier(&mut self) -> usize {
        if self.sprt.is_none() {
            return self.in_flight.first().copied().unwrap_or(usize::MAX);
        }
        self.advance();
        self.first_open
    }

    /// Counts the units that no longer wait for another.
    fn release(&mut self) -> Vec<usize> {
        let barrier = self.barrier();
        let still = self.waiting.split_off(&barrier);
        let ready: Vec<usize> = std::mem::replace(&mut self.waiting, still).into_iter().collect();
        self.count(&ready)
    }

    /// Counts units with rising numbers. Returns those that count, in order: none after the unit with which
    /// the test decided.
    fn count(&mut self, ready: &[usize]) -> Vec<usize> {
        let Some(&first) = ready.first() else { return Vec::new() };
        if first < self.scoreboard.counted() {
            // A unit between those that count already.
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

    /// Stores the summary of a unit.
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

    /// Extends the match to `games` per encounter in all rounds together, which must be more than before.
    /// With more than two engines, or more than one round, whole rounds are added, so there may be a few
    /// games more.
    ///
    /// A match that its test has decided stays complete unless [`LabMatch::go_on`] is called.
    ///
    /// # Errors
    /// If it would become shorter, or the numbers of its units would change.
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
            longer.games =
                if settings.repeat { games.checked_next_multiple_of(2).unwrap_or(games) } else { games };
        } else {
            longer.rounds = games.div_ceil(settings.games);
        }
        longer.validate()?;
        self.set_settings(longer)
    }

    /// Continues playing and counting although the test has decided; its verdict stands.
    pub fn go_on(&mut self) {
        if let Some(sprt) = &mut self.header.settings.sprt {
            sprt.go_on = true;
        }
        self.recount();
    }

    /// The verdict of the sequential test; undecided if there is none.
    pub fn verdict(&self) -> Verdict {
        self.scoreboard.verdict()
    }

    /// Whether nothing more has to be played here: the match is over, or every unit of the share is finished.
    pub fn is_complete(&self) -> bool {
        let is_open = |id: &usize| self.share.contains(*id) && !self.units.contains_key(id);
        self.is_over() || !(self.first_open..self.schedule.total_units()).any(|id| is_open(&id))
    }

    /// Whether the whole match is over, whoever played it: the test has decided, or every unit is finished.
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

    /// Details about the end of a finished game beyond its conclusion: the illegal move, why the engine
    /// disconnected. Games are named by unit and index.
    pub fn detail(&self, unit: usize, index: usize) -> Option<&str> {
        self.details.get(&(unit, index)).map(String::as_str)
    }

    /// Renames the match (PGN's `Event`).
    pub fn rename(&mut self, event: String) {
        self.header.settings.event = event;
    }

    fn set_settings(&mut self, settings: MatchSettings) -> Result<(), ExtendError> {
        self.schedule = settings.schedule().map_err(InvalidSettings::from)?;
        self.header.settings = settings;
        self.recount();
        Ok(())
    }

    /// Counts everything again in the order of the units.
    fn recount(&mut self) {
        self.scoreboard = scoreboard(&self.header.settings, self.schedule, self.sprt);
        self.first_open = 0;
        for (id, summary) in self.units.iter().filter(|(id, _)| !self.waiting.contains(id)) {
            if let Some(unit) = self.schedule.unit(*id) {
                self.scoreboard.add(*id, &results(&unit, &summary.games));
            }
        }
    }

    /// Checks that a record belongs to this match.
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
        if let [first, second] = results[..]
            && self.schedule.is_paired()
        {
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
