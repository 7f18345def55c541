//! `tabia games`: indexes, searches, explores, exports, compares and checks files of games.

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
    /// Index PGN files; the other commands do it as well where an index is missing or out of date
    Index(index::IndexArgs),
    /// List games by players, Elo, result, date, opening, event, length, material or a position
    Find(find::FindArgs),
    /// Show what was played from a position
    Explore(explore::ExploreArgs),
    /// Write games exactly as in their files
    Export(export::GamesExportArgs),
    /// List duplicate games and their differences
    Duplicates(duplicates::DuplicatesArgs),
    /// List games with errors and verify the checksums of the indexes
    Check(check::GamesCheckArgs),
}

/// Runs a command. Returns whether its check passed.
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
