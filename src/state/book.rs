//! State of the book panel: the selected book, and its data on the position on the board.
//!
//! Results come from a worker, possibly late. Each carries its line; a result for another line changes nothing.

use std::rc::Rc;
use tabia_worker::probe::messages::{Follow, Line, Looked};

/// Selected book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum BookChoice {
    /// The bundled book.
    #[default]
    Default,
    /// A book saved in this browser, by its SHA-256.
    Kept(String),
}

impl BookChoice {
    /// Returns the key under which the choice is stored.
    pub fn id(&self) -> &str {
        match self {
            Self::Default => "default",
            Self::Kept(sha256) => sha256,
        }
    }

    /// Parses a stored key.
    pub fn of_id(id: &str) -> Self {
        if id.is_empty() || id == "default" { Self::Default } else { Self::Kept(id.to_owned()) }
    }
}

/// Status of the book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BookStatus {
    /// Off: only the opening name is looked up.
    #[default]
    Off,
    /// Loading.
    Loading,
    /// Ready.
    Ready {
        /// Number of entries.
        entries: u64,
    },
    /// Unusable, with the reason.
    Failed(String),
}

/// Data on a line.
#[derive(Clone, Debug, PartialEq)]
pub struct BookLookup {
    /// The line.
    pub line: Line,
    /// Book data on its last position.
    pub looked: Looked,
    /// Where the moves lead; arrives a little later.
    pub follow: Option<Follow>,
}

/// State of the panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BookState {
    /// Selected book.
    pub choice: BookChoice,
    /// Status of the book.
    pub status: BookStatus,
    /// Latest result, possibly for a line other than the one on the board.
    pub shown: Option<Rc<BookLookup>>,
}

/// Change of the panel.
#[derive(Clone, Debug)]
pub enum BookAction {
    /// Select another book, or turn it on or off.
    Choose {
        /// The book.
        choice: BookChoice,
        /// Whether the book is on.
        on: bool,
    },
    /// The book was opened.
    Opened {
        /// Number of entries.
        entries: u64,
    },
    /// The book is unusable.
    Failed(String),
    /// Data on a line has arrived.
    Looked(Line, Looked),
    /// The targets of that line's moves have arrived.
    Follow(Line, Follow),
}

impl BookState {
    /// Returns the state after a change; `None` if nothing changes.
    #[must_use]
    pub fn reduce(&self, action: BookAction) -> Option<Self> {
        let mut state = self.clone();
        match action {
            BookAction::Choose { choice, on } => {
                state.status = if on { BookStatus::Loading } else { BookStatus::Off };
                // Hide the data of the other book, but keep the opening name.
                if let Some(shown) = &self.shown {
                    let looked = Looked { opening: shown.looked.opening.clone(), ..Looked::default() };
                    state.shown =
                        Some(Rc::new(BookLookup { line: shown.line.clone(), looked, follow: None }));
                }
                state.choice = choice;
            }
            BookAction::Opened { entries } => state.status = BookStatus::Ready { entries },
            BookAction::Failed(reason) => state.status = BookStatus::Failed(reason),
            BookAction::Looked(line, looked) => {
                state.shown = Some(Rc::new(BookLookup { line, looked, follow: None }));
            }
            BookAction::Follow(line, follow) => {
                let shown = self.shown.as_ref().filter(|shown| shown.line == line)?;
                state.shown = Some(Rc::new(BookLookup { follow: Some(follow), ..(**shown).clone() }));
            }
        }
        (state != *self).then_some(state)
    }

    /// Returns the data on this line, if it is the latest result.
    pub fn of_line(&self, line: &Line) -> Option<&Rc<BookLookup>> {
        self.shown.as_ref().filter(|shown| shown.line == *line)
    }

    /// Whether the book is on.
    pub fn is_on(&self) -> bool {
        self.status != BookStatus::Off
    }
}

/// Formats a fraction as a short percentage: `42 %`, `0.4 %`.
pub fn percent(part: f64) -> String {
    let percent = part * 100.0;
    if percent > 0.0 && percent < 0.95 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}

/// Formats Polyglot's learning data of a move: games in the upper half, points in the lower, two per win. Other programs use the field
/// differently; then the raw number is shown.
pub fn learned_text(learn: u32) -> Option<String> {
    let (games, points) = (learn >> 16, learn & 0xffff);
    match (learn, games) {
        (0, _) => None,
        (_, 1..) if points <= 2 * games => {
            let half = if points % 2 == 1 { "½" } else { "" };
            let whole = if points == 1 { String::new() } else { (points / 2).to_string() };
            Some(format!("{whole}{half}/{games}"))
        }
        _ => Some(learn.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_worker::probe::messages::{LookedMove, OpeningName};

    fn line(moves: &[&str]) -> Line {
        Line { start_fen: "start".into(), moves: moves.iter().map(|&text| text.to_owned()).collect() }
    }

    fn looked(san: &str) -> Looked {
        let m = LookedMove { code: 1, san: san.into(), weight: 1, share: 1.0, ..LookedMove::default() };
        let opening = OpeningName { eco: "A00".into(), name: "Polish".into(), ply: 1 };
        Looked { moves: vec![m], opening: Some(opening), ..Looked::default() }
    }

    #[test]
    fn answers_about_another_line_are_not_taken() {
        let state = BookState::default().reduce(BookAction::Looked(line(&["e2e4"]), looked("e5"))).unwrap();
        assert!(state.of_line(&line(&["e2e4"])).is_some());
        assert!(state.of_line(&line(&["d2d4"])).is_none());
        assert!(state.reduce(BookAction::Follow(line(&["d2d4"]), Follow::default())).is_none());
        let state = state.reduce(BookAction::Follow(line(&["e2e4"]), Follow::default())).unwrap();
        assert!(state.of_line(&line(&["e2e4"])).unwrap().follow.is_some());
    }

    #[test]
    fn another_book_hides_the_moves_and_keeps_the_name() {
        let state = BookState::default().reduce(BookAction::Looked(line(&[]), looked("b4"))).unwrap();
        let other = state.reduce(BookAction::Choose { choice: BookChoice::of_id("abc"), on: true }).unwrap();
        let shown = other.of_line(&line(&[])).unwrap();
        assert!(shown.looked.moves.is_empty() && shown.looked.opening.is_some());
        assert_eq!(other.status, BookStatus::Loading);
        assert_eq!(BookChoice::of_id(other.choice.id()), other.choice);
    }

    #[test]
    fn parts_and_learning_are_short() {
        assert_eq!(percent(0.424), "42 %");
        assert_eq!(percent(0.004), "0.4 %");
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(learned_text(0), None);
        assert_eq!(learned_text(3 << 16 | 5).as_deref(), Some("2½/3"));
        assert_eq!(learned_text(2 << 16 | 1).as_deref(), Some("½/2"));
        assert_eq!(learned_text(7).as_deref(), Some("7"));
        assert_eq!(learned_text(1 << 16 | 9).as_deref(), Some("65545"));
    }
}
