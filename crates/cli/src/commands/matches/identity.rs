//! Times, seeds and identifiers that distinguish runs and matches.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the time in milliseconds since 1970.
pub(super) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis() as u64)
}

/// Returns a seed that differs from run to run.
pub(super) fn seed_from_time() -> u64 {
    // The low digits of the time; short enough to type.
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(1, |elapsed| elapsed.as_nanos() as u64 % 1_000_000_000)
}

/// Returns a random UUID (version 4). The standard library's hash maps are seeded with the system's random
/// numbers.
pub(super) fn uuid() -> String {
    let random = || RandomState::new().build_hasher().finish();
    let (high, low) = (random(), random() ^ now_ms());
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0x3fff | 0x8000,
        low & 0xffff_ffff_ffff
    )
}
