//! All tags of a game, stored or derived.

use super::Game;
use crate::start::{is_unknown_variant, needs_chess960};
use crate::tags::{is_known_value, standard_name};

/// The tags of a game as a file has them, see [`Game::tags`].
///
/// `Result`, `FEN`, `SetUp` and `Variant` are derived from [`Game::result`], [`Game::start`] and [`Game::is_chess960`], so that they cannot
/// contradict the game. `FEN` and `SetUp` exist if the game does not begin with the usual start position.
///
/// ```
/// let text = "[White \"Anand\"]\n[Result \"0-1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 0-1";
/// let game = &tabia_pgn::read(text).games[0];
/// assert_eq!(game.tags().get("White"), Some("Anand"));
/// assert_eq!(game.tags().get("Result"), Some("0-1"));
/// assert_eq!(game.tags().get("FEN"), Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
/// assert_eq!(game.tags().get("Black"), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameTags<'a> {
    game: &'a Game,
}

impl Game {
    /// All tags: the [stored ones](Self::stored_tags) and those that follow from the game.
    pub fn tags(&self) -> GameTags<'_> {
        GameTags { game: self }
    }
}

/// Names of the derived tags.
const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

impl<'a> GameTags<'a> {
    /// The value of a tag; the case of its name does not matter.
    pub fn get(self, name: &str) -> Option<&'a str> {
        self.derived(&standard_name(name)).or_else(|| self.game.stored_tags().get(name))
    }

    /// The value of a tag, unless empty or a placeholder of the standard for "unknown" (`?`, `????.??.??`).
    pub fn known(self, name: &str) -> Option<&'a str> {
        self.get(name).filter(|value| is_known_value(value))
    }

    /// All pairs (name, value): the stored ones in order, then the derived ones.
    pub fn iter(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let derived = DERIVED.into_iter().filter_map(move |name| Some((name, self.derived(name)?)));
        let is_stored = move |&(name, _): &(&str, &str)| self.derived(name).is_none();
        self.game.stored_tags().iter().filter(is_stored).chain(derived)
    }

    /// The value of a tag that follows from the game.
    fn derived(self, name: &str) -> Option<&'a str> {
        match name {
            "Result" => Some(self.game.result.as_str()),
            "Variant" => self.is_chess960_named().then_some("Chess960"),
            "SetUp" => self.game.fen.as_ref().map(|_| "1"),
            "FEN" => self.game.fen.as_deref(),
            _ => None,
        }
    }

    /// Whether the `Variant` tag says Chess960. An unknown variant keeps its name if the start position itself shows that castling follows
    /// Chess960.
    fn is_chess960_named(self) -> bool {
        let keeps_name = || {
            self.game.stored_tags().get("Variant").is_some_and(is_unknown_variant)
                && needs_chess960(&self.game.start)
        };
        self.game.chess960 && !keeps_name()
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::Position;

    use crate::{Game, GameResult, read};

    #[test]
    fn derived_tags_have_values() {
        let mut game = Game::default();
        assert_eq!((game.tags().get("Result"), game.tags().known("Result")), (Some("*"), Some("*")));
        assert_eq!(
            (game.tags().get("FEN"), game.tags().get("SetUp"), game.tags().get("Variant")),
            (None, None, None)
        );
        game.set_result(GameResult::Draw);
        assert_eq!(game.tags().get("result"), Some("1/2-1/2"));
        // Derived tags cannot contradict the game.
        game.tags_mut().set("Result", "1-0");
        assert_eq!(game.tags().get("Result"), Some("1/2-1/2"));
        assert_eq!(game.tags().iter().collect::<Vec<_>>(), [("Result", "1/2-1/2")]);

        let game = Game::new(Position::chess960(0), true);
        assert_eq!(game.tags().get("FEN"), Some(&*Position::chess960(0).to_fen()));
        assert_eq!((game.tags().get("SetUp"), game.tags().get("Variant")), (Some("1"), Some("Chess960")));
    }

    #[test]
    fn the_tags_of_a_file_are_found_again() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let tags = [("White", "A"), ("WhiteElo", "2000"), ("Result", "0-1"), ("SetUp", "1"), ("FEN", fen)];
        let lines = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n"));
        let game = &read(&format!("{}\n1. e4 0-1", lines.concat())).games[0];
        assert_eq!(game.tags().iter().collect::<Vec<_>>(), tags);
        // A FEN that cannot be read is stored as it is.
        let game = &read("[FEN \"nonsense\"]\n\n*").games[0];
        assert_eq!((game.tags().get("FEN"), game.tags().get("SetUp")), (Some("nonsense"), None));
    }
}
