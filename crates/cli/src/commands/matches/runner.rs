//! Plays a match on several threads.
//!
//! Each thread fetches a unit, plays its games and hands them in; units are counted, and written to the PGN
//! and sample files, in order. So neither the files nor the verdict depend on how the games are distributed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use tabia_arena::checks::SelfPlay;
use tabia_arena::output::report::{conclusion, report};
use tabia_arena::{
    EngineSettings, GameRecord, MatchProgress, Opening, PairRecord, PairTask, Participant, Referee,
    ScheduledGame, StoredGame, finished_line, started_line, warning_line,
};
use tabia_tablebase::SyzygyTables;

use super::MatchError;
use super::identity::now_ms;
use super::journal::Journal;
use super::options::Options;
use super::output::{Before, Sinks};
use super::own_books::OwnBooks;
use super::play::{Conditions, play_game};
use super::tablebase;
use crate::engines::{Clock, Engine, Log};

/// Number of warnings about an engine's output that are printed per game.
const LISTED_WARNINGS: usize = 3;

/// Plays a match to its end, starting with the units that are already finished. Returns whether it passed its
/// check, if it is one.
pub(super) fn play(
    options: &Options,
    lab: MatchProgress,
    journal: Option<Journal>,
    mut finished: Vec<PairRecord>,
) -> Result<bool, MatchError> {
    let tables = options.tables.as_deref().map(tablebase::open).transpose();
    let tables = tables.map_err(|error| MatchError::option("tb", error.to_string()))?;
    let total = lab.schedule().total_units();
    let mut progress = Progress {
        sinks: Sinks::open(options, if finished.is_empty() { Before::Kept } else { Before::Resumed })?,
        lab,
        waiting: BTreeMap::new(),
        ready: BTreeSet::new(),
        next: 0,
        written: 0,
        is_resumed: false,
        journal,
        counted: Vec::new(),
        error: None,
    };
    if !finished.is_empty() {
        let units: BTreeSet<usize> = finished.iter().map(|unit| unit.unit).collect();
        println!("Resumed: {} of {total} units are finished", units.len());
    }
    let settings = progress.lab.settings().clone();
    let runner = Runner {
        options,
        names: settings.names(),
        engines: &settings.engines,
        total_games: progress.lab.schedule().total_games(),
        tables,
        done: AtomicBool::new(false),
    };
    // In the file they are in the order in which they finished, but they count in order.
    finished.sort_by_key(|unit| unit.unit);
    for unit in finished {
        runner.count(&mut progress, unit)?;
    }
    progress.sinks.settle()?;
    progress.is_resumed = true;
    let mut progress = runner.run(options.concurrency.min(total), progress)?;
    if let Some(journal) = &mut progress.journal {
        journal.sync()?;
    }
    print!("{}", conclusion(&progress.lab));
    let mut passed = true;
    if options.is_self_play {
        let check = SelfPlay::judge(&progress.counted);
        println!("Self-play: {check}");
        passed = check.passed();
    }
    println!("Tournament finished");
    Ok(passed)
}

/// State that all threads read.
struct Runner<'a> {
    options: &'a Options,
    names: Vec<String>,
    engines: &'a [EngineSettings],
    total_games: usize,
    tables: Option<SyzygyTables>,
    /// Whether no more games are needed; running games are then aborted.
    done: AtomicBool,
}

/// State that the threads change, one at a time.
struct Progress {
    lab: MatchProgress,
    /// Units that are finished but not written.
    waiting: BTreeMap<usize, PairRecord>,
    /// Those of them that count.
    ready: BTreeSet<usize>,
    /// All units before this one are written, or belong to other shares.
    next: usize,
    journal: Option<Journal>,
    sinks: Sinks,
    /// Number of units written.
    written: usize,
    /// Whether the units of the match file have been counted: reports are printed after new units only.
    is_resumed: bool,
    /// Counted units, if they will be judged.
    counted: Vec<PairRecord>,
    error: Option<MatchError>,
}

fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    // State left by a panicking thread is consistent: units are handed in as a whole.
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// State of a thread between units.
struct ThreadState {
    /// Thread number, from 0.
    thread: usize,
    clock: Clock,
    log: Log,
    /// Two engines, with their indexes among all engines.
    engines: [Option<(usize, Engine)>; 2],
}

impl Runner<'_> {
    /// Plays the unfinished units on `threads` threads.
    fn run(&self, threads: usize, progress: Progress) -> Result<Progress, MatchError> {
        self.done.store(progress.lab.is_complete(), Ordering::Relaxed);
        let progress = Mutex::new(progress);
        thread::scope(|scope| {
            for thread in 0..threads {
                let progress = &progress;
                scope.spawn(move || {
                    if let Err(error) = self.work(thread, progress) {
                        lock(progress).error.get_or_insert(error);
                        self.done.store(true, Ordering::Relaxed);
                    }
                });
            }
        });
        let mut progress = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = progress.error.take() {
            return Err(error);
        }
        // Units that count, but were waiting for one that is no longer needed.
        let rest: Vec<usize> = progress.ready.iter().copied().collect();
        self.write(&mut progress, &rest)?;
        Ok(progress)
    }

    /// Main loop of thread `number`, counted from 0.
    fn work(&self, number: usize, progress: &Mutex<Progress>) -> Result<(), MatchError> {
        let log = self.open_log(number)?;
        let mut own = ThreadState { thread: number, clock: Clock::new(), log, engines: [None, None] };
        while let Some(task) = self.next_unit(progress) {
            let played = self.play_unit(&mut own, &task)?;
            let mut progress = lock(progress);
            match played.filter(|_| !self.done.load(Ordering::Relaxed)) {
                Some(unit) => self.hand_in(&mut progress, unit)?,
                None => progress.lab.give_back(task.unit.id),
            }
        }
        Ok(())
    }

    fn open_log(&self, number: usize) -> Result<Log, MatchError> {
        if !self.options.log {
            return Ok(Log::default());
        }
        let path = format!("tabia.{}.log", number + 1);
        // A resumed match appends to its logs.
        let mut open = OpenOptions::new();
        let open =
            if self.options.resume.is_some() { open.append(true) } else { open.write(true).truncate(true) };
        let file = open.create(true).open(&path);
        Ok(Log::new(file.map_err(|error| MatchError::File { path: path.into(), fault: error.to_string() })?))
    }

    /// Makes the engines of a unit available; engines that are already there are reused.
    fn make_available(&self, own: &mut ThreadState, engines: [usize; 2]) -> Result<(), MatchError> {
        for (kept, index) in own.engines.iter_mut().zip(engines) {
            if kept.as_ref().is_none_or(|(kept, _)| *kept != index) {
                // The old engine ends before the new one starts.
                *kept = None;
                let name = self.names.get(index).map_or("", String::as_str);
                if let Some(options) = self.options.engines.get(index) {
                    *kept = Some((index, options.engine(own.log.named(name), own.clock)?));
                }
            }
        }
        Ok(())
    }

    fn next_unit(&self, progress: &Mutex<Progress>) -> Option<PairTask> {
        let mut progress = lock(progress);
        if self.done.load(Ordering::Relaxed) { None } else { progress.lab.next_unit() }
    }

    /// Plays the games of a unit; `None` if they were aborted.
    fn play_unit(&self, own: &mut ThreadState, task: &PairTask) -> Result<Option<PairRecord>, MatchError> {
        let mut games = Vec::new();
        for (game, opening) in task.unit.games.iter().zip(&task.openings) {
            thread::sleep(self.options.wait);
            self.make_available(own, task.unit.engines)?;
            println!("{}", started_line(game, self.total_games, &self.names));
            let played = self.play_scheduled(own, game, opening, task.unit.id)?;
            for kept in &mut own.engines {
                let restarts =
                    |index: &usize| self.options.engines.get(*index).is_some_and(|engine| engine.restarts);
                kept.take_if(|(index, _)| restarts(index));
            }
            let Some(record) = played.filter(|record| record.conclusion.is_finished()) else {
                return Ok(None);
            };
            println!("{}", finished_line(game, &self.names, &record));
            for warning in record.warnings.iter().take(LISTED_WARNINGS) {
                eprintln!("{}", warning_line(game, &record.players, warning));
            }
            games.push(StoredGame::new(&record, self.options.settings.keep()));
        }
        Ok(Some(PairRecord {
            unit: task.unit.id,
            host: String::new(),
            worker: own.thread as u16,
            finished_ms: now_ms(),
            games,
        }))
    }

    fn play_scheduled(
        &self,
        own: &mut ThreadState,
        game: &ScheduledGame,
        opening: &Opening,
        unit: usize,
    ) -> Result<Option<GameRecord>, MatchError> {
        let places = [game.white, game.black];
        let (Some(white), Some(black)) = (self.engines.get(game.white), self.engines.get(game.black)) else {
            return Ok(None);
        };
        let [Some((first_place, first)), Some((_, second))] = &mut own.engines else { return Ok(None) };
        let mut engines = if *first_place == game.white { [first, second] } else { [second, first] };
        let (settings, options) = (&self.options.settings, &self.options.engines);
        let mut conditions = Conditions {
            names: [&white.name, &black.name],
            ponders: [white.ponder, black.ponder],
            books: OwnBooks::open(options, settings, places, unit)?,
            tables: self.tables.as_ref(),
            clock: own.clock,
        };
        let participants = [white, black]
            .map(|engine| Participant { name: engine.name.clone(), limits: engine.limits.clone() });
        let referee = Referee::new(participants, opening, settings.adjudication);
        let is_cancelled = || self.done.load(Ordering::Relaxed);
        match play_game(referee, &mut engines, &mut conditions, &is_cancelled) {
            Ok(record) => Ok(Some(record)),
            Err((color, fault)) => {
                let place = places[color.index()];
                let engine = self.names.get(place).cloned().unwrap_or_default();
                Err(MatchError::Engine { engine, fault })
            }
        }
    }

    /// Accepts a unit that was just played.
    fn hand_in(&self, progress: &mut Progress, unit: PairRecord) -> Result<(), MatchError> {
        if let Some(journal) = &mut progress.journal {
            journal.add(&unit)?;
        }
        self.count(progress, unit)?;
        if progress.lab.is_complete() {
            self.done.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Counts a unit, and writes the units that are next in order: the files do not depend on when a match
    /// was interrupted.
    fn count(&self, progress: &mut Progress, unit: PairRecord) -> Result<(), MatchError> {
        progress.ready.extend(progress.lab.finish(&unit)?.counted);
        progress.waiting.insert(unit.unit, unit);
        let next = progress.next_in_order();
        self.write(progress, &next)
    }

    /// Writes units, with a report whenever their number passes a multiple of the interval.
    fn write(&self, progress: &mut Progress, units: &[usize]) -> Result<(), MatchError> {
        let before = progress.written;
        for &id in units {
            progress.ready.remove(&id);
            let Some(unit) = progress.waiting.remove(&id) else { continue };
            progress.sinks.write(&progress.lab, &unit)?;
            if self.options.is_self_play {
                progress.counted.push(unit);
            }
            progress.written += 1;
        }
        let interval = self.options.rating_interval;
        let is_due = interval > 0 && before / interval < progress.written / interval;
        // The score is that of all counted units; the last report is part of the conclusion.
        if is_due && progress.is_resumed && !progress.lab.is_complete() {
            print!("{}", report(&progress.lab));
        }
        Ok(())
    }
}

impl Progress {
    /// Returns the units that can be written now: those that count, up to the first one of this share that
    /// doesn't.
    fn next_in_order(&mut self) -> Vec<usize> {
        let (share, total) = (self.lab.share(), self.lab.schedule().total_units());
        let mut units = Vec::new();
        while self.next < total && (self.ready.contains(&self.next) || !share.contains(self.next)) {
            units.extend(self.ready.contains(&self.next).then_some(self.next));
            self.next += 1;
        }
        units
    }
}
