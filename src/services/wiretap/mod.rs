//! What the page and its engines say to each other: every line with its time and direction, kept in a ring of bounded size.
//!
//! Whoever runs an engine has a [`Tap`] and tells it the lines. Nobody hears of them: who shows them looks when it draws. While somebody
//! [watches](watch), engine workers post every line instead of the newest of each kind.

pub mod ring;

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use ring::{Direction, Ring};

use crate::platform::clock::now_ms;

/// How many bytes of lines are kept.
const LIMIT: usize = 8 << 20;
/// So many engines that have ended are remembered.
const ENDED: usize = 40;

/// Something that can be told lines by hand.
pub trait Control {
    /// Sends a line.
    ///
    /// # Errors
    /// Why it cannot be sent.
    fn command(&self, line: &str) -> Result<Sent, Refusal>;

    /// Whether every line is wanted from now on, or the newest of each kind.
    fn want_all_lines(&self, is_wanted: bool);
}

/// What became of a line that was sent by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The engine has it.
    Now,
    /// The engine gets it when it has finished what it does.
    Waiting,
}

/// Why a line was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// `quit` to an engine that the page works with.
    #[error("quit would end an engine that the page works with; stop it where it is used")]
    Quit,
    /// Nothing reaches an engine that searches.
    #[error("this engine hears nothing while it searches, because the page shares no memory with its worker")]
    NoSignals,
    /// There is nothing to stop.
    #[error("the engine has nothing to do")]
    Idle,
    /// A search would get between the page and a foreign engine.
    #[error("the page itself asks this engine; start one of your own to let it search by hand")]
    Foreign,
    /// The engine is gone.
    #[error("the engine has ended")]
    Ended,
    /// An engine of a match takes no lines.
    #[error("an engine that plays a match takes no commands: they would change its games")]
    Match,
}

/// An engine that is, or was, listened to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its number.
    pub number: u32,
    /// What it is for.
    pub purpose: Rc<str>,
    /// What it calls itself; empty before it said so.
    pub name: Rc<str>,
    /// Whether it still runs.
    pub is_running: bool,
    /// Whether it was started for one question, and goes with the answer.
    pub is_passing: bool,
}

struct Known {
    listed: Listed,
    control: Option<Weak<dyn Control>>,
}

struct Wiretap {
    ring: RefCell<Ring>,
    engines: RefCell<Vec<Known>>,
    next: Cell<u32>,
    watchers: Cell<u32>,
}

thread_local! {
    static WIRETAP: Wiretap = const {
        Wiretap { ring: RefCell::new(Ring::new(LIMIT)), engines: RefCell::new(Vec::new()), next: Cell::new(1), watchers: Cell::new(0) }
    };
}

/// The end of an engine's line at which its words are noted; when it is dropped, the engine has ended.
#[derive(Debug)]
pub struct Tap {
    number: u32,
}

impl Tap {
    /// Listens to an engine from now on. `purpose` says what it is for, such as "Analysis".
    pub fn new(purpose: &str, control: Option<Weak<dyn Control>>) -> Self {
        Self::listed(purpose, control, false)
    }

    /// Listens to an engine that was started for one question, and goes with the answer.
    pub fn of_question(purpose: &str, control: Option<Weak<dyn Control>>) -> Self {
        Self::listed(purpose, control, true)
    }

    fn listed(purpose: &str, control: Option<Weak<dyn Control>>, is_passing: bool) -> Self {
        let number = WIRETAP.with(|wiretap| {
            let number = wiretap.next.replace(wiretap.next.get() + 1);
            let listed =
                Listed { number, purpose: purpose.into(), name: "".into(), is_running: true, is_passing };
            let mut engines = wiretap.engines.borrow_mut();
            let ended = engines.iter().filter(|known| !known.listed.is_running).count();
            if let Some(oldest) =
                (ended > ENDED).then(|| engines.iter().position(|known| !known.listed.is_running)).flatten()
            {
                engines.remove(oldest);
            }
            engines.push(Known { listed, control });
            number
        });
        Self { number }
    }

    /// Its number.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Notes lines to the engine.
    pub fn sent(&self, lines: &[String]) {
        note(self.number, Direction::Sent, lines.iter().map(String::as_str));
    }

    /// Notes a line to the engine.
    pub fn sent_one(&self, line: &str) {
        note(self.number, Direction::Sent, [line].into_iter());
    }

    /// Notes lines from the engine.
    pub fn received(&self, lines: &[String]) {
        note(self.number, Direction::Received, lines.iter().map(String::as_str));
        if let Some(name) = lines.iter().find_map(|line| line.strip_prefix("id name ")) {
            self.rename(name);
        }
    }

    /// Notes a line from the engine.
    pub fn received_one(&self, line: &str) {
        note(self.number, Direction::Received, [line].into_iter());
    }

    /// Notes what the page has to say.
    pub fn remark(&self, text: &str) {
        note(self.number, Direction::Remark, [text].into_iter());
    }

    /// What the engine is called.
    pub fn rename(&self, name: &str) {
        WIRETAP.with(|wiretap| {
            let mut engines = wiretap.engines.borrow_mut();
            if let Some(known) = engines.iter_mut().find(|known| known.listed.number == self.number) {
                known.listed.name = name.trim().into();
            }
        });
    }
}

impl Drop for Tap {
    fn drop(&mut self) {
        // The page itself may be going: then there is nothing to be noted.
        let _ = WIRETAP.try_with(|wiretap| {
            let mut engines = wiretap.engines.borrow_mut();
            if let Some(known) = engines.iter_mut().find(|known| known.listed.number == self.number) {
                known.listed.is_running = false;
                known.control = None;
            }
        });
    }
}

fn note<'a>(engine: u32, direction: Direction, lines: impl Iterator<Item = &'a str>) {
    let at_ms = now_ms();
    WIRETAP.with(|wiretap| {
        let mut ring = wiretap.ring.borrow_mut();
        for line in lines {
            ring.push(at_ms, engine, direction, line);
        }
    });
}

/// Looks at the lines.
pub fn with_lines<T>(look: impl FnOnce(&Ring) -> T) -> T {
    WIRETAP.with(|wiretap| look(&wiretap.ring.borrow()))
}

/// Forgets all lines, and the engines that have ended.
pub fn clear() {
    WIRETAP.with(|wiretap| {
        wiretap.ring.borrow_mut().clear();
        wiretap.engines.borrow_mut().retain(|known| known.listed.is_running);
    });
}

/// The engines, the oldest first.
pub fn engines() -> Vec<Listed> {
    WIRETAP.with(|wiretap| wiretap.engines.borrow().iter().map(|known| known.listed.clone()).collect())
}

/// Whether somebody watches.
pub fn is_watched() -> bool {
    WIRETAP.with(|wiretap| wiretap.watchers.get() > 0)
}

/// Sends a line to an engine by hand.
///
/// # Errors
/// Why it cannot be sent.
pub fn command(engine: u32, line: &str) -> Result<Sent, Refusal> {
    let control = WIRETAP.with(|wiretap| {
        let engines = wiretap.engines.borrow();
        let known = engines.iter().find(|known| known.listed.number == engine);
        let known = known.filter(|known| known.listed.is_running).ok_or(Refusal::Ended)?;
        known.control.clone().ok_or(Refusal::Match)
    })?;
    control.upgrade().ok_or(Refusal::Ended)?.command(line)
}

/// Somebody watches, until this is dropped.
#[derive(Debug)]
pub struct Watch(());

/// Watches: all engines post every line.
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
    let controls: Vec<Rc<dyn Control>> = WIRETAP.with(|wiretap| {
        wiretap.watchers.set(wiretap.watchers.get().saturating_add_signed(by));
        let engines = wiretap.engines.borrow();
        engines.iter().filter_map(|known| known.control.as_ref()?.upgrade()).collect()
    });
    let is_watched = is_watched();
    for control in controls {
        control.want_all_lines(is_watched);
    }
}
