//! How many nodes the engine's benchmark has: the number by which builds of one engine are told from those of another.

/// The nodes of `tabia bench`, which `./test --only bench` holds to the native program, the engine builds and the history.
pub const SIGNATURE: u64 = 1_438_107;

/// The same by the classical terms, which evaluate where the net cannot run.
pub const TERMS_SIGNATURE: u64 = 1_573_214;

/// Whether a benchmark with so many nodes was the engine's that the page was built with.
pub const fn is_known(nodes: u64) -> bool {
    nodes == expected(nodes)
}

/// The signature that an engine with so many nodes should have: its own, if it is one of the page's.
pub const fn expected(nodes: u64) -> u64 {
    if nodes == TERMS_SIGNATURE { TERMS_SIGNATURE } else { SIGNATURE }
}
