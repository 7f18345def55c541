//! Syzygy endgame tables, which end games early.

use std::path::Path;

use shakmaty::{CastlingMode, Chess, fen::Fen};
use shakmaty_syzygy::{Tablebase, Wdl};
use tabia_chess::{Color, Position};

/// What tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Win(Color),
    Draw,
}

impl Outcome {
    /// Who wins; `None` for a draw.
    pub(super) fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::Draw => None,
        }
    }
}

/// The tables of some folders.
pub(super) struct Tables {
    tables: Tablebase<Chess>,
    /// No table knows more men.
    max_men: usize,
}

impl Tables {
    /// Opens the tables of folders, which are separated as in `PATH`.
    pub(super) fn open(path: &str) -> Result<Self, String> {
        let mut tables = Tablebase::new();
        let mut found = 0;
        for folder in std::env::split_paths(path) {
            found += tables
                .add_directory(Path::new(&folder))
                .map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        if found == 0 {
            return Err(format!("{path}: there are no Syzygy tables (.rtbw)"));
        }
        let max_men = tables.max_pieces();
        Ok(Self { tables, max_men })
    }

    /// What comes of a position with best play; `None` where the tables do not know.
    ///
    /// As in fastchess, only directly behind a capture or a pawn move: there the tables and the rule of fifty moves agree, and a
    /// win that takes more than fifty moves is the draw that it would become.
    pub(super) fn outcome(&self, position: &Position) -> Option<Outcome> {
        let men = (position.by_color(Color::White) | position.by_color(Color::Black)).count() as usize;
        if men > self.max_men || position.halfmove_clock() != 0 {
            return None;
        }
        let fen: Fen = position.to_fen().parse().ok()?;
        let board: Chess = fen.into_position(CastlingMode::Standard).ok()?;
        // Tables know no castling.
        if shakmaty::Position::castles(&board).any() {
            return None;
        }
        let turn = position.turn();
        match self.tables.probe_wdl_after_zeroing(&board).ok()? {
            Wdl::Win => Some(Outcome::Win(turn)),
            Wdl::Loss => Some(Outcome::Win(!turn)),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Some(Outcome::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_who_wins() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let data =
            std::env::var_os("TABIA_SHARED_DATA").map_or_else(|| root.join("../shared/data"), Into::into);
        let folder = data.join("syzygy");
        let Ok(tables) = Tables::open(&folder.to_string_lossy()) else {
            assert!(std::env::var_os("CI").is_none(), "no tables in {}", folder.display());
            eprintln!("SKIPPED: no tables in {}", folder.display());
            return;
        };
        let outcome =
            |fen: &str| tables.outcome(&fen.parse::<tabia_chess::Setup>().unwrap().position().unwrap());
        // The opposition decides between king and pawn against king.
        assert_eq!(outcome("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), Some(Outcome::Win(Color::White)));
        assert_eq!(outcome("8/8/8/4k3/8/4P3/4K3/8 w - - 0 1"), Some(Outcome::Draw));
        assert_eq!(outcome("8/8/8/4k3/8/4P3/4K3/8 w - - 1 1"), None, "not behind an irreversible move");
        assert_eq!(outcome("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), None);
        assert_eq!(outcome("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None, "castling");
        assert!(Tables::open("/nowhere").is_err());
        assert!(Tables::open(env!("CARGO_MANIFEST_DIR")).is_err(), "a folder without tables");
    }
}
