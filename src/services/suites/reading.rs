//! Reads the text of a suite in slices: it may have half a million positions, and the page stays responsive.

use tabia_suite::{Suite, SuiteReader};

use crate::platform::clock::now_ms;
use crate::platform::turns::next_turn;

/// Maximum length of a suite, in bytes: half a million positions.
pub const LONGEST: f64 = 64e6;
/// Length of a slice before the browser gets its turn, in milliseconds.
const SLICE_MS: f64 = 8.0;
/// Interval of progress reports, in milliseconds.
const TELL_MS: f64 = 100.0;

/// Reads a suite; returns `None` if the suite is no longer needed. `on_percent` receives the progress in percent.
pub async fn read(text: &str, is_wanted: impl Fn() -> bool, on_percent: impl Fn(u8)) -> Option<Suite> {
    let mut told_ms = f64::NEG_INFINITY;
    let mut reader = SuiteReader::new(text);
    loop {
        let end_ms = now_ms() + SLICE_MS;
        if reader.read_while(|| now_ms() < end_ms) {
            return Some(reader.finish());
        }
        if now_ms() - told_ms > TELL_MS {
            told_ms = now_ms();
            on_percent(reader.percent());
        }
        next_turn().await;
        if !is_wanted() {
            return None;
        }
    }
}
