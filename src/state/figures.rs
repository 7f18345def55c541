//! Search figures.

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Depth of the best line, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Use of the hash table, in permille.
    pub hashfull: Option<u32>,
    /// Number of tablebase hits.
    pub tb_hits: u64,
    /// Distance to zeroing from the tablebases, in plies; negative when the side to move loses.
    pub dtz: Option<i32>,
    /// Time searched, in milliseconds.
    pub time_ms: u64,
}
