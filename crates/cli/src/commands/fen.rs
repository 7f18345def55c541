//! The position given by `--fen`.

use tabia_chess::Position;
use tabia_engine::bench::{self, UnplayableFen};
use thiserror::Error;

/// Error for an invalid FEN.
#[derive(Debug, Error)]
#[error("FEN {fen:?}: {fault}")]
pub(crate) struct FenFailure {
    fen: String,
    fault: UnplayableFen,
}

/// Parses a FEN; `None` means the start position.
pub(super) fn position(fen: Option<&str>) -> Result<Position, FenFailure> {
    fen.map_or_else(
        || Ok(Position::default()),
        |fen| bench::position(fen).map_err(|fault| FenFailure { fen: fen.to_owned(), fault }),
    )
}
