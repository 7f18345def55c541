//! The user's games: changing texts, indexed in memory at the next request.

use std::collections::HashMap;
use std::mem;

use tabia_library::{BuildError, IndexBuilder, IndexOptions};

use super::database::OpenDatabase;
use super::messages::{Failure, OwnChange, TextKind};

/// Memory limit for the index of the user's games, in bytes.
const MEMORY: usize = 96 << 20;

/// The user's games.
#[derive(Debug, Default)]
pub struct OwnGames {
    /// The games, in the order in which they were first saved once the index is begun; removed ones have no text.
    games: Vec<OwnChange>,
    places: HashMap<String, usize>,
    made: IndexState,
}

/// State of the index.
#[derive(Debug, Default)]
enum IndexState {
    /// No request since the games changed.
    #[default]
    Nothing,
    /// Contains some of the games.
    Part(Box<Making>),
    Whole(Box<OpenDatabase>),
}

/// Index under construction.
#[derive(Debug)]
struct Making {
    builder: IndexBuilder,
    index: Vec<u8>,
    file: Vec<u8>,
    kept: Vec<(String, f64)>,
    /// Number of games processed.
    next: usize,
}

impl OwnGames {
    /// Applies changes; the index is rebuilt at the next request.
    pub fn change(&mut self, is_reset: bool, changes: Vec<OwnChange>) {
        if is_reset {
            *self = Self::default();
        }
        for change in changes {
            if let Some(&place) = self.places.get(&change.id) {
                self.games[place] = change;
            } else {
                self.places.insert(change.id.clone(), self.games.len());
                self.games.push(change);
            }
        }
        self.made = IndexState::Nothing;
    }

    /// Orders the games by when they were first saved, and those saved together by date.
    fn sort(&mut self) {
        self.games.sort_by(|a, b| {
            a.added_ms.total_cmp(&b.added_ms).then_with(|| (&a.date, &a.id).cmp(&(&b.date, &b.id)))
        });
        self.places = self.games.iter().enumerate().map(|(place, game)| (game.id.clone(), place)).collect();
    }

    /// Returns whether the index is complete.
    pub fn is_made(&self) -> bool {
        matches!(self.made, IndexState::Whole(_))
    }

    /// Builds part of the index while `goes_on` returns true; returns whether there is more.
    ///
    /// # Errors
    /// [`Failure::Limit`] if the games exceed the memory limit.
    pub fn make_some(&mut self, mut goes_on: impl FnMut() -> bool) -> Result<bool, Failure> {
        let mut making = match mem::take(&mut self.made) {
            IndexState::Whole(open) => {
                self.made = IndexState::Whole(open);
                return Ok(false);
            }
            IndexState::Part(making) => making,
            IndexState::Nothing => {
                self.sort();
                Box::new(Making::new())
            }
        };
        while let Some(game) = self.games.get(making.next) {
            making.next += 1;
            if let Some(pgn) = &game.pgn {
                making.take(game, pgn)?;
            }
            if !goes_on() {
                self.made = IndexState::Part(making);
                return Ok(true);
            }
        }
        self.made = IndexState::Whole(Box::new(making.finish()?));
        Ok(false)
    }

    /// Returns the games as a database, building the rest of the index first.
    ///
    /// # Errors
    /// [`Failure::Limit`] if the games exceed the memory limit.
    pub fn open(&mut self) -> Result<&mut OpenDatabase, Failure> {
        while self.make_some(|| true)? {}
        match &mut self.made {
            IndexState::Whole(open) => Ok(open),
            IndexState::Nothing | IndexState::Part(_) => Err(Failure::NotOpen),
        }
    }
}

impl Making {
    fn new() -> Self {
        let options = IndexOptions { variations: true, max_bytes: MEMORY };
        let builder = IndexBuilder::new(options);
        Self { builder, index: Vec::new(), file: Vec::new(), kept: Vec::new(), next: 0 }
    }

    fn take(&mut self, game: &OwnChange, pgn: &str) -> Result<(), Failure> {
        let offset = self.file.len();
        self.file.extend_from_slice(pgn.trim_end().as_bytes());
        let text = &self.file[offset..];
        self.builder.feed_game(offset as u64, text, &mut self.index).map_err(|error| failure(&error))?;
        self.file.extend_from_slice(b"\n\n");
        self.kept.push((game.id.clone(), game.added_ms));
        Ok(())
    }

    fn finish(mut self) -> Result<OpenDatabase, Failure> {
        self.builder.finish(&mut self.index).map_err(|error| failure(&error))?;
        // The fingerprint isn't of a file: the texts were added one by one.
        let (file, index, kind) = (Box::new(self.file), Box::new(self.index), TextKind::Pgn);
        OpenDatabase::of_texts(file, index, kind).map(|open| open.with_kept(self.kept))
    }
}

fn failure(error: &BuildError) -> Failure {
    Failure::Limit(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::messages::Games;
    use tabia_library::{Order, Query};

    fn change(id: &str, pgn: Option<&str>) -> OwnChange {
        OwnChange { id: id.to_owned(), pgn: pgn.map(str::to_owned), ..OwnChange::default() }
    }

    #[test]
    fn games_are_numbered_in_the_order_in_which_they_were_saved() {
        let mut own = OwnGames::default();
        let added = |id: &str, added_ms: f64, date: &str| OwnChange {
            added_ms,
            date: date.to_owned(),
            ..change(id, Some("1. e4 *"))
        };
        let ids = |own: &mut OwnGames| -> Vec<(String, Option<f64>)> {
            let rows = own.open().unwrap().rows(0, 0, 10).unwrap().rows;
            rows.into_iter().map(|row| (row.kept.unwrap(), row.added_ms)).collect()
        };
        let as_ids = |list: &[(&str, f64)]| -> Vec<(String, Option<f64>)> {
            list.iter().map(|&(id, ms)| (id.to_owned(), Some(ms))).collect()
        };
        own.change(
            false,
            vec![added("b", 20.0, "2024.05.02"), added("c", 30.0, ""), added("d", 20.0, "2024.05.01")],
        );
        own.change(false, vec![added("a", 20.0, ""), added("e", 10.0, "")]);
        assert_eq!(ids(&mut own), as_ids(&[("e", 10.0), ("a", 20.0), ("d", 20.0), ("b", 20.0), ("c", 30.0)]));
        // A change leaves a game where it is; a new one comes last.
        own.change(false, vec![added("f", 40.0, ""), added("d", 20.0, "2024.05.01"), change("c", None)]);
        let rest = [("e", 10.0), ("a", 20.0), ("d", 20.0), ("b", 20.0), ("f", 40.0)];
        assert_eq!(ids(&mut own), as_ids(&rest));
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

    #[test]
    fn games_are_exported_without_duplicates() {
        let mut own = OwnGames::default();
        let pgns = ["1. e4 {1} *", "1. d4 {2} *", "1. e4 {3} *", "1. c4 {4} *", "1. e4 {5} *"];
        let of = |at: usize| format!("[White \"Tal\"]\n\n{}", pgns[at]);
        own.change(true, (0..5).map(|at| change(&at.to_string(), Some(&of(at)))).collect());
        let open = own.open().unwrap();
        let mut exported = |games: &Games| {
            let selected = open.selected(games).unwrap();
            let (mut written, mut text) = (0, Vec::new());
            while written < selected.len() {
                written += open.export(&selected[written..], |bytes| text.extend_from_slice(bytes)).unwrap();
            }
            String::from_utf8(text).unwrap()
        };
        let wanted = |games: &[usize]| games.iter().map(|&at| of(at) + "\n\n").collect::<String>();
        assert_eq!(exported(&Games::WithoutDuplicates), wanted(&[0, 1, 3]));
        assert_eq!(exported(&Games::Without(vec![1, 0])), wanted(&[2, 3, 4]));
        assert_eq!(exported(&Games::List(vec![4, 0])), wanted(&[4, 0]));
    }

    #[test]
    fn the_index_is_made_in_slices_and_begun_again_after_a_change() {
        let mut own = OwnGames::default();
        let game = |id: usize| change(&id.to_string(), Some("1. e4 e5 *"));
        own.change(true, (0..5).map(game).collect());
        for _ in 0..3 {
            assert_eq!(own.make_some(|| false), Ok(true));
        }
        own.change(false, vec![change("0", None), game(5), game(6)]);
        let mut slices = 0;
        while own.make_some(|| false).unwrap() {
            slices += 1;
        }
        assert_eq!(slices, 7, "one game a slice, the removed one included");
        assert_eq!(own.open().unwrap().facts().games, 6);
        assert_eq!(own.make_some(|| false), Ok(false));
    }
}
