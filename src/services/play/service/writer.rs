//! What is to be written of a game.

use js_sys::Date;
use wasm_bindgen::JsValue;

use crate::state::play::game::PlayedGame;
use crate::storage::games::GameEntry;

/// What a turn has cost so far.
#[derive(Clone, Debug)]
pub(super) struct TurnCost {
    /// The game.
    pub(super) id: String,
    /// The number of moves that were played before it.
    pub(super) ply: usize,
    /// The cost in milliseconds.
    pub(super) spent_ms: f64,
}

/// What is to be written. One write is under way, and the newest waits.
#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) is_busy: bool,
    /// The newest state of each game, the one on the board last.
    pub(super) games: Vec<PlayedGame>,
    /// What the turn of the game on the board has cost.
    pub(super) spent: Option<TurnCost>,
    /// The game among the kept ones.
    pub(super) entry: Option<GameEntry>,
    pub(super) has_failed: bool,
}

impl Writer {
    /// Writes a game next, in place of an older state of it that waits.
    pub(super) fn put(&mut self, game: PlayedGame) {
        self.games.retain(|other| other.id != game.id);
        self.games.push(game);
        self.spent = None;
    }

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
