//! Games that could not be written, in the browser's local storage: it has a separate quota, is written synchronously, and outlives the
//! page.

use web_sys::Storage;

use super::PlayService;
use super::tab::own;
use crate::language::tr;
use crate::platform::clock::now_ms;
use crate::platform::local::storage;
use crate::state::play::game::{LiveGame, PlayedGame};
use crate::storage::{StoreError, aside};

/// Key prefix; the id follows. Backups leave out names that begin with `tabia.unsaved.`.
const PREFIX: &str = "tabia.unsaved.game.";
/// Maximum number of games stored there: settings need room as well.
const MOST: usize = 16;

/// Stores a game, replacing an older state of it. Returns whether there was room.
pub(super) fn remember(game: &PlayedGame) -> bool {
    let (Some(local), Ok(text)) = (storage(), serde_json::to_string(game)) else { return false };
    let ids = ids(&local);
    let has_place = ids.len() < MOST || ids.contains(&game.id);
    has_place && local.set_item(&key(&game.id), &text).is_ok()
}

/// Removes a game that is written or no longer wanted.
pub(super) fn forget(id: &str) {
    // Removing a missing item is harmless.
    let _ = storage().map(|local| local.remove_item(&key(id)));
}

fn key(id: &str) -> String {
    format!("{PREFIX}{id}")
}

/// Returns the ids of the stored games.
fn ids(local: &Storage) -> Vec<String> {
    let names = (0..local.length().unwrap_or(0)).filter_map(|place| local.key(place).ok().flatten());
    names.filter_map(|name| name.strip_prefix(PREFIX).map(str::to_owned)).collect()
}

/// Parses the text stored under an id.
///
/// # Errors
/// The reason it cannot be read.
fn read(id: &str, text: &str) -> Result<PlayedGame, String> {
    let game: PlayedGame = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if game.id != id {
        return Err(tr!("it is another game").to_owned());
    }
    // A game that cannot be opened could never be written.
    LiveGame::open(game.clone()).map_err(|fault| fault.to_string())?;
    Ok(game)
}

/// Returns whether the game in local storage is to be written, because the database has none as recent.
fn is_news(remembered: &PlayedGame, kept: Option<&PlayedGame>) -> bool {
    kept.is_none_or(|kept| kept.stored_ms < remembered.stored_ms)
}

impl PlayService {
    /// Recovers what closed pages could not write: it is written as soon as there is room.
    pub(super) async fn take_up_unwritten(&self) {
        let Some(local) = storage() else { return };
        let mut has_news = false;
        for id in ids(&local) {
            // An open tab writes its games itself; only the page before a reload is about to release one.
            let Some(claim) = Self::claim_left(&id, own().as_deref() == Some(&id)).await else { continue };
            // It may have been written before the claim succeeded.
            let Some(text) = local.get_item(&key(&id)).ok().flatten() else { continue };
            let game = match read(&id, &text) {
                Ok(game) => game,
                Err(reason) => {
                    // If there is no room for that either, it stays where it is.
                    let what = tr!("a game that was played");
                    _ = aside::set_setting_aside(&self.0.database, &key(&id), what, &reason).await;
                    continue;
                }
            };
            let kept = match self.0.games.get(&id).await {
                Ok(kept) => Some(kept),
                Err(StoreError::Missing { .. }) => None,
                // Never overwrite what cannot be read.
                Err(_) => continue,
            };
            if is_news(&game, kept.as_ref()) {
                self.0.writer.borrow_mut().put(game, now_ms());
                self.0.held.borrow_mut().insert(id, claim);
                has_news = true;
            } else {
                forget(&id);
            }
        }
        if has_news {
            self.read_results();
            self.write();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_written_unless_it_is_kept_already() {
        let of = |stored_ms: f64| PlayedGame { id: "a".to_owned(), stored_ms, ..PlayedGame::default() };
        let remembered = read("a", &serde_json::to_string(&of(20.0)).unwrap()).unwrap();
        assert_eq!(remembered, of(20.0));
        assert!(is_news(&remembered, None));
        assert!(is_news(&remembered, Some(&of(10.0))), "without its last move");
        assert!(!is_news(&remembered, Some(&of(20.0))), "it was written, and the page ended");
        assert!(!is_news(&remembered, Some(&of(30.0))), "it was gone on with");
        assert!(read("b", &serde_json::to_string(&of(20.0)).unwrap()).is_err());
        assert!(read("a", "{\"id\":\"a\"").is_err());
        let played = r#"{"id":"a","moves":[{"uci":"e2e5","time_ms":1.0}]}"#;
        assert!(read("a", played).is_err(), "what could never be written is not tried again for ever");
    }
}
