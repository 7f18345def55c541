//! Long work split into short turns.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;

use super::clock::now_ms;

/// Duration of a turn in milliseconds before the browser gets to run: half a frame.
const TURN_MS: f64 = 8.0;

/// Yields to pending browser work (input, drawing) before the caller continues.
///
/// Uses a message to itself: timers take at least 4 ms, and a second in a hidden tab.
pub async fn next_turn() {
    let Ok(channel) = MessageChannel::new() else { return };
    let promise = Promise::new(&mut |resolve, _| {
        channel.port1().set_onmessage(Some(&resolve));
        if channel.port2().post_message(&JsValue::NULL).is_err() {
            // Posting null should never fail; if it did, the wait would never end.
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    // Never rejected.
    let _ = JsFuture::from(promise).await;
    channel.port1().close();
}

/// Pacing for long work in small steps: call [`step`](Self::step) after each one to yield to the browser when it is time.
#[derive(Debug)]
pub struct Pace {
    until_ms: f64,
}

impl Pace {
    /// Starts a turn.
    pub fn new() -> Self {
        Self { until_ms: now_ms() + TURN_MS }
    }

    /// Returns at once, or yields first if this turn has lasted long enough.
    pub async fn step(&mut self) {
        if now_ms() >= self.until_ms {
            next_turn().await;
            *self = Self::new();
        }
    }
}

impl Default for Pace {
    fn default() -> Self {
        Self::new()
    }
}
