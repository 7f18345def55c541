//! The results of rated games, from which the rating and the adaptive level follow.

use wasm_bindgen_futures::spawn_local;

use super::PlayService;
use crate::services::play::view::{PlayEvent, PlayNotice};
use crate::state::play::game::{LiveGame, PlayedGame};
use crate::state::play::rating::RatedGame;
use crate::storage::files;

impl PlayService {
    /// The rated games, the oldest first: what [`rating`](crate::state::play::rating::rating) and
    /// [`adapted`](crate::state::play::adaptive::adapted) are told. [`PlayEvent::Changed`] tells of more.
    pub fn results(&self) -> Vec<RatedGame> {
        self.0.results.borrow().clone()
    }

    /// Forgets the results of all rated games: the rating begins anew.
    pub fn forget_results(&self) {
        let service = self.clone();
        spawn_local(async move {
            match service.0.games.forget_results().await {
                Ok(()) => {
                    service.0.results.take();
                    service.tell(PlayEvent::Changed);
                }
                Err(error) => service.notice(PlayNotice::NotSaved(error.to_string())),
            }
        });
    }

    /// Reads the results of rated games.
    pub(super) fn read_results(&self) {
        let service = self.clone();
        spawn_local(async move {
            // A database that cannot be read is told where the game is looked for.
            if let Ok(results) = service.0.games.results().await {
                service.0.results.replace(results);
                service.tell(PlayEvent::Changed);
            }
        });
    }

    /// A game has ended. What is kept of its result is written with the game.
    pub(super) fn note_result(&self, live: &LiveGame) {
        let ended = PlayedGame { stored_ms: files::now_ms(), ..live.game().clone() };
        self.0.results.borrow_mut().extend(RatedGame::of(&ended));
    }
}
