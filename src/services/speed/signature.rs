//! Node count of the engine's benchmark: the number that identifies builds of the same engine.

/// Node count of `tabia bench`; `./test --only bench` checks it against the native program, the engine builds and the history.
pub const SIGNATURE: u64 = 1_438_107;

/// Node count with the classical terms, which evaluate where the net cannot run.
pub const TERMS_SIGNATURE: u64 = 1_573_214;

/// Returns whether a benchmark node count belongs to the engine that the page was built with.
pub const fn is_known(nodes: u64) -> bool {
    nodes == expected(nodes)
}

/// Returns the expected signature of an engine with this node count: its own, if it is one of the page's.
pub const fn expected(nodes: u64) -> u64 {
    if nodes == TERMS_SIGNATURE { TERMS_SIGNATURE } else { SIGNATURE }
}
