//! A position of a game.

/// Higher half-move numbers are stored as this.
pub(super) const MAX_PLIES: u16 = 0x7fff;
/// The bit of [`Entry::ply`] that marks positions of variations.
pub(super) const VARIATION: u16 = 0x8000;

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Entry {
    /// [`tabia_chess::Position::repetition_key`]; the lower 16 bits are ignored.
    pub(crate) key: u64,
    pub(crate) game: u32,
    /// The move in Polyglot's encoding; 0 at the end of a line.
    pub(crate) code: u16,
    /// Half-moves before it, and [`VARIATION`].
    pub(crate) ply: u16,
}

const _: () = assert!(size_of::<Entry>() == 16);

impl Entry {
    pub(crate) fn new(key: u64, game: u32, code: u16, ply: usize, in_variation: bool) -> Self {
        let ply = (ply.min(usize::from(MAX_PLIES))) as u16;
        Self { key, game, code, ply: if in_variation { ply | VARIATION } else { ply } }
    }

    /// Returns the significant part of the key.
    pub(super) const fn short_key(&self) -> u64 {
        self.key >> 16
    }
}
