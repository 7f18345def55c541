//! The page's handle: runs the commands of the [`GameSession`] with workers, timers and the browser's storage.

mod engine_loader;
mod engines;
mod learning;
mod opening;
mod results;
mod saving;
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

use self::engine_loader::GameEngines;
use self::writer::{GameWriter, tree_of};
use super::played_games::PlayedGames;
use super::session::{GameSession, PlayCommand};
use super::view::{ClockReadings, PlayEvent, PlayNotice, PlaySaveState, PlaySnapshot, PlayStage};
use super::{ongoing, requests};
use crate::platform::alarm::Alarm;
use crate::platform::clock::now_ms;
use crate::platform::observable::{Observable, Observe};
use crate::platform::random::unique_id;
use crate::platform::tabs::Tabs;
use crate::services::games::repository::GameRepository;
use crate::services::games::requests::OpenRequest;
use crate::state::play::adaptive;
use crate::state::play::game::{LiveGame, PlayFault};
use crate::state::play::rating::RatedGame;
use crate::state::play::setup::{PlaySetup, Start, StartFault};
use crate::storage::games::Origin;
use crate::storage::{Claim, Database, files};

/// Games of this page: a handle, cheap to clone, equal to its clones. One game is on the board at a time.
#[derive(Clone)]
pub struct PlayService(Rc<PlayServiceInner>);

struct PlayServiceInner {
    events: Observable<PlayEvent>,
    stage: RefCell<PlayStage>,
    session: RefCell<Option<GameSession>>,
    /// Counts the games put on the board, to ignore late results for an earlier one.
    epoch: Cell<u32>,
    engines: RefCell<GameEngines>,
    alarm: Alarm,
    games: PlayedGames,
    repository: GameRepository,
    database: Database,
    writer: RefCell<GameWriter>,
    /// Fires when a failed write is due for a retry.
    writer_alarm: Alarm,
    /// Claims of games that are off the board but not yet written; they belong to this tab until then.
    held: RefCell<HashMap<String, Claim>>,
    save: RefCell<PlaySaveState>,
    /// Claim of this tab to the game on the board.
    claim: RefCell<Option<Claim>>,
    tabs: RefCell<Option<Tabs>>,
    listeners: RefCell<Vec<EventListener>>,
    has_begun: Cell<bool>,
    /// Rated games, oldest first; read when the page is first seen.
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
    /// Returns the page's service. Nothing is looked up or fetched before [`begin`](Self::begin).
    pub fn of_page() -> Self {
        thread_local! {
            static SERVICE: PlayService = PlayService::new(Database::of_page(), GameRepository::of_page());
        }
        SERVICE.with(Self::clone)
    }

    fn new(database: Database, repository: GameRepository) -> Self {
        Self(Rc::new(PlayServiceInner {
            events: Observable::default(),
            stage: RefCell::default(),
            session: RefCell::new(None),
            epoch: Cell::new(0),
            engines: RefCell::new(GameEngines::of_page(database.clone())),
            alarm: Alarm::default(),
            games: PlayedGames::new(database.clone()),
            repository,
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

    // --- State ------------------------------------------------------------------------------------------

    /// Returns the state for the page.
    pub fn snapshot(&self) -> PlaySnapshot {
        let shown = self.0.session.borrow().as_ref().map(GameSession::snapshot).unwrap_or_default();
        PlaySnapshot { stage: self.0.stage.borrow().clone(), save: self.0.save.borrow().clone(), ..shown }
    }

    /// Returns the current readings of both clocks, White's first.
    pub fn clocks(&self) -> ClockReadings {
        self.0.session.borrow().as_ref().map_or([None, None], |session| session.clock_readings(now_ms()))
    }

    /// Returns the game on the board as PGN; `None` if there is none.
    pub fn pgn(&self) -> Option<String> {
        self.0.session.borrow().as_ref().map(|session| tabia_pgn::write(&tree_of(session.live())))
    }

    // --- Starting and leaving games ---------------------------------------------------------------------

    /// Looks for an unfinished game and puts it on the board; called when the page is first seen. The [`PlayStage`] shows the outcome.
    pub fn begin(&self) {
        if !self.0.has_begun.replace(true) {
            self.listen();
            self.read_results();
            self.find_game();
        }
    }

    /// Begins a game, at the level of the [`adaptive`] rule if the setup asks for it. A running game is set aside and can be resumed from
    /// [`unfinished`](Self::unfinished).
    ///
    /// # Errors
    /// [`StartFault`] if no game can start there.
    pub fn start(&self, setup: PlaySetup) -> Result<(), StartFault> {
        let setup = adaptive::adapted(setup, &self.0.results.borrow());
        let live = LiveGame::new(unique_id(), setup, files::now_ms())?;
        self.take_off();
        self.put_on(live, None);
        Ok(())
    }

    /// Starts the game on the board again with colours swapped.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn rematch(&self) -> Result<(), StartFault> {
        let setup = self.0.session.borrow().as_ref().map(|session| session.live().setup().clone());
        self.start(setup.unwrap_or_default().swapped())
    }

    /// Sets the game aside and shows the set-up. A running game can be resumed.
    pub fn leave(&self) {
        self.take_off();
        self.set_stage(PlayStage::BoardEditor);
    }

    /// Opens the game in the analysis. The caller navigates there. Returns whether there was a game.
    pub fn analyse(&self) -> bool {
        let kept = {
            let session = self.0.session.borrow();
            let game = session.as_ref().map(|session| session.live().game());
            game.filter(|game| game.end.is_some() && game.kept_revision > 0).map(|game| game.kept_id.clone())
        };
        let is_saved = !matches!(*self.0.save.borrow(), PlaySaveState::Saving | PlaySaveState::Failed { .. });
        let request = match (kept.filter(|_| is_saved), self.pgn()) {
            (Some(id), _) => OpenRequest::Kept { id },
            // A running game stays here: the analysis gets a copy.
            (None, Some(pgn)) => OpenRequest::Text { pgn, origin: Origin::Play },
            (None, None) => return false,
        };
        crate::services::games::requests::open(request);
        true
    }

    /// Takes the start of the next game, if another application requested one ([`requests::play_from`]).
    pub fn requested_start(&self) -> Option<Start> {
        requests::take()
    }

    // --- Buttons ----------------------------------------------------------------------------------------

    /// Plays a person's move, in UCI. In a paused game it also resumes the game.
    ///
    /// # Errors
    /// When there is no game, it is over, an engine is to move, or the move is illegal.
    pub fn play(&self, uci: &str) -> Result<(), PlayFault> {
        self.act(|session, now| session.play(uci, now)).unwrap_or(Err(PlayFault::Over))
    }

    /// Adds a premove, in UCI; `None` clears all.
    pub fn premove(&self, uci: Option<String>) {
        self.act(|session, _| session.premove(uci));
    }

    /// Takes back a person's last move and the reply to it.
    ///
    /// # Errors
    /// When there is no move to take back, or the game is over.
    pub fn take_back(&self) -> Result<(), PlayFault> {
        self.act(GameSession::take_back).unwrap_or(Err(PlayFault::NothingToTakeBack))
    }

    /// Replaces the engine's last move by another one of its side, in UCI.
    ///
    /// # Errors
    /// When the last move isn't an engine's, it isn't a person's turn, or the new move is illegal.
    pub fn replace_reply(&self, uci: &str) -> Result<(), PlayFault> {
        self.act(|session, now| session.replace_reply(uci, now)).unwrap_or(Err(PlayFault::Over))
    }

    /// Records that the user was warned of a blunder, which counts as a hint.
    pub fn warned(&self) {
        self.act(|session, _| session.warned());
    }

    /// Requests a hint: first the piece that should move, then its move.
    pub fn hint(&self) {
        self.act(GameSession::hint);
    }

    /// Resigns for the only person, or for the person to move.
    ///
    /// # Errors
    /// When the game is over, or no person plays.
    pub fn resign(&self) -> Result<(), PlayFault> {
        self.act(GameSession::resign).unwrap_or(Err(PlayFault::Over))
    }

    /// Makes the thinking engine move now.
    pub fn move_now(&self) {
        self.act(GameSession::move_now);
    }

    /// Offers a draw for a person. An engine replies by its last score, or with its move if it is thinking.
    ///
    /// # Errors
    /// When the game is over, or an offer is open.
    pub fn offer_draw(&self) -> Result<(), PlayFault> {
        self.act(GameSession::offer_draw).unwrap_or(Err(PlayFault::Over))
    }

    /// Accepts or declines the draw offer for a person.
    ///
    /// # Errors
    /// When there is no offer.
    pub fn answer_draw(&self, accepts: bool) -> Result<(), PlayFault> {
        self.act(|session, now| session.answer_draw(accepts, now)).unwrap_or(Err(PlayFault::Over))
    }

    /// Claims a draw by repetition or the fifty-move rule for a person.
    ///
    /// # Errors
    /// When no draw can be claimed.
    pub fn claim_draw(&self) -> Result<(), PlayFault> {
        self.act(GameSession::claim_draw).unwrap_or(Err(PlayFault::NoClaim))
    }

    /// Aborts the game, which then has no result.
    pub fn abort(&self) {
        self.act(GameSession::abort);
    }

    /// Stops the clocks and the engines.
    pub fn pause(&self) {
        self.act(GameSession::pause);
    }

    /// Resumes the game after a pause.
    pub fn resume(&self) {
        self.act(GameSession::resume);
    }

    /// Sets the time White and Black have left, in milliseconds; `None` leaves a clock unchanged.
    pub fn set_clocks(&self, remaining_ms: [Option<f64>; 2]) {
        self.act(|session, now| session.set_clocks(remaining_ms, now));
    }

    /// Retries an engine that was given up.
    pub fn retry_engine(&self, color: Color) {
        self.act(|session, now| session.retry_engine(color, now));
    }

    // --- The session ------------------------------------------------------------------------------------

    /// Calls the session and runs its commands. `None` if there is no game.
    fn act<T>(&self, what: impl FnOnce(&mut GameSession, f64) -> T) -> Option<T> {
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

    fn run(&self, command: PlayCommand) {
        match command {
            PlayCommand::Prepare(id) => self.prepare(id),
            PlayCommand::Engine(id, order) => self.order(id, order),
            PlayCommand::End(id) => self.0.engines.borrow_mut().end(id),
            PlayCommand::Book(question) => self.ask_book(question),
            PlayCommand::Store(game) => self.store(*game),
            PlayCommand::StoreSpent { ply, spent_ms } => self.store_spent(ply, spent_ms),
            PlayCommand::Emit(event) => {
                if let PlayEvent::Ended(live) = &event {
                    self.learn_from(live);
                    self.note_result(live);
                    ongoing::set_ongoing(false);
                }
                self.0.events.emit(event);
            }
        }
    }

    /// Sets the timer to the session's next wake-up.
    fn arm(&self) {
        let wake = self.0.session.borrow_mut().as_mut().and_then(GameSession::wake_at_ms);
        let weak = Rc::downgrade(&self.0);
        self.0.alarm.set(wake, move || {
            if let Some(inner) = weak.upgrade() {
                Self(inner).act(GameSession::tick);
            }
        });
    }

    fn emit(&self, event: PlayEvent) {
        self.0.events.emit(event);
    }

    fn notice(&self, notice: PlayNotice) {
        self.emit(PlayEvent::Notice(notice));
    }

    fn set_stage(&self, stage: PlayStage) {
        self.0.stage.replace(stage);
        self.emit(PlayEvent::Changed);
    }

    /// Puts a game on the board.
    fn put_on(&self, live: LiveGame, claim: Option<Claim>) {
        self.0.epoch.set(self.0.epoch.get() + 1);
        let id = live.game().id.clone();
        tab::remember(Some(&id));
        ongoing::set_ongoing(!live.is_over());
        self.0.writer.borrow_mut().begin();
        self.0.save.replace(PlaySaveState::None);
        match claim {
            Some(claim) => _ = self.0.claim.replace(Some(claim)),
            None => self.claim_new(id),
        }
        self.0.session.replace(Some(GameSession::new(live)));
        self.0.stage.replace(PlayStage::Game);
        self.act(GameSession::begin);
        self.emit(PlayEvent::Changed);
    }

    /// Takes the game off the board, saving the time spent on its turn.
    fn take_off(&self) {
        self.act(GameSession::put_aside);
        self.clear_board();
    }

    /// Clears the board; its game is already saved, or queued to be.
    fn clear_board(&self) {
        self.0.epoch.set(self.0.epoch.get() + 1);
        self.0.alarm.stop();
        self.0.engines.borrow_mut().end_all();
        let claim = self.0.claim.take();
        if let Some(session) = self.0.session.take() {
            ongoing::set_ongoing(false);
            let id = session.live().game().id.clone();
            if session.live().is_over() {
                // It is among the saved games; the record here only served to resume it.
                self.forget(id.clone());
            }
            if let Some(claim) = claim.filter(|_| self.0.writer.borrow().has(&id)) {
                self.0.held.borrow_mut().insert(id, claim);
            }
        }
        tab::remember(None);
    }
}
