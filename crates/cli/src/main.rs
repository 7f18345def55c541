//! The native program `tabia`: a UCI engine on standard input and output, and commands for analysis and
//! measurement.

// Its macros are visible in all modules declared after it.
#[macro_use]
mod printing;

mod cli;
mod commands;
mod engines;
mod failure;
mod file_source;
mod hex;
mod input_file;
mod native_files;
mod net_file;
mod number;
mod output_file;
mod own_book;
mod tables;
#[cfg(test)]
mod test_folder;
mod text_file;
mod threads;
mod uci_loop;
mod unattended;
mod whole_file;

use std::io::ErrorKind;
use std::process::ExitCode;

use cli::{Command, Task};
use commands::{
    annotate, bench, book, data, epd, eval, games, genfens, manual, matches, perft, ratings, stats, train,
    tune,
};
use failure::Failure;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // The reader has seen enough.
        Err(Failure::Io(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tabia: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the command line. Returns whether what it checked passed.
fn run() -> Result<bool, Failure> {
    let command = match cli::read()? {
        Task::Uci => return Ok(uci_loop::run()?),
        Task::UciCommands(commands) => return Ok(uci_loop::run_commands(commands)?),
        Task::Command(command) => *command,
    };
    Ok(match command {
        Command::Bench(args) => bench::run(&args)?,
        Command::Perft(args) => perft::run(&args)?,
        Command::Eval(args) => eval::run(&args)?,
        Command::Stats(args) => stats::run(&args)?,
        Command::Ratings(args) => {
            ratings::run(&args)?;
            true
        }
        Command::Train(args) => train::run(&args)?,
        Command::Tune(args) => tune::run(&args)?,
        #[cfg(feature = "tune")]
        Command::Spsa => {
            commands::spsa::run();
            true
        }
        Command::Book(command) => book::run(&command)?,
        Command::Data(command) => data::run(&command)?,
        Command::Annotate(args) => {
            annotate::run(&args)?;
            true
        }
        Command::Epd(args) => {
            epd::run(&args)?;
            true
        }
        Command::Games(command) => games::run(&command)?,
        Command::Genfens(args) => genfens::run(&args)?,
        Command::Match(args) => matches::run(&args)?,
        Command::Completions(args) => {
            manual::print_completions(&args, cli::command())?;
            true
        }
        Command::Man(args) => {
            manual::print_man_pages(&args, cli::command())?;
            true
        }
        #[cfg(unix)]
        Command::Guard { program } => {
            engines::guard(&program);
            true
        }
    })
}
