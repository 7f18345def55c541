//! Plays a match on several threads.
//!
//! A thread takes a unit, plays its games and hands the results in; they are counted, and written to the PGN and
//! sample files, in the order of the units. So neither files nor verdict depend on how the games are spread.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use tabia_arena::pgn::{Tags, Verbosity, write_game};
use tabia_arena::stats::{Verdict, report};
use tabia_arena::{
    GameRecord, Openings, Referee, ScheduledGame, Seat, Tally, TimeControl, Unit, crosstable, finished_line,
    samples, started_line,
};
use tabia_chess::Color;

use super::MatchError;
use super::journal::{FinishedUnit, Header, Journal};
use super::options::{OpeningOptions, Options};
use super::output::{EngineTotals, Sink, today};
use super::player::{self, Log, Player};

/// Faults of an opening file that are listed; the rest is counted.
const LISTED_PROBLEMS: usize = 5;

/// Warnings about an engine's output that are printed per game.
const LISTED_WARNINGS: usize = 3;

/// Plays a match to its end.
pub(super) fn play(options: &Options) -> Result<(), MatchError> {
    let names = names(options)?;
    let (header, units) = options.resume.as_deref().map_or(Ok((None, BTreeMap::new())), Journal::read)?;
    let is_new = header.is_none();
    let seed = options.seed.or(header.as_ref().map(|header| header.seed)).unwrap_or_else(seed_from_time);
    println!("Seed: {seed}");
    let (openings, openings_text) = load_openings(options.openings.as_ref(), seed)?;
    let mut settings = settings(options, &names);
    settings.insert("openings".to_owned(), openings_text);
    let date = header.as_ref().map_or_else(today, |header| header.date.clone());
    let current = Header { seed, date, settings };
    if let Some(earlier) = header {
        same_match(options, &earlier, &current)?;
    }
    let journal = match &options.resume {
        Some(path) => Some(Journal::open(path, &current, is_new)?),
        None => None,
    };
    // A match that is resumed writes its files anew, from the journal.
    let anew = options.resume.is_some();
    let pgn = options.pgn.as_ref().map(|(path, _)| Sink::open(path, anew)).transpose()?;
    let sample = options.sample.as_ref().map(|(path, _)| Sink::open(path, anew)).transpose()?;
    let mut progress = Progress {
        next: 0,
        played: units.keys().copied().collect(),
        tally: Tally::new(options.schedule, options.sprt),
        waiting: BTreeMap::new(),
        journal,
        pgn,
        sample,
        totals: vec![EngineTotals::default(); names.len()],
        error: None,
    };
    let runner = Runner {
        options,
        names: &names,
        openings: &openings,
        seed,
        date: &current.date,
        done: AtomicBool::new(false),
    };
    if !units.is_empty() {
        println!("Resumed: {} of {} units are finished", units.len(), options.schedule.total_units());
    }
    for (id, unit) in units {
        runner.count(&mut progress, id, unit)?;
    }
    runner.done.store(progress.tally.is_complete(), Ordering::Relaxed);
    let progress = Mutex::new(progress);
    thread::scope(|scope| {
        for thread in 0..options.concurrency.min(options.schedule.total_units()) {
            let (runner, progress) = (&runner, &progress);
            scope.spawn(move || {
                if let Err(error) = runner.work(thread + 1, progress) {
                    lock(progress).error.get_or_insert(error);
                    runner.done.store(true, Ordering::Relaxed);
                }
            });
        }
    });
    let progress = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = progress.error {
        return Err(error);
    }
    runner.conclude(&progress);
    Ok(())
}

/// What all threads read.
struct Runner<'a> {
    options: &'a Options,
    names: &'a [String],
    openings: &'a Openings,
    seed: u64,
    date: &'a str,
    /// Whether no more games are needed; those that are being played are broken off.
    done: AtomicBool,
}

/// What the threads change, one at a time.
struct Progress {
    next: usize,
    /// Units of an earlier run.
    played: BTreeSet<usize>,
    tally: Tally,
    /// Units that are finished, but not counted before an earlier one is.
    waiting: BTreeMap<usize, FinishedUnit>,
    journal: Option<Journal>,
    pgn: Option<Sink>,
    sample: Option<Sink>,
    totals: Vec<EngineTotals>,
    error: Option<MatchError>,
}

fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    // What a thread that panicked left behind is whole: units are handed in as one.
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The engines that a thread keeps, by their place among all engines.
type Cached = Option<(usize, Box<dyn Player>)>;

impl Runner<'_> {
    /// The work of one thread, `number` from 1.
    fn work(&self, number: usize, progress: &Mutex<Progress>) -> Result<(), MatchError> {
        let log = if self.options.log {
            let path = format!("tabia.{number}.log");
            let file = File::create(&path);
            Log::new(file.map_err(|error| MatchError::File { path: path.into(), fault: error.to_string() })?)
        } else {
            Log::default()
        };
        let mut engines: [Cached; 2] = [None, None];
        while let Some(unit) = self.next_unit(progress) {
            for (cached, &index) in engines.iter_mut().zip(&unit.engines) {
                if cached.as_ref().is_none_or(|(kept, _)| *kept != index) {
                    // The old engine ends before the new one begins.
                    *cached = None;
                    let name = self.names.get(index).map_or("", String::as_str);
                    *cached = self
                        .options
                        .engines
                        .get(index)
                        .map(|engine| engine.start(log.named(name)))
                        .transpose()?
                        .map(|player| (index, player));
                }
            }
            let [Some((_, first)), Some((_, second))] = &mut engines else { return Ok(()) };
            if let Some((finished, records)) = self.play_unit(&unit, [first.as_mut(), second.as_mut()]) {
                self.hand_in(&mut lock(progress), &unit, finished, &records)?;
            }
        }
        Ok(())
    }

    fn next_unit(&self, progress: &Mutex<Progress>) -> Option<Unit> {
        let mut progress = lock(progress);
        while progress.played.contains(&progress.next) {
            progress.next += 1;
        }
        if self.done.load(Ordering::Relaxed) {
            return None;
        }
        let unit = self.options.schedule.unit(progress.next)?;
        progress.next += 1;
        Some(unit)
    }

    /// Plays the games of a unit; `None` when they were broken off.
    fn play_unit(
        &self,
        unit: &Unit,
        [first, second]: [&mut dyn Player; 2],
    ) -> Option<(FinishedUnit, Vec<GameRecord>)> {
        let total = self.options.schedule.total_games();
        let mut finished = FinishedUnit::default();
        let mut records = Vec::new();
        for game in &unit.games {
            println!("{}", started_line(game, total, self.names));
            let seat = |index: usize| Seat {
                name: self.names.get(index).cloned().unwrap_or_default(),
                limits: self
                    .options
                    .engines
                    .get(index)
                    .map(|engine| engine.limits.clone())
                    .unwrap_or_default(),
            };
            let seats = [seat(game.white), seat(game.black)];
            let referee = Referee::new(seats, &self.openings.get(game.opening), self.options.rules);
            let first_color = if game.white == unit.engines[0] { Color::White } else { Color::Black };
            let players: [&mut dyn Player; 2] = if first_color == Color::White {
                [&mut *first, &mut *second]
            } else {
                [&mut *second, &mut *first]
            };
            let record = player::play(referee, players, &|| self.done.load(Ordering::Relaxed));
            finished.results.push(record.result_for(first_color)?);
            println!("{}", finished_line(game, self.names, &record.conclusion));
            for warning in record.warnings.iter().take(LISTED_WARNINGS) {
                let name = &record.players[warning.color.index()];
                eprintln!(
                    "Warning: game {}, ply {}: {name}: {}",
                    game.number + 1,
                    warning.ply,
                    warning.message
                );
            }
            finished.pgn += &self.pgn(unit, game, &record);
            if let Some((_, options)) = self.options.sample {
                finished.samples += &samples(&record, options, self.seed.wrapping_add(game.number as u64));
            }
            records.push(record);
        }
        Some((finished, records))
    }

    fn pgn(&self, unit: &Unit, game: &ScheduledGame, record: &GameRecord) -> String {
        let time_control = |index: usize| {
            let limits = self.options.engines.get(index).map(|engine| &engine.limits);
            limits
                .and_then(|limits| limits.time_control.as_ref())
                .map_or_else(String::new, TimeControl::pgn_tag)
        };
        let tags = Tags {
            event: self.options.event.clone(),
            site: self.options.site.clone(),
            date: self.date.to_owned(),
            round: format!("{}.{}", unit.round + 1, game.number_in_round + 1),
            time_controls: [time_control(game.white), time_control(game.black)],
        };
        let verbosity = self.options.pgn.as_ref().map_or(Verbosity::default(), |(_, verbosity)| *verbosity);
        write_game(record, &tags, verbosity)
    }

    /// Takes a unit that was played just now.
    fn hand_in(
        &self,
        progress: &mut Progress,
        unit: &Unit,
        finished: FinishedUnit,
        records: &[GameRecord],
    ) -> Result<(), MatchError> {
        if self.done.load(Ordering::Relaxed) {
            return Ok(());
        }
        for (game, record) in unit.games.iter().zip(records) {
            for (index, color) in [(game.white, Color::White), (game.black, Color::Black)] {
                if let Some(totals) = progress.totals.get_mut(index) {
                    totals.add(record, color);
                }
            }
        }
        if let Some(journal) = &mut progress.journal {
            journal.add(unit.id, &finished)?;
        }
        self.count(progress, unit.id, finished)?;
        if progress.tally.is_complete() {
            self.done.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Counts a unit and all that have waited for it, and writes them out.
    fn count(&self, progress: &mut Progress, id: usize, unit: FinishedUnit) -> Result<(), MatchError> {
        let counted = progress.tally.add(id, unit.results.clone());
        progress.waiting.insert(id, unit);
        for id in counted {
            let Some(unit) = progress.waiting.remove(&id) else { continue };
            if let Some(pgn) = &mut progress.pgn {
                pgn.write(&unit.pgn)?;
            }
            if let Some(sample) = &mut progress.sample {
                sample.write(&unit.samples)?;
            }
            let interval = self.options.rating_interval;
            // The last report is part of the conclusion.
            if interval > 0
                && (id + 1) % interval == 0
                && id + 1 == progress.tally.counted()
                && !progress.tally.is_complete()
            {
                print!("{}", self.report(&progress.tally));
            }
        }
        Ok(())
    }

    /// The score in fastchess's form.
    fn report(&self, tally: &Tally) -> String {
        const RULE: &str = "--------------------------------------------------\n";
        let body = match self.names {
            [first, second] => {
                let report = report(&tally.counts(0), self.options.sprt.as_ref());
                format!("Results of {first} vs {second} ({}):\n{report}", self.conditions())
            }
            names => crosstable(&self.options.schedule, tally, names),
        };
        format!("{RULE}{body}{RULE}")
    }

    /// Limits, threads, hash and openings, each once if all engines have the same.
    fn conditions(&self) -> String {
        let of_all = |value: &dyn Fn(&super::engine::EngineOptions) -> String| {
            let mut values: Vec<String> = self.options.engines.iter().map(value).collect();
            values.dedup();
            values.join(" - ")
        };
        let option = |name: &'static str, unit: &'static str| {
            of_all(&move |engine| {
                let found = engine.options.iter().rev().find(|(option, _)| option.eq_ignore_ascii_case(name));
                found.map_or_else(|| "NULL".to_owned(), |(_, value)| format!("{value}{unit}"))
            })
        };
        let mut parts =
            vec![of_all(&|engine| engine.limits.summary()), option("Threads", "t"), option("Hash", "MB")];
        let file = self.options.openings.as_ref().and_then(|openings| openings.file.file_name());
        parts.extend(file.map(|name| name.to_string_lossy().into_owned()));
        parts.join(", ")
    }

    fn conclude(&self, progress: &Progress) {
        print!("{}", self.report(&progress.tally));
        if let Some(sprt) = &self.options.sprt {
            let elo = format!("[{:.2}, {:.2}]", sprt.elo0(), sprt.elo1());
            match progress.tally.verdict() {
                Verdict::Undecided => println!("SPRT ({elo}) undecided"),
                verdict => println!("SPRT ({elo}) completed - {verdict} was accepted"),
            }
        }
        for (name, totals) in self.names.iter().zip(&progress.totals) {
            print!("{}", totals.report(name));
        }
        println!("Tournament finished");
    }
}

/// Starts every engine once, to see that it can be, and to learn its name. Names that occur twice are told apart.
fn names(options: &Options) -> Result<Vec<String>, MatchError> {
    let mut names: Vec<String> = Vec::new();
    for engine in &options.engines {
        let player = engine.start(Log::default())?;
        let name = engine.name.clone().unwrap_or_else(|| player.name().to_owned());
        let free = |candidate: &String| !names.contains(candidate);
        let candidates =
            std::iter::once(name.clone()).chain((2..).map(|number| format!("{name} ({number})")));
        names.extend(candidates.into_iter().find(free));
    }
    Ok(names)
}

fn seed_from_time() -> u64 {
    // The low digits of the time; short enough to be typed.
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(1, |elapsed| elapsed.as_nanos() as u64 % 1_000_000_000)
}

/// Reads the opening file, and says in a few words which openings in which order these are.
fn load_openings(options: Option<&OpeningOptions>, seed: u64) -> Result<(Openings, String), MatchError> {
    let Some(options) = options else {
        eprintln!("Warning: without -openings every game begins from the start position");
        return Ok((Openings::default(), "start position".to_owned()));
    };
    let OpeningOptions { file, is_pgn, order, start, plies, .. } = options;
    let fault = |fault: String| MatchError::File { path: file.clone(), fault };
    let bytes = fs::read(file).map_err(|error| fault(error.to_string()))?;
    let text = tabia_pgn::decode(&bytes).text;
    let (openings, problems) =
        if *is_pgn { Openings::from_pgn(&text, *plies) } else { Openings::from_epd(&text) };
    for problem in problems.iter().take(LISTED_PROBLEMS) {
        eprintln!("Warning: {}, {problem}", file.display());
    }
    if problems.len() > LISTED_PROBLEMS {
        eprintln!("Warning: {}: {} more lines have faults", file.display(), problems.len() - LISTED_PROBLEMS);
    }
    if openings.is_empty() {
        return Err(fault("there is no opening in it".to_owned()));
    }
    let seed = options.seed.unwrap_or(seed);
    let text = format!(
        "{} bytes, hash {:016x}, {order:?}, seed {seed}, start {start}, plies {plies:?}",
        bytes.len(),
        fnv1a(&bytes)
    );
    Ok((openings.in_order(*order, seed, *start), text))
}

/// The FNV-1a hash, to tell one opening file from another.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// All settings that the games and their texts depend on.
fn settings(options: &Options, names: &[String]) -> BTreeMap<String, String> {
    let mut settings = BTreeMap::from([
        ("schedule".to_owned(), options.schedule_text.clone()),
        ("adjudication".to_owned(), format!("{:?}", options.rules)),
        ("pgn".to_owned(), format!("{:?}", options.pgn.as_ref().map(|(_, verbosity)| verbosity))),
        ("sample".to_owned(), format!("{:?}", options.sample.as_ref().map(|(_, sample)| sample))),
        ("event".to_owned(), options.event.clone()),
        ("site".to_owned(), options.site.clone()),
    ]);
    for (index, (engine, name)) in options.engines.iter().zip(names).enumerate() {
        settings.insert(format!("engine {}", index + 1), format!("{name}: {}", engine.fingerprint()));
    }
    settings
}

/// Checks that a journal belongs to this match.
fn same_match(options: &Options, earlier: &Header, current: &Header) -> Result<(), MatchError> {
    let path = options.resume.clone().unwrap_or_default();
    let differs = |what: &str, then: &str, now: &str| MatchError::File {
        path: path.clone(),
        fault: format!("it belongs to another match: {what} was {then}, and is {now}"),
    };
    if earlier.seed != current.seed {
        return Err(differs("seed", &earlier.seed.to_string(), &current.seed.to_string()));
    }
    for (name, now) in &current.settings {
        let then = earlier.settings.get(name).map_or("not set", String::as_str);
        if then != now {
            return Err(differs(name, then, now));
        }
    }
    Ok(())
}
