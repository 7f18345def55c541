//! The command line of `tabia data`.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command as Clap, value_parser};
use tabia_data::filter::Filter;
use tabia_data::sets::HeldOut;

use super::recipe;

/// What to do with games.
#[derive(Debug)]
pub(crate) struct DataCommand {
    /// `play`, `stats`, `text` or `shuffle`.
    pub(super) name: String,
    /// Its arguments.
    pub(super) matches: ArgMatches,
}

/// The command that was given; clap sees to it that there is one.
pub(crate) fn read(matches: &ArgMatches) -> Option<DataCommand> {
    matches
        .subcommand()
        .map(|(name, matches)| DataCommand { name: name.to_owned(), matches: matches.clone() })
}

/// The command for clap.
pub(crate) fn clap() -> Clap {
    let json = || Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object");
    let play = Clap::new("play")
        .about("Play games of the engine against itself, until interrupted; goes on where it was interrupted")
        .arg(file("output", "The games; how they are made is kept in FILE.json").required(true))
        .arg(count("games", "N", "Stop when the file has so many games"))
        .arg(
            count("threads", "N", "Games at a time; the file is the same with any number").default_value("1"),
        )
        .arg(count("report", "SECONDS", "How often to tell how far it has come").default_value("60"))
        .args(recipe::options());
    let stats = Clap::new("stats")
        .about("Count games and positions, and what the filter of the training takes of them")
        .arg(files("Files of games"))
        .args(filter_options())
        .arg(json());
    let text = Clap::new("text")
        .about("Print positions as `FEN | score | result`, score and result from White's side")
        .arg(files("Files of games"))
        .arg(
            Arg::new("positions")
                .long("positions")
                .action(ArgAction::SetTrue)
                .help("The files hold positions, as `tabia data shuffle` writes them"),
        )
        .arg(Arg::new("all").long("all").action(ArgAction::SetTrue).help("Leave out no position of a game"))
        .args(filter_options());
    let shuffle = Clap::new("shuffle")
        .about("Filter the positions of games and write them in random order, 32 bytes each")
        .arg(files("Files of games"))
        .arg(file("output", "The positions to learn from").required(true))
        .arg(file("held-out", "The positions of games that are only measured on").required(true))
        .arg(
            Arg::new("share")
                .long("share")
                .value_name("PERCENT")
                .default_value("1")
                .value_parser(percentage)
                .help("How many of the games are held out"),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u64))
                .help("The seed of the order and of the choice"),
        )
        .arg(
            count("memory", "MB", "Memory for shuffling; more positions are put into several files first")
                .default_value("1024"),
        )
        .args(filter_options())
        .arg(json());
    Clap::new("data")
        .about("Games of the engine against itself, and what a net learns from made of them (docs/data.md)")
        .subcommand_required(true)
        .subcommands([play, stats, text, shuffle])
}

fn file(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
}

fn files(help: &'static str) -> Arg {
    Arg::new("files")
        .value_name("FILE")
        .num_args(1..)
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

fn count(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .value_parser(value_parser!(u64).range(1..=u64::from(u32::MAX)))
        .help(help)
}

fn percentage(text: &str) -> Result<f64, String> {
    text.parse::<f64>()
        .ok()
        .filter(|share| (0.0..=100.0).contains(share))
        .ok_or_else(|| format!("{text:?} is no number from 0 to 100"))
}

/// The numbers of the filter, which are the library's if not given.
fn filter_options() -> [Arg; 3] {
    let usual = Filter::default();
    let option = |name: &'static str, value: &'static str, help: String, most: u64| {
        Arg::new(name)
            .long(name)
            .value_name(value)
            .value_parser(value_parser!(u64).range(0..=most))
            .help_heading("Filter (positions in check, captures, promotions and mates are always left out)")
            .help(help)
    };
    let min_ply = format!("Half-moves from the start of the game, at least [default: {}]", usual.min_ply);
    let min_men = format!("Men on the board, at least [default: {}]", usual.min_men);
    [
        option("min-ply", "N", min_ply, u64::from(u32::MAX)),
        option("min-men", "N", min_men, 32),
        option("max-score", "CP", "The greatest score for either side [default: none]".to_owned(), 31_000),
    ]
}

/// The filter that was asked for.
pub(super) fn filter(matches: &ArgMatches) -> Filter {
    let usual = Filter::default();
    let given = |name: &str| matches.get_one::<u64>(name).copied();
    Filter {
        min_ply: given("min-ply").map_or(usual.min_ply, |value| value as u32),
        min_men: given("min-men").map_or(usual.min_men, |value| value as u32),
        max_score: given("max-score").map_or(usual.max_score, |value| value as u16),
    }
}

/// Which games to hold out.
pub(super) fn held_out(matches: &ArgMatches) -> HeldOut {
    let share = matches.get_one("share").copied().unwrap_or(1.0);
    HeldOut { share: share / 100.0, seed: matches.get_one("seed").copied().unwrap_or(1) }
}
