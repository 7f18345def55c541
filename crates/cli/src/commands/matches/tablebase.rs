//! Syzygy tablebases for adjudication.

use tabia_tablebase::SyzygyTables;

use crate::tables::{TablesError, open_folders};

/// Opens the tables in folders, separated as in `PATH`.
///
/// # Errors
/// If a folder or file cannot be used: a match must not be adjudicated with fewer tables than intended.
pub(super) fn open(path: &str) -> Result<SyzygyTables, TablesError> {
    let (tables, found) = open_folders(path)?;
    found.broken.into_iter().next().map_or(Ok(tables), |fault| Err(TablesError(fault)))
}

#[cfg(test)]
mod tests {
    use tabia_chess::Color;
    use tabia_tablebase::TbOutcome;

    use super::*;

    #[test]
    fn tables_say_who_wins() {
        let Some(folder) = tabia_conformance::shared("syzygy") else { return };
        let tables = open(&folder.to_string_lossy()).unwrap();
        let outcome =
            |fen: &str| tables.outcome(&fen.parse::<tabia_chess::Setup>().unwrap().position().unwrap());
        // The opposition decides king and pawn against king.
        assert_eq!(outcome("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), Some(TbOutcome::Win(Color::White)));
        assert_eq!(outcome("8/8/8/4k3/8/4P3/4K3/8 w - - 0 1"), Some(TbOutcome::Draw));
        assert_eq!(outcome("8/8/8/4k3/8/4P3/4K3/8 w - - 1 1"), None, "not behind an irreversible move");
        assert_eq!(outcome("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), None);
        assert_eq!(outcome("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None, "castling");
        assert!(open("/nowhere").is_err());
        let one_bad = format!("{}{}/nowhere", folder.display(), if cfg!(windows) { ';' } else { ':' });
        assert!(open(&one_bad).is_err_and(|error| error.to_string().starts_with("/nowhere: ")));
        assert!(open(env!("CARGO_MANIFEST_DIR")).is_err(), "a folder without tables");
    }
}
