//! Syzygy tablebases (Ronald de Man's `.rtbw` and `.rtbz` files), through shakmaty-syzygy.
//!
//! The crate opens nothing itself. The owner of the files hands them in as [`TableFile`]s: the native program
//! those on its disk, an engine build those that its host offers, a worker those that the user chose. What is
//! read is cached in blocks ([`files`]), because a probe reads a few bytes in many
//! places, and each read may be a call out of the module.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod files;

use std::path::Path;
use std::sync::{Arc, Mutex};

use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup as _, Setup};
use shakmaty_syzygy as syzygy;
use shakmaty_syzygy::filesystem::Filesystem as _;
use tabia_chess::{Position, Role};

use self::files::Files;
pub use self::files::TableFile;
pub use shakmaty_syzygy::Wdl;

/// The first bytes of a table of results (WDL), and of one of distances to zeroing (DTZ).
const WDL_MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
const DTZ_MAGIC: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];

/// Tables found among some files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenReport {
    /// Files that are tables.
    pub files: usize,
    /// Those of them with results (`.rtbw`); the others have distances.
    pub wdl_files: usize,
    /// The maximum number of pieces in a table, kings included.
    pub max_pieces: usize,
    /// Files skipped, such as those named like tables that are not: a sentence about each.
    pub broken: Vec<String>,
    /// The names of the others.
    pub foreign: Vec<String>,
}

impl std::fmt::Display for OpenReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Found {} tablebase files, up to {} men", self.files, self.max_pieces)?;
        if self.files > 0 && self.wdl_files == 0 {
            f.write_str("; none of them is a .rtbw file, without which .rtbz files are of no use")?;
        }
        let list = |f: &mut std::fmt::Formatter<'_>, items: &[String], between: &str| {
            for (index, item) in items.iter().take(SHOWN).enumerate() {
                write!(f, "{}{item}", if index == 0 { "" } else { between })?;
            }
            if items.len() > SHOWN { write!(f, "{between}and {} more", items.len() - SHOWN) } else { Ok(()) }
        };
        if !self.broken.is_empty() {
            f.write_str("; left out: ")?;
            list(f, &self.broken, "; ")?;
        }
        if !self.foreign.is_empty() {
            f.write_str("; no tables: ")?;
            list(f, &self.foreign, ", ")?;
        }
        Ok(())
    }
}

/// The tablebase result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TbOutcome {
    /// This side wins.
    Win(tabia_chess::Color),
    /// A draw.
    Draw,
}

impl TbOutcome {
    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<tabia_chess::Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::Draw => None,
        }
    }
}

/// Number of files named in a message.
const SHOWN: usize = 3;

/// Open tablebases.
pub struct SyzygyTables {
    tables: syzygy::Tablebase<Chess>,
    /// The first problem that a probe found, until it is reported.
    fault: Mutex<Option<String>>,
}

impl std::fmt::Debug for SyzygyTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SyzygyTables").field("max_pieces", &self.max_pieces()).finish_non_exhaustive()
    }
}

impl SyzygyTables {
    /// Opens the tables among `files`; only the part of a name after the last slash matters. Of two files
    /// with the same name the first is used. `cache_bytes` limits the cache.
    ///
    /// Only size and first bytes of a file are checked here. A file that is damaged further on is detected by
    /// a probe, which then has no answer; [`SyzygyTables::take_fault`] reports it.
    pub fn open(files: Vec<(String, Box<dyn TableFile>)>, cache_bytes: usize) -> (Self, OpenReport) {
        let mut found = OpenReport::default();
        let (names, files): (Vec<_>, Vec<_>) = files.into_iter().unzip();
        let files =
            Arc::new(Files::new(names.iter().map(|name| base(name).to_owned()).zip(files), cache_bytes));
        let mut tables = syzygy::Tablebase::with_filesystem(files.clone());
        for name in files.names() {
            let Some(magic) = magic_of(name) else {
                found.foreign.push(name.to_owned());
                continue;
            };
            if let Err(fault) = check(&files, name, magic) {
                found.broken.push(format!("{name} {fault}"));
                continue;
            }
            match tables.add_file(Path::new(name)) {
                Ok(()) => {
                    found.files += 1;
                    found.wdl_files += usize::from(magic == WDL_MAGIC);
                }
                Err(error) if error.kind() == std::io::ErrorKind::InvalidInput => {
                    found.foreign.push(name.to_owned());
                }
                Err(error) => found.broken.push(format!("{name} {error}")),
            }
        }
        found.max_pieces = tables.max_pieces();
        (Self { tables, fault: Mutex::new(None) }, found)
    }

    /// The maximum number of pieces in a table, kings included.
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Win, draw or loss for the side to move, as if the halfmove clock were at zero; `None` if a table is
    /// missing or damaged, there are castling rights, or the position is illegal.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.answer(self.tables.probe_wdl_after_zeroing(&translate(position)?))
    }

    /// Plies to the next capture or pawn move in the winning side's best play, possibly rounded by one; above
    /// 100 if the fifty-move rule makes it a draw; negative if the side to move loses; 0 for draws. `None` as
    /// in [`SyzygyTables::wdl`].
    pub fn dtz(&self, position: &Position) -> Option<i32> {
        Some(self.answer(self.tables.probe_dtz(&translate(position)?))?.ignore_rounding().0)
    }

    /// The result of a game with best play, for adjudication; `None` if the tables do not know it.
    ///
    /// As in fastchess, only directly after a capture or a pawn move: there the tables agree with the
    /// fifty-move rule, and a win that takes more than fifty moves is the draw that it would become.
    pub fn outcome(&self, position: &Position) -> Option<TbOutcome> {
        use tabia_chess::{CastlingSide, Color};
        let may_castle = || {
            Color::ALL.into_iter().any(|color| {
                CastlingSide::ALL.into_iter().any(|side| position.castling_rook(color, side).is_some())
            })
        };
        if position.occupied().count() as usize > self.max_pieces()
            || position.halfmove_clock() != 0
            || may_castle()
        {
            return None;
        }
        let turn = position.turn();
        Some(match self.wdl(position)? {
            Wdl::Win => TbOutcome::Win(turn),
            Wdl::Loss => TbOutcome::Win(!turn),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => TbOutcome::Draw,
        })
    }

    /// The first problem that a probe found with a table since the last call, as a sentence.
    pub fn take_fault(&self) -> Option<String> {
        self.fault.lock().ok()?.take()
    }

    fn answer<T>(&self, result: Result<T, syzygy::SyzygyError>) -> Option<T> {
        match result {
            Ok(answer) => Some(answer),
            Err(error) => {
                if let (syzygy::SyzygyError::ProbeFailed { .. }, Ok(mut fault)) = (&error, self.fault.lock())
                {
                    fault.get_or_insert_with(|| error.to_string());
                }
                None
            }
        }
    }
}

/// A file's name without its folder.
fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// The first bytes of a table with this name; `None` if it is not the name of a table.
fn magic_of(name: &str) -> Option<[u8; 4]> {
    let (stem, extension) = name.rsplit_once('.')?;
    let is_material = stem.starts_with('K') && stem.bytes().all(|byte| b"KQRBNPv".contains(&byte));
    match extension {
        "rtbw" if is_material => Some(WDL_MAGIC),
        "rtbz" if is_material => Some(DTZ_MAGIC),
        _ => None,
    }
}

/// Checks size and first bytes of a file.
fn check(files: &Files, name: &str, magic: [u8; 4]) -> Result<(), String> {
    let path = Path::new(name);
    let text = |error: std::io::Error| format!("cannot be read ({error})");
    let size = files.regular_file_size(path).map_err(text)?;
    if size % 64 != 16 {
        return Err(format!("is cut off or damaged ({size} bytes is not the size of a table)"));
    }
    if files.begins_with(path, magic).map_err(text)? {
        Ok(())
    } else {
        Err("is not the table that its name promises".to_owned())
    }
}

/// The position for shakmaty; `None` if it is illegal there.
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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
