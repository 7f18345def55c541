//! Reads games from text in slices, so that the page stays responsive with long texts.

use crate::platform::clock::now_ms;
use crate::platform::turns::next_turn;
use crate::state::reading::{GameBatch, Reading};
use std::rc::Weak;
use std::sync::atomic::{AtomicU64, Ordering};
use tabia_pgn::Problem;

/// Length of a slice before the browser gets its turn, in milliseconds: half a frame.
const SLICE_MS: f64 = 8.0;
/// Interval at which games are passed on, in milliseconds; the list is rendered each time.
const BATCH_MS: f64 = 200.0;

/// Number of texts read so far; the source of collection numbers.
static COLLECTIONS: AtomicU64 = AtomicU64::new(0);

/// Reads the first games of a text for one slice: all games of a short text.
pub fn first_games(text: &str) -> GameBatch {
    let collection = COLLECTIONS.fetch_add(1, Ordering::Relaxed) + 1;
    let mut first = GameBatch { collection, ..GameBatch::default() };
    first.extend(Reading::new(collection, text).read_while(until(now_ms() + SLICE_MS)));
    first
}

/// Reads the games of a text up to this index (from 0), and perhaps some more, in slices.
pub(super) async fn games_until(text: &str, index: usize) -> GameBatch {
    let collection = COLLECTIONS.fetch_add(1, Ordering::Relaxed) + 1;
    let mut reading = Reading::new(collection, text);
    let mut batch = GameBatch { collection, ..GameBatch::default() };
    loop {
        batch.extend(reading.read_while(until(now_ms() + SLICE_MS)));
        if batch.percent.is_none() || batch.games.len() > index {
            return batch;
        }
        next_turn().await;
    }
}

/// Reads the games after the first `count` and passes them on in batches, until all are read or `held` is gone.
pub async fn read_rest(
    collection: u64,
    text: String,
    count: usize,
    held: Weak<()>,
    on_batch: impl Fn(GameBatch),
) {
    next_turn().await;
    let mut reading = Reading::new(collection, &text);
    // A reader borrows its text, which belongs to this task: the first games are read again.
    reading.skip_games(count);
    loop {
        let mut batch = GameBatch { collection, percent: Some(0), ..GameBatch::default() };
        let batch_end = now_ms() + BATCH_MS;
        while batch.percent.is_some() && now_ms() < batch_end {
            next_turn().await;
            batch.extend(reading.read_while(until(now_ms() + SLICE_MS)));
        }
        if held.strong_count() == 0 {
            return;
        }
        let is_end = batch.percent.is_none();
        on_batch(batch);
        if is_end {
            return;
        }
    }
}

/// Decodes a file's bytes to text, and reports what is not valid text.
pub async fn decode(bytes: &[u8]) -> (String, Vec<Problem>) {
    // Copying and decoding some megabytes takes a while, too.
    next_turn().await;
    let decoded = tabia_pgn::decode(bytes);
    let problems = tabia_pgn::encoding_problem(&decoded).into_iter().collect();
    next_turn().await;
    (decoded.text.into_owned(), problems)
}

/// Returns a predicate: whether there is time left.
fn until(end_ms: f64) -> impl FnMut() -> bool {
    move || now_ms() < end_ms
}
