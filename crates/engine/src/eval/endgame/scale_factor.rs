//! Share of an endgame score that counts, in 64ths.

/// All of it.
pub(super) const FULL: i32 = 64;
/// Drawn, but still better for the side that tries to win.
pub(super) const NEARLY_DRAWN: i32 = 4;
