//! The command line.

use std::env;
use std::ffi::OsString;

use clap::{Parser, Subcommand};

use crate::commands::annotate::AnnotateArgs;
use crate::commands::bench::BenchArgs;
use crate::commands::book::BookCommand;
use crate::commands::data::DataCommand;
use crate::commands::epd::EpdArgs;
use crate::commands::eval::EvalArgs;
use crate::commands::games::GamesCommand;
use crate::commands::genfens::GenfensArgs;
use crate::commands::matches::{MatchArgs, MatchError};
use crate::commands::perft::PerftArgs;
use crate::commands::stats::StatsArgs;
use crate::commands::train::TrainArgs;
use crate::commands::tune::TuneArgs;

/// The chess engine Tabia. Without a command it speaks UCI on standard input and output.
#[derive(Debug, Parser)]
#[command(
    name = "tabia",
    version,
    after_help = "Exit status: 0 when all went well, 1 when a check failed, 2 when something could not be done."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the parameters of the search in the form that OpenBench's SPSA takes
    #[cfg(feature = "tune")]
    Spsa,
    /// Search the benchmark positions; the last line is `N nodes M nps`
    Bench(BenchArgs),
    /// Count the leaves of the tree of legal moves
    Perft(PerftArgs),
    /// Explain the static evaluation of a position
    Eval(EvalArgs),
    /// Compute Elo, normalised Elo, likelihood of superiority and the state of a sequential test from match results
    Stats(StatsArgs),
    /// Fit the parameters of the evaluation to positions with results; prints params.rs with the new ones
    Tune(TuneArgs),
    /// Print openings in the form that OpenBench's client asks for (docs/openbench.md)
    Genfens(GenfensArgs),
    /// Play engines against each other, with c-chess-cli's options
    Match(Box<MatchArgs>),
    /// Opening books in Polyglot's format; options may have one hyphen or two
    #[command(subcommand)]
    Book(BookCommand),
    /// Files of games in PGN: indexed, searched, explored, compared and checked (docs/games.md)
    #[command(subcommand)]
    Games(GamesCommand),
    /// Report how well games were played: accuracy, average loss, inaccuracies, mistakes and blunders (docs/reports.md)
    Annotate(AnnotateArgs),
    /// Run test suites: positions with the moves that are right there (docs/suites.md)
    Epd(EpdArgs),
    /// Play games of the engine against itself and make training data of them (docs/data.md)
    #[command(subcommand)]
    Data(DataCommand),
    /// Train a net that evaluates positions (docs/net.md)
    Train(TrainArgs),
    /// End the engines of a program that is no more; started by that program alone
    #[cfg(unix)]
    #[command(hide = true)]
    Guard {
        /// What the marks of its engines begin with
        program: String,
    },
}

/// Reads the command line; ends the program with a message where it is wrong (status 2) or where help was asked for (status 0).
/// Without a command there is nothing to do but to speak UCI.
///
/// # Errors
/// What is wrong with the options of `match`, which have a form of their own.
pub(crate) fn read() -> Result<Option<Command>, MatchError> {
    let arguments: Vec<OsString> = env::args_os().collect();
    if let Some(options) = match_options(&arguments) {
        return Ok(Some(Command::Match(Box::new(MatchArgs::read(&options)?))));
    }
    Ok(Cli::parse_from(rewritten(arguments)).command)
}

/// The options behind `match`, unless they ask for help or are no text, of which clap tells.
fn match_options(arguments: &[OsString]) -> Option<Vec<String>> {
    let options = arguments.get(2..).filter(|_| arguments[1] == "match")?;
    let is_help = |option: &OsString| ["-help", "--help", "-h"].iter().any(|help| option == help);
    if options.iter().any(is_help) {
        return None;
    }
    options.iter().map(|option| option.to_str().map(str::to_owned)).collect()
}

/// Options that Polyglot writes with one hyphen.
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

/// Puts other programs' forms into clap's: Polyglot's options have one hyphen, `OpenBench`'s client gives `genfens` and all that
/// belongs to it as one argument, and c-chess-cli's help has one hyphen.
fn rewritten(arguments: Vec<OsString>) -> Vec<OsString> {
    let command = arguments.get(1).and_then(|argument| argument.to_str()).unwrap_or_default().to_owned();
    let words: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
    if words.first().is_some_and(|word| word == "genfens") {
        return [&arguments[..1], &words, &arguments[2..]].concat();
    }
    let with_another_hyphen = |argument: OsString| {
        let is_known = match command.as_str() {
            "book" => POLYGLOTS.iter().any(|option| argument == *option),
            "match" => argument == "-help",
            _ => false,
        };
        if is_known { OsString::from(format!("-{}", argument.display())) } else { argument }
    };
    arguments.into_iter().map(with_another_hyphen).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
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
