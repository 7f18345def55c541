//! Games as rows of a list.

use tabia_library::Header;

use super::messages::Row;

/// Converts a game to a row. `ply` is where the searched position occurs, `kept` the id of a user's game and when it was first saved.
pub(super) fn row(header: &Header<'_>, ply: Option<u16>, kept: Option<(String, f64)>) -> Row {
    let (kept, added_ms) = kept.unzip();
    Row {
        game: header.game,
        white: header.white.to_owned(),
        black: header.black.to_owned(),
        white_elo: header.white_elo,
        black_elo: header.black_elo,
        result: header.result,
        date: header.date,
        event: header.event.to_owned(),
        site: header.site.to_owned(),
        round: header.round.to_owned(),
        eco: header.eco.clone(),
        opening: header.opening.to_owned(),
        plies: header.plies,
        flags: header.flags.clone(),
        bytes: header.length,
        ply,
        kept,
        added_ms,
    }
}
