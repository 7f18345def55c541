//! Games read from text, in slices: the page goes on while a long text is read.

use crate::platform::clock::now_ms;
use crate::platform::turns::next_turn;
use crate::state::reading::{GameBatch, Reading};
use std::rc::Weak;
use std::sync::atomic::{AtomicU64, Ordering};
use tabia_pgn::Problem;

/// How long games are read before the browser gets its turn, in milliseconds: half a frame.
const SLICE_MS: f64 = 8.0;
/// How often games that were read are handed on, in milliseconds: each time the list is rendered.
const BATCH_MS: f64 = 200.0;

/// Texts that were read so far; each is known by its number.
static COLLECTIONS: AtomicU64 = AtomicU64::new(0);

/// The first games of a text, read for one slice: all of a short one.
pub fn first_games(text: &str) -> GameBatch {
    let collection = COLLECTIONS.fetch_add(1, Ordering::Relaxed) + 1;
    let mut first = GameBatch { collection, ..GameBatch::default() };
    first.extend(Reading::new(collection, text).read_while(until(now_ms() + SLICE_MS)));
    first
}

/// The games of a text up to the one with this index, counted from 0, and perhaps some more; read in slices.
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

/// Reads the games behind the first `count` and hands them on batch by batch, until all are read or `held` is gone.
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

/// The text of a file's bytes, and what of them is no text.
pub async fn decode(bytes: &[u8]) -> (String, Vec<Problem>) {
    // To copy and to decode some megabytes takes a while, too.
    next_turn().await;
    let decoded = tabia_pgn::decode(bytes);
    let problems = tabia_pgn::encoding_problem(&decoded).into_iter().collect();
    next_turn().await;
    (decoded.text.into_owned(), problems)
}

/// Says whether there is time left.
fn until(end_ms: f64) -> impl FnMut() -> bool {
    move || now_ms() < end_ms
}
