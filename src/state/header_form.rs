//! Form for the tags and the result of a game.

use tabia_pgn::{Game, GameResult, SEVEN_TAG_ROSTER};

use super::game::{DERIVED_TAGS, GameAction, GameError, check_tag_name};

/// The header while it is edited.
#[derive(Clone, PartialEq, Debug)]
pub struct HeaderForm {
    /// Names and values, without the result; the roster tags always exist and come first.
    pub tags: Vec<(String, String)>,
    /// The result.
    pub result: GameResult,
    /// Tags the game had before: their names may stay, even if invalid.
    original: Vec<(String, String)>,
}

/// Number of roster tags, whose names are fixed.
pub const ROSTER: usize = SEVEN_TAG_ROSTER.len() - 1;

impl HeaderForm {
    /// Creates the form for a game. PGN's values for "unknown" become empty fields.
    pub fn new(game: &Game) -> Self {
        let original: Vec<_> =
            game.stored_tags().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let roster = SEVEN_TAG_ROSTER.into_iter().filter(|&name| name != "Result");
        let known =
            |name: &str| game.tags().get(name).filter(|&value| value != tabia_pgn::unknown_value(name));
        let mut tags: Vec<_> =
            roster.map(|name| (name.to_owned(), known(name).unwrap_or_default().to_owned())).collect();
        tags.extend(original.iter().filter(|(name, _)| !SEVEN_TAG_ROSTER.contains(&name.as_str())).cloned());
        Self { tags, result: game.result(), original }
    }

    /// Returns what is wrong with the name of a tag; a tag without name and value is fine.
    pub fn name_fault(&self, index: usize) -> Option<GameError> {
        let (name, value) = self.tags.get(index)?;
        if (name.is_empty() && value.is_empty()) || self.original.contains(&self.tags[index]) {
            return None;
        }
        if let Err(fault) = check_tag_name(name) {
            return Some(fault);
        }
        let is_first =
            self.tags.iter().position(|(other, _)| other.eq_ignore_ascii_case(name)) == Some(index);
        (!is_first).then(|| GameError::RepeatedTag(name.clone()))
    }

    /// Whether the date isn't in PGN's format `1992.08.31`, with `??` for unknown parts.
    pub fn date_is_unusual(&self) -> bool {
        let date = self.tags.iter().find(|(name, _)| name == "Date").map_or("", |(_, value)| value.as_str());
        !date.is_empty() && standard_date(date).is_none()
    }

    /// Rewrites the date in PGN's format if it is recognised: `31.8.1992`, `1992-08-31`, `1992/8`, `1992`.
    pub fn tidy_date(&mut self) {
        if let Some((_, value)) = self.tags.iter_mut().find(|(name, _)| name == "Date")
            && let Some(date) = standard_date(value)
        {
            *value = date;
        }
    }

    /// Returns the edit that applies the form; `None` while a name is invalid.
    pub fn action(&self) -> Option<GameAction> {
        let is_good = (0..self.tags.len()).all(|index| self.name_fault(index).is_none());
        let tags = self.tags.iter().filter(|(name, value)| !name.is_empty() && !value.trim().is_empty());
        let tags = tags.map(|(name, value)| (name.clone(), value.trim().to_owned())).collect();
        is_good.then_some(GameAction::SetHeader { tags, result: self.result })
    }

    /// Returns the derived tags, which can't be edited here.
    pub fn derived(game: &Game) -> Vec<(&'static str, String)> {
        let is_set_up = game.is_chess960() || *game.start() != tabia_chess::Position::default();
        let value = |name: &str| match name {
            "FEN" => is_set_up.then(|| game.start().to_fen()),
            "SetUp" => is_set_up.then(|| "1".to_owned()),
            "Variant" => game.is_chess960().then(|| "Chess960".to_owned()),
            _ => None,
        };
        DERIVED_TAGS.into_iter().filter_map(|name| Some((name, value(name)?))).collect()
    }
}

/// Parses a date into the form `yyyy.mm.dd`. The year must have four digits and come first or last; no guesses without it.
fn standard_date(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.trim().split(['.', '-', '/', ' ']).filter(|part| !part.is_empty()).collect();
    let is_year = |part: &&str| part.len() == 4 && part.chars().all(|c| c.is_ascii_digit() || c == '?');
    let (year, month, day) = match parts[..] {
        [year] => (year, "??", "??"),
        [year, month] if is_year(&year) => (year, month, "??"),
        [month, year] => (year, month, "??"),
        [year, month, day] if is_year(&year) => (year, month, day),
        [day, month, year] => (year, month, day),
        _ => return None,
    };
    let part = |text: &str, most: u8| match text {
        "?" | "??" => Some("??".to_owned()),
        text => text
            .parse::<u8>()
            .ok()
            .filter(|number| (1..=most).contains(number))
            .map(|number| format!("{number:02}")),
    };
    if !is_year(&year) {
        return None;
    }
    let month = part(month, 12)?;
    let day = part(day, days_of(year, &month))?;
    Some(format!("{year}.{month}.{day}"))
}

/// Returns the maximum number of days of a month, as far as year and month are known.
fn days_of(year: &str, month: &str) -> u8 {
    let is_leap =
        year.parse::<u32>().ok().is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    match month {
        "04" | "06" | "09" | "11" => 30,
        "02" if is_leap => 29,
        "02" => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::game::GameState;

    fn state(text: &str) -> GameState {
        GameState::default().reduce(GameAction::Load(text.to_owned())).expect("a game")
    }

    #[test]
    fn a_header_is_edited_as_a_whole() {
        let state =
            state("[Event \"E\"]\n[White \"A\"]\n[Date \"????.??.??\"]\n[WhiteElo \"2000\"]\n\n1. e4 1-0");
        let mut form = HeaderForm::new(state.game());
        let names: Vec<_> = form.tags.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "WhiteElo"]);
        assert_eq!((form.tags[0].1.as_str(), form.tags[2].1.as_str()), ("E", ""));
        // Unchanged tags are not an edit.
        let same = state.reduce(form.action().expect("good names")).expect("a header");
        assert_eq!(same.undo_kind(), None);
        form.tags[4].1 = " B ".to_owned();
        form.tags[6].1.clear();
        form.tags.push(("ECO".to_owned(), "C20".to_owned()));
        form.tags.push((String::new(), String::new()));
        form.result = GameResult::Draw;
        let edited = state.reduce(form.action().expect("good names")).expect("a header");
        assert_eq!(edited.game().tags().get("White"), Some("B"));
        assert_eq!(
            (edited.game().tags().get("WhiteElo"), edited.game().tags().get("ECO")),
            (None, Some("C20"))
        );
        assert_eq!(edited.game().result(), GameResult::Draw);
    }

    #[test]
    fn names_are_checked() {
        let mut form = HeaderForm::new(state("[Bad-Name \"x\"]\n\n1. e4 *").game());
        assert!(form.action().is_some(), "what a file had may stay");
        for (name, words) in [("my tag", "letters"), ("FEN", "derived"), ("White", "twice"), ("", "letters")]
        {
            form.tags.push((name.to_owned(), "x".to_owned()));
            let fault = form.name_fault(form.tags.len() - 1).unwrap_or_else(|| panic!("{name}"));
            assert!(fault.to_string().contains(words), "{fault}");
            assert_eq!(form.action(), None);
            form.tags.pop();
        }
    }

    #[test]
    fn dates_are_tidied_when_they_can_be_understood() {
        for (text, expected) in [
            ("1992.08.31", Some("1992.08.31")),
            ("1992.??.??", Some("1992.??.??")),
            ("31.8.1992", Some("1992.08.31")),
            ("1992-8-31", Some("1992.08.31")),
            ("1992", Some("1992.??.??")),
            ("8/1992", Some("1992.08.??")),
            ("summer 1992", None),
            ("31.8.92", None),
            ("1992.13.01", None),
            ("29.2.1992", Some("1992.02.29")),
            ("1900.02.29", None),
            ("????.02.29", Some("????.02.29")),
            ("1992.??.31", Some("1992.??.31")),
            ("31.9.1992", None),
        ] {
            assert_eq!(standard_date(text).as_deref(), expected, "{text}");
        }
        let mut form = HeaderForm::new(&Game::default());
        form.tags[2].1 = "31.8.1992".to_owned();
        assert!(!form.date_is_unusual());
        form.tidy_date();
        assert_eq!(form.tags[2].1, "1992.08.31");
        form.tags[2].1 = "in the summer".to_owned();
        form.tidy_date();
        assert_eq!(form.tags[2].1, "in the summer", "kept as it was written");
        assert!(form.date_is_unusual());
    }

    #[test]
    fn derived_tags_are_shown() {
        assert!(HeaderForm::derived(&Game::default()).is_empty());
        let state = GameState::default().reduce(GameAction::NewChess960(0)).expect("a start");
        let names: Vec<_> = HeaderForm::derived(state.game()).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["FEN", "SetUp", "Variant"]);
    }
}
