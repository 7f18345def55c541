//! `tabia games`: files of games indexed, searched, explored, compared and checked.

mod check;
mod duplicates;
mod error;
mod explore;
mod export;
mod filter;
mod find;
mod index;
mod store;

use clap::Subcommand;

pub(crate) use error::GamesFailure;

/// What to do with files of games.
#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// Make the indexes of PGN files, which the other commands do as well where one is missing or out of date
    Index(index::IndexArgs),
    /// List games by players, Elo, result, date, opening, event, length, material or a position
    Find(find::FindArgs),
    /// Show what was played from a position
    Explore(explore::ExploreArgs),
    /// Write games as they stand in their files
    Export(export::ExportArgs),
    /// List games that are there more than once, and in what they differ
    Duplicates(duplicates::DuplicatesArgs),
    /// List games with errors, and compare the checksums of the indexes
    Check(check::CheckArgs),
}

/// Carries a command out; whether what it checked was right.
pub(crate) fn run(command: &GamesCommand) -> Result<bool, GamesFailure> {
    match command {
        GamesCommand::Index(args) => index::run(args)?,
        GamesCommand::Find(args) => find::run(args)?,
        GamesCommand::Explore(args) => explore::run(args)?,
        GamesCommand::Export(args) => export::run(args)?,
        GamesCommand::Duplicates(args) => duplicates::run(args)?,
        GamesCommand::Check(args) => return check::run(args),
    }
    Ok(true)
}
