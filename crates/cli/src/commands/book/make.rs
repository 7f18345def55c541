//! `book make`: builds a book from games.

use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::slice;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use tabia_book_tools::recipe::{Recipe, RecipePart};
use tabia_chess::Color;
use tabia_polyglot::make::{self, MakeOptions, Observer, Progress};
use tabia_polyglot::pgn_scan::GameProblem;

use super::error::BookFailure;
use super::files::{AtomicFile, LISTED_PROBLEMS, open};
use super::filter::BookFilterArgs;
use super::recipe::make_by;
use super::scan::name_problem;
use crate::number::{real, whole};

/// Arguments of `book make`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option without a value")]
pub(crate) struct MakeArgs {
    /// The games
    #[arg(long, value_name = "FILE", default_value = "book.pgn")]
    pgn: PathBuf,
    /// The book
    #[arg(long, value_name = "FILE", default_value = "book.bin")]
    bin: PathBuf,
    /// Half-moves of each game to count
    #[arg(long, value_name = "PLY", default_value = "1024", value_parser = whole::<u32>(0..))]
    max_ply: u32,
    /// The minimum number of games with a move
    #[arg(long, value_name = "GAMES", default_value = "3", value_parser = whole::<u32>(0..))]
    min_game: u32,
    /// The minimum score of a move for its side, in percent
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = real::<f64>(0.0..=100.0))]
    min_score: f64,
    /// Keep White's moves only
    #[arg(long, overrides_with = "only_black")]
    only_white: bool,
    /// Keep Black's moves only
    #[arg(long, overrides_with = "only_white")]
    only_black: bool,
    /// Give every move the weight 1
    #[arg(long)]
    uniform: bool,
    /// Memory for counting; with less, the games are read several times
    #[arg(long, value_name = "MB", default_value = "1024", value_parser = whole::<u32>(1..=65_536))]
    memory: u32,
    /// Copy Polyglot's faults too: stop at the first bad game, play games with a FEN tag from the normal position
    #[arg(long, conflicts_with = "BookFilterArgs")]
    compat: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: BookFilterArgs,
}

impl MakeArgs {
    fn options(&self) -> MakeOptions {
        MakeOptions {
            max_ply: self.max_ply,
            min_game: self.min_game,
            min_score: self.min_score,
            only: match (self.only_white, self.only_black) {
                (true, _) => Some(Color::White),
                (_, true) => Some(Color::Black),
                _ => None,
            },
            uniform: self.uniform,
            strict: self.compat,
            max_bytes: (self.memory as usize) << 20,
        }
    }
}

/// Builds a book as Polyglot does; with a filter, by a recipe of one part and one pass.
pub(super) fn run(args: &MakeArgs) -> Result<(), BookFailure> {
    let (options, filter) = (args.options(), args.filter.filter());
    if filter.takes_all() {
        return make(&args.pgn, &args.bin, &options, args.json);
    }
    let recipe = Recipe {
        memory_mb: args.memory,
        parts: vec![RecipePart { filter, passes: vec![(&options).into()], ..RecipePart::default() }],
        ..Recipe::default()
    };
    make_by(&recipe, slice::from_ref(&args.pgn), &args.bin, None, args.json)
}

/// Reports bad games, and shows the progress on a terminal.
struct MakeReporter<'a> {
    path: &'a Path,
    start: Instant,
    told: Instant,
    terminal: bool,
    problems: Vec<GameProblem>,
}

impl Observer for MakeReporter<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.terminal && self.told.elapsed() >= Duration::from_secs(1) {
            self.told = Instant::now();
            let seconds = self.start.elapsed().as_secs_f64();
            let left = progress.total_bytes.saturating_sub(progress.bytes) as f64 * seconds
                / progress.bytes.max(1) as f64;
            eprint!(
                "\r{} games, {:.0} games/s, {left:.0} s left, reading {} \x1b[K",
                progress.games,
                progress.games as f64 / seconds,
                progress.pass
            );
        }
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &GameProblem) {
        name_problem(self.path, problem);
        if self.problems.len() < LISTED_PROBLEMS {
            self.problems.push(problem.clone());
        }
    }
}

fn make(pgn: &Path, bin: &Path, options: &MakeOptions, json: bool) -> Result<(), BookFailure> {
    let mut source = open(pgn)?;
    let mut output = AtomicFile::create(bin, [pgn])?;
    let start = Instant::now();
    let terminal = io::stderr().is_terminal();
    let mut watch = MakeReporter { path: pgn, start, told: start, terminal, problems: Vec::new() };
    let built = make::build(&mut source, options, &mut watch, |entry| output.write(&entry.to_bytes()));
    let progress = built.map_err(|error| BookFailure::Make { path: pgn.to_owned(), error })?;
    if progress.games == 0 {
        return Err(BookFailure::NoGames { paths: vec![pgn.to_owned()] });
    }
    output.finish()?;
    let seconds = start.elapsed().as_secs_f64();
    if json {
        println!("{}", as_json(&progress, &watch.problems, seconds));
    } else {
        println!("{} games, {} left out.", progress.games, progress.rejected);
        println!("{} entries in {}.", progress.entries, bin.display());
        println!("{seconds:.2} s, {:.0} games/s.", progress.games as f64 / seconds.max(0.001));
    }
    Ok(())
}

fn as_json(progress: &Progress, problems: &[GameProblem], seconds: f64) -> serde_json::Value {
    let problems: Vec<_> = problems
        .iter()
        .map(|problem| {
            json!({
                "game": problem.game,
                "line": problem.line,
                "column": problem.column,
                "message": problem.kind.to_string(),
            })
        })
        .collect();
    json!({
        "games": progress.games,
        "left_out": progress.rejected,
        "half_moves": progress.plies,
        "entries": progress.entries,
        "readings": progress.pass,
        "seconds": seconds,
        "problems": problems,
    })
}
