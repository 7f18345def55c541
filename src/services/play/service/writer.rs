//! Write queue for games: the pure core.
//!
//! It receives what is to be saved and the outcome of each write, and returns the next task. Failed writes are retried with growing pauses.
//! A game's record for resuming is only deleted after its last write.

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

/// Pause after the first failure, in milliseconds; it doubles with each further one.
const FIRST_PAUSE_MS: f64 = 1000.0;
/// The longest pause, in milliseconds.
const LONGEST_PAUSE_MS: f64 = 30_000.0;

/// Time spent so far on a turn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TurnCost {
    /// The game.
    pub(super) id: String,
    /// Number of moves played before it.
    pub(super) ply: usize,
    /// Time in milliseconds.
    pub(super) spent_ms: f64,
}

/// Next task.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WriteTask {
    /// Write a game, then call [`GameWriter::written`] or [`GameWriter::refused`].
    Game(Box<PlayedGame>),
    /// Write the time spent on a turn. If it fails, the next second brings another.
    Spent(TurnCost),
    /// Delete a game's record for resuming.
    Forget(String),
}

/// Unwritten state of a game.
#[derive(Debug)]
struct WaitingWrite {
    game: PlayedGame,
    /// Earliest time of the write.
    due_ms: f64,
}

/// Write queue: one write in progress, and the newest state of each game waiting. Times are monotonic, in milliseconds.
#[derive(Debug, Default)]
pub(super) struct GameWriter {
    is_busy: bool,
    under_way: Option<PlayedGame>,
    waiting: Vec<WaitingWrite>,
    /// Games to delete once nothing of them waits.
    leaving: BTreeSet<String>,
    /// Time spent on the turn of the game on the board.
    spent: Option<TurnCost>,
    /// Entries of the saved games as last written from here, by the id of the played game.
    entries: BTreeMap<String, GameEntry>,
    /// Number of failed writes since the last success.
    refusals: u32,
    /// Games whose write failure was reported to the user.
    told: BTreeSet<String>,
}

impl GameWriter {
    /// Queues a game for an immediate write, replacing an older waiting state.
    pub(super) fn put(&mut self, mut game: PlayedGame, now_ms: f64) {
        if let Some(entry) = self.entries.get(&game.id) {
            note_kept(&mut game, entry);
        }
        self.waiting.retain(|other| other.game.id != game.id);
        self.waiting.push(WaitingWrite { game, due_ms: now_ms });
        self.spent = None;
    }

    /// Queues the time spent on the turn of the game on the board.
    pub(super) fn put_spent(&mut self, spent: TurnCost) {
        self.spent = Some(spent);
    }

    /// Queues the deletion of a game's record for resuming, after its pending writes.
    pub(super) fn forget(&mut self, id: String) {
        self.leaving.insert(id);
    }

    /// Returns the task to do now; `None` if there is none, or one is in progress. It is in progress until [`done`](Self::done).
    pub(super) fn next(&mut self, now_ms: f64) -> Option<WriteTask> {
        if self.is_busy {
            return None;
        }
        let due = self.waiting.iter().position(|waiting| waiting.due_ms <= now_ms);
        let task = if let Some(place) = due {
            let game = self.waiting.remove(place).game;
            self.under_way = Some(game.clone());
            WriteTask::Game(Box::new(game))
        } else if let Some(spent) = self.spent.take() {
            WriteTask::Spent(spent)
        } else {
            let id = self.leaving.iter().find(|id| self.newest(id).is_none())?.clone();
            self.leaving.remove(&id);
            self.entries.remove(&id);
            WriteTask::Forget(id)
        };
        self.is_busy = true;
        Some(task)
    }

    /// Ends the task returned by [`next`](Self::next), successful or not.
    pub(super) fn done(&mut self) {
        self.is_busy = false;
    }

    /// Handles the successful write of the current game, with its entry among the saved games (`None`: it has no moves). Waiting writes may
    /// be retried now.
    pub(super) fn written(&mut self, entry: Option<GameEntry>, now_ms: f64) {
        self.refusals = 0;
        let Some(game) = self.under_way.take() else { return };
        self.told.remove(&game.id);
        for waiting in &mut self.waiting {
            waiting.due_ms = now_ms;
            // It was queued before this was known.
            if let Some(entry) = entry.as_ref().filter(|_| waiting.game.id == game.id) {
                note_kept(&mut waiting.game, entry);
            }
        }
        if let Some(entry) = entry {
            self.entries.insert(game.id, entry);
        }
    }

    /// Handles the failed write of the current game: it is queued again unless a newer state is. Returns whether to notify the user: once,
    /// not on every retry.
    pub(super) fn refused(&mut self, now_ms: f64) -> bool {
        let pause_ms = (FIRST_PAUSE_MS * 2f64.powi(self.refusals.min(10) as i32)).min(LONGEST_PAUSE_MS);
        self.refusals = self.refusals.saturating_add(1);
        let Some(game) = self.under_way.take() else { return false };
        // It may have been stored all the same.
        self.entries.remove(&game.id);
        let is_news = self.told.insert(game.id.clone());
        if !self.waiting.iter().any(|waiting| waiting.game.id == game.id) {
            self.waiting.push(WaitingWrite { game, due_ms: now_ms + pause_ms });
        }
        is_news
    }

    /// Returns when [`next`](Self::next) has work again if nothing else happens.
    pub(super) fn wake_at_ms(&self) -> Option<f64> {
        self.waiting.iter().map(|waiting| waiting.due_ms).reduce(f64::min)
    }

    /// Returns whether a write is in progress.
    pub(super) const fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Returns whether a game has unwritten changes or a pending deletion.
    pub(super) fn has(&self, id: &str) -> bool {
        self.newest(id).is_some() || self.leaving.contains(id)
    }

    /// Returns the newest unwritten state of a game; `None` if it is written.
    pub(super) fn unwritten(&self, id: &str) -> Option<PlayedGame> {
        let mut game = self.newest(id)?.clone();
        if let Some(entry) = self.entries.get(id) {
            note_kept(&mut game, entry);
        }
        Some(game)
    }

    /// Returns the newest unwritten state of every game, with the time spent on the current turn.
    pub(super) fn all_unwritten(&self) -> Vec<PlayedGame> {
        let mut games: Vec<PlayedGame> =
            self.unwritten_ids().into_iter().filter_map(|id| self.unwritten(id)).collect();
        if let Some(TurnCost { id, ply, spent_ms }) = &self.spent
            && let Some(game) = games.iter_mut().find(|game| game.id == *id && game.moves.len() == *ply)
        {
            game.spent_ms = *spent_ms;
        }
        games.retain(|game| !self.leaving.contains(&game.id));
        games
    }

    fn unwritten_ids(&self) -> BTreeSet<&String> {
        self.waiting.iter().map(|waiting| &waiting.game).chain(&self.under_way).map(|game| &game.id).collect()
    }

    /// Merges unwritten states into a list of games and removes those to be deleted; the last stored first.
    pub(super) fn with_unwritten(&self, mut games: Vec<PlayedGame>) -> Vec<PlayedGame> {
        let ids = self.unwritten_ids();
        games.retain(|game| !ids.contains(&game.id));
        games.extend(ids.into_iter().filter_map(|id| self.unwritten(id)));
        games.retain(|game| !self.leaving.contains(&game.id));
        games.sort_by(|a, b| b.stored_ms.total_cmp(&a.stored_ms));
        games
    }

    /// Adds the results of unwritten games to the stored ones; oldest first.
    pub(super) fn with_unwritten_results(&self, mut results: Vec<RatedGame>) -> Vec<RatedGame> {
        let games = self.waiting.iter().map(|waiting| &waiting.game).chain(&self.under_way);
        for result in games.filter_map(RatedGame::of) {
            // The write in progress may have been read already.
            if !results.contains(&result) {
                results.push(result);
            }
        }
        results.sort_by(|a, b| a.finished_ms.total_cmp(&b.finished_ms));
        results
    }

    /// Returns the entry of the saved game, as last written from here.
    pub(super) fn entry(&self, id: &str) -> Option<&GameEntry> {
        self.entries.get(id)
    }

    /// Begins with another game on the board. Waiting games are still written.
    pub(super) fn begin(&mut self) {
        let mut entries = std::mem::take(&mut self.entries);
        // From now on another tab may write the others.
        entries.retain(|id, _| self.newest(id).is_some());
        self.entries = entries;
        self.spent = None;
    }

    fn newest(&self, id: &str) -> Option<&PlayedGame> {
        let mut states = self.waiting.iter().map(|waiting| &waiting.game).chain(&self.under_way);
        states.find(|game| game.id == id)
    }
}

/// Records a game's saved entry in it.
fn note_kept(game: &mut PlayedGame, entry: &GameEntry) {
    game.kept_id.clone_from(&entry.id);
    game.kept_revision = entry.revision;
}

/// Returns the tree of a game with its moves, as stored among the saved games.
pub(super) fn tree_of(live: &LiveGame) -> Game {
    pgn::to_pgn(live, &date(live.game().started_ms))
}

/// Returns the date of a time in milliseconds since 1970, as in PGN: `2024.05.01`.
fn date(ms: f64) -> String {
    let date = Date::new(&JsValue::from_f64(ms));
    format!("{:04}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}
