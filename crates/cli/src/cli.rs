//! The command line.

use std::env;
use std::ffi::OsString;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::commands::annotate::AnnotateArgs;
use crate::commands::bench::BenchArgs;
use crate::commands::book::BookCommand;
use crate::commands::data::DataCommand;
use crate::commands::epd::EpdArgs;
use crate::commands::eval::EvalArgs;
use crate::commands::games::GamesCommand;
use crate::commands::genfens::GenfensArgs;
use crate::commands::manual::{CompletionsArgs, ManArgs};
use crate::commands::matches::{MatchArgs, MatchError};
use crate::commands::perft::PerftArgs;
use crate::commands::ratings::RatingsArgs;
use crate::commands::stats::StatsArgs;
use crate::commands::train::TrainArgs;
use crate::commands::tune::TuneArgs;

/// Version, commit, features and target: what `--version` prints after the name (build.rs).
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("TABIA_COMMIT"),
    "\nfeatures: ",
    env!("TABIA_FEATURES"),
    "\ntarget: ",
    env!("TABIA_TARGET"),
);

/// The chess engine Tabia. Without a command it speaks UCI on standard input and output.
#[derive(Debug, Parser)]
#[command(
    name = "tabia",
    version,
    long_version = LONG_VERSION,
    after_help = "UCI commands may be arguments too: tabia go depth 20, tabia bench depth 6, \
                  tabia \"position startpos moves e2e4\" \"go movetime 1000\".\n\n\
                  A file may be - for the standard input or output; a file of that name is ./-.\n\n\
                  Exit status: 0 on success, 1 if a check failed, 2 on an error."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the parameters of the search in OpenBench's SPSA format
    #[cfg(feature = "tune")]
    Spsa,
    /// Search the benchmark positions; the last line is `N nodes M nps`
    Bench(BenchArgs),
    /// Count the leaves of the tree of legal moves
    Perft(PerftArgs),
    /// Explain the static evaluation of a position
    Eval(EvalArgs),
    /// Compute Elo, normalised Elo, likelihood of superiority (LOS) and SPRT state from match results
    Stats(StatsArgs),
    /// Rate the players of PGN and match files: ratings with errors, like Ordo's
    Ratings(RatingsArgs),
    /// Fit the evaluation parameters to positions with results; prints the new params.rs
    Tune(TuneArgs),
    /// Print openings for OpenBench's client (docs/openbench.md)
    Genfens(GenfensArgs),
    /// Play engines against each other, with the options of c-chess-cli, fastchess and cutechess-cli
    Match(Box<MatchArgs>),
    /// Make, merge, check and edit opening books in Polyglot's format; options may have one hyphen or two
    #[command(subcommand)]
    Book(BookCommand),
    /// Index, search, explore, compare and check PGN files (docs/games.md)
    #[command(subcommand)]
    Games(GamesCommand),
    /// Report on games: accuracy, average loss, inaccuracies, mistakes and blunders (docs/reports.md)
    Annotate(AnnotateArgs),
    /// Run test suites: positions with known best moves (docs/suites.md)
    Epd(EpdArgs),
    /// Play self-play games and turn them into training data (docs/data.md)
    #[command(subcommand)]
    Data(DataCommand),
    /// Train an evaluation net (docs/net.md)
    Train(TrainArgs),
    /// Print completions of the command line for a shell
    Completions(CompletionsArgs),
    /// Print the man page, or write those of all commands into a folder
    Man(ManArgs),
    /// End the engines of a program that has ended; started by that program only
    #[cfg(unix)]
    #[command(hide = true)]
    Guard {
        /// The prefix of its engines' marks
        program: String,
    },
}

/// Task selected by the command line.
#[derive(Debug)]
pub(crate) enum Task {
    /// Speak UCI on standard input and output.
    Uci,
    /// Run these UCI commands and exit.
    UciCommands(Vec<String>),
    /// Run a subcommand.
    Command(Box<Command>),
}

/// Parses the command line. On a usage error (status 2) or a help request (status 0), prints a message and exits.
///
/// # Errors
/// If the options of `match`, which have a separate syntax, are invalid.
pub(crate) fn read() -> Result<Task, MatchError> {
    let arguments: Vec<OsString> = env::args_os().collect();
    if let Some(commands) = uci_commands(&arguments) {
        return Ok(Task::UciCommands(commands));
    }
    if let Some(words) = match_information(&arguments) {
        Cli::parse_from(words);
    }
    if let Some(options) = match_options(&arguments) {
        return Ok(Task::Command(Box::new(Command::Match(Box::new(MatchArgs::read(&options)?)))));
    }
    let command = Cli::parse_from(rewritten(arguments)).command;
    Ok(command.map_or(Task::Uci, |command| Task::Command(Box::new(command))))
}

/// Returns the whole command line, for documents about it.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

/// UCI commands that are not also subcommands of this program.
const UCI_COMMANDS: [&str; 14] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "speed",
    "learn",
];

/// Interprets the arguments as UCI commands, as Stockfish does: either all words form one command (`go depth 20`), or, if any
/// argument contains several words, each argument is one (`"position startpos moves e2e4" "go depth 20"`).
fn uci_commands(arguments: &[OsString]) -> Option<Vec<String>> {
    let words: Vec<&str> = arguments.get(1..)?.iter().map(|word| word.to_str()).collect::<Option<_>>()?;
    let first = words.first()?.split_whitespace().next()?;
    let is_bare = words.iter().all(|word| !word.starts_with('-'));
    let is_uci = match first {
        "bench" => is_bare && is_uci_bench(&words),
        "eval" => matches!(words[..], ["eval", "json" | "tables"]),
        _ => UCI_COMMANDS.contains(&first),
    };
    let has_several_words = |word: &&str| word.split_whitespace().nth(1).is_some();
    is_uci.then(|| {
        if words.iter().any(has_several_words) {
            words.iter().map(|word| (*word).to_owned()).collect()
        } else {
            vec![words.join(" ")]
        }
    })
}

/// Whether `bench` is followed by limits as for `go` or by Stockfish's list of numbers, rather than by a depth alone.
fn is_uci_bench(words: &[&str]) -> bool {
    let is_number = |word: &&str| word.parse::<u64>().is_ok();
    match words.get(1..).unwrap_or_default() {
        [] | [_] => words.iter().any(|word| word.contains(char::is_whitespace)),
        [first, second, ..] => {
            matches!(*first, "depth" | "nodes" | "movetime" | "mate")
                || (is_number(first) && is_number(second))
        }
    }
}

/// Arguments for clap that make it print the help or the version of `match`, if an option asks for either as other programs spell it.
fn match_information(arguments: &[OsString]) -> Option<&'static [&'static str]> {
    let options = arguments.get(2..).filter(|_| arguments[1] == "match")?;
    let has = |names: &[&str]| options.iter().any(|option| names.iter().any(|name| option == name));
    if has(&["-help", "--help", "-h"]) {
        return Some(&["tabia", "match", "--help"]);
    }
    has(&["-version", "--version", "-v"]).then_some(&["tabia", "--version"])
}

/// Returns the options after `match`, unless they are not UTF-8, which clap reports.
fn match_options(arguments: &[OsString]) -> Option<Vec<String>> {
    let options = arguments.get(2..).filter(|_| arguments[1] == "match")?;
    options.iter().map(|option| option.to_str().map(str::to_owned)).collect()
}

/// Options that Polyglot spells with one hyphen.
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

/// Rewrites other programs' syntax for clap: Polyglot's options have one hyphen, and `OpenBench`'s client passes `genfens` and
/// its words as one argument.
fn rewritten(arguments: Vec<OsString>) -> Vec<OsString> {
    let command = arguments.get(1).and_then(|argument| argument.to_str()).unwrap_or_default().to_owned();
    let words: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
    if words.first().is_some_and(|word| word == "genfens") {
        return [&arguments[..1], &words, &arguments[2..]].concat();
    }
    let with_another_hyphen = |argument: OsString| {
        let is_known = command == "book" && POLYGLOTS.iter().any(|option| argument == *option);
        if is_known { OsString::from(format!("-{}", argument.display())) } else { argument }
    };
    arguments.into_iter().map(with_another_hyphen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects every option with a value, along with the names of its parent commands.
    fn options(command: &clap::Command, path: &[String]) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        for argument in command.get_arguments().filter(|argument| argument.get_action().takes_values()) {
            let option = argument.get_long().map(|long| format!("--{long}"));
            found.push([path, &option.into_iter().collect::<Vec<_>>()].concat());
        }
        for inner in command.get_subcommands() {
            found.extend(options(inner, &[path, &[inner.get_name().to_owned()]].concat()));
        }
        found
    }

    /// The standard library's messages don't say what is expected.
    #[test]
    fn no_number_is_refused_without_saying_what_is_expected() {
        let all = options(&Cli::command(), &["tabia".to_owned()]);
        assert!(all.len() > 100, "{}", all.len());
        for line in all {
            for value in ["x", "-1", "1.5.5", "999999999999999999999999"] {
                let line = [&line[..], &[value.to_owned()]].concat();
                let Err(error) = Cli::command().try_get_matches_from(&line) else { continue };
                let text = error.to_string();
                for bare in
                    ["invalid digit", "invalid float", "too large to fit", "is not in", "cannot parse"]
                {
                    assert!(!text.contains(bare), "{line:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn uci_commands_may_be_arguments() {
        let commands = |line: &[&str]| {
            let arguments: Vec<OsString> = [&["tabia"], line].concat().iter().map(OsString::from).collect();
            uci_commands(&arguments)
        };
        for line in [
            &["go", "depth", "20"][..],
            &["bench", "depth", "6"],
            &["bench", "16", "1", "13", "default", "depth"],
            &["eval", "json"],
            &["d"],
        ] {
            assert_eq!(commands(line), Some(vec![line.join(" ")]), "{line:?}");
        }
        let several = ["position startpos moves e2e4", "go depth 5"];
        assert_eq!(commands(&several), Some(several.map(str::to_owned).to_vec()));
        for other in [
            &[][..],
            &["bench"],
            &["bench", "13"],
            &["bench", "13", "--json"],
            &["bench", "--nodes", "500"],
            &["eval"],
            &["perft", "5"],
            &["match", "-engine"],
            &["genfens 3 book None", "quit"],
        ] {
            assert_eq!(commands(other), None, "{other:?}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn match_is_asked_for_help_or_the_version_anywhere_among_its_options() {
        let printed = |line: &[&str]| match_information(&line.iter().map(OsString::from).collect::<Vec<_>>());
        for help in ["-help", "--help", "-h"] {
            for line in
                [&["tabia", "match", help][..], &["tabia", "match", "-engine", "cmd=a", help, "-rounds", "2"]]
            {
                assert_eq!(printed(line), Some(&["tabia", "match", "--help"][..]), "{line:?}");
            }
        }
        for version in ["-version", "--version", "-v"] {
            let line = ["tabia", "match", "-each", "tc=1", version];
            assert_eq!(printed(&line), Some(&["tabia", "--version"][..]), "{line:?}");
        }
        for line in
            [&["tabia", "match", "-engine", "cmd=a", "arg=--help"][..], &["tabia", "-help"], &["tabia"]]
        {
            assert_eq!(printed(line), None, "{line:?}");
        }
        for words in [&["tabia", "match", "--help"][..], &["tabia", "--version"]] {
            assert!(!Cli::try_parse_from(words).unwrap_err().use_stderr(), "{words:?}");
        }
    }

    #[test]
    fn the_forms_of_other_programs_are_understood() {
        let rewrite = |line: &[&str]| rewritten(line.iter().map(OsString::from).collect());
        assert_eq!(
            rewrite(&["tabia", "book", "make", "-pgn", "-x"]),
            ["tabia", "book", "make", "--pgn", "-x"]
        );
        assert_eq!(
            rewrite(&["tabia", "genfens 3 book None ", "quit"]),
            ["tabia", "genfens", "3", "book", "None", "quit"]
        );
        assert_eq!(rewrite(&["tabia", "genfens", "64"]), ["tabia", "genfens", "64"]);
        for other in [&["tabia", "genfenses 3"][..], &["tabia", "perft", "-pgn"], &["tabia"]] {
            assert_eq!(rewrite(other), other);
        }
    }
}
