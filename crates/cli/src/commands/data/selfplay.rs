//! `data play`: plays games on several threads, and writes them in the order of their numbers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use tabia_data::filter::{Filter, FilterVerdict, Statistics};
use tabia_data::play::{PlaySettings, play_game};
use tabia_engine::Engine;

use super::args::PlayArgs;
use super::error::DataError;
use super::file::GameFile;
use super::numbers::{percent, thousands};
use crate::net_file;

/// A finished game with its number.
struct Finished {
    number: u64,
    bytes: Vec<u8>,
    statistics: Statistics,
}

/// Data shared by all threads.
struct SelfplayJob {
    settings: PlaySettings,
    seed: u64,
    /// Number of the next game.
    next: AtomicU64,
    /// Total number of games to play.
    games: u64,
}

pub(super) fn run(args: &PlayArgs) -> Result<(), DataError> {
    let net = net_file::read(&args.eval_file)?.map(Arc::new);
    let mut file = GameFile::open(&args.output, &args.recipe, net.clone())?;
    let task = SelfplayJob {
        settings: file.recipe.play_settings(),
        seed: file.recipe.seed(),
        next: AtomicU64::new(file.whole.games),
        games: args.games.unwrap_or(u64::MAX),
    };
    let threads = args.threads.min(1_024);
    let mut engines =
        (0..threads).map(|_| Engine::new(file.recipe.hash_megabytes())).collect::<Result<Vec<_>, _>>()?;
    for engine in &mut engines {
        engine.set_net(net.clone());
    }
    println!(
        "{}: {} games so far; seed {}, {} nodes, {threads} threads",
        args.output.display(),
        thousands(file.whole.games),
        task.seed,
        thousands(task.settings.soft_nodes)
    );
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for engine in engines {
            let (sender, task) = (sender.clone(), &task);
            scope.spawn(move || play(engine, task, &sender));
        }
        drop(sender);
        // If writing fails, the receiver is dropped and the threads stop.
        collect(&mut file, receiver, Duration::from_secs(args.report))
    })
}

/// Plays games until there are enough or the receiver is gone.
fn play(mut engine: Engine, task: &SelfplayJob, sender: &Sender<Finished>) {
    let filter = Filter::default();
    loop {
        let number = task.next.fetch_add(1, Ordering::Relaxed);
        if number >= task.games {
            return;
        }
        let game = play_game(&mut engine, &task.settings, task.seed, number);
        let mut finished = Finished { number, bytes: Vec::new(), statistics: Statistics::default() };
        game.write(&mut finished.bytes);
        finished.statistics.add(&filter, &game);
        if sender.send(finished).is_err() {
            return;
        }
    }
}

/// Writes games in the order of their numbers and regularly prints the progress.
fn collect(file: &mut GameFile, games: Receiver<Finished>, interval: Duration) -> Result<(), DataError> {
    let start = Instant::now();
    let mut told = start;
    let before = file.statistics.clone();
    let mut waiting = BTreeMap::new();
    let mut next = file.whole.games;
    for finished in games {
        waiting.insert(finished.number, finished);
        while let Some(finished) = waiting.remove(&next) {
            file.add(&finished.bytes, &finished.statistics)?;
            next += 1;
        }
        if told.elapsed() >= interval {
            told = Instant::now();
            file.sync()?;
            println!("{}", progress(&file.statistics, &before, start.elapsed()));
        }
    }
    file.sync()?;
    println!("{}", progress(&file.statistics, &before, start.elapsed()));
    Ok(())
}

/// Formats the statistics of the file, and the speed since this run started with the statistics `before`.
fn progress(all: &Statistics, before: &Statistics, time: Duration) -> String {
    let seconds = time.as_secs_f64().max(0.001);
    let per_second = |now: u64, before: u64| (now - before) as f64 / seconds;
    let [black, draws, white] = all.results;
    let usable = all.count(FilterVerdict::Taken);
    format!(
        "{} games (+{white} ={draws} -{black}), {} positions, {} usable ({:.1}%); {:.0} positions/s, {:.0} usable/s",
        thousands(all.games),
        thousands(all.positions),
        thousands(usable),
        percent(usable, all.positions),
        per_second(all.positions, before.positions),
        per_second(usable, before.count(FilterVerdict::Taken)),
    )
}
