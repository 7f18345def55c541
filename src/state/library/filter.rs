//! Parses the search form into a filter and the faults of invalid fields.

use tabia_book_tools::filter::{EcoRange, ParseEcoRangeError};
use tabia_library::{Bounds, Flag, GameDate, MaterialFilter, Query};
use tabia_pgn::position_from_fen;

use super::form::{QueryField, QueryForm};
use crate::language::tr;

/// Maximum Elo of the form.
const MOST_ELO: u16 = 4000;
/// Maximum number of plies of the form.
const MOST_PLIES: u16 = 5000;

/// Parsed search form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Conditions on the headers.
    pub query: Query,
    /// A position that occurs in the game, as FEN.
    pub position: Option<String>,
    /// Labels of the user's games, at least one of which must match; empty for any.
    pub labels: Vec<String>,
}

/// Reason why a field is invalid, and what it accepts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldFault {
    /// Not a number in its range.
    #[error(
        "{}",
        tr!(
            "{text} is not a number: enter a whole number from {least} to {most}",
            text = format_args!("{text:?}"),
            least,
            most
        )
    )]
    NotANumber {
        /// Text of the field.
        text: String,
        /// Minimum.
        least: u16,
        /// Maximum.
        most: u16,
    },
    /// Range whose end is below its start.
    #[error("{}", tr!("the range ends before it begins: {end} is less than {begin}", end = _0, begin = _1))]
    EmptyRange(u16, u16),
    /// Not a date.
    #[error("{}", tr!("{text} is not a date: enter 2024, 2024.05 or 2024.05.17", text = format_args!("{_0:?}")))]
    NotADate(String),
    /// Last date before the first date.
    #[error("{}", tr!("the range ends before it begins: {end} is before {begin}", end = _0, begin = _1))]
    EmptyDates(GameDate, GameDate),
    /// Invalid ECO codes.
    #[error(transparent)]
    Eco(#[from] ParseEcoRangeError),
    /// Invalid material.
    #[error(
        "{}",
        tr!(
            "{text} is not material: write the pieces of both sides, such as KRPKR, or a class of endings: pawn, knight, bishop, minor, rook, rook-and-minor, queen",
            text = format_args!("{_0:?}")
        )
    )]
    NotMaterial(String),
    /// Invalid position.
    #[error("{}", tr!("invalid FEN: {error}", error = _0))]
    NotAPosition(String),
}

/// Invalid field and reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterFault {
    /// The field.
    pub field: QueryField,
    /// The reason.
    pub fault: FieldFault,
}

/// Parses the form. An invalid field restricts nothing.
pub fn read(form: &QueryForm) -> (Filter, Vec<FilterFault>) {
    let mut reading = FilterParser { form, faults: Vec::new() };
    let text = |field: QueryField| Some(form.text(field).trim().to_owned()).filter(|text| !text.is_empty());
    let (from, to) = reading.dates();
    let material = reading.material();
    let query = Query {
        player: text(QueryField::Player),
        white: text(QueryField::White),
        black: text(QueryField::Black),
        elo: reading.bounds(QueryField::EloMin, QueryField::EloMax, MOST_ELO),
        elo_of: form.elo_of,
        results: form.results().collect(),
        from,
        to,
        eco: reading.eco(),
        opening: text(QueryField::Opening),
        event: text(QueryField::Event),
        plies: reading.bounds(QueryField::PliesMin, QueryField::PliesMax, MOST_PLIES),
        material_of_either_colour: form.either_colour,
        material_anywhere: material.is_some(),
        material,
        with: if form.faulty { vec![Flag::Error] } else { Vec::new() },
        ..Query::default()
    };
    let position = reading.position();
    let filter = Filter { query, position, labels: form.labels.iter().cloned().collect() };
    (filter, reading.faults)
}

struct FilterParser<'a> {
    form: &'a QueryForm,
    faults: Vec<FilterFault>,
}

impl FilterParser<'_> {
    fn text(&self, field: QueryField) -> Option<&str> {
        Some(self.form.text(field).trim()).filter(|text| !text.is_empty())
    }

    /// Records the fault of a field.
    fn take<T>(&mut self, field: QueryField, result: Result<T, FieldFault>) -> Option<T> {
        result.map_err(|fault| self.faults.push(FilterFault { field, fault })).ok()
    }

    fn number(&mut self, field: QueryField, most: u16) -> Option<u16> {
        let text = self.text(field)?;
        let number = text.parse().ok().filter(|number| *number <= most);
        let fault = || FieldFault::NotANumber { text: text.to_owned(), least: 0, most };
        let result = number.ok_or_else(fault);
        self.take(field, result)
    }

    fn bounds(&mut self, first: QueryField, last: QueryField, most: u16) -> Bounds {
        let bounds = Bounds { min: self.number(first, most), max: self.number(last, most) };
        match (bounds.min, bounds.max) {
            (Some(min), Some(max)) if min > max => {
                self.faults.push(FilterFault { field: last, fault: FieldFault::EmptyRange(max, min) });
                Bounds { max: None, ..bounds }
            }
            _ => bounds,
        }
    }

    fn date(&mut self, field: QueryField) -> Option<GameDate> {
        let text = self.text(field)?;
        let result = date(text).ok_or_else(|| FieldFault::NotADate(text.to_owned()));
        self.take(field, result)
    }

    fn dates(&mut self) -> (Option<GameDate>, Option<GameDate>) {
        match (self.date(QueryField::From), self.date(QueryField::To)) {
            // A year as the last date includes the whole year.
            (Some(from), Some(to)) if !from.may_lie_in(None, Some(to)) => {
                self.faults
                    .push(FilterFault { field: QueryField::To, fault: FieldFault::EmptyDates(to, from) });
                (Some(from), None)
            }
            dates => dates,
        }
    }

    fn eco(&mut self) -> Vec<EcoRange> {
        let Some(text) = self.text(QueryField::Eco) else { return Vec::new() };
        let words = text.split([',', ' ', ';']).filter(|word| !word.is_empty());
        let ranges: Result<Vec<EcoRange>, _> = words.map(str::parse).collect();
        self.take(QueryField::Eco, ranges.map_err(FieldFault::from)).unwrap_or_default()
    }

    fn material(&mut self) -> Option<MaterialFilter> {
        let text = self.text(QueryField::Material)?;
        let result = text.parse().map_err(|_| FieldFault::NotMaterial(text.to_owned()));
        self.take(QueryField::Material, result)
    }

    fn position(&mut self) -> Option<String> {
        let text = self.text(QueryField::Position)?;
        let result = position_from_fen(text).map(|_| text.to_owned());
        self.take(QueryField::Position, result.map_err(|error| FieldFault::NotAPosition(error.to_string())))
    }
}

/// Parses a date whose month and day are optional; years have four digits.
fn date(text: &str) -> Option<GameDate> {
    let parts: Vec<&str> = text.split(['.', '-', '/']).collect();
    let is_number = |part: &str, digits: std::ops::RangeInclusive<usize>| {
        digits.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let in_range = |part: &str, most: u32| part.parse().is_ok_and(|number| (1..=most).contains(&number));
    let is_date = match parts.as_slice() {
        [year] => is_number(year, 4..=4),
        [year, month] => is_number(year, 4..=4) && is_number(month, 1..=2) && in_range(month, 12),
        [year, month, day] => {
            is_number(year, 4..=4)
                && is_number(month, 1..=2)
                && in_range(month, 12)
                && is_number(day, 1..=2)
                && in_range(day, 31)
        }
        _ => false,
    };
    let date = GameDate::of_tag(text.as_bytes());
    (is_date && date.year().is_some()).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::library::form::QueryAction;

    fn typed(fields: &[(QueryField, &str)]) -> QueryForm {
        fields.iter().fold(QueryForm::default(), |form, (field, text)| {
            form.reduce(QueryAction::Type(*field, (*text).to_owned()))
        })
    }

    #[test]
    fn everything_that_is_typed_restricts() {
        let (filter, faults) = read(&typed(&[
            (QueryField::Player, " Tal "),
            (QueryField::EloMin, "2500"),
            (QueryField::EloMax, "2700"),
            (QueryField::From, "1960"),
            (QueryField::To, "1961-05"),
            (QueryField::Eco, "B20-B99, C"),
            (QueryField::PliesMax, "80"),
            (QueryField::Material, "rook"),
            (QueryField::Position, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"),
        ]));
        assert_eq!(faults, []);
        assert_eq!(filter.query.player.as_deref(), Some("Tal"));
        assert_eq!(filter.query.elo, Bounds { min: Some(2500), max: Some(2700) });
        assert_eq!(filter.query.eco.len(), 2);
        assert_eq!(filter.query.plies, Bounds { min: None, max: Some(80) });
        assert_eq!(filter.query.to.map(|date| date.to_string()).as_deref(), Some("1961.05.??"));
        assert!(filter.query.material.is_some() && filter.position.is_some());
    }

    #[test]
    fn a_fault_is_named_at_its_field_and_restricts_nothing() {
        for (field, text) in [
            (QueryField::EloMin, "strong"),
            (QueryField::EloMax, "99999"),
            (QueryField::From, "yesterday"),
            (QueryField::To, "2020.13"),
            (QueryField::Eco, "B20, X"),
            (QueryField::PliesMin, "-1"),
            (QueryField::Material, "queens"),
            (QueryField::Position, "8/8 w"),
        ] {
            let (filter, faults) = read(&typed(&[(field, text)]));
            assert_eq!(filter, Filter::default(), "{field:?}");
            assert_eq!(faults.iter().map(|fault| fault.field).collect::<Vec<_>>(), [field], "{faults:?}");
        }
    }

    #[test]
    fn a_range_must_not_end_before_it_begins() {
        let (filter, faults) = read(&typed(&[
            (QueryField::EloMin, "2700"),
            (QueryField::EloMax, "2500"),
            (QueryField::From, "2020.05"),
            (QueryField::To, "2020.04"),
        ]));
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert_eq!(filter.query.elo, Bounds { min: Some(2700), max: None });
        assert!(filter.query.from.is_some() && filter.query.to.is_none());
        let (_, faults) = read(&typed(&[(QueryField::From, "2020.05"), (QueryField::To, "2020")]));
        assert_eq!(faults, [], "all of 2020");
    }
}
