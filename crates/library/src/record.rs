//! Records of games: fixed size, in columns.

use serde::{Deserialize, Serialize};
use tabia_book_tools::eco::Eco;
use tabia_pgn::GameResult;

use crate::bytes::Pieces;
use crate::{GameDate, Material};

/// Flags of a game, besides its header.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// It has a problem; the readable part counts.
    Error = 1,
    /// It does not start from the standard position.
    SetUp = 2,
    /// It is played by the rules of Chess960.
    Chess960 = 4,
    /// It has variations.
    Variations = 8,
}

impl Flag {
    /// All flags.
    pub const ALL: [Self; 4] = [Self::Error, Self::SetUp, Self::Chess960, Self::Variations];

    /// Whether a record's flags have this one.
    pub(crate) const fn is_in(self, flags: u8) -> bool {
        flags & self as u8 != 0
    }
}

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)*) => {
        /// A game as stored in the index: [`RECORD_BYTES`]. Texts are numbers in tables.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        pub(crate) struct Record {
            $($(#[$doc])* pub(crate) $name: $type,)*
        }

        /// Records by column, so that a filter reads only the columns it needs: [`RECORD_BYTES`] each.
        #[derive(Clone, PartialEq, Eq, Default, Debug)]
        pub(crate) struct Columns {
            $($(#[$doc])* pub(crate) $name: Vec<$type>,)*
        }

        impl Columns {
            /// Creates empty columns with capacity for `count` records.
            fn with_capacity(count: usize) -> Self {
                Self { $($name: Vec::with_capacity(count),)* }
            }

            fn push(&mut self, record: &Record) {
                $(self.$name.push(record.$name);)*
            }

            /// Returns the record of a game; an empty one if there is no such game.
            pub(crate) fn get(&self, game: u32) -> Record {
                Record { $($name: self.$name.get(game as usize).copied().unwrap_or_default(),)* }
            }

            /// Reads `count` records, a column at a time, with `next`, which reads N bytes. All at once would take twice the memory.
            pub(crate) fn read<E>(
                count: usize,
                mut next: impl FnMut(usize) -> Result<Vec<u8>, E>,
            ) -> Result<Self, E> {
                Ok(Self {
                    $($name: {
                        let bytes = next(count.saturating_mul(size_of::<$type>()))?;
                        let (values, _) = bytes.as_chunks::<{ size_of::<$type>() }>();
                        values.iter().map(|&value| <$type>::from_le_bytes(value)).collect()
                    },)*
                })
            }
        }

        impl Groups {
            /// Writes one column after the other.
            pub(crate) fn write(&self, write: &mut dyn FnMut(&[u8])) {
                let mut pieces = Pieces::new(write);
                $(for group in &self.0 {
                    for value in &group.$name {
                        pieces.bytes.extend_from_slice(&value.to_le_bytes());
                    }
                    pieces.pass();
                })*
                pieces.finish();
            }
        }
    };
}

columns! {
    /// Offset of its text in the file, in bytes.
    offset: u64,
    /// The bytes of its text.
    length: u32,
    white: u32,
    black: u32,
    event: u32,
    site: u32,
    round: u32,
    /// The name of the opening.
    opening: u32,
    /// 0 if unknown.
    white_elo: u16,
    /// 0 if unknown.
    black_elo: u16,
    /// [`GameDate::raw`].
    date: u32,
    /// 1 and the number of the code; 0 if unknown.
    eco: u16,
    /// Half-moves of the main line.
    plies: u16,
    /// 0 unknown, 1 White won, 2 Black won, 3 drawn.
    result: u8,
    flags: u8,
    /// [`Material::raw`] at the end of the main line.
    material: u64,
    /// A hash of start position and main line.
    moves: u64,
}

impl Columns {
    pub(crate) fn len(&self) -> usize {
        self.offset.len()
    }
}

/// Records in a group.
const GROUP: usize = 1 << 13;
/// The bytes of a record in columns.
const RECORD_BYTES: usize = 66;

/// Records while there are more and more of them, in groups of a fixed size. One array for each column would be copied to another place
/// whenever it grows, and what it leaves behind, WebAssembly never gives back.
#[derive(Default, Debug)]
pub(crate) struct Groups(Vec<Columns>);

impl Groups {
    pub(crate) fn push(&mut self, record: &Record) {
        if self.0.last().is_none_or(|group| group.len() == GROUP) {
            self.0.push(Columns::with_capacity(GROUP));
        }
        if let Some(group) = self.0.last_mut() {
            group.push(record);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * GROUP + last.len())
    }

    /// Returns the record of a game; an empty one if there is no such game.
    pub(crate) fn get(&self, game: u32) -> Record {
        let (group, game) = (game as usize / GROUP, game % GROUP as u32);
        self.0.get(group).map_or_else(Record::default, |group| group.get(game))
    }

    /// Says where the text of the last game ends: where the next begins, or the file ends.
    pub(crate) fn end_last_at(&mut self, offset: u64) {
        let last = self.0.last_mut();
        if let Some((length, start)) = last.and_then(|last| last.length.last_mut().zip(last.offset.last())) {
            *length = u32::try_from(offset.saturating_sub(*start)).unwrap_or(u32::MAX);
        }
    }

    /// The bytes of memory that the groups take.
    pub(crate) fn memory(&self) -> usize {
        self.0.len() * GROUP * RECORD_BYTES
    }
}

impl Record {
    pub(crate) fn date(&self) -> GameDate {
        GameDate::from_raw(self.date)
    }

    pub(crate) fn material(&self) -> Material {
        Material::from_raw(self.material)
    }
}

pub(crate) const fn result_code(result: GameResult) -> u8 {
    match result {
        GameResult::Unknown => 0,
        GameResult::WhiteWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
    }
}

pub(crate) const fn result_of(code: u8) -> GameResult {
    match code {
        1 => GameResult::WhiteWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}

/// The number of an ECO code in the record.
pub(crate) fn eco_code(eco: Option<Eco>) -> u16 {
    eco.map_or(0, |eco| eco.index() + 1)
}

/// The ECO code of its number in the record.
pub(crate) fn eco_of(code: u16) -> Option<Eco> {
    Eco::from_index(code.checked_sub(1)?)
}
