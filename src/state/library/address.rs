//! Query part of the library page's address, which preserves the view across back, forward and reload.

use form_urlencoded::{Serializer, parse};
use tabia_library::{Column, EloOf, Order};
use tabia_pgn::GameResult;

use super::columns;
use super::form::{QueryAction, QueryField, QueryForm};
use crate::state::route::Route;

/// View of a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DatabaseView {
    /// Table of games.
    #[default]
    Games,
    /// Duplicate games.
    Duplicates,
    /// Games with errors.
    Errors,
}

impl DatabaseView {
    /// All views, in page order.
    pub const ALL: [Self; 3] = [Self::Games, Self::Duplicates, Self::Errors];

    /// Returns the word for it in the address; empty for the first.
    const fn word(self) -> &'static str {
        match self {
            Self::Games => "",
            Self::Duplicates => "duplicates",
            Self::Errors => "errors",
        }
    }
}

/// What the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LibraryPlace {
    /// The database; `None` for the user's own games.
    pub database: Option<String>,
    /// View of the database.
    pub view: DatabaseView,
    /// Search form.
    pub form: QueryForm,
    /// Sort order of the rows; `None` for the [usual one](Self::order).
    pub order: Option<Order>,
}

/// Address keyword of each field.
const FIELDS: [(QueryField, &str); 14] = [
    (QueryField::Player, "player"),
    (QueryField::White, "white"),
    (QueryField::Black, "black"),
    (QueryField::EloMin, "elo-from"),
    (QueryField::EloMax, "elo-to"),
    (QueryField::From, "from"),
    (QueryField::To, "to"),
    (QueryField::Eco, "eco"),
    (QueryField::Opening, "opening"),
    (QueryField::Event, "event"),
    (QueryField::PliesMin, "plies-from"),
    (QueryField::PliesMax, "plies-to"),
    (QueryField::Material, "material"),
    (QueryField::Position, "position"),
];

impl LibraryPlace {
    /// Parses a fragment such as `#/library/ID?player=tal`; `None` if it belongs to another page. Unknown parts are ignored.
    pub fn of_hash(hash: &str) -> Option<Self> {
        let Route::Library(database) = Route::of_hash(hash) else { return None };
        let mut place = Self { database, ..Self::default() };
        let query = hash.split_once('?').map_or("", |(_, query)| query);
        for (name, value) in parse(query.as_bytes()) {
            place.take(&name, value.into_owned());
        }
        Some(place)
    }

    /// Returns the sort order of the rows: usually that of the file, and the newest of the user's own games first.
    pub fn order(&self) -> Order {
        self.order.unwrap_or_else(|| self.usual_order())
    }

    fn usual_order(&self) -> Order {
        Order { column: Column::Number, descending: self.database.is_none() }
    }

    fn take(&mut self, name: &str, value: String) {
        let action = match name {
            "view" => {
                self.view =
                    DatabaseView::ALL.into_iter().find(|view| view.word() == value).unwrap_or_default();
                return;
            }
            "sort" => {
                self.order = columns::of_word(&value);
                return;
            }
            "result" => GameResult::parse(&value).map(|result| QueryAction::Result(result, true)),
            "label" => Some(QueryAction::Label(value, true)),
            "elo-of" => match value.as_str() {
                "either" => Some(QueryAction::EloOf(EloOf::Either)),
                "average" => Some(QueryAction::EloOf(EloOf::Average)),
                _ => None,
            },
            "either-colour" => Some(QueryAction::EitherColour(true)),
            "faulty" => Some(QueryAction::Faulty(true)),
            name => {
                let field = FIELDS.iter().find(|(_, word)| *word == name);
                field.map(|(field, _)| QueryAction::Type(*field, value))
            }
        };
        if let Some(action) = action {
            self.form = self.form.reduce(action);
        }
    }

    /// Returns the fragment for this place.
    pub fn hash(&self) -> String {
        let mut query = Serializer::new(String::new());
        if self.view != DatabaseView::Games {
            query.append_pair("view", self.view.word());
        }
        for (field, word) in FIELDS.iter().filter(|(field, _)| !self.form.text(*field).is_empty()) {
            query.append_pair(word, self.form.text(*field));
        }
        match self.form.elo_of {
            EloOf::Both => {}
            EloOf::Either => drop(query.append_pair("elo-of", "either")),
            EloOf::Average => drop(query.append_pair("elo-of", "average")),
        }
        for result in self.form.results() {
            query.append_pair("result", result.as_str());
        }
        for label in &self.form.labels {
            query.append_pair("label", label);
        }
        for (is_on, word) in [(self.form.either_colour, "either-colour"), (self.form.faulty, "faulty")] {
            if is_on {
                query.append_pair(word, "1");
            }
        }
        let order = self.order.filter(|order| *order != self.usual_order());
        if let Some(word) = order.and_then(columns::word) {
            query.append_pair("sort", &word);
        }
        let (route, query) = (Route::Library(self.database.clone()), query.finish());
        if query.is_empty() { route.to_string() } else { format!("{route}?{query}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_looked_for_stands_in_the_address() {
        let place = LibraryPlace::of_hash(
            "#/library/ab-1?view=errors&player=Tal%2C+M&elo-from=2500&result=1-0&sort=-date",
        )
        .expect("the library");
        assert_eq!(place.database.as_deref(), Some("ab-1"));
        assert_eq!(place.view, DatabaseView::Errors);
        assert_eq!(place.form.text(QueryField::Player), "Tal, M");
        assert_eq!(columns::word(place.order()).as_deref(), Some("-date"));
        assert_eq!(LibraryPlace::of_hash(&place.hash()), Some(place));
        assert_eq!(LibraryPlace::of_hash("#/library"), Some(LibraryPlace::default()));
        assert_eq!(LibraryPlace::default().hash(), "#/library");
        assert_eq!(LibraryPlace::of_hash("#/lab"), None);
    }

    #[test]
    fn the_newest_own_games_come_first_unless_the_address_says_otherwise() {
        let order = |hash: &str| LibraryPlace::of_hash(hash).unwrap().order();
        let by_number = |descending| Order { column: Column::Number, descending };
        assert_eq!(order("#/library"), by_number(true));
        assert_eq!(order("#/library?sort=number"), by_number(false));
        assert_eq!(order("#/library/ab-1"), by_number(false));
        assert_eq!(order("#/library/ab-1?sort=-number"), by_number(true));
        for (database, descending) in [(None, true), (Some("ab-1".to_owned()), false)] {
            let of = |descending| LibraryPlace {
                database: database.clone(),
                order: Some(by_number(descending)),
                ..LibraryPlace::default()
            };
            assert!(!of(descending).hash().contains("sort"));
            assert_eq!(LibraryPlace::of_hash(&of(!descending).hash()), Some(of(!descending)));
        }
    }

    proptest! {
        #[test]
        fn any_fragment_is_read(text in "\\PC*") {
            let place = LibraryPlace::of_hash(&format!("#/library?{text}")).expect("the library");
            prop_assert_eq!(LibraryPlace::of_hash(&place.hash()), Some(place));
        }

        #[test]
        fn any_form_comes_back(
            texts in proptest::collection::vec((0_usize..14, "\\PC{1,12}"), 0..8),
            labels in proptest::collection::vec("\\PC{0,9}", 0..3),
            flags in any::<[bool; 4]>(),
        ) {
            let mut form = QueryForm::default();
            for (field, text) in texts {
                form = form.reduce(QueryAction::Type(QueryField::ALL[field], text));
            }
            for label in labels {
                form = form.reduce(QueryAction::Label(label, true));
            }
            form = form
                .reduce(QueryAction::Faulty(flags[0]))
                .reduce(QueryAction::EitherColour(flags[1]))
                .reduce(QueryAction::Result(GameResult::Unknown, flags[2]))
                .reduce(QueryAction::EloOf(if flags[3] { EloOf::Average } else { EloOf::Both }));
            let place = LibraryPlace { form, ..LibraryPlace::default() };
            prop_assert_eq!(LibraryPlace::of_hash(&place.hash()), Some(place));
        }
    }
}
