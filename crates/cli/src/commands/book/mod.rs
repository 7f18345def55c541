//! `tabia book`: builds, merges, lists, checks and edits opening books, and learns from games.

mod check;
mod edit;
mod error;
mod export;
mod files;
mod filter;
mod learn;
mod leaving;
mod lines;
mod make;
mod merge;
mod recipe;
mod scan;
mod show;
mod strip;

use clap::Subcommand;

pub(crate) use error::BookFailure;

/// What to do with books.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build a book from games, byte for byte as `polyglot make-book`
    Make(make::MakeArgs),
    /// Merge two books, byte for byte as `polyglot merge-book`
    Merge(merge::MergeArgs),
    /// List the lines of a book, byte for byte as `polyglot dump-book`
    Dump(lines::DumpArgs),
    /// Count the lines of a book as `polyglot info-book`, and report its faults
    Info(lines::InfoArgs),
    /// Make a book by a recipe: filtered games, several passes, merged (docs/books.md)
    Recipe(recipe::BookRecipeArgs),
    /// Write the games that a filter selects, without comments, variations and glyphs
    Strip(strip::StripArgs),
    /// List where the players of games left a book; with --player, where that player did
    Leaving(leaving::LeavingArgs),
    /// Show what a book knows about a position: moves, weights, marks, results, transpositions
    Show(show::ShowArgs),
    /// Write a changed copy of a book
    Edit(edit::EditArgs),
    /// Write a book as a tree of lines in PGN
    Export(export::BookExportArgs),
    /// Check a book of any size
    Check(check::BookCheckArgs),
    /// Write a copy of a book with sorted, possible and unique entries
    Repair(check::RepairArgs),
    /// Learn from games which of a book's moves to play; lessons are saved in a separate file
    #[command(subcommand)]
    Learn(learn::LearnCommand),
}

/// Runs a command. Returns whether its check passed.
pub(crate) fn run(command: &BookCommand) -> Result<bool, BookFailure> {
    match command {
        BookCommand::Make(args) => make::run(args)?,
        BookCommand::Merge(args) => merge::run(args)?,
        BookCommand::Dump(args) => lines::dump(args)?,
        BookCommand::Info(args) => return lines::info(args),
        BookCommand::Recipe(args) => recipe::run(args)?,
        BookCommand::Strip(args) => strip::run(args)?,
        BookCommand::Leaving(args) => leaving::run(args)?,
        BookCommand::Show(args) => show::run(args)?,
        BookCommand::Edit(args) => edit::run(args)?,
        BookCommand::Export(args) => export::run(args)?,
        BookCommand::Check(args) => return check::check(args),
        BookCommand::Repair(args) => check::repair(args)?,
        BookCommand::Learn(command) => learn::run(command)?,
    }
    Ok(true)
}
