//! Principal variations in a triangular table.

use tabia_chess::Move;

use crate::value::MAX_PLY;

/// For each ply, the best line found from there.
pub(super) struct PvTable {
    lines: Vec<[Option<Move>; MAX_PLY + 1]>,
    lengths: Vec<usize>,
}

impl PvTable {
    pub(super) fn new() -> Self {
        Self { lines: vec![[None; MAX_PLY + 1]; MAX_PLY + 2], lengths: vec![0; MAX_PLY + 2] }
    }

    /// Clears the line at `ply`.
    #[inline(always)]
    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(length) = self.lengths.get_mut(ply) {
            *length = 0;
        }
    }

    /// Sets the line at `ply` to `mv` and the line that follows it.
    pub(super) fn update(&mut self, ply: usize, mv: Move) {
        let next = self.lengths.get(ply + 1).copied().unwrap_or(0).min(MAX_PLY);
        let (before, after) = self.lines.split_at_mut((ply + 1).min(MAX_PLY + 2));
        if let (Some(line), Some(length)) = (before.last_mut(), self.lengths.get_mut(ply)) {
            line[0] = Some(mv);
            if let Some(following) = after.first() {
                line[1..=next].copy_from_slice(&following[..next]);
            }
            *length = next + 1;
        }
    }

    /// The line at `ply`.
    pub(super) fn line(&self, ply: usize) -> impl Iterator<Item = Move> + '_ {
        let length = self.lengths.get(ply).copied().unwrap_or(0);
        self.lines.get(ply).into_iter().flat_map(move |line| line[..length].iter().copied().flatten())
    }
}
