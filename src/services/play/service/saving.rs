//! Saves a game: its record for resuming and the game among the saved games, in one transaction.

use tabia_pgn::Game;

use crate::services::games::repository::GameRepository;
use crate::services::play::played_games::PlayedGames;
use crate::state::play::game::PlayedGame;
use crate::storage::StoreError;
use crate::storage::games::{GameEntry, GameSave, Origin};

/// Where games are saved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saving<'a> {
    /// The records for resuming.
    pub(super) games: &'a PlayedGames,
    /// The saved games.
    pub(super) repository: &'a GameRepository,
    /// Makes ids for saved games.
    pub(super) new_id: fn() -> String,
}

/// A game that was saved.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Saved {
    /// Its entry among the saved games.
    pub(super) entry: GameEntry,
    /// Whether it is a copy, because the saved game was changed or removed.
    pub(super) is_copy: bool,
}

impl Saving<'_> {
    /// Saves a game with moves; `tree` has them. `known` is the entry of the saved game if the last save succeeded.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) async fn save(
        &self,
        game: PlayedGame,
        tree: &Game,
        known: Option<GameEntry>,
    ) -> Result<Saved, StoreError> {
        let (mut game, entry) = if let Some(entry) = known {
            (game, entry.titled(tree))
        } else {
            let game = self.as_last_stored(game).await?;
            let entry = self.entry_of(&game, tree).await?;
            (game, entry)
        };
        match self.save_both(&mut game, entry, tree).await {
            Err(StoreError::Conflict { .. }) => {
                let entry = self.save_both(&mut game, self.new_entry(tree), tree).await?;
                Ok(Saved { entry, is_copy: true })
            }
            result => result.map(|entry| Saved { entry, is_copy: false }),
        }
    }

    fn new_entry(&self, tree: &Game) -> GameEntry {
        GameEntry::new((self.new_id)(), Origin::Play, tree)
    }

    /// Returns the game with the id and revision of the saved game as last stored. The stored record knows them best: a save may have been
    /// stored although the reply was lost, or the page ended before it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) async fn as_last_stored(&self, game: PlayedGame) -> Result<PlayedGame, StoreError> {
        match self.games.get(&game.id).await {
            Ok(PlayedGame { kept_id, kept_revision, .. }) if kept_revision > 0 => {
                Ok(PlayedGame { kept_id, kept_revision, ..game })
            }
            Ok(_) | Err(StoreError::Missing { .. } | StoreError::Damaged { .. }) => Ok(game),
            Err(error) => Err(error),
        }
    }

    /// Returns the entry of the saved game, with the revision that this game wrote last.
    async fn entry_of(&self, game: &PlayedGame, tree: &Game) -> Result<GameEntry, StoreError> {
        let revision = game.kept_revision;
        if revision == 0 {
            return Ok(self.new_entry(tree));
        }
        match self.repository.games().entry(&game.kept_id).await {
            Ok(entry) => Ok(GameEntry { revision, ..entry }.titled(tree)),
            Err(StoreError::Missing { .. }) => Ok(self.new_entry(tree)),
            Err(error) => Err(error),
        }
    }

    async fn save_both(
        &self,
        game: &mut PlayedGame,
        entry: GameEntry,
        tree: &Game,
    ) -> Result<GameEntry, StoreError> {
        game.kept_id.clone_from(&entry.id);
        game.kept_revision = entry.revision + 1;
        let text = tabia_pgn::write(tree);
        let saved =
            self.repository.save_all(&[GameSave::new(&entry, &text)], PlayedGames::put(game)?).await?;
        Ok(saved.into_iter().next().unwrap_or(entry))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use futures::executor::block_on;

    use super::*;
    use crate::storage::{Database, Memory};

    fn new_id() -> String {
        thread_local!(static NEXT: Cell<u32> = const { Cell::new(0) });
        format!("id{}", NEXT.replace(NEXT.get() + 1))
    }

    fn tree(pgn: &str) -> Game {
        tabia_pgn::read(pgn).games.remove(0)
    }

    /// A browser with one game, whose saves are all new to the page: as after a failure, or when the page ended before a reply.
    struct Browser {
        games: PlayedGames,
        repository: GameRepository,
    }

    impl Browser {
        fn new() -> Self {
            let database = Database::of(Rc::new(Memory::new()));
            Self { games: PlayedGames::new(database.clone()), repository: GameRepository::new(database) }
        }

        fn save(&self, pgn: &str, known: Option<GameEntry>) -> Saved {
            let saving = Saving { games: &self.games, repository: &self.repository, new_id };
            let game = PlayedGame { id: "a".to_owned(), ..PlayedGame::default() };
            block_on(saving.save(game, &tree(pgn), known)).unwrap()
        }

        fn texts(&self) -> Vec<String> {
            let texts = block_on(self.repository.games().texts(None, 9)).unwrap();
            texts.into_iter().map(|(_, pgn)| pgn).collect()
        }
    }

    #[test]
    fn a_save_whose_reply_was_lost_is_continued() {
        let browser = Browser::new();
        for (pgn, revision) in [("1. e4 *", 1), ("1. e4 *", 2), ("1. e4 e5 *", 3), ("1. e4 e5 2. Nf3 *", 4)] {
            let saved = browser.save(pgn, None);
            assert_eq!((saved.entry.revision, saved.is_copy), (revision, false), "{pgn}");
            assert_eq!(browser.texts(), [tabia_pgn::write(&tree(pgn))]);
        }
        // With a reply.
        let saved = browser.save("1. e4 e5 2. f4 *", None);
        let saved = browser.save("1. e4 e5 2. f4 d5 *", Some(saved.entry));
        assert_eq!((saved.entry.revision, browser.texts().len()), (6, 1));
    }

    #[test]
    fn a_saved_game_that_was_changed_or_removed_stays_so() {
        let browser = Browser::new();
        let first = browser.save("1. e4 *", None).entry;
        let changed = block_on(browser.repository.save(&first, "1. d4 *")).unwrap();
        let copy = browser.save("1. e4 e5 *", None);
        assert!(copy.is_copy && copy.entry.id != first.id);
        assert_eq!(block_on(browser.repository.games().text(&first.id)).unwrap(), "1. d4 *");
        // The copy goes on, also without a reply.
        let next = browser.save("1. e4 e5 2. Nf3 *", None);
        assert_eq!((&next.entry.id, next.is_copy), (&copy.entry.id, false));
        block_on(browser.repository.remove(&[changed.id, next.entry.id.clone()])).unwrap();
        assert_ne!(browser.save("1. e4 e5 2. Nf3 Nc6 *", None).entry.id, next.entry.id);
        assert_eq!(browser.texts().len(), 1);
    }
}
