//! A match as a value: its settings and the results of its finished units.
//!
//! Its state depends only on the set of finished units, not on their order or on who played them, so a match
//! can be interrupted, resumed, shared among browsers and merged again. It does not hold moves: games are
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
use crate::schedule::{GamePair, Schedule};
use crate::scoreboard::{ScoreBoard, Share};
use crate::settings::{InvalidSettings, MatchSettings};
use crate::stored_game::PairRecord;
use crate::termination::Conclusion;
use crate::totals::{EngineTotals, SpeedSample, WorkerTotals};
use tabia_stats::{PairResult, PlayerResult, Sprt, Verdict};

pub use self::merge::{MergeError, MergePlan, Merging};
pub use self::snapshot::{LlrSnapshot, Snapshot};

/// A match: its settings, and the results so far.
#[derive(Clone, Debug)]
pub struct MatchProgress {
    header: MatchHeader,
    schedule: Schedule,
    sprt: Option<Sprt>,
    openings: Openings,
    share: Share,
    units: BTreeMap<usize, PairSummary>,
    in_flight: BTreeSet<usize>,
    /// Finished units that do not count yet because a unit with a smaller number is missing (see
    /// [`MatchProgress::barrier`]).
    waiting: BTreeSet<usize>,
    /// Units that already count but have not been reported yet.
    untold: Vec<usize>,
    /// All units before this one are finished or another host's.
    first_open: usize,
    scoreboard: ScoreBoard,
    engines: Vec<EngineTotals>,
    workers: BTreeMap<(String, u16), WorkerTotals>,
    /// Only for matches of two engines.
    speed: SpeedSample,
    /// Endings of each engine's games.
    endings: Vec<Endings>,
    /// Details about the ends of games beyond their conclusions, by unit and index.
    details: BTreeMap<(usize, usize), String>,
}

/// The summary of a finished unit.
#[derive(Clone, Debug)]
struct PairSummary {
    games: Vec<GameSummary>,
    /// A hash of the whole record, for detecting conflicting records.
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
    /// Conclusion of the unit.
    pub conclusion: Conclusion,
    /// The number of plies, including the opening.
    pub plies: usize,
    /// Whether any engine output caused a warning.
    pub warnings: bool,
}

impl GameSummary {
    /// Returns the games of a finished unit, in order.
    pub fn of_unit<'a>(unit: &'a GamePair, record: &'a PairRecord) -> impl Iterator<Item = Self> + 'a {
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

/// A unit to play, with everything a worker needs besides the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairTask {
    /// Its games, in order.
    pub unit: GamePair,
    /// The opening of each game.
    pub openings: Vec<Opening>,
}

/// Changes caused by a finished unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The units that count now, in order. Per-game text (PGN, samples) is written in this order, so it does
    /// not depend on the number of workers.
    pub counted: Vec<usize>,
    /// The verdict of the sequential test.
    pub verdict: Verdict,
    /// Whether the match is complete here; games in flight can be aborted.
    pub is_complete: bool,
}

/// Reason why a unit was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PairError {
    /// The schedule has no such unit.
    #[error("unit {0} is not in the schedule")]
    Unknown(usize),
    /// The wrong number of games.
    #[error("unit {unit} has {found} games instead of {expected}")]
    Games {
        /// Its number.
        unit: usize,
        /// The number of games it has.
        found: usize,
        /// The number of games it should have.
        expected: usize,
    },
    /// Other engines than scheduled.
    #[error("unit {unit}, game {game}: {found} played, not {expected}")]
    Players {
        /// Its number.
        unit: usize,
        /// The index of the game in it, from 1.
        game: usize,
        /// The engine that played.
        found: String,
        /// The engine that should have played.
        expected: String,
    },
    /// A game was interrupted.
    #[error("unit {unit}, game {game} was aborted; its unit does not count")]
    Unfinished {
        /// Its number.
        unit: usize,
        /// The index of the game in it, from 1.
        game: usize,
    },
    /// The unit is already known, with other games.
    #[error("unit {0} was played already, with other games")]
    Conflict(usize),
}

/// A share that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the share is {part}; it must be less than the number of shares, {of}")]
pub struct ShareError {
    /// The requested share, from 0.
    pub part: usize,
    /// The number of shares.
    pub of: usize,
}

/// Reason why a match cannot be extended.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ExtendError {
    /// The extended settings would be invalid.
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

impl MatchProgress {
    /// Creates a match without results.
    ///
    /// `openings` are those read from the source in the settings, in file order; the match puts them in its
    /// own order. For [`OpeningSource::Startpos`](crate::OpeningSource::Startpos) they are
    /// `Openings::default()`.
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

    /// Returns the id of the match.
    pub fn id(&self) -> &str {
        &self.header.id
    }

    /// Returns the id and settings, the first line of the match file.
    pub fn header(&self) -> &MatchHeader {
        &self.header
    }

    /// Returns the settings.
    pub fn settings(&self) -> &MatchSettings {
        &self.header.settings
    }

    /// Returns the schedule.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns the sequential test.
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// Returns the openings in the match's order.
    pub fn openings(&self) -> &Openings {
        &self.openings
    }

    /// Returns the share that this host plays.
    pub fn share(&self) -> Share {
        self.share
    }

    /// Restricts this host to a share of the match; see [`Share`]. The results of other hosts can be merged
    /// later. The share decides what remains to be played here, but does not affect the state of the match.
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

    /// Returns the next unit to play and marks it as in flight; `None` if there is nothing left to start.
    /// Units come in order of their numbers.
    pub fn next_unit(&mut self) -> Option<PairTask> {
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

    /// Returns whether a unit is finished or belongs to another host.
    fn is_taken(&self, unit: usize) -> bool {
        self.units.contains_key(&unit) || !self.share.contains(unit)
    }

    /// Skips units that are taken, so that they are not checked again.
    fn advance(&mut self) {
        while self.first_open < self.schedule.total_units() && self.is_taken(self.first_open) {
            self.first_open += 1;
        }
    }

    /// Returns a unit with its openings.
    pub fn task(&self, unit: GamePair) -> PairTask {
        PairTask { openings: unit.games.iter().map(|game| self.openings.get(game.opening)).collect(), unit }
    }

    /// Returns an unfinished unit to the pool: its worker died, or the match was paused. It may be played
    /// again later. Units that waited for it count now, unless a sequential test needs it first.
    pub fn give_back(&mut self, unit: usize) {
        self.in_flight.remove(&unit);
        let counted = self.release();
        self.untold.extend(counted);
    }

    /// Returns the units being played.
    pub fn in_flight(&self) -> impl Iterator<Item = usize> + '_ {
        self.in_flight.iter().copied()
    }

    /// Adds a finished unit. The same record may arrive twice; it counts once.
    ///
    /// All finished units count, in order of their numbers. A unit handed out here waits while one with a
    /// smaller number is still being played here: otherwise pairs with short games would come first. With a
    /// sequential test, every unit waits until all of this host's units with smaller numbers are finished,
    /// whether the match is paused or not.
    ///
    /// # Errors
    /// If the unit does not belong to this match, or is already known with other games. Nothing changes then.
    pub fn finish(&mut self, record: &PairRecord) -> Result<Finished, PairError> {
        self.finish_all(std::slice::from_ref(record))
    }

    /// Adds many finished units at once, as when reading or merging a file: all of them or none. This is much
    /// faster than adding them one by one when units of several shares are merged.
    ///
    /// # Errors
    /// The first unit that does not belong to this match, or conflicts with a known unit or another one in
    /// `records`. Nothing changes then.
    pub fn finish_all(&mut self, records: &[PairRecord]) -> Result<Finished, PairError> {
        let mut new: BTreeMap<usize, (GamePair, u64, &PairRecord)> = BTreeMap::new();
        for record in records {
            let Some((unit, digest)) = self.is_new(record)? else { continue };
            match new.get(&record.unit) {
                Some((_, known, _)) if *known == digest => {}
                Some(_) => return Err(PairError::Conflict(record.unit)),
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

    /// Returns the first unit that others wait for: with a sequential test the first unfinished unit of this
    /// share, otherwise the first one in flight.
    fn barrier(&mut self) -> usize {
        if self.sprt.is_none() {
            return self.in_flight.first().copied().unwrap_or(usize::MAX);
        }
        self.advance();
        self.first_open
    }

    /// Counts the units that no longer have to wait.
    fn release(&mut self) -> Vec<usize> {
        let barrier = self.barrier();
        let still = self.waiting.split_off(&barrier);
        let ready: Vec<usize> = std::mem::replace(&mut self.waiting, still).into_iter().collect();
        self.count(&ready)
    }

    /// Counts units in ascending order. Returns those that count, in order: none after the unit that decided
    /// the test.
    fn count(&mut self, ready: &[usize]) -> Vec<usize> {
        let Some(&first) = ready.first() else { return Vec::new() };
        if first < self.scoreboard.counted() {
            // A unit between those already counted.
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

    /// Returns the unit and digest of a record, if it is not known yet.
    fn is_new(&self, record: &PairRecord) -> Result<Option<(GamePair, u64)>, PairError> {
        let unit = self.check(record)?;
        let digest = digest(record);
        match self.units.get(&record.unit) {
            Some(known) if known.digest == digest => Ok(None),
            Some(_) => Err(PairError::Conflict(record.unit)),
            None => Ok(Some((unit, digest))),
        }
    }

    /// Stores the summary of a unit.
    fn insert(&mut self, unit: &GamePair, record: &PairRecord, digest: u64) {
        self.add_totals(unit, record);
        for (index, game) in record.games.iter().enumerate().filter(|(_, game)| !game.detail.is_empty()) {
            self.details.insert((record.unit, index), game.detail.clone());
        }
        let games: Vec<GameSummary> = GameSummary::of_unit(unit, record).collect();
        self.units.insert(record.unit, PairSummary { games, digest });
    }

    fn finished(&self, counted: Vec<usize>) -> Finished {
        Finished { counted, verdict: self.verdict(), is_complete: self.is_complete() }
    }

    /// Returns the counted units, in order.
    fn counted_units(&self) -> impl Iterator<Item = usize> + '_ {
        let counted = self.units.range(..self.scoreboard.counted()).map(|(&unit, _)| unit);
        counted.filter(|unit| !self.waiting.contains(unit))
    }

    /// Extends the match to `games` per encounter in all rounds together, which must be more than before.
    /// With more than two engines or more than one round, whole rounds are added, so there may be a few games
    /// more.
    ///
    /// A match whose test has decided stays complete unless [`MatchProgress::go_on`] is called.
    ///
    /// # Errors
    /// If the match would become shorter, or its units would be renumbered.
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

    /// Continues playing and counting after the test has decided; its verdict stands.
    pub fn go_on(&mut self) {
        if let Some(sprt) = &mut self.header.settings.sprt {
            sprt.go_on = true;
        }
        self.recount();
    }

    /// Returns the verdict of the sequential test; undecided if there is none.
    pub fn verdict(&self) -> Verdict {
        self.scoreboard.verdict()
    }

    /// Returns whether nothing is left to play here: the match is over, or every unit of the share is
    /// finished.
    pub fn is_complete(&self) -> bool {
        let is_open = |id: &usize| self.share.contains(*id) && !self.units.contains_key(id);
        self.is_over() || !(self.first_open..self.schedule.total_units()).any(|id| is_open(&id))
    }

    /// Returns whether the whole match is over, on all hosts: the test has decided, or every unit is
    /// finished.
    pub fn is_over(&self) -> bool {
        let is_decided = self.scoreboard.is_decided() && !self.scoreboard.goes_on();
        is_decided || self.units.len() >= self.schedule.total_units()
    }

    /// Returns whether a unit is finished.
    pub fn is_finished(&self, unit: usize) -> bool {
        self.units.contains_key(&unit)
    }

    /// Returns the numbers of the finished units, in order.
    pub fn finished_units(&self) -> impl Iterator<Item = usize> + '_ {
        self.units.keys().copied()
    }

    /// Returns the finished games in the order of their numbers.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = &GameSummary> + '_ {
        self.units.values().flat_map(|unit| &unit.games)
    }

    /// Returns the finished games by unit.
    pub(crate) fn finished_by_unit(&self) -> impl Iterator<Item = &[GameSummary]> + '_ {
        self.units.values().map(|unit| &unit.games[..])
    }

    /// Returns details about the end of a finished game beyond its conclusion, such as the illegal move or
    /// why the engine disconnected. Games are identified by unit and index.
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

    /// Recounts everything in unit order.
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
    fn check(&self, record: &PairRecord) -> Result<GamePair, PairError> {
        let id = record.unit;
        let unit = self.schedule.unit(id).ok_or(PairError::Unknown(id))?;
        if unit.games.len() != record.games.len() {
            let (found, expected) = (record.games.len(), unit.games.len());
            return Err(PairError::Games { unit: id, found, expected });
        }
        for (index, (scheduled, game)) in unit.games.iter().zip(&record.games).enumerate() {
            let expected = [scheduled.white, scheduled.black].map(|engine| self.name(engine));
            if game.players != expected {
                let [found, expected] = [game.players.join(" against "), expected.join(" against ")];
                return Err(PairError::Players { unit: id, game: index + 1, found, expected });
            }
            if !game.conclusion.is_finished() {
                return Err(PairError::Unfinished { unit: id, game: index + 1 });
            }
        }
        Ok(unit)
    }

    fn name(&self, engine: usize) -> &str {
        self.header.settings.engines.get(engine).map_or("", |engine| engine.name.as_str())
    }

    fn add_totals(&mut self, unit: &GamePair, record: &PairRecord) {
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

/// Returns the results of a unit from its first engine's point of view.
fn results(unit: &GamePair, games: &[GameSummary]) -> Vec<PlayerResult> {
    let first = |game: &GameSummary| if game.white == unit.engines[0] { Color::White } else { Color::Black };
    games.iter().filter_map(|game| game.conclusion.result_for(first(game))).collect()
}

/// Returns the FNV-1a hash of a record's line, which differs between accidentally different records of a unit.
fn digest(record: &PairRecord) -> u64 {
    unit_line(record)
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
