//! Storage of games while they are played: each is one record, written whole after every move. The time spent on the current turn is a
//! small separate record, written every second. What a finished game contributes to the user's rating is a record too, which survives the
//! deletion of the game.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::language::tr;
use crate::state::play::game::PlayedGame;
use crate::state::play::rating::RatedGame;
use crate::storage::{Change, Claim, Database, Key, Range, Record, Store, StoreError, Table, locks};

/// Document kind of the games.
const KIND: &str = "played";
/// Document kind of the time spent on the current turn.
const SPENT: &str = "played-spent";

/// Document kind of the results of rated games.
const RESULT: &str = "played-result";

/// Time spent on a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Spent {
    /// Number of moves played before it.
    ply: usize,
    /// Time in milliseconds.
    spent_ms: f64,
}

/// Games in progress of a database.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGames {
    database: Database,
}

fn key(id: &str) -> Key {
    Key::of(KIND).and(id)
}

fn spent_key(id: &str) -> Key {
    Key::of(SPENT).and(id)
}

impl PlayedGames {
    /// Creates the store on `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Lists all games, the last stored first. Unreadable ones are left out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self) -> Result<Vec<PlayedGame>, StoreError> {
        let records = self.database.list(Table::Documents, Range::below(Key::of(KIND)), usize::MAX).await?;
        let mut games: Vec<PlayedGame> =
            records.iter().filter_map(|(_, record)| record.read("a game").ok()).collect();
        games.sort_by(|a, b| b.stored_ms.total_cmp(&a.stored_ms));
        Ok(games)
    }

    /// Returns a game, including the time spent on its current turn.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when there is no such game, [`StoreError::Damaged`] when it cannot be read.
    pub async fn get(&self, id: &str) -> Result<PlayedGame, StoreError> {
        let missing = || StoreError::Missing { what: tr!("the game").to_owned() };
        let record = self.database.get(Table::Documents, key(id)).await?.ok_or_else(missing)?;
        let mut game: PlayedGame = record.read(tr!("the game"))?;
        let spent = self.database.get(Table::Documents, spent_key(id)).await?;
        if let Some(spent) = spent.and_then(|record| record.read::<Spent>("the clock").ok())
            && spent.ply == game.moves.len()
            && game.end.is_none()
            && spent.spent_ms.is_finite()
        {
            game.spent_ms = game.spent_ms.max(spent.spent_ms);
        }
        Ok(game)
    }

    /// Lists the rated games, oldest first. Unreadable ones are left out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn results(&self) -> Result<Vec<RatedGame>, StoreError> {
        let below = Range::below(Key::of(RESULT));
        let records = self.database.list(Table::Documents, below, usize::MAX).await?;
        let mut results: Vec<RatedGame> =
            records.iter().filter_map(|(_, record)| record.read("a result").ok()).collect();
        results.sort_by(|a, b| a.finished_ms.total_cmp(&b.finished_ms));
        Ok(results)
    }

    /// Deletes all results, which resets the rating.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn forget_results(&self) -> Result<(), StoreError> {
        let all = Change::DeleteBelow { table: Table::Documents, prefix: Key::of(RESULT) };
        self.database.apply(vec![all]).await
    }

    /// Returns the changes that save a game, and its result if it is rated. They delete the time noted for its current turn.
    ///
    /// # Errors
    /// Never for a game of this version, which always serializes to JSON.
    pub fn put(game: &PlayedGame) -> Result<Vec<Change>, StoreError> {
        let put = Change::Put { table: Table::Documents, key: key(&game.id), record: Record::of(game)? };
        let forget = Change::Delete { table: Table::Documents, key: spent_key(&game.id) };
        let mut changes = vec![put, forget];
        if let Some(result) = RatedGame::of(game) {
            let key = Key::of(RESULT).and(game.id.as_str());
            changes.push(Change::Put { table: Table::Documents, key, record: Record::of(&result)? });
        }
        Ok(changes)
    }

    /// Saves the time spent so far on a game's current turn, in milliseconds.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn put_spent(&self, id: &str, ply: usize, spent_ms: f64) -> Result<(), StoreError> {
        let record = Record::of(&Spent { ply, spent_ms })?;
        self.database.apply(vec![Change::Put { table: Table::Documents, key: spent_key(id), record }]).await
    }

    /// Deletes a game here; the saved game stays.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn remove(&self, id: &str) -> Result<(), StoreError> {
        let delete = |key| Change::Delete { table: Table::Documents, key };
        self.database.apply(vec![delete(key(id)), delete(spent_key(id))]).await
    }

    /// Claims a game for this tab; `None` when another tab is playing it.
    ///
    /// # Errors
    /// Whatever the browser throws.
    pub async fn claim(id: &str) -> Result<Option<Claim>, JsValue> {
        locks::claim(&format!("tabia game {id}")).await
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole milliseconds are exact")]
mod tests {
    use super::*;
    use crate::storage::Memory;
    use futures::executor::block_on;
    use std::rc::Rc;

    #[test]
    fn the_result_of_a_rated_game_outlives_it() {
        use crate::state::play::ending::{EndReason, GameEnd};
        use crate::state::play::rating::Points;
        use tabia_chess::Color;

        let games = PlayedGames::new(Database::of(Rc::new(Memory::new())));
        let keep =
            |game: &PlayedGame| block_on(games.database.apply(PlayedGames::put(game).unwrap())).unwrap();
        // White, a person, against level 3.
        let mut game = PlayedGame { id: "b".to_owned(), stored_ms: 20.0, ..PlayedGame::default() };
        keep(&game);
        assert_eq!(block_on(games.results()).unwrap(), [], "it goes on");
        game.end = Some(GameEnd::win(Color::White, EndReason::Checkmate));
        keep(&game);
        keep(&PlayedGame { kept_revision: 2, ..game.clone() });
        keep(&PlayedGame { id: "a".to_owned(), stored_ms: 30.0, hints: 1, ..game.clone() });
        keep(&PlayedGame { id: "0".to_owned(), stored_ms: 10.0, ..game.clone() });
        block_on(games.remove("b")).unwrap();
        let results = block_on(games.results()).unwrap();
        let times: Vec<f64> = results.iter().map(|result| result.finished_ms).collect();
        assert_eq!(times, [10.0, 20.0], "each once, the oldest first, and none with hints");
        assert!(results.iter().all(|result| (result.level, result.points) == (3, Points::Won)));
        assert_eq!(block_on(games.list()).unwrap().len(), 2, "results are no games");
        block_on(games.forget_results()).unwrap();
        assert_eq!(block_on(games.results()).unwrap(), []);
    }

    #[test]
    fn a_game_is_kept_with_the_cost_of_its_turn() {
        let games = PlayedGames::new(Database::of(Rc::new(Memory::new())));
        let game = PlayedGame { id: "a".to_owned(), stored_ms: 1.0, ..PlayedGame::default() };
        let keep =
            |game: &PlayedGame| block_on(games.database.apply(PlayedGames::put(game).unwrap())).unwrap();
        keep(&game);
        keep(&PlayedGame { id: "b".to_owned(), stored_ms: 2.0, ..PlayedGame::default() });
        block_on(games.put_spent("a", 0, 1500.0)).unwrap();
        assert_eq!(block_on(games.get("a")).unwrap().spent_ms, 1500.0);
        block_on(games.put_spent("a", 3, 9000.0)).unwrap();
        assert_eq!(block_on(games.get("a")).unwrap().spent_ms, 0.0, "the cost of another turn");
        let ids: Vec<String> = block_on(games.list()).unwrap().into_iter().map(|game| game.id).collect();
        assert_eq!(ids, ["b", "a"]);
        block_on(games.put_spent("a", 0, 1500.0)).unwrap();
        keep(&game);
        assert_eq!(block_on(games.get("a")).unwrap(), game, "a move ends the turn");
        block_on(games.remove("a")).unwrap();
        assert!(block_on(games.get("a")).is_err());
    }
}
