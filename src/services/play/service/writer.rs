//! What is to be written of a game.

use js_sys::Date;
use wasm_bindgen::JsValue;

use crate::state::play::game::PlayedGame;
use crate::storage::games::GameEntry;

/// What is to be written. One write is under way, and the newest waits.
#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) is_busy: bool,
    pub(super) game: Option<PlayedGame>,
    /// Moves played, and what the turn has cost in milliseconds.
    pub(super) spent: Option<(usize, f64)>,
    /// The game among the kept ones.
    pub(super) entry: Option<GameEntry>,
    pub(super) has_failed: bool,
}

impl Writer {
    /// Whether something is being written.
    pub(super) const fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Another game is on the board. What is under way is finished first.
    pub(super) fn begin(&mut self) {
        self.entry = None;
        self.spent = None;
        self.has_failed = false;
    }
}

/// The day of a time in milliseconds since 1970, as PGN has it: `2024.05.01`.
pub(super) fn date(ms: f64) -> String {
    let date = Date::new(&JsValue::from_f64(ms));
    format!("{:04}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}
