//! `book learn`: lessons from games about a book's moves.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use tabia_book_tools::filter::PlayerFilter;
use tabia_book_tools::learn::{GamesReport, LearnStore, Teaching};

use super::edit::{edited, save};
use super::error::BookFailure;
use super::files::{AtomicFile, book, bytes, text};

/// What to do with lessons.
#[derive(Debug, Subcommand)]
pub(crate) enum LearnCommand {
    /// Learn from a player's games: from evaluations in comments, and from losses
    Games(GamesArgs),
    /// List what was learned
    View {
        /// The file of lessons
        store: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Add the lessons of another file
    Import {
        /// The file of lessons
        store: PathBuf,
        /// The other file
        from: PathBuf,
        /// Delete the existing lessons first
        #[arg(long)]
        clear: bool,
    },
    /// Delete all lessons
    Clear {
        /// The file of lessons
        store: PathBuf,
    },
    /// Turn kinds of learning on or off; their lessons are not deleted
    Switch {
        /// The file of lessons
        store: PathBuf,
        /// Learning from the searches after the book
        #[arg(long, value_name = "on|off")]
        book: Option<Switch>,
        /// Learning from results
        #[arg(long, value_name = "on|off")]
        result: Option<Switch>,
    },
    /// Write what was learned into a new book, as marks ! and ?
    Apply(ApplyArgs),
}

/// Arguments of `book learn games`.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// The file of lessons
    store: PathBuf,
    /// The book
    book: PathBuf,
    /// The games
    #[arg(value_name = "PGN", required = true)]
    games: Vec<PathBuf>,
    /// The player's whole name
    #[arg(long, value_name = "NAME")]
    player: String,
}

/// Arguments of `book learn apply`.
#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    /// The file of lessons
    store: PathBuf,
    /// The book
    book: PathBuf,
    /// The new book
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Write marks as weights, for programs that support only weights
    #[arg(long)]
    plain: bool,
}

/// Whether a kind of learning is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

pub(super) fn run(command: &LearnCommand) -> Result<(), BookFailure> {
    match command {
        LearnCommand::Games(args) => games(args),
        LearnCommand::View { store, json } => {
            view(&read_store(store, false)?, *json);
            Ok(())
        }
        LearnCommand::Import { store: path, from, clear } => {
            let mut store = read_store(path, true)?;
            let (added, here) = store.import(&read_store(from, false)?, *clear);
            println!("{added} lessons added, {here} already there.");
            write_store(path, &store)
        }
        LearnCommand::Clear { store: path } => {
            let mut store = read_store(path, false)?;
            store.clear();
            write_store(path, &store)
        }
        LearnCommand::Switch { store: path, book, result } => {
            let mut store = read_store(path, false)?;
            let (book_now, result_now) = store.switches();
            let on = |switch: Option<Switch>, now| switch.map_or(now, |switch| switch == Switch::On);
            store.set_switches(on(*book, book_now), on(*result, result_now));
            write_store(path, &store)
        }
        LearnCommand::Apply(args) => apply(args),
    }
}

fn games(args: &GamesArgs) -> Result<(), BookFailure> {
    let mut store = read_store(&args.store, true)?;
    let mut reader = book(&args.book)?;
    let player = PlayerFilter { name: args.player.clone(), exact: true, side: None };
    let mut total = GamesReport::default();
    for path in &args.games {
        let report = store
            .learn_pgn(&mut reader, &bytes(path)?, &player)
            .map_err(|error| BookFailure::Read { path: args.book.clone(), error })?;
        total.games += report.games;
        total.lessons += report.lessons;
        total.left_out += report.left_out;
    }
    if total.games + total.left_out == 0 {
        return Err(BookFailure::Usage(format!(
            "no game of {:?} found; --player must be the whole name",
            args.player
        )));
    }
    println!(
        "{} games of that player, {} lessons; {} left out: unreadable, or from another start position.",
        total.games, total.lessons, total.left_out
    );
    write_store(&args.store, &store)
}

fn apply(args: &ApplyArgs) -> Result<(), BookFailure> {
    let store = read_store(&args.store, false)?;
    let mut book = edited(&args.book)?;
    let marked = store.apply(&mut book).map_err(|error| BookFailure::file(&args.book, &error))?;
    let report = save(&mut book, &args.book, &args.out, args.plain)?;
    println!("{marked} moves marked; {} entries in {}.", report.entries, args.out.display());
    Ok(())
}

fn read_store(path: &Path, may_be_new: bool) -> Result<LearnStore, BookFailure> {
    if may_be_new && !path.exists() {
        return Ok(LearnStore::default());
    }
    LearnStore::from_json(&text(path)?).map_err(|error| BookFailure::file(path, &error))
}

fn write_store(path: &Path, store: &LearnStore) -> Result<(), BookFailure> {
    // The input is this same file, which may be overwritten.
    let mut output = AtomicFile::create(path, [] as [&Path; 0])?;
    output.write(store.to_json().as_bytes());
    output.finish()
}

fn view(store: &LearnStore, as_json: bool) {
    if as_json {
        println!("{}", lessons_json(store));
    } else {
        print_lessons(store);
    }
}

fn lessons_json(store: &LearnStore) -> serde_json::Value {
    let moves: Vec<_> = store
        .all_learned()
        .map(|(key, book_move, learned)| {
            json!({
                "key": format!("{key:016x}"),
                "move": book_move.to_string(),
                "value": learned.value,
                "count": learned.count,
                "never_again": learned.never_again,
            })
        })
        .collect();
    let (book, result) = store.switches();
    json!({
        "book_learning": book,
        "result_learning": result,
        "lessons": store.lessons(),
        "moves": moves,
    })
}

fn print_lessons(store: &LearnStore) {
    for (index, lesson) in store.lessons().iter().enumerate() {
        let what = match &lesson.teaching {
            // In the form at the end of a line in Crafty's book.lrn.
            Teaching::Book { value, depth, rating_difference } => {
                format!("{{{value}, {depth}, {rating_difference}}}")
            }
            Teaching::Result { outcome } => format!("{outcome:?}").to_lowercase(),
        };
        let notes = [lesson.opponent.as_str(), lesson.time.as_str()].join(" ");
        println!("{}. {} {what} {}", index + 1, lesson.line.moves.join(" "), notes.trim());
    }
    let never = store.all_learned().filter(|(_, _, learned)| learned.never_again).count();
    println!(
        "{} lessons about {} moves, {never} of them not to be played again.",
        store.lessons().len(),
        store.all_learned().count()
    );
}
