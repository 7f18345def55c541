//! The results of rated games, from which the rating and the adaptive level follow.

use wasm_bindgen_futures::spawn_local;

use super::PlayService;
use crate::services::play::view::{PlayEvent, PlayNotice};
use crate::state::play::game::{LiveGame, PlayedGame};
use crate::state::play::rating::RatedGame;
use crate::storage::files;

/// What tabs tell each other when results were written or forgotten.
pub(super) const RESULTS: &str = "results";

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
                    service.results_changed();
                    service.read_results();
                }
                Err(error) => service.notice(PlayNotice::NotForgotten(error.to_string())),
            }
        });
    }

    /// Tells the other tabs that the results that are kept have changed.
    pub(super) fn results_changed(&self) {
        if let Some(tabs) = &*self.0.tabs.borrow() {
            tabs.say(RESULTS);
        }
    }

    /// Reads the results of rated games, those that are not written yet with them.
    pub(super) fn read_results(&self) {
        let service = self.clone();
        spawn_local(async move {
            // A database that cannot be read is told where the game is looked for.
            if let Ok(results) = service.0.games.results().await {
                let results = service.0.writer.borrow().with_unwritten_results(results);
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
