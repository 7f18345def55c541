//! Database search form, with its fields as typed.

use std::collections::{BTreeMap, BTreeSet};

use tabia_library::EloOf;
use tabia_pgn::GameResult;

/// Text field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
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

impl Field {
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
    texts: BTreeMap<Field, String>,
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
pub enum FormAction {
    /// Set the text of a field.
    Type(Field, String),
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
    Remove(Part),
    /// Reset the form to match any game.
    Clear,
    /// Replace the whole form.
    Replace(Box<QueryForm>),
}

/// A condition as it is displayed and removed; some fields belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A name, ECO codes, the material or the position.
    Text(Field),
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
    pub fn text(&self, field: Field) -> &str {
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
    pub fn reduce(&self, action: FormAction) -> Self {
        let mut form = self.clone();
        match action {
            FormAction::Type(field, text) => form.set(field, text),
            FormAction::Result(result, is_wanted) => {
                if let Some(place) = RESULTS.iter().position(|other| *other == result) {
                    switch(&mut form.results, place, is_wanted);
                }
            }
            FormAction::Label(label, is_wanted) => switch(&mut form.labels, label, is_wanted),
            FormAction::EloOf(of) => form.elo_of = of,
            FormAction::EitherColour(either) => form.either_colour = either,
            FormAction::Faulty(faulty) => form.faulty = faulty,
            FormAction::Remove(part) => form.remove(&part),
            FormAction::Clear => form = Self::default(),
            FormAction::Replace(other) => form = *other,
        }
        form
    }

    fn set(&mut self, field: Field, text: String) {
        if text.is_empty() {
            self.texts.remove(&field);
        } else {
            self.texts.insert(field, text);
        }
    }

    fn remove(&mut self, part: &Part) {
        let mut clear = |fields: &[Field]| fields.iter().for_each(|field| drop(self.texts.remove(field)));
        match part {
            Part::Text(field) => clear(&[*field]),
            Part::Elo => clear(&[Field::EloMin, Field::EloMax]),
            Part::Dates => clear(&[Field::From, Field::To]),
            Part::Plies => clear(&[Field::PliesMin, Field::PliesMax]),
            Part::Results => self.results.clear(),
            Part::Label(label) => drop(self.labels.remove(label)),
            Part::Faulty => self.faulty = false,
        }
    }

    /// Returns the conditions in field order.
    pub fn parts(&self) -> Vec<Part> {
        let is_typed = |fields: &[Field]| fields.iter().any(|field| !self.text(*field).trim().is_empty());
        let text = |field: Field| is_typed(&[field]).then_some(Part::Text(field));
        let range = |first, last, part| is_typed(&[first, last]).then_some(part);
        let mut parts: Vec<Part> = self.labels.iter().cloned().map(Part::Label).collect();
        parts.extend(
            [
                text(Field::Player),
                text(Field::White),
                text(Field::Black),
                range(Field::EloMin, Field::EloMax, Part::Elo),
                (!self.results.is_empty()).then_some(Part::Results),
                range(Field::From, Field::To, Part::Dates),
                text(Field::Eco),
                text(Field::Opening),
                text(Field::Event),
                range(Field::PliesMin, Field::PliesMax, Part::Plies),
                text(Field::Material),
                text(Field::Position),
                self.faulty.then_some(Part::Faulty),
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

    fn typed(fields: &[(Field, &str)]) -> QueryForm {
        fields.iter().fold(QueryForm::default(), |form, (field, text)| {
            form.reduce(FormAction::Type(*field, (*text).to_owned()))
        })
    }

    #[test]
    fn every_restriction_can_be_taken_away_by_itself() {
        let form = typed(&Field::ALL.map(|field| (field, "x")))
            .reduce(FormAction::Result(GameResult::Draw, true))
            .reduce(FormAction::Label("White games".into(), true))
            .reduce(FormAction::Faulty(true));
        let parts = form.parts();
        assert_eq!(parts.len(), 14, "{parts:?}");
        for part in &parts {
            let less = form.reduce(FormAction::Remove(part.clone()));
            assert!(!less.parts().contains(part) && less.parts().len() == 13, "{part:?}");
        }
        let none = parts.into_iter().fold(form, |form, part| form.reduce(FormAction::Remove(part)));
        assert!(none.is_empty() && none == QueryForm::default());
    }

    #[test]
    fn results_are_in_the_order_in_which_they_are_offered() {
        let form = [GameResult::BlackWins, GameResult::WhiteWins]
            .into_iter()
            .fold(QueryForm::default(), |form, result| form.reduce(FormAction::Result(result, true)));
        assert!(form.results().eq([GameResult::WhiteWins, GameResult::BlackWins]));
        assert!(form.has_result(GameResult::BlackWins) && !form.has_result(GameResult::Draw));
        let form = form.reduce(FormAction::Result(GameResult::BlackWins, false));
        assert!(form.results().eq([GameResult::WhiteWins]));
    }

    #[test]
    fn blanks_are_no_restriction() {
        assert!(typed(&[(Field::Player, "  "), (Field::EloMin, " ")]).is_empty());
    }
}
