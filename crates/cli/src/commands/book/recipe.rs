//! `book recipe`: builds a book by a recipe.

use std::io::{self, IsTerminal as _};
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use tabia_book_tools::recipe::{
    Recipe, RecipeObserver, RecipeProblem, RecipeProgress, RecipeReport, RunError, run_recipe,
};

use super::error::BookFailure;
use super::files::{AtomicFile, LISTED_PROBLEMS, open, text};
use super::scan::name_problem;
use crate::output_file::{self, check_apart};

/// Reasons for skipping games, in the order of the report.
const REASONS: [&str; 6] = ["elo", "result", "player", "date", "eco", "duplicate"];

/// Arguments of `book recipe`.
#[derive(Debug, Args)]
pub(crate) struct BookRecipeArgs {
    /// Print an example recipe and exit
    #[arg(long)]
    example: bool,
    /// The recipe, a JSON file
    #[arg(required_unless_present = "example")]
    recipe: Option<PathBuf>,
    /// The games
    #[arg(value_name = "PGN", required_unless_present = "example")]
    games: Vec<PathBuf>,
    /// The book
    #[arg(long, short, value_name = "FILE", default_value = "book.bin")]
    out: PathBuf,
    /// Also write wins, draws and losses of the book's moves to this file
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &BookRecipeArgs) -> Result<(), BookFailure> {
    // Without `--example` there is a recipe: clap requires it.
    let Some(path) = args.recipe.as_deref().filter(|_| !args.example) else {
        print!("{}", Recipe::two_sided(2400, 2200).to_json());
        return Ok(());
    };
    let recipe = Recipe::from_json(&text(path)?).map_err(|error| BookFailure::file(path, &error))?;
    for out in iter::once(&args.out).chain(&args.stats) {
        check_apart(out, [path]).map_err(BookFailure::unwritable(out))?;
    }
    make_by(&recipe, &args.games, &args.out, args.stats.as_deref(), args.json)
}

/// Reports bad games, and shows the progress on a terminal.
struct RecipeReporter<'a> {
    paths: &'a [PathBuf],
    told: Instant,
    terminal: bool,
    problems: Vec<RecipeProblem>,
}

impl RecipeObserver for RecipeReporter<'_> {
    fn progress(&mut self, progress: &RecipeProgress) -> ControlFlow<()> {
        if self.terminal && self.told.elapsed() >= Duration::from_secs(1) {
            self.told = Instant::now();
            eprint!(
                "\r{:.0} %, reading {}, {} games, {} taken, {} positions' moves \x1b[K",
                100.0 * progress.fraction,
                progress.reading,
                progress.games,
                progress.taken,
                progress.moves
            );
        }
        ControlFlow::Continue(())
    }

    fn problem(&mut self, found: &RecipeProblem) {
        name_problem(&self.paths[found.source], &found.problem);
        if self.problems.len() < LISTED_PROBLEMS {
            self.problems.push(found.clone());
        }
    }
}

/// Runs a recipe and reports the result.
pub(super) fn make_by(
    recipe: &Recipe,
    paths: &[PathBuf],
    out: &Path,
    stats: Option<&Path>,
    json: bool,
) -> Result<(), BookFailure> {
    let mut sources = paths.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = stats {
        // Written last: better to fail now than after reading everything.
        output_file::check(path, paths).map_err(BookFailure::unwritable(path))?;
        if output_file::is_same(path, out) {
            return Err(BookFailure::Usage(format!(
                "{}: --out and --stats must be different files",
                out.display()
            )));
        }
    }
    let mut output = AtomicFile::create(out, paths)?;
    let start = Instant::now();
    let terminal = io::stderr().is_terminal();
    let mut watch = RecipeReporter { paths, told: start, terminal, problems: Vec::new() };
    let made = run_recipe(recipe, &mut sources, stats.is_some(), &mut watch, |entry| {
        output.write(&entry.to_bytes());
    });
    let (report, counted) = made.map_err(|error| match error {
        RunError::Source { source_number, error } => {
            BookFailure::Read { path: paths.get(source_number - 1).cloned().unwrap_or_default(), error }
        }
        other => BookFailure::Usage(other.to_string()),
    })?;
    if report.progress.games == 0 {
        return Err(BookFailure::NoGames { paths: paths.to_vec() });
    }
    if let (Some(path), Some(counted)) = (stats, counted) {
        let mut file = AtomicFile::create(path, paths)?;
        file.write(&counted.to_bytes());
        file.finish()?;
    }
    output.finish()?;
    warn(recipe, &report);
    let seconds = start.elapsed().as_secs_f64();
    if json {
        println!("{}", as_json(recipe, &report, &watch, seconds));
    } else {
        tell(recipe, &report, out, seconds);
    }
    Ok(())
}

/// Prints warnings about the recipe and its result.
fn warn(recipe: &Recipe, report: &RecipeReport) {
    if report.overflows > 0 {
        let what =
            if recipe.saturate { "capped at 65535" } else { "wrapped, as Polyglot does (see saturate)" };
        eprintln!("tabia: {} sums of weights over 65535 were {what}", report.overflows);
    }
    if report.unremembered > 0 {
        eprintln!(
            "tabia: {} games could not be compared with later ones; more memory_mb would do it",
            report.unremembered
        );
    }
}

fn tell(recipe: &Recipe, report: &RecipeReport, out: &Path, seconds: f64) {
    let progress = &report.progress;
    println!(
        "{} games, {} taken, {} filtered out ({} duplicates), {} could not be read.",
        progress.games, progress.taken, progress.filtered, progress.duplicates, progress.rejected
    );
    for (part, taken) in recipe.parts.iter().zip(&report.taken_by_part) {
        if recipe.parts.len() > 1 {
            println!("{}: {taken} games.", if part.name.is_empty() { "Part" } else { &part.name });
        }
    }
    println!("{} entries in {}.", progress.entries, out.display());
    println!("{seconds:.2} s, read {} times.", progress.reading);
}

fn as_json(
    recipe: &Recipe,
    report: &RecipeReport,
    watch: &RecipeReporter<'_>,
    seconds: f64,
) -> serde_json::Value {
    let problems: Vec<_> = watch
        .problems
        .iter()
        .map(|found| {
            json!({
                "file": watch.paths[found.source],
                "game": found.problem.game,
                "line": found.problem.line,
                "column": found.problem.column,
                "message": found.problem.kind.to_string(),
            })
        })
        .collect();
    let filtered: serde_json::Map<_, _> =
        REASONS.iter().zip(report.filtered).map(|(name, count)| ((*name).to_owned(), count.into())).collect();
    json!({
        "recipe": recipe.name,
        "games": report.progress.games,
        "taken": report.progress.taken,
        "taken_by_part": report.taken_by_part,
        "filtered": filtered,
        "left_out": report.progress.rejected,
        "entries": report.progress.entries,
        "readings": report.progress.reading,
        "overflows": report.overflows,
        "unremembered": report.unremembered,
        "seconds": seconds,
        "problems": problems,
    })
}
