//! One's own games: texts that change, indexed in memory when something is asked of them.

use std::collections::HashMap;

use tabia_library::{BuildError, IndexBuilder, IndexOptions};

use super::database::OpenDatabase;
use super::messages::{Failure, OwnChange, TextKind};

/// What the index of one's own games may take, in bytes.
const MEMORY: usize = 96 << 20;

/// One's own games.
#[derive(Debug, Default)]
pub struct OwnGames {
    /// Ids and texts in the order in which they came; what was removed has no text.
    games: Vec<(String, Option<String>)>,
    places: HashMap<String, usize>,
    open: Option<OpenDatabase>,
}

impl OwnGames {
    /// Takes changes; the index is made when it is next needed.
    pub fn change(&mut self, anew: bool, changes: Vec<OwnChange>) {
        if anew {
            *self = Self::default();
        }
        for OwnChange { id, pgn } in changes {
            if let Some(&place) = self.places.get(&id) {
                self.games[place].1 = pgn;
            } else {
                self.places.insert(id.clone(), self.games.len());
                self.games.push((id, pgn));
            }
        }
        self.open = None;
    }

    /// The games as a database.
    ///
    /// # Errors
    /// [`Failure::Limit`] when there are more than the memory holds.
    pub fn open(&mut self) -> Result<&mut OpenDatabase, Failure> {
        if self.open.is_none() {
            self.open = Some(self.index()?);
        }
        self.open.as_mut().ok_or(Failure::NotOpen)
    }

    fn index(&self) -> Result<OpenDatabase, Failure> {
        let options = IndexOptions { variations: true, max_bytes: MEMORY };
        let mut builder = IndexBuilder::new(options);
        let (mut index, mut file, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        for (id, pgn) in self.games.iter().filter_map(|(id, pgn)| Some((id, pgn.as_ref()?))) {
            let offset = file.len() as u64;
            file.extend_from_slice(pgn.trim_end().as_bytes());
            let text = &file[offset as usize..];
            builder.feed_game(offset, text, &mut index).map_err(|error| failure(&error))?;
            file.extend_from_slice(b"\n\n");
            kept.push(id.clone());
        }
        builder.finish(&mut index).map_err(|error| failure(&error))?;
        // The fingerprint is of no file: every text was taken by itself.
        let kind = TextKind::Pgn;
        OpenDatabase::of_texts(Box::new(file), Box::new(index), kind).map(|open| open.with_kept(kept))
    }
}

fn failure(error: &BuildError) -> Failure {
    Failure::Limit(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_library::{Order, Query};

    fn change(id: &str, pgn: Option<&str>) -> OwnChange {
        OwnChange { id: id.to_owned(), pgn: pgn.map(str::to_owned) }
    }

    #[test]
    fn games_that_are_changed_or_removed_are_found_so() {
        let mut own = OwnGames::default();
        assert_eq!(own.open().unwrap().facts().games, 0);
        let games = [
            change("a", Some("[White \"Me\"]\n\n1. e4 e5 *\n")),
            change("b", Some("[White \"You\"]\n\n1. d4 {no moves more} *")),
            change("c", Some("")),
        ];
        own.change(false, games.into());
        let open = own.open().unwrap();
        let rows = open.rows(0, 0, 10).unwrap().rows;
        assert_eq!(rows.len(), 3, "an empty text is a game without moves");
        assert_eq!((rows[1].kept.as_deref(), rows[1].white.as_str()), (Some("b"), "You"));
        own.change(false, vec![change("a", None), change("b", Some("[White \"We\"]\n\n1. c4 *"))]);
        let open = own.open().unwrap();
        let query = Query { white: Some("we".to_owned()), ..Query::default() };
        let selected = open.select(&query, None).unwrap();
        assert_eq!(open.arrange(1, selected, Order::default()).count, 1);
        let row = &open.rows(1, 0, 10).unwrap().rows[0];
        assert_eq!(row.kept.as_deref(), Some("b"));
        assert_eq!(open.text(row.game).unwrap().kept.as_deref(), Some("b"));
        own.change(true, Vec::new());
        assert_eq!(own.open().unwrap().facts().games, 0);
    }
}
