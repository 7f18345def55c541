//! The desk at which engines are called one after the other: it keeps the time, hands their lines to the referee, and
//! ends calls that take too long.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use tabia_arena::output::log::{Direction, log_line};
use tabia_arena::{Failure, GameRecord, Next, Referee, Request};
use tabia_chess::{Color, Move, Position};
use tabia_tablebase::SyzygyTables;
use web_sys::Performance;

use super::record::{Log, SharedState};
use crate::clock::{now_ms, worker_clock};
use crate::engine::signals::Signal;
use crate::instance::Console;
use crate::matches::messages::{FromMatch, Patience, Setup};
use crate::matches::shared_state::Phase;

/// Lines of an answer beyond these are not kept: far more than the options of any engine.
const MAX_ANSWER_LINES: usize = 4096;

/// Posts a message to the page.
pub(super) type Post = Rc<dyn Fn(FromMatch)>;

/// See the module's description. Times are in milliseconds by the worker's clock.
pub(super) struct Desk {
    pub(super) patience: Patience,
    names: Vec<String>,
    post: Post,
    clock: Option<Performance>,
    opened_ms: f64,
    state: RefCell<SharedState>,
    log: RefCell<Log>,
    is_logging: bool,
    call: RefCell<Call>,
    /// The game that is being played.
    referee: RefCell<Option<Referee>>,
    is_idle: Cell<bool>,
}

/// A call into an engine.
#[derive(Debug)]
struct Call {
    purpose: Purpose,
    start_ms: f64,
    /// From here on `signal` says stop.
    stop_ms: f64,
    /// From here on the call is ended, at the next import that it calls.
    end_ms: f64,
    /// Whether it was.
    is_cut: bool,
}

/// What an engine is called for, which says where its lines go.
#[derive(Debug)]
enum Purpose {
    /// Nothing: its lines are of no interest.
    Nothing,
    /// An answer, kept line by line.
    Answer(Vec<String>),
    /// To be told the position.
    Position(Color),
    /// A move.
    Search { color: Color, deadline_ms: f64, state: SearchState },
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchState {
    /// No move yet.
    Running,
    /// The referee took a line for its end.
    Moved,
    /// The deadline passed before.
    Overdue,
}

impl Desk {
    pub(super) fn new(setup: &Setup, post: Post) -> Self {
        let log = Log::new(&setup.log);
        let clock = worker_clock();
        Self {
            patience: setup.patience,
            names: setup.players.iter().map(|player| player.name.clone()).collect(),
            post,
            opened_ms: now_ms(clock.as_ref()),
            clock,
            state: RefCell::new(SharedState::new(setup.state.as_ref())),
            is_logging: log.is_on(),
            log: RefCell::new(log),
            call: RefCell::new(Call {
                purpose: Purpose::Nothing,
                start_ms: 0.0,
                stop_ms: f64::INFINITY,
                end_ms: f64::INFINITY,
                is_cut: false,
            }),
            referee: RefCell::default(),
            is_idle: Cell::new(true),
        }
    }

    pub(super) fn now_ms(&self) -> f64 {
        now_ms(self.clock.as_ref())
    }

    pub(super) fn post(&self, message: FromMatch) {
        (self.post)(message);
    }

    /// The name of a player.
    pub(super) fn name(&self, player: usize) -> &str {
        self.names.get(player).map_or("", String::as_str)
    }

    // --- The game ---------------------------------------------------------------------------------------

    pub(super) fn begin_game(&self, referee: Referee, unit: usize, game: usize) {
        self.state.borrow_mut().begin_game(unit, game, &*self.post);
        *self.referee.borrow_mut() = Some(referee);
    }

    pub(super) fn end_game(&self) -> Option<GameRecord> {
        self.referee.borrow_mut().take().map(Referee::into_record)
    }

    /// What has to be done next; `None` when the game is over.
    pub(super) fn next(&self) -> Option<Request> {
        match self.referee.borrow().as_ref()?.next() {
            Next::Search(request) => Some(request),
            Next::Over(_) => None,
        }
    }

    /// `why` is what is known about it: it is kept with the game.
    pub(super) fn fail(&self, color: Color, failure: Failure, why: &str) {
        self.with_referee(|referee| referee.fail_because(color, failure, why));
    }

    pub(super) fn overdue(&self, why: &str) {
        self.with_referee(|referee| referee.overdue_because(why));
    }

    /// The position on the board.
    pub(super) fn position(&self) -> Option<Position> {
        self.referee.borrow().as_ref().map(|referee| *referee.position())
    }

    /// A player's own book has a move; whether it was played.
    pub(super) fn play_from_book(&self, player: usize, mv: Move) -> bool {
        self.publish_call(Phase::Preparing, player, self.patience.answer_ms);
        let mut referee = self.referee.borrow_mut();
        let Some(referee) = referee.as_mut() else { return false };
        let plies = referee.ply();
        let played = referee.play_from_book(mv);
        self.state.borrow_mut().moved(referee.plies().get(plies), self.patience.grace_ms, &*self.post);
        played
    }

    /// Ends the game if endgame tables know what comes of it.
    pub(super) fn ask_tables(&self, tables: &SyzygyTables) {
        self.with_referee(|referee| {
            if let Some(outcome) = tables.outcome(referee.position()) {
                referee.adjudicate_by_tablebase(outcome.winner());
            }
        });
    }

    fn with_referee(&self, action: impl FnOnce(&mut Referee)) {
        if let Some(referee) = self.referee.borrow_mut().as_mut() {
            action(referee);
        }
    }

    // --- Calls ------------------------------------------------------------------------------------------

    /// A player is called for an answer that it should give within the match's patience.
    pub(super) fn begin_answer(&self, player: usize) {
        let limit_ms = self.patience.answer_ms;
        self.publish_call(Phase::Preparing, player, limit_ms);
        let now_ms = self.now_ms();
        *self.call.borrow_mut() = Call {
            purpose: Purpose::Answer(Vec::new()),
            start_ms: now_ms,
            stop_ms: now_ms + limit_ms,
            end_ms: now_ms + limit_ms,
            is_cut: false,
        };
    }

    /// The answer, and whether the call had to be ended.
    pub(super) fn end_answer(&self) -> (Vec<String>, bool) {
        let mut call = self.call.borrow_mut();
        let is_cut = call.is_cut;
        match std::mem::replace(&mut call.purpose, Purpose::Nothing) {
            Purpose::Answer(lines) => (lines, is_cut),
            _ => (Vec::new(), is_cut),
        }
    }

    /// A player is told the position and asked for a move. [`Desk::begin_search`] follows when it was told.
    pub(super) fn begin_position(&self, player: usize, request: &Request) {
        self.publish_call(Phase::Searching, player, request.deadline_ms);
        let now_ms = self.now_ms();
        let limit_ms = self.patience.answer_ms;
        *self.call.borrow_mut() = Call {
            purpose: Purpose::Position(request.color),
            start_ms: now_ms,
            stop_ms: now_ms + limit_ms,
            end_ms: now_ms + limit_ms,
            is_cut: false,
        };
    }

    /// The clock starts to run.
    pub(super) fn begin_search(&self, request: &Request) {
        let now_ms = self.now_ms();
        let stop_ms = now_ms + request.deadline_ms;
        *self.call.borrow_mut() = Call {
            purpose: Purpose::Search {
                color: request.color,
                deadline_ms: request.deadline_ms,
                state: SearchState::Running,
            },
            start_ms: now_ms,
            stop_ms,
            end_ms: stop_ms + self.patience.grace_ms,
            is_cut: false,
        };
    }

    /// How the search stands, when the call has returned or was ended; the latter is the second value.
    pub(super) fn end_search(&self) -> (SearchState, bool) {
        let mut call = self.call.borrow_mut();
        let state = match call.purpose {
            Purpose::Search { state, .. } => state,
            _ => SearchState::Running,
        };
        call.purpose = Purpose::Nothing;
        (state, call.is_cut)
    }

    /// How the search in progress stands.
    pub(super) fn search_state(&self) -> SearchState {
        match self.call.borrow().purpose {
            Purpose::Search { state, .. } => state,
            _ => SearchState::Running,
        }
    }

    /// No engine is called for a while.
    pub(super) fn idle(&self) {
        if !self.is_idle.replace(true) {
            self.state.borrow_mut().idle(&*self.post);
        }
        self.flush_log();
    }

    fn publish_call(&self, phase: Phase, player: usize, deadline_ms: f64) {
        self.is_idle.set(false);
        let clocks = self.referee.borrow().as_ref().map_or([None, None], |referee| {
            [referee.remaining_ms(Color::White), referee.remaining_ms(Color::Black)]
        });
        self.state.borrow_mut().call(phase, player, deadline_ms, clocks, &*self.post);
        self.flush_log();
    }

    // --- Lines ------------------------------------------------------------------------------------------

    /// Takes a line of the player that is called, which came at `now_ms`.
    pub(super) fn line(&self, player: usize, line: &str, now_ms: f64) {
        self.log_line(player, Direction::Received, line);
        let call = &mut *self.call.borrow_mut();
        match &mut call.purpose {
            Purpose::Nothing => {}
            Purpose::Answer(lines) => {
                if lines.len() < MAX_ANSWER_LINES {
                    lines.push(line.to_owned());
                }
            }
            Purpose::Position(color) => self.with_referee(|referee| referee.stray(*color, line)),
            Purpose::Search { color, deadline_ms, state } => {
                let elapsed_ms = now_ms - call.start_ms;
                if *state == SearchState::Running && elapsed_ms > *deadline_ms {
                    *state = SearchState::Overdue;
                }
                match state {
                    SearchState::Running => {
                        let mut referee = self.referee.borrow_mut();
                        let Some(referee) = referee.as_mut() else { return };
                        let plies = referee.ply();
                        if !referee.line(*color, line, elapsed_ms) {
                            return;
                        }
                        *state = SearchState::Moved;
                        call.stop_ms = now_ms;
                        call.end_ms = now_ms + self.patience.grace_ms;
                        let ply = referee.plies().get(plies);
                        self.state.borrow_mut().moved(ply, self.patience.grace_ms, &*self.post);
                    }
                    SearchState::Moved => self.with_referee(|referee| referee.stray(*color, line)),
                    SearchState::Overdue => {}
                }
            }
        }
    }

    /// A line goes to a player.
    pub(super) fn sent(&self, player: usize, line: &str) {
        self.log_line(player, Direction::Sent, line);
    }

    /// Something happened that the log should tell; in parentheses, for no engine said it.
    pub(super) fn note(&self, player: usize, text: &str) {
        self.log_line(player, Direction::Received, &format!("({text})"));
        self.flush_log_now();
    }

    fn log_line(&self, player: usize, direction: Direction, line: &str) {
        if self.is_logging {
            let elapsed_ms = self.now_ms() - self.opened_ms;
            let mut text = log_line(elapsed_ms, self.name(player), direction, line);
            text.push('\n');
            self.log.borrow_mut().write(&text, &*self.post);
        }
    }

    fn flush_log(&self) {
        if self.is_logging {
            self.log.borrow_mut().post(self.now_ms(), &*self.post);
        }
    }

    /// Posts the log to its last line: before news behind which the page may end this worker.
    pub(super) fn flush_log_now(&self) {
        self.log.borrow_mut().post_now(&*self.post);
    }

    /// Ends the call that lasts too long.
    fn check_end(&self, now_ms: f64) -> Result<(), String> {
        let mut call = self.call.borrow_mut();
        if now_ms <= call.end_ms {
            return Ok(());
        }
        call.is_cut = true;
        Err(format!("it did not come to an end within {:.0} ms", now_ms - call.start_ms))
    }
}

/// The console of one player's engine.
pub(super) struct Seat {
    pub(super) desk: Rc<Desk>,
    pub(super) player: usize,
}

impl Console for Seat {
    fn print(&self, text: &str, now_ms: f64) -> Result<(), String> {
        for line in text.lines() {
            self.desk.line(self.player, line, now_ms);
        }
        self.desk.check_end(now_ms)
    }

    fn asked_time(&self, now_ms: f64) -> Result<(), String> {
        self.desk.check_end(now_ms)
    }

    fn signal(&self, now_ms: f64) -> Result<Signal, String> {
        self.desk.check_end(now_ms)?;
        let stops = now_ms > self.desk.call.borrow().stop_ms;
        Ok(if stops { Signal::Stop } else { Signal::Go })
    }
}
