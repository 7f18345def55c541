//! `data`: self-play games, and training data made from them.

mod args;
mod error;
mod file;
mod numbers;
mod read;
mod recipe;
mod selfplay;
mod shuffle;

pub(crate) use args::DataCommand;
pub(crate) use error::DataError;

/// Runs a command.
pub(crate) fn run(command: &DataCommand) -> Result<bool, DataError> {
    match command {
        DataCommand::Play(args) => selfplay::run(args),
        DataCommand::Stats(args) => read::stats(args),
        DataCommand::Text(args) => read::text(args),
        DataCommand::Shuffle(args) => shuffle::run(args),
    }?;
    Ok(true)
}
