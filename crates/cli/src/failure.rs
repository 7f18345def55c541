//! Errors of the commands.

use std::io;

use tabia_engine::OutOfMemory;
use thiserror::Error;

use crate::commands::FenFailure;
use crate::commands::annotate::AnnotateError;
use crate::commands::bench::BenchError;
use crate::commands::book::BookFailure;
use crate::commands::data::DataError;
use crate::commands::epd::EpdError;
use crate::commands::eval::EvalError;
use crate::commands::games::GamesFailure;
use crate::commands::genfens::GenfensError;
use crate::commands::manual::ManError;
use crate::commands::matches::MatchError;
use crate::commands::perft::PerftError;
use crate::commands::ratings::RatingsError;
use crate::commands::train::TrainError;
use crate::commands::tune::TuneError;

/// Why a command failed.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Fen(#[from] FenFailure),
    #[error(transparent)]
    Perft(#[from] PerftError),
    #[error(transparent)]
    Sprt(#[from] tabia_stats::SprtError),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error(transparent)]
    Book(#[from] BookFailure),
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Games(#[from] GamesFailure),
    #[error(transparent)]
    Annotate(#[from] AnnotateError),
    #[error(transparent)]
    Epd(#[from] EpdError),
    #[error(transparent)]
    Genfens(#[from] GenfensError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Tune(#[from] TuneError),
    #[error(transparent)]
    Bench(#[from] BenchError),
    #[error(transparent)]
    Man(#[from] ManError),
    #[error(transparent)]
    Eval(#[from] EvalError),
    #[error(transparent)]
    Ratings(#[from] RatingsError),
    #[error(transparent)]
    Io(#[from] io::Error),
}
