//! Results of rated games, the source of the rating and the adaptive level.

use wasm_bindgen_futures::spawn_local;

use super::PlayService;
use crate::services::play::view::{PlayEvent, PlayNotice};
use crate::state::play::game::{LiveGame, PlayedGame};
use crate::state::play::rating::RatedGame;
use crate::storage::files;

/// Message to other tabs when results were written or deleted.
pub(super) const RESULTS: &str = "results";

impl PlayService {
    /// Returns the rated games, oldest first: the input of [`rating`](crate::state::play::rating::rating) and
    /// [`adapted`](crate::state::play::adaptive::adapted). [`PlayEvent::Changed`] announces more.
    pub fn results(&self) -> Vec<RatedGame> {
        self.0.results.borrow().clone()
    }

    /// Deletes the results of all rated games, which resets the rating.
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

    /// Notifies the other tabs that the stored results have changed.
    pub(super) fn results_changed(&self) {
        if let Some(tabs) = &*self.0.tabs.borrow() {
            tabs.say(RESULTS);
        }
    }

    /// Reads the results of rated games, including those not yet written.
    pub(super) fn read_results(&self) {
        let service = self.clone();
        spawn_local(async move {
            // An unreadable database is reported when the game is looked for.
            if let Ok(results) = service.0.games.results().await {
                let results = service.0.writer.borrow().with_unwritten_results(results);
                service.0.results.replace(results);
                service.emit(PlayEvent::Changed);
            }
        });
    }

    /// Adds the result of a finished game. Its stored copy is written with the game.
    pub(super) fn note_result(&self, live: &LiveGame) {
        let ended = PlayedGame { stored_ms: files::now_ms(), ..live.game().clone() };
        self.0.results.borrow_mut().extend(RatedGame::of(&ended));
    }
}
