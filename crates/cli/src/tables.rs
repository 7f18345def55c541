//! Syzygy tablebases from files, through shakmaty-syzygy.

use std::path::Path;

use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup as _, Setup};
use shakmaty_syzygy as syzygy;
use tabia_chess::{Position, Role};
use tabia_engine::{Tablebase, Wdl};

/// What separates the folders of a path.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// The tables of some folders.
struct Syzygy {
    tables: syzygy::Tablebase<Chess>,
}

/// Opens the tables in the folders of `path`. Returns them with a sentence about what was found.
///
/// # Errors
/// When a folder cannot be read or holds no table, as a sentence.
pub(crate) fn open(path: &str) -> Result<(Box<dyn Tablebase>, String), String> {
    let mut tables = syzygy::Tablebase::new();
    let mut files = 0;
    for folder in path.split(SEPARATOR).filter(|folder| !folder.is_empty()) {
        let found = tables.add_directory(Path::new(folder)).map_err(|error| format!("{folder}: {error}"))?;
        if found == 0 {
            return Err(format!("{folder}: no tables (.rtbw, .rtbz) in this folder"));
        }
        files += found;
    }
    let found = format!("Found {files} tablebase files, up to {} men", tables.max_pieces());
    Ok((Box::new(Syzygy { tables }), found))
}

/// The position as shakmaty knows it; `None` for what is no legal position there.
fn translate(position: &Position) -> Option<Chess> {
    let bits = |bitboard: tabia_chess::Bitboard| Bitboard(bitboard.0);
    let board = Board::try_from_bitboards(
        ByRole {
            pawn: bits(position.by_role(Role::Pawn)),
            knight: bits(position.by_role(Role::Knight)),
            bishop: bits(position.by_role(Role::Bishop)),
            rook: bits(position.by_role(Role::Rook)),
            queen: bits(position.by_role(Role::Queen)),
            king: bits(position.by_role(Role::King)),
        },
        ByColor {
            black: bits(position.by_color(tabia_chess::Color::Black)),
            white: bits(position.by_color(tabia_chess::Color::White)),
        },
    )
    .ok()?;
    let mut setup = Setup::empty();
    setup.board = board;
    setup.turn = Color::from_white(position.turn() == tabia_chess::Color::White);
    setup.ep_square = position.ep_square().map(|square| shakmaty::Square::new(square.index() as u32));
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

impl Tablebase for Syzygy {
    fn max_pieces(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        Some(match self.tables.probe_wdl_after_zeroing(&translate(position)?).ok()? {
            syzygy::Wdl::Loss => Wdl::Loss,
            syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            syzygy::Wdl::Draw => Wdl::Draw,
            syzygy::Wdl::CursedWin => Wdl::CursedWin,
            syzygy::Wdl::Win => Wdl::Win,
        })
    }

    fn dtz(&self, position: &Position) -> Option<i32> {
        Some(self.tables.probe_dtz(&translate(position)?).ok()?.ignore_rounding().0)
    }
}
