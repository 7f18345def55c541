//! The handle of the page: what the [`Session`] says is done here, by workers, timers and the browser's
//! storage.

mod engine_room;
mod engines;
mod learning;
mod opening;
mod results;
mod storing;
mod tab;
mod unwritten;
mod writer;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use gloo_events::EventListener;
use tabia_chess::Color;

use self::engine_room::Engines;
use self::writer::{Writer, tree_of};
use super::kept::PlayedGames;
use super::requests;
use super::session::{Command, Session};
use super::view::{ClockReadings, PlayEvent, PlayNotice, PlaySnapshot, SaveState, Stage};
use crate::platform::alarm::Alarm;
use crate::platform::clock::now_ms;
use crate::platform::observable::{Observable, Observe};
use crate::platform::random::unique_id;
use crate::platform::tabs::Tabs;
use crate::services::games::requests::OpenRequest;
use crate::services::games::shelf::GameShelf;
use crate::state::play::adaptive;
use crate::state::play::game::{LiveGame, PlayFault};
use crate::state::play::rating::RatedGame;
use crate::state::play::setup::{PlaySetup, Start, StartFault};
use crate::storage::games::Origin;
use crate::storage::{Claim, Database, files};

/// The games of this page: a handle, cheap to clone, equal to its clones. One game is on the board at a time.
#[derive(Clone)]
pub struct PlayService(Rc<Inner>);

struct Inner {
    events: Observable<PlayEvent>,
    stage: RefCell<Stage>,
    session: RefCell<Option<Session>>,
    /// Counts the games that were put on the board: what belongs to an earlier one arrives too late.
    epoch: Cell<u32>,
    engines: RefCell<Engines>,
    alarm: Alarm,
    games: PlayedGames,
    shelf: GameShelf,
    database: Database,
    writer: RefCell<Writer>,
    /// Rings when something that could not be written is tried again.
    writer_alarm: Alarm,
    /// Games that are off the board and not written yet belong to this tab until they are.
    held: RefCell<HashMap<String, Claim>>,
    save: RefCell<SaveState>,
    /// The game on the board belongs to this tab.
    claim: RefCell<Option<Claim>>,
    tabs: RefCell<Option<Tabs>>,
    listeners: RefCell<Vec<EventListener>>,
    has_begun: Cell<bool>,
    /// The rated games, the oldest first; read when the page is first seen.
    results: RefCell<Vec<RatedGame>>,
}

impl PartialEq for PlayService {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for PlayService {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PlayService").field("stage", &self.0.stage).finish_non_exhaustive()
    }
}

impl Observe for PlayService {
    type Event = PlayEvent;

    fn events(&self) -> &Observable<PlayEvent> {
        &self.0.events
    }
}

impl PlayService {
    /// The service of this page. Nothing is looked up or fetched before [`begin`](Self::begin).
    pub fn of_page() -> Self {
        thread_local! {
            static SERVICE: PlayService = PlayService::new(Database::of_page(), GameShelf::of_page());
        }
        SERVICE.with(Self::clone)
    }

    fn new(database: Database, shelf: GameShelf) -> Self {
        Self(Rc::new(Inner {
            events: Observable::default(),
            stage: RefCell::default(),
            session: RefCell::new(None),
            epoch: Cell::new(0),
            engines: RefCell::new(Engines::of_page(database.clone())),
            alarm: Alarm::default(),
            games: PlayedGames::new(database.clone()),
            shelf,
            database,
            writer: RefCell::default(),
            writer_alarm: Alarm::default(),
            held: RefCell::default(),
            save: RefCell::default(),
            claim: RefCell::default(),
            tabs: RefCell::default(),
            listeners: RefCell::default(),
            has_begun: Cell::new(false),
            results: RefCell::default(),
        }))
    }

    // --- What is shown ----------------------------------------------------------------------------------

    /// What the page shows.
    pub fn snapshot(&self) -> PlaySnapshot {
        let shown = self.0.session.borrow().as_ref().map(Session::snapshot).unwrap_or_default();
        PlaySnapshot { stage: self.0.stage.borrow().clone(), save: self.0.save.borrow().clone(), ..shown }
    }

    /// What both clocks show at this moment, White's first.
    pub fn clocks(&self) -> ClockReadings {
        self.0.session.borrow().as_ref().map_or([None, None], |session| session.clock_readings(now_ms()))
    }

    /// The game on the board as PGN; `None` if there is none.
    pub fn pgn(&self) -> Option<String> {
        self.0.session.borrow().as_ref().map(|session| tabia_pgn::write(&tree_of(session.live())))
    }

    // --- Games begin and go -----------------------------------------------------------------------------

    /// Looks up whether a game goes on, and puts it on the board; called when the page is first seen. The
    /// [`Stage`] tells what came of it.
    pub fn begin(&self) {
        if !self.0.has_begun.replace(true) {
            self.listen();
            self.read_results();
            self.find_game();
        }
    }

    /// Begins a game, at the level of the [`adaptive`] rule if the setup asks for it. One that runs is put
    /// aside, and can be gone on with: [`unfinished`](Self::unfinished).
    ///
    /// # Errors
    /// [`StartFault`] says why no game can start there.
    pub fn start(&self, setup: PlaySetup) -> Result<(), StartFault> {
        let setup = adaptive::adapted(setup, &self.0.results.borrow());
        let live = LiveGame::new(unique_id(), setup, files::now_ms())?;
        self.take_off();
        self.put_on(live, None);
        Ok(())
    }

    /// Plays the game of the board again with the colours changed over.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn rematch(&self) -> Result<(), StartFault> {
        let setup = self.0.session.borrow().as_ref().map(|session| session.live().setup().clone());
        self.start(setup.unwrap_or_default().swapped())
    }

    /// Puts the game aside and shows the set-up. A game that runs can be gone on with.
    pub fn leave(&self) {
        self.take_off();
        self.set_stage(Stage::SetUp);
    }

    /// Puts the game of the board on the board of the analysis. The caller goes there by the address. Returns
    /// whether there was a game.
    pub fn analyse(&self) -> bool {
        let kept = {
            let session = self.0.session.borrow();
            let game = session.as_ref().map(|session| session.live().game());
            game.filter(|game| game.end.is_some() && game.kept_revision > 0).map(|game| game.kept_id.clone())
        };
        let is_saved = !matches!(*self.0.save.borrow(), SaveState::Saving | SaveState::Failed { .. });
        let request = match (kept.filter(|_| is_saved), self.pgn()) {
            (Some(id), _) => OpenRequest::Kept { id },
            // A game that runs goes on here: the analysis gets a copy.
            (None, Some(pgn)) => OpenRequest::Text { pgn, origin: Origin::Play },
            (None, None) => return false,
        };
        crate::services::games::requests::open(request);
        true
    }

    /// Where the next game is to start, if another application asked for one ([`requests::play_from`]).
    pub fn requested_start(&self) -> Option<Start> {
        requests::take()
    }

    // --- Buttons ----------------------------------------------------------------------------------------

    /// A person plays a move, in UCI. A move of a paused game goes on with it.
    ///
    /// # Errors
    /// When there is no game, it is over, an engine is to move, or the move is not legal.
    pub fn play(&self, uci: &str) -> Result<(), PlayFault> {
        self.act(|session, now| session.play(uci, now)).unwrap_or(Err(PlayFault::Over))
    }

    /// Enters the move that is played as soon as its side is to move, in UCI; `None` takes it away.
    pub fn premove(&self, uci: Option<String>) {
        self.act(|session, _| session.premove(uci));
    }

    /// Takes back the last move of a person, and the answer to it.
    ///
    /// # Errors
    /// When there is none, or the game is over.
    pub fn take_back(&self) -> Result<(), PlayFault> {
        self.act(Session::take_back).unwrap_or(Err(PlayFault::NothingToTakeBack))
    }

    /// Asks for help: at first for the piece that should move, then for its move.
    pub fn hint(&self) {
        self.act(Session::hint);
    }

    /// The only person resigns, or the person to move.
    ///
    /// # Errors
    /// When the game is over, or no person plays.
    pub fn resign(&self) -> Result<(), PlayFault> {
        self.act(Session::resign).unwrap_or(Err(PlayFault::Over))
    }

    /// Makes the engine move that thinks.
    pub fn move_now(&self) {
        self.act(Session::move_now);
    }

    /// A person offers a draw. An engine answers by its last score, or with its move if it thinks.
    ///
    /// # Errors
    /// When the game is over, or an offer stands.
    pub fn offer_draw(&self) -> Result<(), PlayFault> {
        self.act(Session::offer_draw).unwrap_or(Err(PlayFault::Over))
    }

    /// A person answers the draw that is offered.
    ///
    /// # Errors
    /// When none is.
    pub fn answer_draw(&self, accepts: bool) -> Result<(), PlayFault> {
        self.act(|session, now| session.answer_draw(accepts, now)).unwrap_or(Err(PlayFault::Over))
    }

    /// A person claims the draw by repetition or the fifty-move rule.
    ///
    /// # Errors
    /// When there is none.
    pub fn claim_draw(&self) -> Result<(), PlayFault> {
        self.act(Session::claim_draw).unwrap_or(Err(PlayFault::NoClaim))
    }

    /// Breaks the game off; it has no result then.
    pub fn abort(&self) {
        self.act(Session::abort);
    }

    /// Stops the clocks and the engines.
    pub fn pause(&self) {
        self.act(Session::pause);
    }

    /// Goes on after a pause.
    pub fn resume(&self) {
        self.act(Session::resume);
    }

    /// Sets what White and Black have left, in milliseconds; `None` leaves a clock as it is.
    pub fn set_clocks(&self, remaining_ms: [Option<f64>; 2]) {
        self.act(|session, now| session.set_clocks(remaining_ms, now));
    }

    /// Tries an engine again that was given up.
    pub fn retry_engine(&self, color: Color) {
        self.act(|session, now| session.retry_engine(color, now));
    }

    // --- The session ------------------------------------------------------------------------------------

    /// Lets the session do something, and does what it says. `None` if there is no game.
    fn act<T>(&self, what: impl FnOnce(&mut Session, f64) -> T) -> Option<T> {
        let (result, commands) = {
            let mut session = self.0.session.borrow_mut();
            let session = session.as_mut()?;
            let result = what(session, now_ms());
            (result, session.take_commands())
        };
        for command in commands {
            self.run(command);
        }
        self.arm();
        Some(result)
    }

    fn run(&self, command: Command) {
        match command {
            Command::Prepare(id) => self.prepare(id),
            Command::Engine(id, order) => self.order(id, order),
            Command::End(id) => self.0.engines.borrow_mut().end(id),
            Command::Book(question) => self.ask_book(question),
            Command::Store(game) => self.store(*game),
            Command::StoreSpent { ply, spent_ms } => self.store_spent(ply, spent_ms),
            Command::Tell(event) => {
                if let PlayEvent::Ended(live) = &event {
                    self.learn_from(live);
                    self.note_result(live);
                }
                self.0.events.tell(event);
            }
        }
    }

    /// Sets the timer to when the session wants to be called.
    fn arm(&self) {
        let wake = self.0.session.borrow_mut().as_mut().and_then(Session::wake_at_ms);
        let weak = Rc::downgrade(&self.0);
        self.0.alarm.set(wake, move || {
            if let Some(inner) = weak.upgrade() {
                Self(inner).act(Session::tick);
            }
        });
    }

    fn tell(&self, event: PlayEvent) {
        self.0.events.tell(event);
    }

    fn notice(&self, notice: PlayNotice) {
        self.tell(PlayEvent::Notice(notice));
    }

    fn set_stage(&self, stage: Stage) {
        self.0.stage.replace(stage);
        self.tell(PlayEvent::Changed);
    }

    /// Puts a game on the board.
    fn put_on(&self, live: LiveGame, claim: Option<Claim>) {
        self.0.epoch.set(self.0.epoch.get() + 1);
        let id = live.game().id.clone();
        tab::remember(Some(&id));
        self.0.writer.borrow_mut().begin();
        self.0.save.replace(SaveState::None);
        match claim {
            Some(claim) => _ = self.0.claim.replace(Some(claim)),
            None => self.claim_new(id),
        }
        self.0.session.replace(Some(Session::new(live)));
        self.0.stage.replace(Stage::Game);
        self.act(Session::begin);
        self.tell(PlayEvent::Changed);
    }

    /// Takes the game off the board; what its turn has cost is kept.
    fn take_off(&self) {
        self.act(Session::put_aside);
        self.clear_board();
    }

    /// Forgets the game of the board, which is kept already, or waits to be.
    fn clear_board(&self) {
        self.0.epoch.set(self.0.epoch.get() + 1);
        self.0.alarm.stop();
        self.0.engines.borrow_mut().end_all();
        let claim = self.0.claim.take();
        if let Some(session) = self.0.session.take() {
            let id = session.live().game().id.clone();
            if session.live().is_over() {
                // It is among the kept games; what is kept here served to go on with it.
                self.forget(id.clone());
            }
            if let Some(claim) = claim.filter(|_| self.0.writer.borrow().has(&id)) {
                self.0.held.borrow_mut().insert(id, claim);
            }
        }
        tab::remember(None);
    }
}
