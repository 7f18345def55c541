//! Keeping the game: whole after every move, with its PGN among the kept games, in one transaction.

use tabia_pgn::Game;
use wasm_bindgen_futures::spawn_local;

use super::PlayService;
use super::writer::{TurnCost, date};
use crate::platform::random::unique_id;
use crate::services::play::kept::PlayedGames;
use crate::services::play::pgn;
use crate::services::play::view::{PlayEvent, PlayNotice, SaveState};
use crate::state::play::game::{LiveGame, PlayedGame};
use crate::storage::games::{GameEntry, Origin};
use crate::storage::{Keeping, Store, StoreError, files};

impl PlayService {
    /// Keeps the game.
    pub(super) fn store(&self, game: PlayedGame) {
        self.0.writer.borrow_mut().put(PlayedGame { stored_ms: files::now_ms(), ..game });
        self.write();
    }

    /// Keeps what the present turn has cost.
    pub(super) fn store_spent(&self, ply: usize, spent_ms: f64) {
        let id = self.0.session.borrow().as_ref().map(|session| session.live().game().id.clone());
        if let Some(id) = id {
            self.0.writer.borrow_mut().spent = Some(TurnCost { id, ply, spent_ms });
            self.write();
        }
    }

    /// Deletes what is kept of a game to go on with it.
    pub(super) fn forget(&self, id: String) {
        let service = self.clone();
        spawn_local(async move {
            service.written().await;
            // What is left over does no harm.
            let _ = service.0.games.remove(&id).await;
        });
    }

    fn write(&self) {
        if std::mem::replace(&mut self.0.writer.borrow_mut().is_busy, true) {
            return;
        }
        let service = self.clone();
        spawn_local(async move {
            loop {
                let (game, spent) = {
                    let mut writer = service.0.writer.borrow_mut();
                    let game = (!writer.games.is_empty()).then(|| writer.games.remove(0));
                    let spent = if game.is_none() { writer.spent.take() } else { None };
                    writer.is_busy = game.is_some() || spent.is_some();
                    (game, spent)
                };
                match (game, spent) {
                    (Some(game), _) => service.write_game(game).await,
                    // Should it fail, the next second brings another.
                    (None, Some(TurnCost { id, ply, spent_ms })) => {
                        _ = service.0.games.put_spent(&id, ply, spent_ms).await;
                    }
                    (None, None) => break,
                }
            }
        });
    }

    async fn write_game(&self, game: PlayedGame) {
        self.set_save(SaveState::Saving);
        let id = game.id.clone();
        match self.try_write(game).await {
            Ok(()) => {
                self.0.writer.borrow_mut().has_failed = false;
                self.set_save(SaveState::Saved);
            }
            Err(error) => {
                let reason = error.to_string();
                // Told once, not with every move.
                if !std::mem::replace(&mut self.0.writer.borrow_mut().has_failed, true) && self.is_shown(&id)
                {
                    self.notice(PlayNotice::NotSaved(reason.clone()));
                }
                self.set_save(SaveState::Failed(reason));
            }
        }
    }

    fn is_shown(&self, id: &str) -> bool {
        self.0.session.borrow().as_ref().is_some_and(|session| session.live().game().id == id)
    }

    async fn try_write(&self, mut game: PlayedGame) -> Result<(), StoreError> {
        if let Keeping::InMemory(reason) = self.0.database.keeping().await? {
            return Err(reason);
        }
        if game.moves.is_empty() {
            return self.0.database.apply(PlayedGames::put(&game)?).await;
        }
        let live = LiveGame::open(game.clone()).map_err(|fault| StoreError::Damaged {
            what: "the game".to_owned(),
            reason: fault.to_string(),
        })?;
        let tree = pgn::to_pgn(&live, &date(game.started_ms));
        let entry = self.entry_of(&game, &tree).await?;
        match self.write_both(&mut game, entry, &tree).await {
            // It was changed, or removed, among the kept games: that stays, and this goes on as a copy.
            Err(StoreError::Conflict { .. }) => {
                let entry = GameEntry::new(unique_id(), Origin::Play, &tree);
                self.write_both(&mut game, entry, &tree).await?;
                self.notice(PlayNotice::KeptAsCopy);
                Ok(())
            }
            result => result,
        }
    }

    /// The game's entry among the kept ones, as it was last written.
    async fn entry_of(&self, game: &PlayedGame, tree: &Game) -> Result<GameEntry, StoreError> {
        let known = self.0.writer.borrow().entry.clone().filter(|entry| entry.id == game.kept_id);
        let entry = match known {
            Some(entry) => entry,
            None if game.kept_revision == 0 => GameEntry::new(unique_id(), Origin::Play, tree),
            None => match self.0.shelf.games().entry(&game.kept_id).await {
                Ok(entry) => GameEntry { revision: game.kept_revision, ..entry },
                Err(StoreError::Missing { .. }) => GameEntry::new(unique_id(), Origin::Play, tree),
                Err(error) => return Err(error),
            },
        };
        Ok(entry.titled(tree))
    }

    async fn write_both(
        &self,
        game: &mut PlayedGame,
        entry: GameEntry,
        tree: &Game,
    ) -> Result<(), StoreError> {
        game.kept_id.clone_from(&entry.id);
        game.kept_revision = entry.revision + 1;
        let text = tabia_pgn::write(tree);
        let saved = self.0.shelf.save_all(&[(&entry, &text)], PlayedGames::put(game)?).await?;
        if self.is_shown(&game.id) {
            if let Some(session) = self.0.session.borrow_mut().as_mut() {
                session.set_kept(&game.kept_id, game.kept_revision);
            }
            // A game that waits to be written was made before this was known.
            let mut writer = self.0.writer.borrow_mut();
            if let Some(next) = writer.games.iter_mut().find(|next| next.id == game.id) {
                next.kept_id.clone_from(&game.kept_id);
                next.kept_revision = game.kept_revision;
            }
            writer.entry = saved.into_iter().next();
        }
        Ok(())
    }

    fn set_save(&self, state: SaveState) {
        let has_changed = *self.0.save.borrow() != state;
        self.0.save.replace(state);
        if has_changed {
            self.tell(PlayEvent::Changed);
        }
    }
}
