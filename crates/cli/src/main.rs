//! The native program `tabia`: a UCI engine on standard input and output, and commands for measuring it.

mod args;
mod commands;
mod native_files;
mod own_book;
mod tables;
mod text_file;
mod threads;
mod uci_loop;

use std::process::ExitCode;

use crate::args::Command;

fn main() -> ExitCode {
    let result = match args::read() {
        Command::Uci => uci_loop::run(),
        Command::Bench(args) => commands::bench(&args),
        Command::Perft(args) => commands::perft(&args),
        Command::Eval(args) => commands::eval(&args),
        Command::Stats(args) => commands::stats::run(&args),
        Command::Tune(args) => commands::tune::run(&args),
        #[cfg(feature = "tune")]
        Command::Spsa => {
            commands::spsa();
            Ok(true)
        }
        Command::Book(command) => commands::book::run(&command).map_err(Into::into),
        Command::Data(command) => commands::data::run(&command).map_err(Into::into),
        Command::Genfens(text) => {
            commands::genfens::Genfens::parse(&text).map_err(Into::into).and_then(|genfens| genfens.run())
        }
        Command::Match(arguments) => commands::matches::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("tabia: {error}");
            ExitCode::from(2)
        }
    }
}
