//! Scheduling of lookups in the book worker: one is in flight, and the newest waits. Pure; driven by the feed.

use tabia_worker::probe::messages::{Line, ProbeAnswer, Reply};
use tabia_worker::wire::Generation;

use crate::state::book::{BookAction, BookChoice, BookState, BookStatus};

/// Command to the driver. The result repeats the `opening`: results of an older one change nothing.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FeedCommand {
    /// Open this book in the worker.
    Open {
        /// Counts the books to open.
        opening: u32,
        /// The book.
        choice: BookChoice,
    },
    /// Look a line up.
    Look {
        /// The opening that the lookup belongs to.
        opening: u32,
        /// Whether to look up the open book, or opening names only.
        with_book: bool,
        /// The line.
        line: Line,
    },
}

/// Lookups for the line on the board.
#[derive(Debug, Default)]
pub(super) struct Lookup {
    state: BookState,
    /// Whether lookups have begun.
    is_started: bool,
    /// The newest requested line, until it is sent.
    wanted: Option<Line>,
    /// The line being looked up.
    in_flight: Option<Line>,
    /// The worker and the choice with which the book was last opened.
    opened: Option<(Generation, BookChoice)>,
    /// Counts the books to open.
    opening: u32,
    /// Whether the driver still has to open the chosen book.
    is_to_open: bool,
    is_changed: bool,
}

impl Lookup {
    /// Creates lookups in this book, once [started](Self::start).
    pub(super) fn new(choice: BookChoice, is_on: bool) -> Self {
        let start = BookState::default();
        let state = start.reduce(BookAction::Choose { choice, on: is_on }).unwrap_or(start);
        Self { state, ..Self::default() }
    }

    /// Returns the state for the panel.
    pub(super) fn state(&self) -> &BookState {
        &self.state
    }

    /// Returns whether lookups have begun.
    pub(super) fn is_started(&self) -> bool {
        self.is_started
    }

    /// Returns whether nothing newer was chosen since this opening.
    pub(super) fn is_current(&self, opening: u32) -> bool {
        self.opening == opening
    }

    /// Returns whether the state has changed since the last call.
    pub(super) fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.is_changed)
    }

    /// Begins lookups.
    pub(super) fn start(&mut self) {
        self.is_started = true;
        self.open();
    }

    /// Requests a line, replacing a waiting one.
    pub(super) fn ask(&mut self, line: Line) {
        self.wanted = Some(line);
    }

    /// Chooses another book, or none.
    pub(super) fn choose(&mut self, choice: BookChoice, is_on: bool) {
        self.act(BookAction::Choose { choice, on: is_on });
        // What is shown has to be looked up again.
        let shown = self.state.shown.as_ref().map(|shown| shown.line.clone());
        if let Some(line) = self.in_flight.take().or(shown) {
            self.wanted.get_or_insert(line);
        }
        if self.is_started {
            self.open();
        }
    }

    /// Notes that the bytes of the book are no longer those that were opened.
    pub(super) fn forget_opened(&mut self) {
        self.opened = None;
    }

    /// Renames a book with unchanged bytes: what is open stays open. Returns whether that book is chosen.
    pub(super) fn rename(&mut self, before: &BookChoice, after: &BookChoice) -> bool {
        if self.state.choice != *before {
            return false;
        }
        if let Some((_, choice)) = &mut self.opened {
            choice.clone_from(after);
        }
        self.state.choice.clone_from(after);
        true
    }

    /// Handles the opening of a book in the worker of this generation: its number of entries, or the failure.
    pub(super) fn opened(&mut self, opening: u32, worker: Generation, result: Result<u64, String>) {
        if self.opening != opening {
            return;
        }
        match result {
            Ok(entries) => {
                // It may have another name by now: the name it was opened with would never be found again.
                self.opened = Some((worker, self.state.choice.clone()));
                self.act(BookAction::Opened { entries });
            }
            Err(reason) => self.act(BookAction::Failed(reason)),
        }
    }

    /// Handles a reply about a line.
    pub(super) fn answered(&mut self, opening: u32, line: &Line, reply: Reply<ProbeAnswer>) {
        if self.opening != opening {
            return;
        }
        let is_last = match reply {
            Reply::Answer { answer: ProbeAnswer::Looked(looked), done } => {
                self.act(BookAction::Looked(line.clone(), looked));
                done
            }
            Reply::Answer { answer: ProbeAnswer::Follow(follow), done } => {
                self.act(BookAction::Follow(line.clone(), follow));
                done
            }
            Reply::Answer { done, .. } => done,
            Reply::Failed(reason) => {
                self.act(BookAction::Failed(reason));
                true
            }
        };
        if is_last {
            self.in_flight = None;
        }
    }

    /// Returns what to do now, given the running worker; to be called after every event until it returns `None`.
    pub(super) fn next_command(&mut self, worker: Generation) -> Option<FeedCommand> {
        if std::mem::take(&mut self.is_to_open) {
            return Some(FeedCommand::Open { opening: self.opening, choice: self.state.choice.clone() });
        }
        if !self.is_started || self.in_flight.is_some() {
            return None;
        }
        let is_open =
            self.opened.as_ref().is_some_and(|(of, choice)| *of == worker && *choice == self.state.choice);
        if self.state.status == BookStatus::Loading && !is_open {
            // Sent once the book is open.
            return None;
        }
        let line = self.wanted.take()?;
        self.in_flight = Some(line.clone());
        Some(FeedCommand::Look { opening: self.opening, with_book: is_open && self.state.is_on(), line })
    }

    fn open(&mut self) {
        self.opening += 1;
        self.is_to_open = self.state.is_on();
    }

    fn act(&mut self, action: BookAction) {
        if let Some(new) = self.state.reduce(action) {
            self.state = new;
            self.is_changed = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_worker::probe::messages::Looked;

    const WORKER: Generation = 1;

    fn line(moves: &[&str]) -> Line {
        Line { start_fen: String::new(), moves: moves.iter().map(|&m| m.to_owned()).collect() }
    }

    fn looked() -> Reply<ProbeAnswer> {
        Reply::Answer { answer: ProbeAnswer::Looked(Looked::default()), done: true }
    }

    /// Creates a lookup whose book is open in the first worker.
    fn open(choice: BookChoice) -> Lookup {
        let mut lookup = Lookup::new(choice.clone(), true);
        lookup.start();
        assert_eq!(lookup.next_command(WORKER), Some(FeedCommand::Open { opening: 1, choice }));
        lookup.opened(1, WORKER, Ok(10));
        lookup
    }

    #[test]
    fn nothing_is_asked_before_the_start_and_before_the_book_is_open() {
        let mut lookup = Lookup::new(BookChoice::Default, true);
        lookup.ask(line(&[]));
        assert_eq!(lookup.next_command(WORKER), None);
        lookup.start();
        assert!(matches!(lookup.next_command(WORKER), Some(FeedCommand::Open { .. })));
        assert_eq!(lookup.next_command(WORKER), None);
        lookup.opened(1, WORKER, Ok(10));
        assert_eq!(
            lookup.next_command(WORKER),
            Some(FeedCommand::Look { opening: 1, with_book: true, line: line(&[]) })
        );
    }

    #[test]
    fn of_fast_steps_the_newest_is_asked() {
        let mut lookup = open(BookChoice::Default);
        lookup.ask(line(&["e2e4"]));
        assert!(lookup.next_command(WORKER).is_some());
        lookup.ask(line(&["d2d4"]));
        lookup.ask(line(&["c2c4"]));
        assert_eq!(lookup.next_command(WORKER), None, "one is in flight");
        lookup.answered(1, &line(&["e2e4"]), looked());
        let Some(FeedCommand::Look { line: asked, .. }) = lookup.next_command(WORKER) else {
            panic!("the newest")
        };
        assert_eq!(asked, line(&["c2c4"]));
    }

    #[test]
    fn answers_about_another_book_change_nothing_and_the_line_is_asked_again() {
        let mut lookup = open(BookChoice::Default);
        lookup.ask(line(&["e2e4"]));
        assert!(lookup.next_command(WORKER).is_some());
        lookup.choose(BookChoice::Kept("a".into()), true);
        assert!(matches!(lookup.next_command(WORKER), Some(FeedCommand::Open { opening: 2, .. })));
        lookup.answered(1, &line(&["e2e4"]), looked());
        assert_eq!(lookup.state().shown, None);
        lookup.opened(1, WORKER, Ok(3));
        assert_eq!(lookup.state().status, BookStatus::Loading);
        lookup.opened(2, WORKER, Ok(4));
        assert!(matches!(
            lookup.next_command(WORKER),
            Some(FeedCommand::Look { opening: 2, with_book: true, .. })
        ));
    }

    #[test]
    fn without_a_book_openings_are_named() {
        let mut lookup = open(BookChoice::Default);
        lookup.choose(BookChoice::Default, false);
        lookup.ask(line(&[]));
        assert_eq!(
            lookup.next_command(WORKER),
            Some(FeedCommand::Look { opening: 2, with_book: false, line: line(&[]) })
        );
    }

    #[test]
    fn after_a_failure_of_the_worker_the_book_is_not_taken_for_open() {
        let mut lookup = open(BookChoice::Default);
        lookup.ask(line(&[]));
        assert!(lookup.next_command(WORKER).is_some());
        lookup.answered(1, &line(&[]), Reply::Failed("it died".into()));
        assert_eq!(lookup.state().status, BookStatus::Failed("it died".into()));
        lookup.ask(line(&["e2e4"]));
        assert!(matches!(lookup.next_command(WORKER + 1), Some(FeedCommand::Look { with_book: false, .. })));
    }

    #[test]
    fn a_book_that_is_renamed_stays_open() {
        let mut lookup = open(BookChoice::Kept("held".into()));
        assert!(lookup.rename(&BookChoice::Kept("held".into()), &BookChoice::Kept("kept".into())));
        assert!(!lookup.rename(&BookChoice::Kept("held".into()), &BookChoice::Default));
        lookup.ask(line(&[]));
        assert!(matches!(lookup.next_command(WORKER), Some(FeedCommand::Look { with_book: true, .. })));
    }
}
