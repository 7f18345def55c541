//! `ratings`: a rating list over the games of PGN and match files.

mod args;
mod read;

use std::io;
use std::path::{Path, PathBuf};

use tabia_stats::{AnchorError, RatingList, RatingOptions, RatingTable};
use thiserror::Error;

pub(crate) use args::RatingsArgs;
use read::{Games, ReadError};

use crate::printing::go_on_unread;
use crate::{input_file, output_file};

/// Error of `ratings`.
#[derive(Debug, Error)]
pub(crate) enum RatingsError {
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: ReadError },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("no player named {0:?} has a game: use a name of the list without --anchor")]
    UnknownAnchor(String),
    #[error("invalid anchor {name:?}: {error}")]
    Anchor { name: String, error: AnchorError },
    #[error("no game between two players found")]
    NoGame,
}

/// Prints the list and writes its files.
pub(crate) fn run(args: &RatingsArgs) -> Result<(), RatingsError> {
    check_files(args)?;
    if args.csv.is_some() || args.html.is_some() {
        go_on_unread();
    }
    let mut games = Games::new(args.white_advantage);
    for path in &args.files {
        games.read(path).map_err(|error| RatingsError::Read { path: path.clone(), error })?;
    }
    let left_out = games.left_out.words(games.pool.self_play());
    if !left_out.is_empty() {
        eprintln!("games left out: {}", left_out.join("; "));
    }
    let (names, results) = (games.pool.names(), games.pool.results());
    if results.is_empty() {
        return Err(RatingsError::NoGame);
    }
    let options = options(args, &names)?;
    let list = RatingList::new(names.len(), &results, &options).map_err(|error| {
        let name = args.anchor.as_ref().map(|anchor| anchor.name.clone()).unwrap_or_default();
        RatingsError::Anchor { name, error }
    })?;
    let table = RatingTable { list: &list, names: &names, results: &results };
    let notes = table.notes(&options);
    write(args.csv.as_deref(), || table.csv())?;
    write(args.html.as_deref(), || table.html(&notes))?;
    println!("{}\n{notes}", table.text());
    Ok(())
}

fn options(args: &RatingsArgs, names: &[String]) -> Result<RatingOptions, RatingsError> {
    let anchor = args.anchor.as_ref().map(|anchor| {
        let place = names.iter().position(|name| *name == anchor.name);
        let player = place.ok_or_else(|| RatingsError::UnknownAnchor(anchor.name.clone()))?;
        Ok((player, anchor.elo))
    });
    Ok(RatingOptions {
        average: args.average,
        anchor: anchor.transpose()?,
        white_advantage: args.white_advantage,
    })
}

/// Checks the files before anything is read or overwritten.
fn check_files(args: &RatingsArgs) -> Result<(), RatingsError> {
    for path in &args.files {
        input_file::check(path)
            .map_err(|error| RatingsError::Read { path: path.clone(), error: error.into() })?;
    }
    let outputs: Vec<&PathBuf> = args.csv.iter().chain(&args.html).collect();
    for path in &outputs {
        output_file::check(path, &args.files)
            .map_err(|error| RatingsError::Write { path: (*path).clone(), error })?;
    }
    match outputs[..] {
        [csv, html] if output_file::is_same(csv, html) => {
            let fault = "--csv and --html must be different files";
            let error = io::Error::new(io::ErrorKind::InvalidInput, fault);
            Err(RatingsError::Write { path: html.clone(), error })
        }
        _ => Ok(()),
    }
}

fn write(path: Option<&Path>, text: impl FnOnce() -> String) -> Result<(), RatingsError> {
    let Some(path) = path else { return Ok(()) };
    output_file::write(path, text()).map_err(|error| RatingsError::Write { path: path.to_owned(), error })
}
