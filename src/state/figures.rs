//! The figures of a search.

/// What a search has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Depth of the best line, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Use of the hash table in thousandths.
    pub hashfull: Option<u32>,
    /// Positions that were looked up in tablebases.
    pub tb_hits: u64,
    /// The distance to zeroing by the tablebases, in plies; negative when the side to move loses.
    pub dtz: Option<i32>,
    /// Time searched, in milliseconds.
    pub time_ms: u64,
}
