//! Saving the game: whole after every move, together with its PGN among the saved games, in one transaction.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::saving::{Saved, Saving};
use super::writer::{TurnCost, WriteTask, tree_of};
use super::{PlayService, unwritten};
use crate::language::tr;
use crate::platform::clock::now_ms;
use crate::platform::random::unique_id;
use crate::services::play::played_games::PlayedGames;
use crate::services::play::view::{PlayEvent, PlayNotice, PlaySaveState};
use crate::state::play::game::{LiveGame, PlayedGame};
use crate::state::play::rating::RatedGame;
use crate::storage::games::GameEntry;
use crate::storage::{Keeping, Store, StoreError, files};

impl PlayService {
    /// Saves the game.
    pub(super) fn store(&self, game: PlayedGame) {
        let game = PlayedGame { stored_ms: files::now_ms(), ..game };
        self.0.writer.borrow_mut().put(game, now_ms());
        self.write();
    }

    /// Saves the time spent on the current turn.
    pub(super) fn store_spent(&self, ply: usize, spent_ms: f64) {
        let id = self.0.session.borrow().as_ref().map(|session| session.live().game().id.clone());
        if let Some(id) = id {
            self.0.writer.borrow_mut().put_spent(TurnCost { id, ply, spent_ms });
            self.write();
        }
    }

    /// Deletes the record for resuming a game, after its pending writes.
    pub(super) fn forget(&self, id: String) {
        self.0.writer.borrow_mut().forget(id);
        self.write();
    }

    /// Stores everything that is not written where it survives the end of the page, which may be near.
    pub(super) fn remember_unwritten(&self) {
        for game in self.0.writer.borrow().all_unwritten() {
            // Without room there, the last move is lost unless the database is faster than the end of the page.
            let _ = unwritten::remember(&game);
        }
    }

    /// Writes whatever is due.
    pub(super) fn write(&self) {
        let mut next = self.0.writer.borrow_mut().next(now_ms());
        if next.is_none() {
            // The write in progress continues with this.
            return self.arm_writer();
        }
        let service = self.clone();
        spawn_local(async move {
            while let Some(task) = next {
                let id = match task {
                    WriteTask::Game(game) => {
                        let id = game.id.clone();
                        service.write_game(*game).await;
                        id
                    }
                    WriteTask::Spent(TurnCost { id, ply, spent_ms }) => {
                        _ = service.0.games.put_spent(&id, ply, spent_ms).await;
                        id
                    }
                    WriteTask::Forget(id) => {
                        // A leftover record does no harm.
                        _ = service.0.games.remove(&id).await;
                        unwritten::forget(&id);
                        id
                    }
                };
                let mut writer = service.0.writer.borrow_mut();
                writer.done();
                if !writer.has(&id) {
                    // Another tab may resume it.
                    service.0.held.borrow_mut().remove(&id);
                }
                next = writer.next(now_ms());
            }
            service.arm_writer();
        });
    }

    /// Sets the timer to the next retry.
    fn arm_writer(&self) {
        let wake = {
            let writer = self.0.writer.borrow();
            writer.wake_at_ms().filter(|_| !writer.is_busy())
        };
        let weak = Rc::downgrade(&self.0);
        self.0.writer_alarm.set(wake, move || {
            if let Some(inner) = weak.upgrade() {
                Self(inner).write();
            }
        });
    }

    async fn write_game(&self, game: PlayedGame) {
        let id = game.id.clone();
        let has_result = RatedGame::of(&game).is_some();
        self.set_save(&id, PlaySaveState::Saving);
        match self.try_write(game).await {
            Ok(entry) => {
                self.0.writer.borrow_mut().written(entry, now_ms());
                // A newer state may be there already.
                if self.0.writer.borrow().unwritten(&id).is_none() {
                    unwritten::forget(&id);
                }
                if has_result {
                    self.results_changed();
                }
                self.set_save(&id, PlaySaveState::Saved);
            }
            Err(error) => {
                let reason = error.to_string();
                let is_news = self.0.writer.borrow_mut().refused(now_ms());
                let waiting = self.0.writer.borrow().unwritten(&id);
                let is_remembered = waiting.as_ref().is_some_and(unwritten::remember);
                if is_news {
                    let pgn = waiting
                        .and_then(|game| LiveGame::open(game).ok())
                        .map(|live| tabia_pgn::write(&tree_of(&live)));
                    self.notice(PlayNotice::NotSaved { reason: reason.clone(), is_remembered, pgn });
                }
                self.set_save(&id, PlaySaveState::Failed { reason, is_remembered });
            }
        }
    }

    /// Returns whether this game is on the board.
    pub(super) fn is_shown(&self, id: &str) -> bool {
        self.0.session.borrow().as_ref().is_some_and(|session| session.live().game().id == id)
    }

    /// Writes a game and returns its entry among the saved games; `None` for a game without moves, which has none.
    async fn try_write(&self, game: PlayedGame) -> Result<Option<GameEntry>, StoreError> {
        if let Keeping::InMemory(reason) = self.0.database.keeping().await? {
            return Err(reason);
        }
        let saving = Saving { games: &self.0.games, repository: &self.0.repository, new_id: unique_id };
        if game.moves.is_empty() {
            let game = saving.as_last_stored(game).await?;
            self.0.database.apply(PlayedGames::put(&game)?).await?;
            return Ok(None);
        }
        let live = LiveGame::open(game.clone()).map_err(|fault| StoreError::Damaged {
            what: tr!("the game").to_owned(),
            reason: fault.to_string(),
        })?;
        let id = game.id.clone();
        let known = self.0.writer.borrow().entry(&id).cloned().filter(|entry| entry.id == game.kept_id);
        let Saved { entry, is_copy } = saving.save(game, &tree_of(&live), known).await?;
        if self.is_shown(&id)
            && let Some(session) = self.0.session.borrow_mut().as_mut()
        {
            session.set_kept(&entry.id, entry.revision);
        }
        if is_copy {
            self.notice(PlayNotice::KeptAsCopy);
        }
        Ok(Some(entry))
    }

    /// Shows a save state if the game is on the board. A retry does not hide the previous failure.
    fn set_save(&self, id: &str, state: PlaySaveState) {
        let is_one_more =
            state == PlaySaveState::Saving && matches!(*self.0.save.borrow(), PlaySaveState::Failed { .. });
        if is_one_more || !self.is_shown(id) {
            return;
        }
        let has_changed = *self.0.save.borrow() != state;
        self.0.save.replace(state);
        if has_changed {
            self.emit(PlayEvent::Changed);
        }
    }
}
