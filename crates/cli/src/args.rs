//! The command line.
//!
//! Built by clap's functions, not derived: the derived code switches lints off that this workspace forbids to
//! switch off.

use std::path::PathBuf;

use crate::commands::book::{self, BookCommand};
use crate::commands::data::{self, DataCommand};
use crate::commands::genfens;
use crate::commands::stats::{self, StatsArgs};
use crate::commands::tune::{self, TuneArgs};
use clap::{Arg, ArgAction, ArgMatches, Command as Clap, value_parser};

/// What to do.
#[derive(Debug)]
pub(crate) enum Command {
    /// Speak UCI.
    Uci,
    /// Search the benchmark positions.
    Bench(BenchArgs),
    /// Count the leaves of the tree of legal moves.
    Perft(PerftArgs),
    /// Explain the static evaluation of a position.
    Eval(EvalArgs),
    /// Say what match results mean.
    Stats(StatsArgs),
    /// Fit the numbers of the evaluation to positions with results.
    Tune(TuneArgs),
    /// Print the numbers of the search for `OpenBench`'s SPSA.
    #[cfg(feature = "tune")]
    Spsa,
    /// Build, merge, list or examine opening books.
    Book(BookCommand),
    /// Play games of the engine against itself, and make of them what a net learns from.
    Data(DataCommand),
    /// Print openings for an `OpenBench` instance; the text is read in `commands::genfens`.
    Genfens(String),
    /// Play engines against each other; the arguments are read in `commands::matches`.
    Match(Vec<String>),
}

/// Arguments of `bench`.
#[derive(Debug)]
pub(crate) struct BenchArgs {
    /// Depth in plies for each position.
    pub(crate) depth: Option<u32>,
    /// Nodes for each position, instead of a depth.
    pub(crate) nodes: Option<u64>,
    /// Size of the hash table in MB.
    pub(crate) hash: u32,
    /// Print one JSON object.
    pub(crate) json: bool,
}

/// Arguments of `perft`.
#[derive(Debug)]
pub(crate) struct PerftArgs {
    /// Depth in plies; with a suite, the greatest depth to check.
    pub(crate) depth: u32,
    /// The position; the start position if not given.
    pub(crate) fen: Option<String>,
    /// Print the count of each move.
    pub(crate) divide: bool,
    /// A file of EPD lines whose counts to check.
    pub(crate) suite: Option<PathBuf>,
    /// Print one JSON object.
    pub(crate) json: bool,
}

/// Arguments of `eval`.
#[derive(Debug)]
pub(crate) struct EvalArgs {
    /// The position; the start position if not given.
    pub(crate) fen: Option<String>,
    /// Print one JSON object.
    pub(crate) json: bool,
}

/// Reads the command line; ends the program with a message where it is wrong (status 2) or help was asked
/// for (status 0).
pub(crate) fn read() -> Command {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    // Its form is another program's: one argument for all of it.
    if let Some(text) = genfens::command(&arguments)
        && !arguments.iter().any(|argument| argument == "--help")
    {
        return Command::Genfens(text);
    }
    match clap().get_matches_from(book::with_two_dashes(std::env::args_os())).subcommand() {
        Some(("bench", matches)) => Command::Bench(BenchArgs {
            depth: matches.get_one("depth").copied(),
            nodes: matches.get_one("nodes").copied(),
            hash: matches.get_one("hash").copied().unwrap_or(16),
            json: matches.get_flag("json"),
        }),
        Some(("perft", matches)) => Command::Perft(PerftArgs {
            depth: matches.get_one("depth").copied().unwrap_or(0),
            fen: fen(matches),
            divide: matches.get_flag("divide"),
            suite: matches.get_one("suite").cloned(),
            json: matches.get_flag("json"),
        }),
        Some(("eval", matches)) => {
            Command::Eval(EvalArgs { fen: fen(matches), json: matches.get_flag("json") })
        }
        Some(("stats", matches)) => Command::Stats(stats::arguments(matches)),
        Some(("tune", matches)) => Command::Tune(tune::arguments(matches)),
        #[cfg(feature = "tune")]
        Some(("spsa", _)) => Command::Spsa,
        Some(("book", matches)) => book::read(matches).map_or(Command::Uci, Command::Book),
        Some(("data", matches)) => data::read(matches).map_or(Command::Uci, Command::Data),
        Some(("match", matches)) => {
            Command::Match(matches.get_many("arguments").into_iter().flatten().cloned().collect())
        }
        _ => Command::Uci,
    }
}

fn fen(matches: &ArgMatches) -> Option<String> {
    matches.get_one("fen").cloned()
}

fn clap() -> Clap {
    let json = || Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object");
    let fen = || {
        Arg::new("fen").long("fen").value_name("FEN").help("The position; the start position if not given")
    };
    let bench = Clap::new("bench")
        .about("Search the benchmark positions; the last line is `N nodes M nps`")
        .arg(
            Arg::new("depth")
                .value_name("DEPTH")
                .value_parser(value_parser!(u32).range(1..=200))
                .help("Depth in plies for each position"),
        )
        .arg(
            Arg::new("nodes")
                .long("nodes")
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..))
                .conflicts_with("depth")
                .help("Nodes for each position, instead of a depth"),
        )
        .arg(
            Arg::new("hash")
                .long("hash")
                .value_name("MB")
                .value_parser(value_parser!(u32).range(1..=1024))
                .default_value("16")
                .help("Size of the hash table in MB"),
        )
        .arg(json());
    let perft = Clap::new("perft")
        .about("Count the leaves of the tree of legal moves")
        .arg(
            Arg::new("depth")
                .value_name("DEPTH")
                .required(true)
                .value_parser(value_parser!(u32).range(0..=30))
                .help("Depth in plies; with --suite, the greatest depth to check"),
        )
        .arg(fen().conflicts_with("suite"))
        .arg(
            Arg::new("divide")
                .long("divide")
                .action(ArgAction::SetTrue)
                .conflicts_with("suite")
                .help("Print the count of each move"),
        )
        .arg(
            Arg::new("suite")
                .long("suite")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Check the counts of a file of EPD lines such as `FEN ;D1 20 ;D2 400`"),
        )
        .arg(json());
    let eval = Clap::new("eval").about("Explain the static evaluation of a position").arg(fen()).arg(json());
    // Its options are c-chess-cli's, with one hyphen and several values each.
    let engine_match = Clap::new("match")
        .about("Play engines against each other, with c-chess-cli's options")
        .disable_help_flag(true)
        .arg(Arg::new("arguments").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true));
    let genfens = Clap::new("genfens")
        .about("Print openings as OpenBench's client asks for them (docs/openbench.md)")
        .override_usage("tabia \"genfens N seed S book FILE|None [plies N] [bound CP] [nodes N]\" [quit]")
        .after_help("Random moves from the start position or behind positions of FILE (EPD or PGN): 8 or 9, behind a book 4 or 5 (plies), \
                     with a score of at most 300 centipawns for either side (bound) in a search of 1000 nodes (nodes).");
    Clap::new("tabia")
        .version(env!("CARGO_PKG_VERSION"))
        .about("The chess engine Tabia. Without a command it speaks UCI on standard input and output.")
        .after_help(
            "Exit status: 0 when all went well, 1 when a check failed, 2 when something could not be done.",
        )
        .subcommands(tuning())
        .subcommands([
            bench,
            perft,
            eval,
            stats::clap(),
            tune::clap(),
            genfens,
            engine_match,
            book::clap(),
            data::clap(),
        ])
}

/// Commands of builds with the feature `tune`.
fn tuning() -> Vec<Clap> {
    if cfg!(feature = "tune") {
        vec![Clap::new("spsa").about("Print the numbers of the search as OpenBench's SPSA takes them")]
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::clap().debug_assert();
    }
}
