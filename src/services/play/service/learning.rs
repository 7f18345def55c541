//! Learning from a finished game about the book it was opened with.

use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;

use super::PlayService;
use super::writer::tree_of;
use crate::services::books::feed::BookFeed;
use crate::services::books::lessons;
use crate::services::play::book_learning::book_learning;
use crate::state::book::BookChoice;
use crate::state::play::game::LiveGame;
use crate::state::play::setup::PlayBook;
use crate::storage::Content;

impl PlayService {
    /// Lets the players that used the book learn from the game.
    pub(super) fn learn_from(&self, live: &LiveGame) {
        let book_learning = book_learning(live);
        let choice = match &live.setup().book {
            PlayBook::Off => return,
            PlayBook::Default => BookChoice::Default,
            PlayBook::Kept(id) => BookChoice::Kept(id.clone()),
        };
        let text = tabia_pgn::write(&tree_of(live));
        let client = self.0.engines.borrow().teaching.another();
        spawn_local(async move {
            let feed = BookFeed::of_page();
            for player in book_learning {
                let Ok(games) = Content::from(text.as_str()).blob() else { return };
                // The game is over and saved. An unreadable book was reported when it was asked for a move, and a browser that stores
                // nothing when the game was to be saved.
                let games = vec![FileBytes(games)];
                let _ = lessons::learn(feed.repository(), &client, &choice, games, player).await;
            }
        });
    }
}
