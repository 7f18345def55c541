//! What the book panel shows: which book is open, and what it knows about the position on the board.
//!
//! Answers come from a worker and may come late: each is about the line with which it was asked for, and what is about another
//! line changes nothing.

use std::rc::Rc;
use tabia_worker::probe::messages::{Follow, Line, Looked};

/// Which book is looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The one that comes with the page.
    #[default]
    Default,
    /// One that the user keeps in this browser, by its SHA-256.
    Kept(String),
}

impl Choice {
    /// The name under which the choice is remembered.
    pub fn id(&self) -> &str {
        match self {
            Self::Default => "default",
            Self::Kept(sha256) => sha256,
        }
    }

    /// The choice of a name.
    pub fn of_id(id: &str) -> Self {
        if id.is_empty() || id == "default" { Self::Default } else { Self::Kept(id.to_owned()) }
    }
}

/// How it stands with the book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BookStatus {
    /// Switched off: only the name of the opening is looked up.
    #[default]
    Off,
    /// On its way.
    Loading,
    /// Open.
    Ready {
        /// Its entries.
        entries: u64,
    },
    /// It cannot be used, and why.
    Failed(String),
}

/// What is known of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The line.
    pub line: Line,
    /// What the book knows about its last position.
    pub looked: Looked,
    /// Where the moves lead; it comes a little later.
    pub follow: Option<Follow>,
}

/// The state of the panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BookState {
    /// Which book is chosen.
    pub choice: Choice,
    /// How it stands with it.
    pub status: BookStatus,
    /// What was looked up last, maybe of another line than the one on the board.
    pub shown: Option<Rc<Shown>>,
}

/// A change.
#[derive(Clone, Debug)]
pub enum BookAction {
    /// Another book, or switched on or off.
    Choose {
        /// The book.
        choice: Choice,
        /// Whether it is looked up.
        on: bool,
    },
    /// The book is open.
    Opened {
        /// Its entries.
        entries: u64,
    },
    /// The book cannot be used.
    Failed(String),
    /// What is known of a line.
    Looked(Line, Looked),
    /// Where the moves of that line lead.
    Follow(Line, Follow),
}

impl BookState {
    /// The state after a change; `None` if there is none.
    #[must_use]
    pub fn reduce(&self, action: BookAction) -> Option<Self> {
        let mut state = self.clone();
        match action {
            BookAction::Choose { choice, on } => {
                state.status = if on { BookStatus::Loading } else { BookStatus::Off };
                // What another book says is not to be seen any more; the name of the opening is.
                if let Some(shown) = &self.shown {
                    let looked = Looked { opening: shown.looked.opening.clone(), ..Looked::default() };
                    state.shown = Some(Rc::new(Shown { line: shown.line.clone(), looked, follow: None }));
                }
                state.choice = choice;
            }
            BookAction::Opened { entries } => state.status = BookStatus::Ready { entries },
            BookAction::Failed(reason) => state.status = BookStatus::Failed(reason),
            BookAction::Looked(line, looked) => {
                state.shown = Some(Rc::new(Shown { line, looked, follow: None }));
            }
            BookAction::Follow(line, follow) => {
                let shown = self.shown.as_ref().filter(|shown| shown.line == line)?;
                state.shown = Some(Rc::new(Shown { follow: Some(follow), ..(**shown).clone() }));
            }
        }
        (state != *self).then_some(state)
    }

    /// What is known of this line, if it was looked up last.
    pub fn of_line(&self, line: &Line) -> Option<&Rc<Shown>> {
        self.shown.as_ref().filter(|shown| shown.line == *line)
    }

    /// Whether the book is looked up.
    pub fn is_on(&self) -> bool {
        self.status != BookStatus::Off
    }
}

/// A part of a whole in percent, as short as it can be told: `42 %`, `0.4 %`.
pub fn percent(part: f64) -> String {
    let percent = part * 100.0;
    if percent > 0.0 && percent < 0.95 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}

/// What was learned about a move, as Polyglot writes it: games in the upper half, points in the lower, two for a win. Other programs
/// use the field in their own ways; then the number is shown.
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
        let other = state.reduce(BookAction::Choose { choice: Choice::of_id("abc"), on: true }).unwrap();
        let shown = other.of_line(&line(&[])).unwrap();
        assert!(shown.looked.moves.is_empty() && shown.looked.opening.is_some());
        assert_eq!(other.status, BookStatus::Loading);
        assert_eq!(Choice::of_id(other.choice.id()), other.choice);
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
