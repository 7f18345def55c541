//! The position that `--fen` names.

use tabia_chess::Position;
use tabia_engine::bench::{self, UnplayableFen};
use thiserror::Error;

/// A FEN that cannot be used.
#[derive(Debug, Error)]
#[error("FEN {fen:?}: {fault}")]
pub(crate) struct FenFailure {
    fen: String,
    fault: UnplayableFen,
}

/// The position of a FEN; the start position without one.
pub(super) fn position(fen: Option<&str>) -> Result<Position, FenFailure> {
    fen.map_or_else(
        || Ok(Position::default()),
        |fen| bench::position(fen).map_err(|fault| FenFailure { fen: fen.to_owned(), fault }),
    )
}
