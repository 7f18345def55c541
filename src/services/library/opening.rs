//! Opens games of databases on the board.

use tabia_worker::library::messages::{Failure, OWN, Row};

use super::{LibraryError, LibraryService};
use crate::services::games::requests::{self, OpenRequest};
use crate::state::input::limits::check_games;
use crate::storage::games::Origin;

/// Opens the game of a row on the board: the user's own game, or a copy of a database's game.
///
/// # Errors
/// [`LibraryError`] when it cannot be read.
pub async fn open_on_board(library: &LibraryService, database: &str, row: Row) -> Result<(), LibraryError> {
    if let Some(id) = row.kept.filter(|_| database == OWN) {
        requests::open(OpenRequest::Kept { id });
        return Ok(());
    }
    let text = library.text(database, row.game).await?;
    check_games(&text.pgn).map_err(|error| Failure::Limit(error.to_string()))?;
    let origin = Origin::Database { id: database.to_owned(), number: u64::from(row.game) };
    requests::open(OpenRequest::Text { pgn: text.pgn, origin });
    Ok(())
}
