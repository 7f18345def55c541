//! Database search form, with its fields as typed.

use std::collections::{BTreeMap, BTreeSet};

use tabia_library::EloOf;
use tabia_pgn::GameResult;

/// Text field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QueryField {
    /// A player of either colour.
    Player,
    /// White.
    White,
    /// Black.
    Black,
    /// Minimum Elo.
    EloMin,
    /// Maximum Elo.
    EloMax,
    /// First date.
    From,
    /// Last date.
    To,
    /// Ranges of ECO codes.
    Eco,
    /// Name of the opening.
    Opening,
    /// Event.
    Event,
    /// Minimum number of plies.
    PliesMin,
    /// Maximum number of plies.
    PliesMax,
    /// Material at the end of the game.
    Material,
    /// A position in the game, as FEN.
    Position,
}

impl QueryField {
    /// All fields.
    pub const ALL: [Self; 14] = [
        Self::Player,
        Self::White,
        Self::Black,
        Self::EloMin,
        Self::EloMax,
        Self::From,
        Self::To,
        Self::Eco,
        Self::Opening,
        Self::Event,
        Self::PliesMin,
        Self::PliesMax,
        Self::Material,
        Self::Position,
    ];
}

/// Results in display order.
pub const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins, GameResult::Unknown];

/// Search form. The default matches any game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryForm {
    /// Text by field; empty fields have no entry.
    texts: BTreeMap<QueryField, String>,
    /// Accepted results, by index into [`RESULTS`]; empty for any.
    results: BTreeSet<usize>,
    /// Labels of the user's games, at least one of which must match; empty for any.
    pub labels: BTreeSet<String>,
    /// Which player's Elo the range applies to.
    pub elo_of: EloOf,
    /// Whether the material also matches with colours swapped.
    pub either_colour: bool,
    /// Whether to find only games with errors.
    pub faulty: bool,
}

/// Change of the form.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryAction {
    /// Set the text of a field.
    Type(QueryField, String),
    /// Accept a result, or not.
    Result(GameResult, bool),
    /// Select a label, or deselect it.
    Label(String, bool),
    /// Set which player's Elo the range applies to.
    EloOf(EloOf),
    /// Set whether the material also matches with colours swapped.
    EitherColour(bool),
    /// Set whether to find only games with errors.
    Faulty(bool),
    /// Remove a condition.
    Remove(QueryPart),
    /// Reset the form to match any game.
    Clear,
    /// Replace the whole form.
    Replace(Box<QueryForm>),
}

/// A condition as it is displayed and removed; some fields belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QueryPart {
    /// A name, ECO codes, the material or the position.
    Text(QueryField),
    /// Elo range.
    Elo,
    /// Date range.
    Dates,
    /// Range of plies.
    Plies,
    /// The results.
    Results,
    /// A label.
    Label(String),
    /// Only games with errors.
    Faulty,
}

impl QueryForm {
    /// Returns the text of a field.
    pub fn text(&self, field: QueryField) -> &str {
        self.texts.get(&field).map_or("", String::as_str)
    }

    /// Whether a result is accepted.
    pub fn has_result(&self, result: GameResult) -> bool {
        RESULTS.iter().position(|other| *other == result).is_some_and(|place| self.results.contains(&place))
    }

    /// Returns the accepted results; none for any.
    pub fn results(&self) -> impl Iterator<Item = GameResult> {
        self.results.iter().filter_map(|&place| RESULTS.get(place).copied())
    }

    /// Returns the form after a change.
    #[must_use]
    pub fn reduce(&self, action: QueryAction) -> Self {
        let mut form = self.clone();
        match action {
            QueryAction::Type(field, text) => form.set(field, text),
            QueryAction::Result(result, is_wanted) => {
                if let Some(place) = RESULTS.iter().position(|other| *other == result) {
                    switch(&mut form.results, place, is_wanted);
                }
            }
            QueryAction::Label(label, is_wanted) => switch(&mut form.labels, label, is_wanted),
            QueryAction::EloOf(of) => form.elo_of = of,
            QueryAction::EitherColour(either) => form.either_colour = either,
            QueryAction::Faulty(faulty) => form.faulty = faulty,
            QueryAction::Remove(part) => form.remove(&part),
            QueryAction::Clear => form = Self::default(),
            QueryAction::Replace(other) => form = *other,
        }
        form
    }

    fn set(&mut self, field: QueryField, text: String) {
        if text.is_empty() {
            self.texts.remove(&field);
        } else {
            self.texts.insert(field, text);
        }
    }

    fn remove(&mut self, part: &QueryPart) {
        let mut clear =
            |fields: &[QueryField]| fields.iter().for_each(|field| drop(self.texts.remove(field)));
        match part {
            QueryPart::Text(field) => clear(&[*field]),
            QueryPart::Elo => clear(&[QueryField::EloMin, QueryField::EloMax]),
            QueryPart::Dates => clear(&[QueryField::From, QueryField::To]),
            QueryPart::Plies => clear(&[QueryField::PliesMin, QueryField::PliesMax]),
            QueryPart::Results => self.results.clear(),
            QueryPart::Label(label) => drop(self.labels.remove(label)),
            QueryPart::Faulty => self.faulty = false,
        }
    }

    /// Returns the conditions in field order.
    pub fn parts(&self) -> Vec<QueryPart> {
        let is_typed =
            |fields: &[QueryField]| fields.iter().any(|field| !self.text(*field).trim().is_empty());
        let text = |field: QueryField| is_typed(&[field]).then_some(QueryPart::Text(field));
        let range = |first, last, part| is_typed(&[first, last]).then_some(part);
        let mut parts: Vec<QueryPart> = self.labels.iter().cloned().map(QueryPart::Label).collect();
        parts.extend(
            [
                text(QueryField::Player),
                text(QueryField::White),
                text(QueryField::Black),
                range(QueryField::EloMin, QueryField::EloMax, QueryPart::Elo),
                (!self.results.is_empty()).then_some(QueryPart::Results),
                range(QueryField::From, QueryField::To, QueryPart::Dates),
                text(QueryField::Eco),
                text(QueryField::Opening),
                text(QueryField::Event),
                range(QueryField::PliesMin, QueryField::PliesMax, QueryPart::Plies),
                text(QueryField::Material),
                text(QueryField::Position),
                self.faulty.then_some(QueryPart::Faulty),
            ]
            .into_iter()
            .flatten(),
        );
        parts
    }

    /// Whether any game matches.
    pub fn is_empty(&self) -> bool {
        self.parts().is_empty()
    }
}

fn switch<T: Ord>(set: &mut BTreeSet<T>, value: T, is_in: bool) {
    if is_in {
        set.insert(value);
    } else {
        set.remove(&value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(fields: &[(QueryField, &str)]) -> QueryForm {
        fields.iter().fold(QueryForm::default(), |form, (field, text)| {
            form.reduce(QueryAction::Type(*field, (*text).to_owned()))
        })
    }

    #[test]
    fn every_restriction_can_be_taken_away_by_itself() {
        let form = typed(&QueryField::ALL.map(|field| (field, "x")))
            .reduce(QueryAction::Result(GameResult::Draw, true))
            .reduce(QueryAction::Label("White games".into(), true))
            .reduce(QueryAction::Faulty(true));
        let parts = form.parts();
        assert_eq!(parts.len(), 14, "{parts:?}");
        for part in &parts {
            let less = form.reduce(QueryAction::Remove(part.clone()));
            assert!(!less.parts().contains(part) && less.parts().len() == 13, "{part:?}");
        }
        let none = parts.into_iter().fold(form, |form, part| form.reduce(QueryAction::Remove(part)));
        assert!(none.is_empty() && none == QueryForm::default());
    }

    #[test]
    fn results_are_in_the_order_in_which_they_are_offered() {
        let form = [GameResult::BlackWins, GameResult::WhiteWins]
            .into_iter()
            .fold(QueryForm::default(), |form, result| form.reduce(QueryAction::Result(result, true)));
        assert!(form.results().eq([GameResult::WhiteWins, GameResult::BlackWins]));
        assert!(form.has_result(GameResult::BlackWins) && !form.has_result(GameResult::Draw));
        let form = form.reduce(QueryAction::Result(GameResult::BlackWins, false));
        assert!(form.results().eq([GameResult::WhiteWins]));
    }

    #[test]
    fn blanks_are_no_restriction() {
        assert!(typed(&[(QueryField::Player, "  "), (QueryField::EloMin, " ")]).is_empty());
    }
}
