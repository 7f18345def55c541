//! How many nodes the engine's benchmark has: the number by which builds of one engine are told from those of another.

/// The nodes of `tabia bench`, which `./test --only bench` holds to the native program, the engine builds and the history.
pub const SIGNATURE: u64 = 1_851_388;

/// Whether a benchmark with so many nodes was the engine's that the page was built with.
pub const fn is_known(nodes: u64) -> bool {
    nodes == SIGNATURE
}
