//! Incremental search in the open games.

use std::rc::Rc;

use tabia_pgn::Game;

/// Number of games searched between two checks of the clock: about 50 µs.
const STEP: usize = 64;

/// Search for games whose tags and result contain all words of a text. It can be interrupted and resumed at any time, even after more games
/// were appended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSearch {
    words: Vec<String>,
    looked_at: usize,
    found: Vec<usize>,
}

impl GameSearch {
    /// Creates a search for words separated by whitespace; `None` if there are none.
    pub fn new(text: &str) -> Option<Self> {
        let words: Vec<_> = text.to_lowercase().split_whitespace().map(str::to_owned).collect();
        (!words.is_empty()).then_some(Self { words, looked_at: 0, found: Vec::new() })
    }

    /// Searches some games, and more while `goes_on` returns true. Returns whether all games were searched.
    pub fn look(&mut self, games: &[Rc<Game>], mut goes_on: impl FnMut() -> bool) -> bool {
        while self.looked_at < games.len() {
            let end = (self.looked_at + STEP).min(games.len());
            let words = &self.words;
            let range = self.looked_at..end;
            self.found.extend(range.filter(|&index| matches(&games[index], words)));
            self.looked_at = end;
            if end < games.len() && !goes_on() {
                return false;
            }
        }
        true
    }

    /// Indices of the games found so far.
    pub fn found(&self) -> &[usize] {
        &self.found
    }
}

/// Whether every word occurs in a tag or is the result.
fn matches(game: &Game, words: &[String]) -> bool {
    let is_in = |word: &String| game.stored_tags().iter().any(|(_, value)| contains(value, word));
    words.iter().all(|word| game.result().as_str() == word || is_in(word))
}

/// Whether a value contains a lower-case word. Avoids copying ASCII values, which are the majority.
fn contains(value: &str, word: &str) -> bool {
    if value.is_ascii() {
        value.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    } else {
        value.to_lowercase().contains(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(count: usize) -> Vec<Rc<Game>> {
        let game =
            |number| format!("[White \"Morphy, P\"]\n[Site \"Paris\"]\n[Round \"r{number}\"]\n\n1. e4 *\n\n");
        let text = (0..count).map(game).collect::<Vec<_>>().concat();
        tabia_pgn::read(&text).games.into_iter().map(Rc::new).collect()
    }

    fn found(games: &[Rc<Game>], text: &str) -> usize {
        let mut search = GameSearch::new(text).expect("words");
        assert!(search.look(games, || true));
        search.found().len()
    }

    #[test]
    fn every_word_must_be_found_somewhere() {
        let games = games(3);
        assert_eq!(GameSearch::new("  "), None);
        assert_eq!(found(&games, "morphy PARIS"), 3);
        assert_eq!(found(&games, "morphy r1"), 1);
        assert_eq!(found(&games, "morphy london"), 0);
        assert_eq!((found(&games, "*"), found(&games, "1-0")), (3, 0), "the result");
    }

    #[test]
    fn slices_find_what_one_search_finds() {
        let all = games(500);
        let mut search = GameSearch::new("r4").unwrap();
        // At first there are fewer games, and the time is up at once.
        assert!(!search.look(&all[..200], || false));
        let mut slices = 1;
        while !search.look(&all, || false) {
            slices += 1;
        }
        assert!(slices > 5, "{slices} slices");
        assert_eq!(search.found().len(), found(&all, "r4"));
        assert_eq!(search.found().len(), 111);
    }
}
