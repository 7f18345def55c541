//! Pages and their addresses: the fragment after `#`.
//!
//! Unknown addresses lead to the analysis page, as do old links and the empty address.

use std::fmt;

use crate::language::tr;

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// `#/`: analysis board with an engine.
    #[default]
    Analysis,
    /// `#/play`: a game against the engine, against a person on the same device, or between two engines. `#/play/rating` is the user's
    /// rating.
    Play(PlaySubject),
    /// `#/lab`: engine matches. `#/lab/ID` is one of them.
    Lab(Option<String>),
    /// `#/library`: the user's own games. `#/library/ID` is another database. The search follows after `?`.
    Library(Option<String>),
    /// `#/book`: opening books. `#/book/make` and so on are tabs of the page.
    Book(BookSubject),
    /// `#/tools`: test suites, annotated files, speed, console. `#/tools/speed` and so on are tabs of the page.
    Tools(ToolsSubject),
}

/// What the play page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlaySubject {
    /// The game, or the set-up of one.
    #[default]
    Game,
    /// The user's rating and results.
    Rating,
}

/// Tab of the tools page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolsSubject {
    /// Test suites.
    #[default]
    Suites,
    /// Batch annotation of games.
    Annotate,
    /// Speed of this machine.
    Speed,
    /// UCI communication with engines.
    Console,
}

impl ToolsSubject {
    /// All tabs, in page order.
    pub const ALL: [Self; 4] = [Self::Suites, Self::Annotate, Self::Speed, Self::Console];

    /// Returns its part of the address, which may be missing for the first tab.
    pub fn word(self) -> &'static str {
        match self {
            Self::Suites => "suites",
            Self::Annotate => "annotate",
            Self::Speed => "speed",
            Self::Console => "console",
        }
    }
}

/// Tab of the book page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookSubject {
    /// The user's books, and the book editor.
    #[default]
    Books,
    /// Making a book from games.
    Make,
    /// Comparing books with games, and with each other.
    Compare,
    /// Learning from games.
    Learn,
}

impl BookSubject {
    /// All tabs, in page order.
    pub const ALL: [Self; 4] = [Self::Books, Self::Make, Self::Compare, Self::Learn];

    /// Returns its part of the address; empty for the first tab.
    pub fn word(self) -> &'static str {
        match self {
            Self::Books => "",
            Self::Make => "make",
            Self::Compare => "compare",
            Self::Learn => "learn",
        }
    }
}

impl Route {
    /// Parses a fragment such as `#/lab/0192?settings=...`. The part after `?` belongs to the page itself.
    pub fn of_hash(hash: &str) -> Self {
        let path = hash.trim_start_matches('#').split('?').next().unwrap_or_default();
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        match (parts.next(), parts.next(), parts.next()) {
            (Some("play"), None, None) => Self::Play(PlaySubject::Game),
            (Some("play"), Some("rating"), None) => Self::Play(PlaySubject::Rating),
            (Some("library"), id, None) => Self::Library(id.filter(|id| is_id(id)).map(str::to_owned)),
            (Some("lab"), id, None) => Self::Lab(id.filter(|id| is_id(id)).map(str::to_owned)),
            (Some("book"), subject, None) => {
                let word = subject.unwrap_or_default();
                let subject = BookSubject::ALL.into_iter().find(|subject| subject.word() == word);
                subject.map_or(Self::Analysis, Self::Book)
            }
            (Some("tools"), None, None) => Self::Tools(ToolsSubject::default()),
            (Some("tools"), Some(word), None) => {
                let subject = ToolsSubject::ALL.into_iter().find(|subject| subject.word() == word);
                subject.map_or(Self::Analysis, Self::Tools)
            }
            _ => Self::Analysis,
        }
    }

    /// Whether both are the same page, regardless of its contents.
    pub fn is_same_page(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// Returns the page's name for the style sheet (`data-page` of the root element).
    pub fn page(&self) -> &'static str {
        match self {
            Self::Analysis => "analysis",
            Self::Play(_) => "play",
            Self::Lab(_) => "lab",
            Self::Library(_) => "library",
            Self::Book(_) => "book",
            Self::Tools(_) => "tools",
        }
    }

    /// Returns the window title.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Analysis => tr!("Tabia – chess analysis in the browser"),
            Self::Play(PlaySubject::Game) => tr!("Play – Tabia"),
            Self::Play(PlaySubject::Rating) => tr!("Your rating – Tabia"),
            Self::Lab(_) => tr!("Lab – Tabia"),
            Self::Library(_) => tr!("Library – Tabia"),
            Self::Book(_) => tr!("Opening book – Tabia"),
            Self::Tools(_) => tr!("Tools – Tabia"),
        }
    }
}

/// Whether a text can be the id of a match or database, which are UUIDs.
fn is_id(text: &str) -> bool {
    text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Analysis => f.write_str("#/"),
            Self::Play(PlaySubject::Game) => f.write_str("#/play"),
            Self::Play(PlaySubject::Rating) => f.write_str("#/play/rating"),
            Self::Lab(None) => f.write_str("#/lab"),
            Self::Lab(Some(id)) => write!(f, "#/lab/{id}"),
            Self::Library(None) => f.write_str("#/library"),
            Self::Library(Some(id)) => write!(f, "#/library/{id}"),
            Self::Book(BookSubject::Books) => f.write_str("#/book"),
            Self::Book(subject) => write!(f, "#/book/{}", subject.word()),
            Self::Tools(ToolsSubject::Suites) => f.write_str("#/tools"),
            Self::Tools(subject) => write!(f, "#/tools/{}", subject.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_page_has_its_address() {
        let id = "0b9de7ce-6f0c-4f8c-9d5b-2a4b8f1f6a11".to_owned();
        let books = BookSubject::ALL.map(Route::Book);
        let libraries = [Route::Library(None), Route::Library(Some(id.clone()))];
        let play = [PlaySubject::Game, PlaySubject::Rating].map(Route::Play);
        let pages = [Route::Analysis, Route::Lab(None), Route::Lab(Some(id))];
        let tools = ToolsSubject::ALL.map(Route::Tools);
        for route in pages.into_iter().chain(play).chain(libraries).chain(books).chain(tools) {
            assert_eq!(Route::of_hash(&route.to_string()), route);
        }
        assert_eq!(Route::of_hash("#/book"), Route::Book(BookSubject::Books));
        assert_eq!(Route::of_hash("#/book/make"), Route::Book(BookSubject::Make));
        assert_eq!(Route::of_hash("#/tools"), Route::Tools(ToolsSubject::Suites));
        assert_eq!(Route::of_hash("#/tools/suites"), Route::Tools(ToolsSubject::Suites));
        assert_eq!(Route::of_hash("#/tools/console"), Route::Tools(ToolsSubject::Console));
        assert_eq!(Route::of_hash("#/lab?settings=abc"), Route::Lab(None));
        assert_eq!(Route::of_hash("#/lab/"), Route::Lab(None));
        assert_eq!(Route::of_hash("#/play?fen=x"), Route::Play(PlaySubject::Game));
        assert_eq!(Route::of_hash("#/library?player=tal"), Route::Library(None));
    }

    #[test]
    fn other_addresses_are_the_analysis() {
        for hash in ["", "#", "#/", "#moves", "#/nothing", "#/lab/a/b", "#/book/x", "#/play/x", "#/tools/x"] {
            assert_eq!(Route::of_hash(hash), Route::Analysis, "{hash}");
        }
        assert_eq!(Route::of_hash("#/lab/<script>"), Route::Lab(None), "no match has such an id");
    }

    proptest! {
        #[test]
        fn any_fragment_leads_somewhere(text in "\\PC*") {
            let route = Route::of_hash(&text);
            prop_assert_eq!(Route::of_hash(&route.to_string()), route);
        }
    }
}
