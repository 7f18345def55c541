//! `tabia book`: opening books built, merged, listed and examined.

mod args;
mod change;
mod files;
mod games;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use tabia_chess::Color;
use tabia_polyglot::lines::{self, LinesError};
use tabia_polyglot::make::{self, MakeError, MakeOptions, Observer, Progress};
use tabia_polyglot::pgn_scan::GameProblem;
use tabia_polyglot::{BookFault, BookReport, Entry, MergeError, MergeOptions, SourceError, check, merge};
use thiserror::Error;

pub(crate) use args::{BookCommand, clap, read, with_two_dashes};
pub(crate) use files::Input;
use files::Output;

/// Bad games that are named in JSON.
const LISTED_PROBLEMS: usize = 1000;

/// Why a command about books could not be carried out.
#[derive(Debug, Error)]
pub(crate) enum BookFailure {
    #[error("{}: {error}", path.display())]
    Open { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: SourceError },
    #[error("{}: {error}", path.display())]
    Make { path: PathBuf, error: MakeError },
    #[error(transparent)]
    Merge(#[from] MergeError),
    #[error("{}: {error}", path.display())]
    Lines { path: PathBuf, error: LinesError },
    #[error("{}: {reason}", path.display())]
    File { path: PathBuf, reason: String },
    #[error("{0}")]
    Usage(String),
}

impl BookFailure {
    /// Something is wrong with what a file holds.
    fn file(path: &Path, error: &impl ToString) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }
}

/// Carries a command out; whether what it checked was right.
pub(crate) fn run(command: &BookCommand) -> Result<bool, BookFailure> {
    match command {
        BookCommand::Make { pgn, bin, options, filter, json } if filter.takes_all() => {
            make_book(pgn, bin, options, *json)
        }
        BookCommand::Make { pgn, bin, options, filter, json } => {
            games::make_filtered(pgn, bin, options, filter.clone(), *json)
        }
        BookCommand::Merge { inputs, out, options, json } => merge_books(inputs, out, *options, *json),
        BookCommand::Dump { bin, color, out, json } => dump(bin, *color, out.as_deref(), *json),
        BookCommand::Info { bin, exact, json } => info(bin, *exact, *json),
        BookCommand::Games { name, matches } => games::run(name, matches),
        BookCommand::Change { name, matches } => change::run(name, matches),
    }
}

/// Names bad games, and tells on a terminal how far building has come.
struct Watch<'a> {
    path: &'a Path,
    start: Instant,
    told: Instant,
    terminal: bool,
    problems: Vec<GameProblem>,
}

impl Observer for Watch<'_> {
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
        eprintln!("{}: {problem}; the game is left out", self.path.display());
        if self.problems.len() < LISTED_PROBLEMS {
            self.problems.push(problem.clone());
        }
    }
}

fn make_book(pgn: &Path, bin: &Path, options: &MakeOptions, json: bool) -> Result<bool, BookFailure> {
    let mut source = Input::open(pgn)?;
    let mut output = Output::create(bin)?;
    let start = Instant::now();
    let terminal = io::stderr().is_terminal();
    let mut watch = Watch { path: pgn, start, told: start, terminal, problems: Vec::new() };
    let built = make::build(&mut source, options, &mut watch, |entry| output.write(&entry.to_bytes()));
    let progress = built.map_err(|error| BookFailure::Make { path: pgn.to_owned(), error })?;
    output.finish()?;
    let seconds = start.elapsed().as_secs_f64();
    if json {
        let problems: Vec<_> = watch
            .problems
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
        let object = json!({
            "games": progress.games,
            "left_out": progress.rejected,
            "half_moves": progress.plies,
            "entries": progress.entries,
            "readings": progress.pass,
            "seconds": seconds,
            "problems": problems,
        });
        println!("{object}");
    } else {
        println!("{} games, {} left out.", progress.games, progress.rejected);
        println!("{} entries in {}.", progress.entries, bin.display());
        println!("{seconds:.2} s, {:.0} games/s.", progress.games as f64 / seconds.max(0.001));
    }
    Ok(true)
}

fn merge_books(
    inputs: &[PathBuf; 2],
    out: &Path,
    options: MergeOptions,
    json: bool,
) -> Result<bool, BookFailure> {
    let [mut first, mut second] = [Input::open(&inputs[0])?, Input::open(&inputs[1])?];
    let mut output = Output::create(out)?;
    let report = merge(&mut first, &mut second, options, |entry| output.write(&entry.to_bytes()))?;
    output.finish()?;
    if report.overflows > 0 {
        let what = if options.saturate {
            "were held at 65535"
        } else {
            "were wrapped, as Polyglot does (see --saturate)"
        };
        eprintln!("tabia: {} sums of weights over 65535 {what}", report.overflows);
    }
    if json {
        let object = json!({
            "read": report.read,
            "entries": report.written,
            "shared_positions": report.shared_positions,
            "overflows": report.overflows,
        });
        println!("{object}");
    } else {
        println!("{} + {} entries read.", report.read[0], report.read[1]);
        println!(
            "{} entries in {}; {} positions were in both.",
            report.written,
            out.display(),
            report.shared_positions
        );
    }
    Ok(true)
}

fn load(path: &Path) -> Result<Vec<Entry>, BookFailure> {
    Input::open(path)?.entries().map_err(|error| BookFailure::Read { path: path.to_owned(), error })
}

fn dump(bin: &Path, color: Color, out: Option<&Path>, json: bool) -> Result<bool, BookFailure> {
    let entries = load(bin)?;
    let side = if color == Color::White { "white" } else { "black" };
    let failed = |error| BookFailure::Lines { path: bin.to_owned(), error };
    if json {
        let mut list = Vec::new();
        lines::dump(&entries, color, |line| list.push(line.trim_end().to_owned())).map_err(failed)?;
        println!("{}", json!({ "color": side, "lines": list }));
        return Ok(true);
    }
    let heading = format!("Dump of \"{}\" for {side}.\n", bin.display());
    if out == Some(Path::new("-")) {
        let mut stdout = io::stdout().lock();
        let mut result = stdout.write_all(heading.as_bytes());
        lines::dump(&entries, color, |line| {
            if result.is_ok() {
                result = stdout.write_all(line.as_bytes());
            }
        })
        .map_err(failed)?;
        result.map_err(|error| BookFailure::Write { path: "standard output".into(), error })?;
        return Ok(true);
    }
    let path = out.map_or_else(|| PathBuf::from(format!("book_{side}.txt")), Path::to_owned);
    let mut output = Output::create(&path)?;
    output.write(heading.as_bytes());
    let count = lines::dump(&entries, color, |line| output.write(line.as_bytes())).map_err(failed)?;
    output.finish()?;
    println!("{count} lines in {}.", path.display());
    Ok(true)
}

fn info(bin: &Path, exact: bool, json: bool) -> Result<bool, BookFailure> {
    let mut source = Input::open(bin)?;
    let report = check(&mut source).map_err(|error| BookFailure::Read { path: bin.to_owned(), error })?;
    let entries = source.entries().map_err(|error| BookFailure::Read { path: bin.to_owned(), error })?;
    let counts =
        lines::info(&entries, exact).map_err(|error| BookFailure::Lines { path: bin.to_owned(), error })?;
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    if json {
        let object = json!({
            "entries": report.entries,
            "positions": report.positions,
            "zero_weights": report.zero_weights,
            "learned": report.learned,
            "header": report.header.as_ref().map(|header| &header.text),
            "white_lines": counts.white_lines,
            "black_lines": counts.black_lines,
            "white_positions": counts.white_positions,
            "black_positions": counts.black_positions,
            "unreachable_white": counts.unreachable.map(|(white, _)| white),
            "unreachable_black": counts.unreachable.map(|(_, black)| black),
            "isolated": counts.isolated,
            "fault_count": report.fault_count,
            "faults": faults,
        });
        println!("{object}");
    } else {
        print!("{counts}");
    }
    name_faults(bin, &report);
    Ok(is_usable(&report))
}

/// Names the faults of a book.
fn name_faults(bin: &Path, report: &BookReport) {
    for fault in &report.faults {
        eprintln!("{}: {fault}", bin.display());
    }
    let unlisted = report.fault_count - report.faults.len() as u64;
    if unlisted > 0 {
        eprintln!("{}: and {unlisted} more", bin.display());
    }
}

/// A few bytes too many harm nobody: some books in use have them.
fn is_usable(report: &BookReport) -> bool {
    report.faults.iter().all(|fault| matches!(fault, BookFault::TrailingBytes(_)))
}
