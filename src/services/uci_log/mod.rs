//! UCI traffic between the page and its engines: every line with its time and direction, in a ring buffer of limited size.
//!
//! Each engine's owner passes its lines to a [`UciLog`]. There are no notifications; views poll. While the console [watches](watch), engine
//! workers post every line rather than only the latest of each kind.

pub mod ring;

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use ring::{Direction, Ring};

use crate::language::tr;
use crate::platform::clock::now_ms;

/// Maximum size of the stored lines, in bytes.
const LIMIT: usize = 8 << 20;
/// Number of ended engines remembered.
const ENDED: usize = 40;

/// Engine that accepts lines typed by hand.
pub trait Control {
    /// Sends a line.
    ///
    /// # Errors
    /// If it cannot be sent.
    fn command(&self, line: &str) -> Result<Sent, SendError>;

    /// Sets whether every line is wanted from now on, or only the latest of each kind.
    fn want_all_lines(&self, is_wanted: bool);
}

/// Outcome of sending a line by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// Sent to the engine.
    Now,
    /// Queued until the engine has finished its current work.
    Waiting,
}

/// Reason why a line was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// `quit` to an engine in use by the page.
    #[error("{}", tr!("quit would end an engine that the page works with; stop it where it is used"))]
    Quit,
    /// Nothing reaches this engine while it searches.
    #[error("{}", tr!("this engine takes no commands while it searches, because it has no shared memory"))]
    NoSignals,
    /// Nothing to stop.
    #[error("{}", tr!("the engine is idle"))]
    Idle,
    /// A search would interfere with the page's use of a foreign engine.
    #[error("{}", tr!("the page controls this engine; start a separate one to search by hand"))]
    Foreign,
    /// The engine is gone.
    #[error("{}", tr!("the engine has ended"))]
    Ended,
    /// An engine playing a match accepts no lines.
    #[error("{}", tr!("an engine that plays a match takes no commands: they would change its games"))]
    Match,
}

/// Engine that is or was logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEngine {
    /// Number of the engine.
    pub number: u32,
    /// Purpose of the engine.
    pub purpose: Rc<str>,
    /// Name reported by the engine; empty until then.
    pub name: Rc<str>,
    /// Whether it is still running.
    pub is_running: bool,
    /// Whether it was started for a single request and ends with the reply.
    pub is_passing: bool,
}

struct RegisteredEngine {
    listed: LoggedEngine,
    control: Option<Weak<dyn Control>>,
}

struct Wiretap {
    ring: RefCell<Ring>,
    engines: RefCell<Vec<RegisteredEngine>>,
    next: Cell<u32>,
    watchers: Cell<u32>,
}

thread_local! {
    static WIRETAP: Wiretap = const {
        Wiretap { ring: RefCell::new(Ring::new(LIMIT)), engines: RefCell::new(Vec::new()), next: Cell::new(1), watchers: Cell::new(0) }
    };
}

/// Logs the traffic of one engine; dropping it marks the engine as ended.
#[derive(Debug)]
pub struct UciLog {
    number: u32,
}

impl UciLog {
    /// Starts logging an engine. `purpose` labels it, for example "Analysis".
    pub fn new(purpose: &str, control: Option<Weak<dyn Control>>) -> Self {
        Self::listed(purpose, control, false)
    }

    /// Starts logging an engine that was started for a single request and ends with the reply.
    pub fn of_question(purpose: &str, control: Option<Weak<dyn Control>>) -> Self {
        Self::listed(purpose, control, true)
    }

    fn listed(purpose: &str, control: Option<Weak<dyn Control>>, is_passing: bool) -> Self {
        let number = WIRETAP.with(|uci_log| {
            let number = uci_log.next.replace(uci_log.next.get() + 1);
            let listed = LoggedEngine {
                number,
                purpose: purpose.into(),
                name: "".into(),
                is_running: true,
                is_passing,
            };
            let mut engines = uci_log.engines.borrow_mut();
            let ended = engines.iter().filter(|known| !known.listed.is_running).count();
            if let Some(oldest) =
                (ended > ENDED).then(|| engines.iter().position(|known| !known.listed.is_running)).flatten()
            {
                engines.remove(oldest);
            }
            engines.push(RegisteredEngine { listed, control });
            number
        });
        Self { number }
    }

    /// Returns the engine's number.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Logs lines sent to the engine.
    pub fn sent(&self, lines: &[String]) {
        note(self.number, Direction::Sent, lines.iter().map(String::as_str));
    }

    /// Logs a line sent to the engine.
    pub fn sent_one(&self, line: &str) {
        note(self.number, Direction::Sent, [line].into_iter());
    }

    /// Logs lines received from the engine.
    pub fn received(&self, lines: &[String]) {
        note(self.number, Direction::Received, lines.iter().map(String::as_str));
        if let Some(name) = lines.iter().find_map(|line| line.strip_prefix("id name ")) {
            self.rename(name);
        }
    }

    /// Logs a line received from the engine.
    pub fn received_one(&self, line: &str) {
        note(self.number, Direction::Received, [line].into_iter());
    }

    /// Logs a remark of the page.
    pub fn remark(&self, text: &str) {
        note(self.number, Direction::Remark, [text].into_iter());
    }

    /// Sets the engine's name.
    pub fn rename(&self, name: &str) {
        WIRETAP.with(|uci_log| {
            let mut engines = uci_log.engines.borrow_mut();
            if let Some(known) = engines.iter_mut().find(|known| known.listed.number == self.number) {
                known.listed.name = name.trim().into();
            }
        });
    }
}

impl Drop for UciLog {
    fn drop(&mut self) {
        // During page teardown the log may be gone already.
        let _ = WIRETAP.try_with(|uci_log| {
            let mut engines = uci_log.engines.borrow_mut();
            if let Some(known) = engines.iter_mut().find(|known| known.listed.number == self.number) {
                known.listed.is_running = false;
                known.control = None;
            }
        });
    }
}

fn note<'a>(engine: u32, direction: Direction, lines: impl Iterator<Item = &'a str>) {
    let at_ms = now_ms();
    WIRETAP.with(|uci_log| {
        let mut ring = uci_log.ring.borrow_mut();
        for line in lines {
            ring.push(at_ms, engine, direction, line);
        }
    });
}

/// Reads the logged lines.
pub fn with_lines<T>(look: impl FnOnce(&Ring) -> T) -> T {
    WIRETAP.with(|uci_log| look(&uci_log.ring.borrow()))
}

/// Deletes all lines, and forgets the ended engines.
pub fn clear() {
    WIRETAP.with(|uci_log| {
        uci_log.ring.borrow_mut().clear();
        uci_log.engines.borrow_mut().retain(|known| known.listed.is_running);
    });
}

/// Returns the engines, oldest first.
pub fn engines() -> Vec<LoggedEngine> {
    WIRETAP.with(|uci_log| uci_log.engines.borrow().iter().map(|known| known.listed.clone()).collect())
}

/// Returns whether anyone watches.
pub fn is_watched() -> bool {
    WIRETAP.with(|uci_log| uci_log.watchers.get() > 0)
}

/// Sends a line to an engine by hand.
///
/// # Errors
/// If it cannot be sent.
pub fn command(engine: u32, line: &str) -> Result<Sent, SendError> {
    let control = WIRETAP.with(|uci_log| {
        let engines = uci_log.engines.borrow();
        let known = engines.iter().find(|known| known.listed.number == engine);
        let known = known.filter(|known| known.listed.is_running).ok_or(SendError::Ended)?;
        known.control.clone().ok_or(SendError::Match)
    })?;
    control.upgrade().ok_or(SendError::Ended)?.command(line)
}

/// Active watch; ends when dropped.
#[derive(Debug)]
pub struct Watch(());

/// Starts a watch, during which all engines post every line.
pub fn watch() -> Watch {
    change_watchers(1);
    Watch(())
}

impl Drop for Watch {
    fn drop(&mut self) {
        change_watchers(-1);
    }
}

fn change_watchers(by: i32) {
    let controls: Vec<Rc<dyn Control>> = WIRETAP.with(|uci_log| {
        uci_log.watchers.set(uci_log.watchers.get().saturating_add_signed(by));
        let engines = uci_log.engines.borrow();
        engines.iter().filter_map(|known| known.control.as_ref()?.upgrade()).collect()
    });
    let is_watched = is_watched();
    for control in controls {
        control.want_all_lines(is_watched);
    }
}
