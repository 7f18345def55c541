//! What is to be written of games: the pure core.
//!
//! It is told what is to be kept and what came of each write, and names the next one. What was refused is tried again with growing
//! pauses. What is kept of a game to go on with it is deleted behind its last write only.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use js_sys::Date;
use tabia_pgn::Game;
use wasm_bindgen::JsValue;

use crate::services::play::pgn;
use crate::state::play::game::{LiveGame, PlayedGame};
use crate::state::play::rating::RatedGame;
use crate::storage::games::GameEntry;

/// The pause after the first refusal, in milliseconds; it doubles with each that follows.
const FIRST_PAUSE_MS: f64 = 1000.0;
/// The longest pause, in milliseconds.
const LONGEST_PAUSE_MS: f64 = 30_000.0;

/// What a turn has cost so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TurnCost {
    /// The game.
    pub(super) id: String,
    /// The number of moves that were played before it.
    pub(super) ply: usize,
    /// The cost in milliseconds.
    pub(super) spent_ms: f64,
}

/// What is to be done next.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Task {
    /// Write a game. [`Writer::written`] or [`Writer::refused`] is told.
    Game(Box<PlayedGame>),
    /// Write what a turn has cost. Should it fail, the next second brings another.
    Spent(TurnCost),
    /// Delete what is kept of a game to go on with it.
    Forget(String),
}

/// A state of a game that is not written.
#[derive(Debug)]
struct Waiting {
    game: PlayedGame,
    /// When it may be written.
    due_ms: f64,
}

/// What is to be written. One write is under way, and the newest state of each game waits. Times are milliseconds that never go back.
#[derive(Debug, Default)]
pub(super) struct Writer {
    is_busy: bool,
    under_way: Option<PlayedGame>,
    waiting: Vec<Waiting>,
    /// The games that are to be forgotten when nothing of them waits.
    leaving: BTreeSet<String>,
    /// What the turn of the game on the board has cost.
    spent: Option<TurnCost>,
    /// The games among the kept ones as they were last written from here, by the id of the played game.
    entries: BTreeMap<String, GameEntry>,
    /// So many writes were refused since one succeeded.
    refusals: u32,
    /// The games of which the user was told that they cannot be written.
    told: BTreeSet<String>,
}

impl Writer {
    /// A game is to be written at once, in place of an older state of it that waits.
    pub(super) fn put(&mut self, mut game: PlayedGame, now_ms: f64) {
        if let Some(entry) = self.entries.get(&game.id) {
            note_kept(&mut game, entry);
        }
        self.waiting.retain(|other| other.game.id != game.id);
        self.waiting.push(Waiting { game, due_ms: now_ms });
        self.spent = None;
    }

    /// What the turn of the game on the board has cost is to be written.
    pub(super) fn put_spent(&mut self, spent: TurnCost) {
        self.spent = Some(spent);
    }

    /// What is kept of a game to go on with it is to be deleted, behind what is to be written of it.
    pub(super) fn forget(&mut self, id: String) {
        self.leaving.insert(id);
    }

    /// What is to be done now; `None` if there is nothing, or something is under way. Until [`done`](Self::done) it is under way.
    pub(super) fn next(&mut self, now_ms: f64) -> Option<Task> {
        if self.is_busy {
            return None;
        }
        let due = self.waiting.iter().position(|waiting| waiting.due_ms <= now_ms);
        let task = if let Some(place) = due {
            let game = self.waiting.remove(place).game;
            self.under_way = Some(game.clone());
            Task::Game(Box::new(game))
        } else if let Some(spent) = self.spent.take() {
            Task::Spent(spent)
        } else {
            let id = self.leaving.iter().find(|id| self.newest(id).is_none())?.clone();
            self.leaving.remove(&id);
            self.entries.remove(&id);
            Task::Forget(id)
        };
        self.is_busy = true;
        Some(task)
    }

    /// What [`next`](Self::next) said was done, or was tried.
    pub(super) fn done(&mut self) {
        self.is_busy = false;
    }

    /// The game that was under way is written, and stands among the kept ones like this (`None`: it has no moves). What waits may be
    /// tried again.
    pub(super) fn written(&mut self, entry: Option<GameEntry>, now_ms: f64) {
        self.refusals = 0;
        let Some(game) = self.under_way.take() else { return };
        self.told.remove(&game.id);
        for waiting in &mut self.waiting {
            waiting.due_ms = now_ms;
            // It was made before this was known.
            if let Some(entry) = entry.as_ref().filter(|_| waiting.game.id == game.id) {
                note_kept(&mut waiting.game, entry);
            }
        }
        if let Some(entry) = entry {
            self.entries.insert(game.id, entry);
        }
    }

    /// The game that was under way could not be written: it waits again, unless a newer state of it does. Returns whether the user is to
    /// be told: once, not with every try.
    pub(super) fn refused(&mut self, now_ms: f64) -> bool {
        let pause_ms = (FIRST_PAUSE_MS * 2f64.powi(self.refusals.min(10) as i32)).min(LONGEST_PAUSE_MS);
        self.refusals = self.refusals.saturating_add(1);
        let Some(game) = self.under_way.take() else { return false };
        let is_news = self.told.insert(game.id.clone());
        if !self.waiting.iter().any(|waiting| waiting.game.id == game.id) {
            self.waiting.push(Waiting { game, due_ms: now_ms + pause_ms });
        }
        is_news
    }

    /// When [`next`](Self::next) has something to do again, if nothing else happens.
    pub(super) fn wake_at_ms(&self) -> Option<f64> {
        self.waiting.iter().map(|waiting| waiting.due_ms).reduce(f64::min)
    }

    /// Whether something is being written.
    pub(super) const fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Whether something of a game is not written, or not deleted.
    pub(super) fn has(&self, id: &str) -> bool {
        self.newest(id).is_some() || self.leaving.contains(id)
    }

    /// The newest state of a game that is not written; `None` if it is.
    pub(super) fn unwritten(&self, id: &str) -> Option<PlayedGame> {
        let mut game = self.newest(id)?.clone();
        if let Some(entry) = self.entries.get(id) {
            note_kept(&mut game, entry);
        }
        Some(game)
    }

    /// The games of a list with what of them is not written, and without those that are to be forgotten; the last stored first.
    pub(super) fn with_unwritten(&self, mut games: Vec<PlayedGame>) -> Vec<PlayedGame> {
        let ids: BTreeSet<&String> = self
            .waiting
            .iter()
            .map(|waiting| &waiting.game)
            .chain(&self.under_way)
            .map(|game| &game.id)
            .collect();
        games.retain(|game| !ids.contains(&game.id));
        games.extend(ids.into_iter().filter_map(|id| self.unwritten(id)));
        games.retain(|game| !self.leaving.contains(&game.id));
        games.sort_by(|a, b| b.stored_ms.total_cmp(&a.stored_ms));
        games
    }

    /// The results that are kept, and those of games that are not written; the oldest first.
    pub(super) fn with_unwritten_results(&self, mut results: Vec<RatedGame>) -> Vec<RatedGame> {
        let games = self.waiting.iter().map(|waiting| &waiting.game).chain(&self.under_way);
        for result in games.filter_map(RatedGame::of) {
            // What is under way may have been read already.
            if !results.contains(&result) {
                results.push(result);
            }
        }
        results.sort_by(|a, b| a.finished_ms.total_cmp(&b.finished_ms));
        results
    }

    /// The game as it was last written from here among the kept ones.
    pub(super) fn entry(&self, id: &str) -> Option<&GameEntry> {
        self.entries.get(id)
    }

    /// Another game is on the board. What waits is written all the same.
    pub(super) fn begin(&mut self) {
        let mut entries = std::mem::take(&mut self.entries);
        // Another tab may write the others from now on.
        entries.retain(|id, _| self.newest(id).is_some());
        self.entries = entries;
        self.spent = None;
    }

    fn newest(&self, id: &str) -> Option<&PlayedGame> {
        let mut states = self.waiting.iter().map(|waiting| &waiting.game).chain(&self.under_way);
        states.find(|game| game.id == id)
    }
}

/// Notes in a game where it stands among the kept ones.
fn note_kept(game: &mut PlayedGame, entry: &GameEntry) {
    game.kept_id.clone_from(&entry.id);
    game.kept_revision = entry.revision;
}

/// A game with its moves, as it stands among the kept ones.
pub(super) fn tree_of(live: &LiveGame) -> Game {
    pgn::to_pgn(live, &date(live.game().started_ms))
}

/// The day of a time in milliseconds since 1970, as PGN has it: `2024.05.01`.
fn date(ms: f64) -> String {
    let date = Date::new(&JsValue::from_f64(ms));
    format!("{:04}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}
