//! The handle of the page: a queue of reports. They are made one after the other, whatever is on the board, and go on after a reload.

mod flags;
mod making;
mod runs;

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use tabia_pgn::Game;
use wasm_bindgen_futures::spawn_local;

use self::flags::Flags;
use super::kept::{KeptReport, ReportWish};
use super::queue::{Queue, Waiting};
use super::room::{Room, RoomEvent};
use super::run::Run;
use super::shelf::ReportShelf;
use super::work::{State, Work};
use crate::platform::clock::now_ms;
use crate::platform::observable::{Observable, Observe};
use crate::storage::ends::AtWork;
use crate::storage::{Claim, Database};

/// Where it is remembered that reports are to be made: the part of the program that makes them is loaded with the page then.
pub const WORK_KEY: &str = "tabia.report.work";

/// After how many milliseconds it is tried again to take over from another tab.
const CLAIM_AGAIN_MS: u32 = 3000;

/// Why nothing was done, as the user is told it.
const BUSY: &str = "another tab is making reports: wait until it is done";

/// What the page hears.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportEvent {
    /// Something that is shown has changed.
    Changed,
    /// Another report is at work, or it rests or goes on.
    Turned,
    /// A report is finished.
    Finished(Rc<KeptReport>),
    /// What was asked for could not be done, and why.
    Fault(String),
}

/// The report in work, as the page shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct InWork {
    /// Its id.
    pub id: String,
    /// The run over many games that it belongs to; empty for none.
    pub run: String,
    /// The players, or how else the game is called.
    pub title: String,
    /// What the engine is called that analyses; empty for the one that the app ships.
    pub engine: String,
    /// How it goes.
    pub state: State,
    /// How many positions are analysed, and how many there are.
    pub progress: (usize, usize),
    /// How long it will still take, in milliseconds.
    pub left_ms: Option<f64>,
}

/// All reports that are to be made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reports {
    /// The one in work.
    pub in_work: Option<InWork>,
    /// Those that wait behind it.
    pub waiting: Rc<[Waiting]>,
    /// Those that another tab makes, as far as is known.
    pub elsewhere: Rc<[Waiting]>,
    /// Whether the user wants them to rest.
    pub is_paused: bool,
}

/// The reports of this page: a handle, cheap to clone, equal to its clones.
#[derive(Clone)]
pub struct ReportService(Rc<Inner>);

struct Inner {
    events: Observable<ReportEvent>,
    shelf: ReportShelf,
    room: Room,
    queue: RefCell<Queue>,
    /// What another tab has left to make.
    elsewhere: RefCell<Rc<[Waiting]>>,
    /// The report on the game of the board.
    shown: RefCell<Option<Rc<KeptReport>>>,
    shown_id: RefCell<String>,
    claim: RefCell<Option<Claim>>,
    /// Counts ends of the page while reports are made.
    at_work: RefCell<Option<AtWork>>,
    /// The last run over many games, once it was read.
    run: RefCell<Option<Rc<Run>>>,
    flags: Flags,
}

impl PartialEq for ReportService {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for ReportService {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ReportService").field("queue", &self.0.queue).finish_non_exhaustive()
    }
}

impl Observe for ReportService {
    type Event = ReportEvent;

    fn events(&self) -> &Observable<ReportEvent> {
        &self.0.events
    }
}

impl ReportService {
    /// The service of this page.
    pub fn of_page() -> Self {
        thread_local! {
            static SERVICE: ReportService = ReportService::new(Database::of_page());
        }
        SERVICE.with(Self::clone)
    }

    fn new(database: Database) -> Self {
        Self(Rc::new_cyclic(|weak: &std::rc::Weak<Inner>| {
            let weak = weak.clone();
            let room = Room::new(move |_, event| {
                if let Some(inner) = weak.upgrade() {
                    Self(inner).heard(event);
                }
            });
            Inner {
                events: Observable::default(),
                shelf: ReportShelf::new(database),
                room,
                queue: RefCell::default(),
                elsewhere: RefCell::default(),
                shown: RefCell::default(),
                shown_id: RefCell::default(),
                claim: RefCell::default(),
                at_work: RefCell::default(),
                run: RefCell::default(),
                flags: Flags::default(),
            }
        }))
    }

    /// Goes on with the reports that were to be made when the page was last open, once no other tab is at it.
    pub fn begin(&self) {
        if self.0.flags.has_begun.replace(true) {
            return;
        }
        self.follow();
    }

    /// Looks from time to time what another tab has left to make, and goes on with it when that tab is gone.
    fn follow(&self) {
        if self.0.flags.is_following.replace(true) {
            return;
        }
        let service = self.clone();
        spawn_local(async move {
            let is_idle = || service.0.queue.borrow().waiting.is_empty();
            while is_idle() {
                // What cannot be read is nothing to be made; who asks for a report is told.
                let left = service.0.shelf.queue().await.unwrap_or_default().waiting;
                if left.is_empty() {
                    break;
                }
                if service.claim().await {
                    service.take_up();
                    break;
                }
                service.show_elsewhere(left).await;
                TimeoutFuture::new(CLAIM_AGAIN_MS).await;
            }
            service.show_elsewhere(Vec::new()).await;
            service.0.flags.is_following.set(false);
        });
    }

    async fn show_elsewhere(&self, left: Vec<Waiting>) {
        let known = self.run().map(|run| run.id.clone()).unwrap_or_default();
        if left.iter().any(|waiting| !waiting.run.is_empty() && waiting.run != known) {
            // A run that was begun there; one that cannot be read is told when it is looked for.
            let _ = self.read_run().await;
        }
        if **self.0.elsewhere.borrow() != *left {
            self.0.elsewhere.replace(left.into());
            self.changed();
        }
    }

    // --- What is shown ----------------------------------------------------------------------------------

    /// What is to be made.
    pub fn reports(&self) -> Reports {
        let queue = self.0.queue.borrow();
        let first = queue.first();
        let of = |work: &Work| {
            Some(InWork {
                id: work.id().to_owned(),
                run: first?.run.clone(),
                title: first?.title.clone(),
                engine: work.engine().map(|engine| engine.name.clone()).unwrap_or_default(),
                state: work.state().clone(),
                progress: work.progress(),
                left_ms: work.left_ms(now_ms()),
            })
        };
        let in_work = self.0.room.look(of).flatten();
        Reports {
            in_work,
            waiting: queue.waiting.iter().skip(1).cloned().collect(),
            elsewhere: Rc::clone(&self.0.elsewhere.borrow()),
            is_paused: queue.is_paused,
        }
    }

    /// The report on the game of the board, as far as it has come: see [`show`](Self::show).
    pub fn shown(&self) -> Option<Rc<KeptReport>> {
        self.0.shown.borrow().clone()
    }

    /// Names the game on the board by its [`signature`](super::signature): the report on it is looked up.
    pub fn show(&self, id: &str) {
        if self.0.shown_id.replace(id.to_owned()) == id {
            return;
        }
        self.0.shown.replace(None);
        self.changed();
        let (service, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            let found = match service.0.shelf.get(&id).await {
                Ok(found) => found,
                Err(error) => return service.fault(error.to_string()),
            };
            if *service.0.shown_id.borrow() == id && service.0.shown.borrow().is_none() {
                service.0.shown.replace(found.map(|kept| Rc::new(kept.shown())));
                service.changed();
            }
        });
    }

    /// The finished reports, the newest first.
    pub fn shelf(&self) -> &ReportShelf {
        &self.0.shelf
    }

    // --- What can be done -------------------------------------------------------------------------------

    /// Has a report made on a game, behind those that wait. What was found earlier in the same way is not searched again.
    pub fn start(&self, game: &Game, wish: ReportWish) {
        self.start_all(vec![KeptReport::new(game, wish)]);
    }

    /// Has reports made, one after the other.
    pub fn start_all(&self, reports: Vec<KeptReport>) {
        let service = self.clone();
        spawn_local(async move {
            if !service.claim().await {
                return service.fault(BUSY.to_owned());
            }
            if let Err(reason) = service.enqueue(reports).await {
                service.fault(reason);
            }
        });
    }

    /// Lets the engines rest.
    pub fn pause(&self) {
        self.0.queue.borrow_mut().is_paused = true;
        self.count_ends(false);
        self.0.room.act(Work::pause);
        self.keep_queue();
        self.0.events.tell(ReportEvent::Turned);
    }

    /// Goes on after a rest or a failure.
    pub fn go_on(&self) {
        self.0.queue.borrow_mut().is_paused = false;
        self.count_ends(true);
        if self.0.room.act(Work::go_on).is_none() {
            self.make_next();
        }
        self.keep_queue();
        self.0.events.tell(ReportEvent::Turned);
    }

    /// Gives a report up that is not finished. What it has found is forgotten; a finished one that it was to replace stays.
    pub fn cancel(&self, id: &str) {
        self.cancel_where(|waiting| waiting.id == id);
    }

    /// Gives a run over many games up, as far as it is not finished.
    pub fn cancel_run(&self, run: &str) {
        // Reports on single games belong to a run without a name.
        if run.is_empty() {
            return;
        }
        self.cancel_where(|waiting| waiting.run == run);
    }

    /// Forgets the report on a game.
    pub fn forget(&self, id: &str) {
        if *self.0.shown_id.borrow() == id {
            self.0.shown.replace(None);
        }
        self.changed();
        let (service, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            if let Err(error) = service.0.shelf.remove(&[id]).await {
                service.fault(error.to_string());
            }
        });
    }

    fn changed(&self) {
        self.0.events.tell(ReportEvent::Changed);
    }

    fn fault(&self, reason: String) {
        self.0.events.tell(ReportEvent::Fault(reason));
    }

    /// What the engines have done.
    fn heard(&self, event: RoomEvent) {
        match event {
            RoomEvent::Store => self.keep_work(),
            RoomEvent::Changed => {
                if self.0.room.look(|work| *work.state() == State::Done) == Some(true) {
                    self.finish();
                } else {
                    self.changed();
                }
            }
        }
    }
}
