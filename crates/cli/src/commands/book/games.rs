//! Games for books: filters, recipes, cleaned games, and where games leave a book.

use std::io::{self, IsTerminal, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command as Clap, value_parser};
use serde_json::json;
use tabia_book_tools::filter::{
    BookSide, DateRange, EcoRange, GameFilter, PartialDate, PlayerFilter, Unknown,
};
use tabia_book_tools::leaving::{LeavingOrder, LeavingTable};
use tabia_book_tools::recipe::{
    Recipe, RecipeObserver, RecipePart, RecipeProblem, RecipeProgress, RecipeReport, RunError, run_recipe,
};
use tabia_book_tools::strip::GameStripper;
use tabia_chess::Color;
use tabia_pgn::GameResult;
use tabia_polyglot::BlockSource;
use tabia_polyglot::make::MakeOptions;
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, PgnScanner};

use super::args::{file, flag, number, path_arg};
use super::files::{Input, Output, book as book_in};
use super::{BookFailure, LISTED_PROBLEMS};

/// Games are read in pieces of so many bytes.
const CHUNK: u64 = 1 << 18;

/// The names of filters and reasons in the order of the report.
const REASONS: [&str; 6] = ["elo", "result", "player", "date", "eco", "duplicate"];

/// The commands.
pub(super) fn clap() -> [Clap; 3] {
    let json = || flag("json", "Print one JSON object");
    let games = || {
        Arg::new("games").value_name("PGN").num_args(1..).required(true).value_parser(value_parser!(PathBuf))
    };
    let recipe = Clap::new("recipe")
        .about("Make a book by a recipe: filtered games, several passes, merged (docs/books.md)")
        .arg(flag("example", "Print a recipe to begin with, and do nothing else"))
        .arg(path_arg("recipe", "The recipe, a JSON file").required_unless_present("example"))
        .arg(games().required(false).required_unless_present("example"))
        .arg(file("out", "The book").short('o').default_value("book.bin"))
        .arg(file("stats", "Count wins, draws and losses of the book's moves into this file as well"))
        .arg(json());
    let strip = with_filters(
        Clap::new("strip")
            .about("Write the games a filter takes, without comments, variations and glyphs")
            .arg(games())
            .arg(file("out", "The cleaned games; - for standard output").short('o').required(true))
            .arg(json()),
    );
    let leaving = with_filters(
        Clap::new("leaving")
            .about("Where the players of games left a book; with --player, where that player did")
            .arg(path_arg("book", "The book").required(true))
            .arg(games())
            .arg(
                Arg::new("order")
                    .long("order")
                    .value_parser(["frequency", "result"])
                    .default_value("frequency")
                    .help("The most games first, or the worst score first"),
            )
            .arg(
                number("top", "ROWS", "Rows to print; 0 for all")
                    .value_parser(value_parser!(usize))
                    .default_value("20"),
            )
            .arg(flag("zero-weights", "Take moves of weight 0 for moves of the book"))
            .arg(json()),
    );
    [recipe, strip, leaving]
}

/// The options that make a [`GameFilter`].
pub(super) const FILTERS: [&str; 13] = [
    "elo",
    "white-elo",
    "black-elo",
    "keep-unknown-elo",
    "result",
    "player",
    "exact-player",
    "from",
    "to",
    "keep-unknown-date",
    "eco",
    "keep-unknown-eco",
    "no-duplicates",
];

/// Adds the options that make a [`GameFilter`].
pub(super) fn with_filters(command: Clap) -> Clap {
    let elo = |name, help| number(name, "ELO", help).value_parser(value_parser!(u16));
    let date = |name, help| number(name, "DATE", help).value_parser(|text: &str| text.parse::<PartialDate>());
    command
        .next_help_heading("Which games")
        .arg(elo("elo", "The least Elo of both sides"))
        .arg(elo("white-elo", "The least Elo of White"))
        .arg(elo("black-elo", "The least Elo of Black"))
        .arg(flag("keep-unknown-elo", "Take games that give no Elo where one is asked for"))
        .arg(
            number("result", "RESULT", "A result that is wanted; may be given several times")
                .action(ArgAction::Append)
                .value_parser(["1-0", "0-1", "1/2-1/2", "*"]),
        )
        .arg(
            number("player", "NAME", "A player, by a part of the name; may be given several times")
                .action(ArgAction::Append),
        )
        .arg(flag("exact-player", "Names must be equal to the whole, but for upper and lower case"))
        .arg(
            number("player-side", "SIDE", "The side that the player must have")
                .value_parser(["white", "black"])
                .requires("player"),
        )
        .arg(date("from", "The first date: 2010, 2010.05 or 2010.05.17"))
        .arg(date("to", "The last date"))
        .arg(flag("keep-unknown-date", "Take games without a date"))
        .arg(
            number("eco", "RANGE", "Openings, as B20-B99, C65 or D; may be given several times")
                .action(ArgAction::Append)
                .value_parser(|text: &str| text.parse::<EcoRange>()),
        )
        .arg(flag("keep-unknown-eco", "Take games without an ECO code"))
        .arg(flag("no-duplicates", "Take only the first of the games with the same players and moves"))
        .next_help_heading(None::<&str>)
}

/// The filter that the options describe.
pub(super) fn filter(matches: &ArgMatches) -> GameFilter {
    let elo = |name| matches.get_one::<u16>(name).or_else(|| matches.get_one("elo")).copied();
    let unknown = |name| if matches.get_flag(name) { Unknown::Keep } else { Unknown::LeaveOut };
    let results = matches.get_many::<String>("result").into_iter().flatten();
    GameFilter {
        white_elo: elo("white-elo"),
        black_elo: elo("black-elo"),
        unknown_elo: unknown("keep-unknown-elo"),
        results: results.map(|result| GameResult::parse(result).unwrap_or_default()).collect(),
        players: players(matches),
        dates: DateRange { from: matches.get_one("from").copied(), to: matches.get_one("to").copied() },
        unknown_date: unknown("keep-unknown-date"),
        eco: matches.get_many::<EcoRange>("eco").into_iter().flatten().copied().collect(),
        unknown_eco: unknown("keep-unknown-eco"),
        no_duplicates: matches.get_flag("no-duplicates"),
    }
}

fn players(matches: &ArgMatches) -> Vec<PlayerFilter> {
    let side = matches.get_one::<String>("player-side").map(|side| match side.as_str() {
        "white" => BookSide::White,
        _ => BookSide::Black,
    });
    let names = matches.get_many::<String>("player").into_iter().flatten();
    let exact = matches.get_flag("exact-player");
    names.map(|name| PlayerFilter { name: name.clone(), exact, side }).collect()
}

/// Carries a command out.
pub(super) fn run(name: &str, matches: &ArgMatches) -> Result<bool, BookFailure> {
    match name {
        "recipe" => recipe(matches),
        "strip" => strip(matches),
        _ => leaving(matches),
    }
}

fn paths(matches: &ArgMatches, name: &str) -> Vec<PathBuf> {
    matches.get_many::<PathBuf>(name).into_iter().flatten().cloned().collect()
}

fn path(matches: &ArgMatches, name: &str) -> PathBuf {
    matches.get_one::<PathBuf>(name).cloned().unwrap_or_default()
}

fn recipe(matches: &ArgMatches) -> Result<bool, BookFailure> {
    if matches.get_flag("example") {
        print!("{}", Recipe::two_sided(2400, 2200).to_json());
        return Ok(true);
    }
    let recipe_path = path(matches, "recipe");
    let recipe = Recipe::from_json(&super::files::text(&recipe_path)?)
        .map_err(|error| BookFailure::file(&recipe_path, &error))?;
    let stats = matches.get_one::<PathBuf>("stats");
    make_by(&recipe, &paths(matches, "games"), &path(matches, "out"), stats, matches.get_flag("json"))
}

/// `make` with a filter: a recipe of one part and one pass.
pub(super) fn make_filtered(
    pgn: &Path,
    bin: &Path,
    options: &MakeOptions,
    filter: GameFilter,
    json: bool,
) -> Result<bool, BookFailure> {
    let recipe = Recipe {
        memory_mb: u32::try_from(options.max_bytes >> 20).unwrap_or(1),
        parts: vec![RecipePart { filter, passes: vec![options.into()], ..RecipePart::default() }],
        ..Recipe::default()
    };
    make_by(&recipe, &[pgn.to_owned()], bin, None, json)
}

/// Names bad games, and tells on a terminal how far the recipe has come.
struct Watch<'a> {
    paths: &'a [PathBuf],
    told: Instant,
    terminal: bool,
    problems: Vec<RecipeProblem>,
}

impl RecipeObserver for Watch<'_> {
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

fn name_problem(path: &Path, problem: &GameProblem) {
    eprintln!("{}: {problem}; the game is left out", path.display());
}

fn make_by(
    recipe: &Recipe,
    paths: &[PathBuf],
    out: &Path,
    stats: Option<&PathBuf>,
    json: bool,
) -> Result<bool, BookFailure> {
    let mut sources = paths.iter().map(|path| Input::open(path)).collect::<Result<Vec<_>, _>>()?;
    let mut output = Output::create(out)?;
    let start = Instant::now();
    let terminal = io::stderr().is_terminal();
    let mut watch = Watch { paths, told: start, terminal, problems: Vec::new() };
    let made = run_recipe(recipe, &mut sources, stats.is_some(), &mut watch, |entry| {
        output.write(&entry.to_bytes());
    });
    let (report, counted) = made.map_err(|error| match error {
        RunError::Source { source_number, error } => {
            BookFailure::Read { path: paths.get(source_number - 1).cloned().unwrap_or_default(), error }
        }
        other => BookFailure::Usage(other.to_string()),
    })?;
    if let (Some(path), Some(counted)) = (stats, counted) {
        let mut file = Output::create(path)?;
        file.write(&counted.to_bytes());
        file.finish()?;
    }
    output.finish()?;
    let seconds = start.elapsed().as_secs_f64();
    if report.overflows > 0 {
        let what = if recipe.saturate { "held at 65535" } else { "wrapped, as Polyglot does (see saturate)" };
        eprintln!("tabia: {} sums of weights over 65535 were {what}", report.overflows);
    }
    if report.unremembered > 0 {
        eprintln!(
            "tabia: {} games could not be compared with later ones; more memory_mb would do it",
            report.unremembered
        );
    }
    if json {
        println!("{}", as_json(recipe, &report, &watch, seconds));
    } else {
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
    Ok(true)
}

fn as_json(recipe: &Recipe, report: &RecipeReport, watch: &Watch<'_>, seconds: f64) -> serde_json::Value {
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

/// Lets a sink read games; `after` is called after each piece.
pub(super) fn scan<T: GameSink>(
    paths: &[PathBuf],
    sink: &mut T,
    mut after: impl FnMut(&Path, &mut T),
) -> Result<(), BookFailure> {
    for path in paths {
        let mut source = Input::open(path)?;
        let mut scanner = PgnScanner::new(false);
        let (mut offset, mut buffer) = (0, Vec::new());
        loop {
            while offset < source.len() {
                buffer.resize((source.len() - offset).min(CHUNK) as usize, 0);
                source
                    .read_at(offset, &mut buffer)
                    .map_err(|error| BookFailure::Read { path: path.clone(), error })?;
                // Only strict readers fail.
                let _ = scanner.feed(&buffer, sink);
                offset += buffer.len() as u64;
                after(path, sink);
            }
            let _ = scanner.finish(sink);
            after(path, sink);
            let Some(start) = scanner.swallowed_from() else { break };
            scanner = scanner.resume_in();
            offset = start;
        }
    }
    Ok(())
}

fn strip(matches: &ArgMatches) -> Result<bool, BookFailure> {
    let out = path(matches, "out");
    let standard = out == Path::new("-");
    let mut output = if standard { None } else { Some(Output::create(&out)?) };
    let mut printed = Ok(());
    let mut stripper = GameStripper::new(filter(matches), 1 << 28);
    scan(&paths(matches, "games"), &mut stripper, |path, stripper| {
        stripper.take_problems().iter().for_each(|problem| name_problem(path, problem));
        let bytes = stripper.take_output();
        match &mut output {
            Some(output) => output.write(&bytes),
            None if printed.is_ok() => printed = io::stdout().write_all(&bytes),
            None => {}
        }
    })?;
    printed.map_err(|error| BookFailure::Write { path: "standard output".into(), error })?;
    if let Some(output) = output {
        output.finish()?;
    }
    let filtered: u64 = stripper.filtered.iter().sum();
    let text = format!(
        "{} games written, {filtered} filtered out, {} could not be read.",
        stripper.written, stripper.rejected
    );
    let object = json!({
        "written": stripper.written,
        "filtered": filtered,
        "left_out": stripper.rejected,
    });
    match (standard, matches.get_flag("json")) {
        (true, _) => eprintln!("{text}"),
        (false, true) => println!("{object}"),
        (false, false) => println!("{text}"),
    }
    Ok(true)
}

fn leaving(matches: &ArgMatches) -> Result<bool, BookFailure> {
    let book = path(matches, "book");
    let failed = |error| BookFailure::Read { path: book.clone(), error };
    let reader = book_in(&book)?;
    let mut table =
        LeavingTable::new(reader, filter(matches), players(matches), matches.get_flag("zero-weights"));
    scan(&paths(matches, "games"), &mut table, |path, table| {
        table.take_problems().iter().for_each(|problem| name_problem(path, problem));
    })?;
    let by_result = matches.get_one::<String>("order").is_some_and(|order| order == "result");
    let order = if by_result { LeavingOrder::Result } else { LeavingOrder::Frequency };
    let mut rows = table.rows(order).map_err(failed)?;
    let (all, top) = (rows.len(), matches.get_one::<usize>("top").copied().unwrap_or(0));
    if top > 0 {
        rows.truncate(top);
    }
    if matches.get_flag("json") {
        let rows: Vec<_> = rows
            .iter()
            .map(|row| {
                let moves: Vec<_> = row
                    .book_moves
                    .iter()
                    .map(|(san, share)| json!({ "move": san, "share": share }))
                    .collect();
                json!({
                    "line": row.line,
                    "move": row.san,
                    "move_number": row.move_number,
                    "side": if row.side == Color::White { "white" } else { "black" },
                    "games": row.games,
                    "wins": row.results.wins,
                    "draws": row.results.draws,
                    "losses": row.results.losses,
                    "score": row.score(),
                    "book": moves,
                })
            })
            .collect();
        let object = json!({
            "games": table.games,
            "filtered": table.filtered,
            "left_out": table.rejected,
            "never_left": table.never_left,
            "never_in": table.never_in,
            "ways": all,
            "unlisted": table.unlisted,
            "rows": rows,
        });
        println!("{object}");
        return Ok(true);
    }
    println!(
        "{} games; {} ways to leave the book; {} sides stayed to its end.{}",
        table.games,
        all,
        table.never_left,
        match table.never_in {
            0 => String::new(),
            games => format!(" The book knows no position of {games} games."),
        }
    );
    if !rows.is_empty() {
        println!("{:>6} {:>15} {:>6}  where", "games", "won/drawn/lost", "score");
    }
    for row in rows {
        let results = format!("{}/{}/{}", row.results.wins, row.results.draws, row.results.losses);
        let score = row.score().map_or_else(|| "-".to_owned(), |score| format!("{:.0} %", 100.0 * score));
        let dots = if row.side == Color::White { "." } else { "..." };
        let moves: Vec<String> =
            row.book_moves.iter().map(|(san, share)| format!("{san} {:.0} %", 100.0 * share)).collect();
        let line = if row.line.is_empty() { String::new() } else { format!("{}: ", row.line) };
        println!(
            "{:>6} {results:>15} {score:>6}  {line}{}{dots} {} (book: {})",
            row.games,
            row.move_number,
            row.san,
            moves.join(", ")
        );
    }
    if table.unlisted > 0 {
        println!("{} games left it in further ways, which are not listed.", table.unlisted);
    }
    Ok(true)
}
