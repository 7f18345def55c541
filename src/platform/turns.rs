//! Long work in short turns.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;

use super::clock::now_ms;

/// How long work goes on before the browser gets its turn, in milliseconds: half a frame.
const TURN_MS: f64 = 8.0;

/// Lets the browser do what waits (input, drawing) before the caller goes on.
///
/// A message to oneself: timers wait 4 ms at least, and a second in a tab that is not seen.
pub async fn next_turn() {
    let Ok(channel) = MessageChannel::new() else { return };
    let promise = Promise::new(&mut |resolve, _| {
        channel.port1().set_onmessage(Some(&resolve));
        if channel.port2().post_message(&JsValue::NULL).is_err() {
            // Null can always be sent; if not, waiting would never end.
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    // Never rejected.
    let _ = JsFuture::from(promise).await;
    channel.port1().close();
}

/// Long work of many small steps: [`step`](Self::step) behind each of them gives the browser its turn when it is time.
#[derive(Debug)]
pub struct Pace {
    until_ms: f64,
}

impl Pace {
    /// Begins a turn.
    pub fn new() -> Self {
        Self { until_ms: now_ms() + TURN_MS }
    }

    /// Goes on at once, or behind what waits when this turn has lasted long enough.
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
