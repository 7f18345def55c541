//! Books looked at, changed, mended, and taught.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command as Clap, value_parser};
use serde_json::json;
use tabia_book_tools::edit::{BookEditor, MarkStorage, SaveReport, repair, write_pgn};
use tabia_book_tools::filter::PlayerFilter;
use tabia_book_tools::learn::{GamesReport, LearnStore, Teaching};
use tabia_book_tools::panel::{StatsLookup, look};
use tabia_book_tools::stats::StatsReader;
use tabia_chess::{Move, Position};
use tabia_polyglot::{BlockSource, Flag, check};

use super::args::{file, flag, number, path_arg};
use super::files::{Input, Output, book as book_in, text};
use super::{BookFailure, LISTED_PROBLEMS};

/// Entries that can be written as a tree.
const MOST_ENTRIES: u64 = 4_000_000;

/// The commands.
pub(super) fn clap() -> [Clap; 6] {
    let json = || flag("json", "Print one JSON object");
    let bin = || path_arg("book", "The book").required(true);
    let out = |help| file("out", help).short('o').required(true);
    let show = Clap::new("show")
        .about("What a book knows about a position: moves, weights, marks, results, transpositions")
        .arg(bin())
        .arg(number("moves", "LINE", "The moves to the position, as \"e4 e5 Nf3\"").default_value(""))
        .arg(number("fen", "FEN", "The position, or the one that the moves begin at"))
        .arg(file("stats", "The file of results beside the book"))
        .arg(json());
    let edit = Clap::new("edit")
        .about("Write a changed book")
        .arg(bin())
        .arg(out("The changed book"))
        .arg(Arg::new("do").long("do").value_name("CHANGE").action(ArgAction::Append).help(
            "A change, \"LINE: MOVE WHAT\", as \"e4 c5: Nf3 weight 30\"; \
                     WHAT is weight N, add N, delete, !, ?, none or play N (percent)",
        ))
        .arg(
            file(
                "import",
                "Games whose moves are added, with their variations, !, ? and {play nn%}; before the changes",
            )
            .action(ArgAction::Append),
        )
        .arg(flag("plain", "Write marks as weights, for programs that know nothing else"))
        .arg(json());
    let export = Clap::new("export")
        .about("Write a book as a tree of lines in PGN")
        .arg(bin())
        .arg(out("The PGN file"))
        .arg(json());
    let check = Clap::new("check").about("Look for faults, in a book of any size").arg(bin()).arg(json());
    let repair = Clap::new("repair")
        .about("Write a book whose entries are sorted, possible and given once")
        .arg(bin())
        .arg(out("The mended book"))
        .arg(json());
    let store = || path_arg("store", "The file of lessons").required(true);
    let switch = |name, help| number(name, "on|off", help).value_parser(["on", "off"]);
    let learn = Clap::new("learn")
        .about("What games taught about a book's moves, kept beside the book")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            Clap::new("games")
                .about("Learn from a player's games: from evaluations in comments, and not to play a lost choice again")
                .arg(store())
                .arg(bin())
                .arg(
                    Arg::new("games")
                        .value_name("PGN")
                        .num_args(1..)
                        .required(true)
                        .value_parser(value_parser!(PathBuf)),
                )
                .arg(number("player", "NAME", "Whose games, by the whole name").required(true)),
            Clap::new("view").about("List what was learned").arg(store()).arg(json()),
            Clap::new("import")
                .about("Add the lessons of another file")
                .arg(store())
                .arg(path_arg("from", "The other file").required(true))
                .arg(flag("clear", "Forget all own lessons first")),
            Clap::new("clear").about("Forget all lessons").arg(store()),
            Clap::new("switch")
                .about("Switch kinds of learning on or off; their lessons are kept")
                .arg(store())
                .arg(switch("book", "Learning from the searches after the book"))
                .arg(switch("result", "Learning from results")),
            Clap::new("apply")
                .about("Write what was learned into a new book, as marks ! and ?")
                .arg(store())
                .arg(bin())
                .arg(out("The new book"))
                .arg(flag("plain", "Write marks as weights, for programs that know nothing else")),
        ]);
    [show, edit, export, check, repair, learn]
}

/// Carries a command out; whether what it checked was right.
pub(super) fn run(name: &str, matches: &ArgMatches) -> Result<bool, BookFailure> {
    match name {
        "show" => show(matches),
        "edit" => edit(matches),
        "export" => export(matches),
        "check" => check_book(matches),
        "repair" => repair_book(matches),
        _ => learn(matches),
    }
}

fn path<'a>(matches: &'a ArgMatches, name: &str) -> &'a Path {
    matches.get_one::<PathBuf>(name).map_or(Path::new(""), PathBuf::as_path)
}

fn moves_of(position: &mut Position, line: &str) -> Result<Vec<Move>, BookFailure> {
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        // "1." and "1..." stand alone or before the move.
        let san = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        let san = if word.starts_with("0-0") { word } else { san };
        if san.is_empty() {
            continue;
        }
        let mv = position
            .parse_san(san)
            .or_else(|error| position.parse_uci(san).map_err(|_| error))
            .map_err(|error| BookFailure::Usage(format!("{san:?} in {line:?}: {error}")))?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}

fn show(matches: &ArgMatches) -> Result<bool, BookFailure> {
    let book = path(matches, "book");
    let mut position = match matches.get_one::<String>("fen") {
        None => Position::default(),
        Some(fen) => fen
            .parse::<tabia_chess::Setup>()
            .map_err(|error| BookFailure::Usage(error.to_string()))?
            .position()
            .map_err(|error| BookFailure::Usage(error.to_string()))?,
    };
    moves_of(&mut position, matches.get_one::<String>("moves").map_or("", String::as_str))?;
    let failed = |error| BookFailure::Read { path: book.to_owned(), error };
    let mut reader = book_in(book)?;
    let mut stats = match matches.get_one::<PathBuf>("stats") {
        None => None,
        Some(path) => {
            Some(StatsReader::open(Input::open(path)?).map_err(|error| BookFailure::file(path, &error))?)
        }
    };
    let lookup = stats.as_mut().map(|stats| stats as &mut dyn StatsLookup);
    let panel = look(&mut reader, lookup, &position).map_err(failed)?;
    if matches.get_flag("json") {
        let moves: Vec<_> = panel
            .moves
            .iter()
            .map(|row| {
                json!({
                    "move": row.san,
                    "uci": position.uci(row.mv, false),
                    "weight": row.weight,
                    "share": row.share,
                    "learn": row.learn,
                    "mark": sign(row.marks.flag),
                    "play_percent": row.marks.play_percent,
                    "continues": row.continues,
                    "wins": row.stats.map(|stats| stats.results.wins),
                    "draws": row.stats.map(|stats| stats.results.draws),
                    "losses": row.stats.map(|stats| stats.results.losses),
                    "last_year": row.stats.and_then(|stats| stats.last_year),
                })
            })
            .collect();
        let transpositions: Vec<_> = panel
            .transpositions
            .iter()
            .map(|row| json!({ "move": row.san, "moves": row.moves, "weight": row.weight }))
            .collect();
        println!(
            "{}",
            json!({
                "key": format!("{:016x}", position.key()),
                "moves": moves,
                "transpositions": transpositions,
                "illegal": panel.illegal.len(),
            })
        );
        return Ok(true);
    }
    if panel.moves.is_empty() {
        println!("The book has no moves for this position.");
    } else {
        println!("{:<8} {:>6} {:>7} {:>8}  won/drawn/lost", "move", "weight", "share", "learn");
    }
    for row in &panel.moves {
        let results = row.stats.map_or_else(String::new, |stats| {
            let year = stats.last_year.map_or_else(String::new, |year| format!(", last in {year}"));
            format!("{}/{}/{}{year}", stats.results.wins, stats.results.draws, stats.results.losses)
        });
        let play = match row.marks.play_percent {
            0 => String::new(),
            percent => format!(" {{play {percent}%}}"),
        };
        let san = format!("{}{}", row.san, sign(row.marks.flag));
        println!("{san:<8} {:>6} {:>6.1}% {:>8x}  {results}{play}", row.weight, 100.0 * row.share, row.learn);
    }
    for row in &panel.transpositions {
        println!("{:<8} leads to a position with {} moves of the book", row.san, row.moves);
    }
    for entry in &panel.illegal {
        println!("{} stands in the book, but is not legal here", entry.book_move);
    }
    Ok(true)
}

const fn sign(flag: Option<Flag>) -> &'static str {
    match flag {
        None => "",
        Some(Flag::Recommended) => "!",
        Some(Flag::Avoided) => "?",
    }
}

fn open(book: &Path) -> Result<BookEditor<Input>, BookFailure> {
    if Input::open(book)?.len() > 0 {
        // An empty file is a new book; anything else has to be one.
        book_in(book)?;
    }
    BookEditor::open(Input::open(book)?).map_err(|error| BookFailure::Read { path: book.to_owned(), error })
}

fn save(book: &mut BookEditor<Input>, matches: &ArgMatches) -> Result<SaveReport, BookFailure> {
    let storage = if matches.get_flag("plain") { MarkStorage::Weights } else { MarkStorage::Learn };
    let mut output = Output::create(path(matches, "out"))?;
    let report = book
        .save(storage, |record| output.write(&record))
        .map_err(|error| BookFailure::file(path(matches, "book"), &error))?;
    output.finish()?;
    Ok(report)
}

fn edit(matches: &ArgMatches) -> Result<bool, BookFailure> {
    let mut book = open(path(matches, "book"))?;
    let mut imported = Vec::new();
    for from in matches.get_many::<PathBuf>("import").into_iter().flatten() {
        let report = book.import_pgn(&pgn_text(from)?).map_err(|error| BookFailure::file(from, &error))?;
        for problem in report.problems.iter().take(LISTED_PROBLEMS) {
            eprintln!("{}: {problem}", from.display());
        }
        imported.push((from, report));
    }
    let changes: Vec<&String> = matches.get_many("do").into_iter().flatten().collect();
    for change in &changes {
        apply(&mut book, change)?;
    }
    let report = save(&mut book, matches)?;
    if matches.get_flag("json") {
        println!(
            "{}",
            json!({
                "changes": changes.len(),
                "imported": imported.iter().map(|(_, report)| report.added + report.changed).sum::<u64>(),
                "entries": report.entries,
                "marked": report.marked,
                "weights_lost": report.weights_lost,
                "learning_lost": report.learning_lost,
            })
        );
    } else {
        for (from, report) in &imported {
            println!("{}: {}.", from.display(), report.summary());
        }
        println!(
            "{} changes, {} entries in {}.",
            changes.len(),
            report.entries,
            path(matches, "out").display()
        );
        if report.weights_lost + report.learning_lost > 0 {
            println!(
                "Marks took the place of {} weights and of what was learned of {} moves.",
                report.weights_lost, report.learning_lost
            );
        }
    }
    Ok(true)
}

/// Makes one change, `LINE: MOVE WHAT`.
fn apply(book: &mut BookEditor<Input>, change: &str) -> Result<(), BookFailure> {
    let wrong = |why: &str| {
        BookFailure::Usage(format!(
            "{change:?}: {why}; a change is \"LINE: MOVE WHAT\", as \"e4 c5: Nf3 weight 30\""
        ))
    };
    let (line, rest) = change.split_once(':').ok_or_else(|| wrong("no colon"))?;
    let mut position = Position::default();
    moves_of(&mut position, line)?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mv = words.first().ok_or_else(|| wrong("no move"))?;
    let mv = moves_of(&mut position.clone(), mv)?.first().copied().ok_or_else(|| wrong("no move"))?;
    let number = |most: u16| {
        let number = words.get(2).and_then(|number| number.parse::<u16>().ok());
        number
            .filter(|&number| number <= most)
            .ok_or_else(|| wrong(&format!("expected a number from 0 to {most}")))
    };
    let done = match (words.get(1).copied(), words.len()) {
        (Some("weight"), 3) => book.set_weight(&position, mv, number(u16::MAX)?),
        (Some("add"), 3) => book.add(&position, mv, number(u16::MAX)?),
        (Some("play"), 3) => book.set_play_percent(&position, mv, number(100)? as u8),
        (Some("delete"), 2) => book.delete(&position, mv),
        (Some("!"), 2) => book.set_flag(&position, mv, Some(Flag::Recommended)),
        (Some("?"), 2) => book.set_flag(&position, mv, Some(Flag::Avoided)),
        (Some("none"), 2) => book.set_flag(&position, mv, None),
        _ => return Err(wrong("WHAT is weight N, add N, delete, !, ?, none or play N")),
    };
    done.map_err(|error| BookFailure::Usage(format!("{change:?}: {error}")))
}

fn export(matches: &ArgMatches) -> Result<bool, BookFailure> {
    let (from, out) = (path(matches, "book"), path(matches, "out"));
    let entries = open(from)?.all_entries(MOST_ENTRIES).map_err(|error| BookFailure::file(from, &error))?;
    let mut output = Output::create(out)?;
    let title = from.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let report = write_pgn(&entries, &title, |piece| output.write(piece.as_bytes()));
    output.finish()?;
    if matches.get_flag("json") {
        println!(
            "{}",
            json!({
                "moves": report.moves,
                "transpositions": report.transpositions,
                "unreachable": report.unreachable,
            })
        );
    } else {
        println!(
            "{} moves in {}; {} transpositions; {} positions that no line leads to were left out.",
            report.moves,
            out.display(),
            report.transpositions,
            report.unreachable
        );
    }
    Ok(true)
}

fn check_book(matches: &ArgMatches) -> Result<bool, BookFailure> {
    let book = path(matches, "book");
    let report =
        check(&mut Input::open(book)?).map_err(|error| BookFailure::Read { path: book.to_owned(), error })?;
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    if matches.get_flag("json") {
        println!(
            "{}",
            json!({
                "entries": report.entries,
                "positions": report.positions,
                "zero_weights": report.zero_weights,
                "learned": report.learned,
                "header": report.header.as_ref().map(|header| &header.text),
                "fault_count": report.fault_count,
                "faults": faults,
            })
        );
    } else {
        println!(
            "{} entries, {} positions, {} faults.",
            report.entries, report.positions, report.fault_count
        );
    }
    super::name_faults(book, &report);
    Ok(super::is_usable(&report))
}

fn repair_book(matches: &ArgMatches) -> Result<bool, BookFailure> {
    let (from, out) = (path(matches, "book"), path(matches, "out"));
    let (entries, report) = repair(&mut Input::open(from)?)
        .map_err(|error| BookFailure::Read { path: from.to_owned(), error })?;
    let mut output = Output::create(out)?;
    for entry in &entries {
        output.write(&entry.to_bytes());
    }
    output.finish()?;
    if matches.get_flag("json") {
        println!(
            "{}",
            json!({
                "entries": report.entries,
                "dropped": report.dropped,
                "joined": report.joined,
                "sorted": report.sorted,
                "trailing_bytes": report.trailing_bytes,
            })
        );
    } else {
        println!(
            "{} entries in {}; {}{} dropped, {} joined.",
            report.entries,
            out.display(),
            if report.sorted { "sorted, " } else { "" },
            report.dropped,
            report.joined
        );
    }
    Ok(true)
}

/// A file as a whole.
fn bytes(path: &Path) -> Result<Vec<u8>, BookFailure> {
    std::fs::read(path).map_err(|error| BookFailure::Open { path: path.to_owned(), error })
}

/// Games, whatever their encoding.
fn pgn_text(path: &Path) -> Result<String, BookFailure> {
    Ok(tabia_pgn::decode(&bytes(path)?).text.into_owned())
}

fn read_store(path: &Path, may_be_new: bool) -> Result<LearnStore, BookFailure> {
    if may_be_new && !path.exists() {
        return Ok(LearnStore::default());
    }
    LearnStore::from_json(&text(path)?).map_err(|error| BookFailure::file(path, &error))
}

fn write_store(path: &Path, store: &LearnStore) -> Result<(), BookFailure> {
    let mut output = Output::create(path)?;
    output.write(store.to_json().as_bytes());
    output.finish()
}

fn learn(matches: &ArgMatches) -> Result<bool, BookFailure> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(true) };
    let path_of_store = path(matches, "store");
    let mut store = read_store(path_of_store, matches!(name, "games" | "import"))?;
    match name {
        "view" => return Ok(view(&store, matches.get_flag("json"))),
        "apply" => {
            let mut book = open(path(matches, "book"))?;
            let marked =
                store.apply(&mut book).map_err(|error| BookFailure::file(path(matches, "book"), &error))?;
            let report = save(&mut book, matches)?;
            println!(
                "{marked} moves marked; {} entries in {}.",
                report.entries,
                path(matches, "out").display()
            );
            return Ok(true);
        }
        "games" => {
            let path_of_book = path(matches, "book");
            let mut reader = book_in(path_of_book)?;
            let player = matches.get_one::<String>("player").cloned().unwrap_or_default();
            let player = PlayerFilter { name: player, exact: true, side: None };
            let paths: Vec<PathBuf> = matches.get_many("games").into_iter().flatten().cloned().collect();
            let mut total = GamesReport::default();
            for path in &paths {
                let games = bytes(path)?;
                let report = store
                    .learn_pgn(&mut reader, &games, &player)
                    .map_err(|error| BookFailure::Read { path: path_of_book.to_owned(), error })?;
                total.games += report.games;
                total.lessons += report.lessons;
                total.left_out += report.left_out;
            }
            println!(
                "{} games of that player, {} lessons; {} left out: they cannot be read, or begin elsewhere.",
                total.games, total.lessons, total.left_out
            );
        }
        "import" => {
            let other = read_store(path(matches, "from"), false)?;
            let (added, here) = store.import(&other, matches.get_flag("clear"));
            println!("{added} lessons added, {here} were here already.");
        }
        "clear" => store.clear(),
        _ => {
            let (book, result) = store.switches();
            let switch =
                |name: &str, now| matches.get_one::<String>(name).map_or(now, |switch| switch == "on");
            store.set_switches(switch("book", book), switch("result", result));
        }
    }
    write_store(path_of_store, &store)?;
    Ok(true)
}

fn view(store: &LearnStore, as_json: bool) -> bool {
    if as_json {
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
        println!(
            "{}",
            json!({
                "book_learning": book,
                "result_learning": result,
                "lessons": store.lessons(),
                "moves": moves,
            })
        );
        return true;
    }
    for (index, lesson) in store.lessons().iter().enumerate() {
        let what = match &lesson.teaching {
            // As Crafty's book.lrn has it at the end of a line.
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
    true
}
