//! The command line of `tabia book`, with Polyglot's names.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command as Clap, value_parser};
use tabia_book_tools::filter::GameFilter;
use tabia_chess::Color;
use tabia_polyglot::MergeRule;
use tabia_polyglot::make::MakeOptions;

use super::{change, games};

/// What to do with books.
#[derive(Debug)]
pub(crate) enum BookCommand {
    /// Build a book from games.
    Make { pgn: PathBuf, bin: PathBuf, options: MakeOptions, filter: GameFilter, json: bool },
    /// Merge two books.
    Merge { inputs: [PathBuf; 2], out: PathBuf, options: tabia_polyglot::MergeOptions, json: bool },
    /// List the lines of a book.
    Dump { bin: PathBuf, color: Color, out: Option<PathBuf>, json: bool },
    /// Count the lines of a book and look for faults.
    Info { bin: PathBuf, exact: bool, json: bool },
    /// What `games` does.
    Games { name: String, matches: ArgMatches },
    /// What `change` does.
    Change { name: String, matches: ArgMatches },
}

/// Options that Polyglot writes with one dash.
const POLYGLOTS: [&str; 15] = [
    "-pgn",
    "-bin",
    "-max-ply",
    "-min-game",
    "-min-score",
    "-only-white",
    "-only-black",
    "-uniform",
    "-in1",
    "-in2",
    "-out",
    "-color",
    "-colour",
    "-exact",
    "-json",
];

/// Gives the options of `tabia book` a second dash where Polyglot has one.
pub(crate) fn with_two_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|command| command == "book") {
        for argument in arguments.iter_mut().skip(2) {
            if POLYGLOTS.iter().any(|option| argument == option) {
                let mut option = OsString::from("-");
                option.push(&argument);
                *argument = option;
            }
        }
    }
    arguments
}

/// The command for clap.
pub(crate) fn clap() -> Clap {
    let json = || flag("json", "Print one JSON object");
    let bin = || file("bin", "The book").default_value("book.bin");
    let make = Clap::new("make")
        .about("Build a book from games, byte for byte as `polyglot make-book`")
        .arg(file("pgn", "The games").default_value("book.pgn"))
        .arg(bin())
        .arg(
            number("max-ply", "PLY", "Half-moves of each game that are counted")
                .value_parser(value_parser!(u32))
                .default_value("1024"),
        )
        .arg(
            number("min-game", "GAMES", "Games in which a move must have been played")
                .value_parser(value_parser!(u32))
                .default_value("3"),
        )
        .arg(
            number("min-score", "PERCENT", "What a move must have scored for its side, 0 to 100")
                .value_parser(percentage)
                .default_value("0"),
        )
        .arg(flag("only-white", "Keep White's moves only").overrides_with("only-black"))
        .arg(flag("only-black", "Keep Black's moves only").overrides_with("only-white"))
        .arg(flag("uniform", "Give every move the weight 1"))
        .arg(
            number("memory", "MB", "Memory for counting; with less, the games are read several times")
                .value_parser(value_parser!(u32).range(1..=65_536))
                .default_value("1024"),
        )
        .arg(flag(
            "compat",
            "Do as Polyglot also where it is wrong: stop at the first bad game, play games with a FEN tag from the normal position",
        )
        .conflicts_with_all(games::FILTERS))
        .arg(json());
    let merge = Clap::new("merge")
        .about("Merge two books, byte for byte as `polyglot merge-book`")
        .arg(file("in1", "The first book").required(true))
        .arg(file("in2", "The second book").required(true))
        .arg(file("out", "The merged book").default_value("out.bin"))
        .arg(
            Arg::new("rule")
                .long("rule")
                .value_parser(["sum", "priority"])
                .default_value("sum")
                .help("Positions in both books: add the weights (Polyglot 2.0) or take the first book's moves only (1.4)"),
        )
        .arg(flag("saturate", "Hold sums of weights at 65535, where Polyglot wraps them to small numbers"))
        .arg(flag(
            "compat",
            "Do as Polyglot also where it is wrong: take headers for moves and unsorted books for sorted",
        ))
        .arg(json());
    let dump = Clap::new("dump")
        .about("List the lines of a book, byte for byte as `polyglot dump-book`")
        .arg(bin())
        .arg(
            Arg::new("color")
                .long("color")
                .alias("colour")
                .required(true)
                .value_parser(["white", "black"])
                .help("The side that plays moves of the book"),
        )
        .arg(file("out", "Where the lines go: book_COLOR.txt if not given, - for standard output"))
        .arg(json());
    let info = Clap::new("info")
        .about("Count the lines of a book as `polyglot info-book`, and report its faults")
        .arg(bin())
        .arg(flag("exact", "Look for positions that are reached only by leaving the book; takes a long time"))
        .arg(json());
    Clap::new("book")
        .about("Opening books in Polyglot's format; its options may have one dash or two")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([games::with_filters(make), merge, dump, info])
        .subcommands(games::clap())
        .subcommands(change::clap())
}

pub(super) fn number(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

/// An option without a value.
pub(super) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// An option that names a file.
pub(super) fn file(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
}

/// An argument that is a file.
pub(super) fn path_arg(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_parser(value_parser!(PathBuf)).help(help)
}

fn percentage(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("a percentage is a number from 0 to 100".into()),
    }
}

/// Reads the arguments of `book`.
pub(crate) fn read(matches: &ArgMatches) -> Option<BookCommand> {
    let (name, matches) = matches.subcommand()?;
    let path = |name| matches.get_one::<PathBuf>(name).cloned();
    match name {
        "recipe" | "strip" | "leaving" => {
            return Some(BookCommand::Games { name: name.to_owned(), matches: matches.clone() });
        }
        "show" | "edit" | "export" | "check" | "repair" | "learn" => {
            return Some(BookCommand::Change { name: name.to_owned(), matches: matches.clone() });
        }
        _ => {}
    }
    let json = matches.get_flag("json");
    Some(match name {
        "make" => BookCommand::Make {
            pgn: path("pgn")?,
            bin: path("bin")?,
            options: make_options(matches)?,
            filter: games::filter(matches),
            json,
        },
        "merge" => BookCommand::Merge {
            inputs: [path("in1")?, path("in2")?],
            out: path("out")?,
            options: tabia_polyglot::MergeOptions {
                rule: match matches.get_one::<String>("rule")?.as_str() {
                    "priority" => MergeRule::Priority,
                    _ => MergeRule::Sum,
                },
                saturate: matches.get_flag("saturate"),
                strict: matches.get_flag("compat"),
            },
            json,
        },
        "dump" => {
            let white = matches.get_one::<String>("color")? == "white";
            let color = if white { Color::White } else { Color::Black };
            BookCommand::Dump { bin: path("bin")?, color, out: path("out"), json }
        }
        _ => BookCommand::Info { bin: path("bin")?, exact: matches.get_flag("exact"), json },
    })
}

fn make_options(matches: &ArgMatches) -> Option<MakeOptions> {
    Some(MakeOptions {
        max_ply: *matches.get_one("max-ply")?,
        min_game: *matches.get_one("min-game")?,
        min_score: *matches.get_one("min-score")?,
        only: match (matches.get_flag("only-white"), matches.get_flag("only-black")) {
            (true, _) => Some(Color::White),
            (_, true) => Some(Color::Black),
            _ => None,
        },
        uniform: matches.get_flag("uniform"),
        strict: matches.get_flag("compat"),
        max_bytes: usize::try_from(*matches.get_one::<u32>("memory")?).ok()? << 20,
    })
}
