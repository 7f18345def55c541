//! One game at the board: the pure core.
//!
//! Players' actions, replies of engines and books, and the time come in by method calls; what to do comes out as [`PlayCommand`]s. The session
//! reads no clock: `now_ms` is a monotonic time in milliseconds from any fixed origin. [`GameSession::wake_at_ms`] returns when
//! [`GameSession::tick`] is to be called.
//!
//! - `turn`: turns begin, moves are played, time runs out
//! - `engines`: requests to engines and their replies
//! - `buttons`: everything people do except moving
//! - `hint`: hints from a full-strength search, separate from the opponent

mod buttons;
mod engines;
mod hint;
mod hint_state;
mod turn;

use std::rc::Rc;

use tabia_chess::{Color, Move};

use self::hint_state::HintState;
use super::view::{ClockReadings, EngineStatus, PlayEvent, PlayNotice, PlaySnapshot, SoundCue};
use crate::services::engine::uci_client::{
    Abilities, EngineMessage, EngineMove, TransportCommand, UciClient,
};
use crate::state::clock_text::is_short;
use crate::state::play::clock::GameClocks;
use crate::state::play::game::{LiveGame, PlayedGame};
use tabia_worker::wire::Generation;

/// Interval at which the time spent on a turn is stored while a clock runs, in milliseconds.
const HEARTBEAT_MS: f64 = 1_000.0;
/// A timer later than this means that the browser was asleep, in milliseconds.
const LATE_MS: f64 = 1_500.0;
/// Grace period for engines after that, in milliseconds: their output may be queued behind the timer.
const EXCUSE_MS: f64 = 1_000.0;

/// Id of an engine in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineId {
    /// White's.
    White,
    /// Black's.
    Black,
    /// The hint engine's.
    Hint,
}

impl EngineId {
    /// Returns the id of the engine playing a colour.
    pub const fn of(color: Color) -> Self {
        if color.is_white() { Self::White } else { Self::Black }
    }

    /// Returns the colour it plays; `None` for the hint engine.
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Hint => None,
        }
    }

    const fn place(self) -> usize {
        match self {
            Self::White => 0,
            Self::Black => 1,
            Self::Hint => 2,
        }
    }
}

/// Book lookup request for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookQuestion {
    /// Request id, repeated in the reply.
    pub id: u64,
    /// Start position, as FEN.
    pub start_fen: String,
    /// The moves in UCI.
    pub moves: Vec<String>,
}

/// Command to the session's driver.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayCommand {
    /// Fetch and compile an engine, then call [`GameSession::prepared`].
    Prepare(EngineId),
    /// Send an order to an engine's worker.
    Engine(EngineId, TransportCommand),
    /// End the worker of an engine.
    End(EngineId),
    /// Look a line up in the book, then call [`GameSession::book_answered`].
    Book(BookQuestion),
    /// Save the game.
    Store(Box<PlayedGame>),
    /// Save the time spent so far on the current turn, in milliseconds.
    StoreSpent {
        /// Number of moves played.
        ply: usize,
        /// The time.
        spent_ms: f64,
    },
    /// Emit an event to the page.
    Emit(PlayEvent),
}

/// Move that an engine has found but not yet played.
#[derive(Clone, Debug, PartialEq)]
struct PendingMove {
    mv: Move,
    answer: EngineMove,
    is_book: bool,
    /// Total time it costs, in milliseconds.
    time_ms: f64,
    /// Time at which it is played.
    at_ms: f64,
}

/// State of a side's engine, as the session sees it.
#[derive(Debug, Default)]
enum EngineSlot {
    /// No engine plays this side.
    #[default]
    Empty,
    /// Being prepared.
    Preparing,
    /// Unavailable, with the reason.
    Unusable(String),
    /// Ready for use.
    Taken(Box<UciClient>),
}

/// One game at the board. See the module documentation.
#[derive(Debug)]
pub struct GameSession {
    live: Rc<LiveGame>,
    clocks: GameClocks,
    slots: [EngineSlot; 3],
    /// Reply expected by each side's engine.
    expected: [Option<Move>; 2],
    /// Number of moves after which each side's engine last offered a draw.
    last_offer: [Option<usize>; 2],
    premoves: Vec<String>,
    hint: HintState,
    held: Option<PendingMove>,
    /// Pending book request.
    asked_book: Option<u64>,
    last_question: u64,
    /// Whether the book is of no more use to a side: the game has left it, or it cannot be read.
    is_out_of_book: [bool; 2],
    /// Whether the engine to move was asked for its move.
    is_asked: bool,
    heartbeat_ms: Option<f64>,
    woke_at_ms: Option<f64>,
    /// Time of the last engine output.
    heard_ms: f64,
    excused_until_ms: f64,
    /// Whether a side's clock was short when last checked.
    has_warned_of_time: [bool; 2],
    commands: Vec<PlayCommand>,
}

impl GameSession {
    /// Creates a session for a new or resumed game. Nothing happens before [`begin`](Self::begin).
    pub fn new(live: LiveGame) -> Self {
        let mut clocks = GameClocks::new(&live.setup().clocks);
        if live.game().clocks.iter().any(Option::is_some) {
            clocks.restore(&live.game().clocks);
        }
        Self {
            live: Rc::new(live),
            clocks,
            slots: Default::default(),
            expected: [None, None],
            last_offer: [None, None],
            premoves: Vec::new(),
            hint: HintState::default(),
            held: None,
            asked_book: None,
            last_question: 0,
            is_out_of_book: [false, false],
            is_asked: false,
            heartbeat_ms: None,
            woke_at_ms: None,
            heard_ms: 0.0,
            excused_until_ms: 0.0,
            has_warned_of_time: [false, false],
            commands: Vec::new(),
        }
    }

    /// Prepares the engines and begins or resumes the turn.
    pub fn begin(&mut self, now_ms: f64) {
        if self.live.is_over() {
            return;
        }
        for color in Color::ALL {
            if !self.live.setup().player(color).is_human() {
                self.slots[color.index()] = EngineSlot::Preparing;
                self.commands.push(PlayCommand::Prepare(EngineId::of(color)));
            }
        }
        self.note_clocks();
        self.game().game_mut().is_aside = false;
        self.begin_turn(now_ms);
        self.store();
    }

    /// Takes the commands issued since the last call.
    pub fn take_commands(&mut self) -> Vec<PlayCommand> {
        for (id, place) in [(EngineId::White, 0), (EngineId::Black, 1), (EngineId::Hint, 2)] {
            if let EngineSlot::Taken(client) = &mut self.slots[place] {
                let orders = client.take_orders();
                self.commands.extend(orders.into_iter().map(|order| PlayCommand::Engine(id, order)));
            }
        }
        std::mem::take(&mut self.commands)
    }

    /// Returns the game.
    pub fn live(&self) -> &Rc<LiveGame> {
        &self.live
    }

    /// Returns the game as it should be saved now, with the time spent so far on the current turn.
    pub fn kept(&self, now_ms: f64) -> PlayedGame {
        PlayedGame { spent_ms: self.spent_ms(now_ms), ..self.live.game().clone() }
    }

    /// Sets the id and revision of the saved game.
    pub fn set_kept(&mut self, id: &str, revision: u64) {
        let game = Rc::make_mut(&mut self.live).game_mut();
        id.clone_into(&mut game.kept_id);
        game.kept_revision = revision;
    }

    /// Returns the state for the page; the driver adds stage and save state.
    pub fn snapshot(&self) -> PlaySnapshot {
        PlaySnapshot {
            game: Some(self.live.clone()),
            engines: Color::ALL.map(|color| self.status(color)),
            premoves: self.premoves.clone(),
            hint: self.hint.shown(),
            ..PlaySnapshot::default()
        }
    }

    /// Returns the readings of both clocks.
    pub fn clock_readings(&self, now_ms: f64) -> ClockReadings {
        Color::ALL.map(|color| {
            let mut reading = self.clocks.reading(color, now_ms)?;
            if !reading.is_running && self.live.turn() == color && !self.live.is_over() {
                // The turn has begun but its clock is stopped: a pause, or an engine that isn't ready.
                let spent = self.live.game().spent_ms;
                reading.remaining_ms = (reading.remaining_ms - spent).max(0.0);
            }
            Some(reading)
        })
    }

    fn status(&self, color: Color) -> EngineStatus {
        let is_waiting = self.live.turn() == color && (self.held.is_some() || self.asked_book.is_some());
        match &self.slots[color.index()] {
            EngineSlot::Empty => EngineStatus::None,
            EngineSlot::Preparing => EngineStatus::Starting,
            EngineSlot::Unusable(reason) => EngineStatus::Failed(reason.clone()),
            EngineSlot::Taken(client) => match client.given_up() {
                Some(reason) => EngineStatus::Failed(reason.to_owned()),
                None if client.is_thinking() || is_waiting => EngineStatus::Thinking,
                None if client.is_pondering() => EngineStatus::Pondering,
                None if client.is_ready() => EngineStatus::Ready,
                None => EngineStatus::Starting,
            },
        }
    }

    /// Returns when to call [`tick`](Self::tick); `None` if nothing is pending.
    pub fn wake_at_ms(&mut self) -> Option<f64> {
        let up_at = self.clocks.up_at_ms().filter(|_| self.live.setup().flag);
        let held = self.held.as_ref().map(|held| held.at_ms);
        let players = self.slots.iter().filter_map(|slot| match slot {
            EngineSlot::Taken(client) => client.deadline_ms().map(|ms| ms.max(self.excused_until_ms)),
            _ => None,
        });
        let times = players.chain([up_at, held, self.heartbeat_ms].into_iter().flatten());
        self.woke_at_ms = times.reduce(f64::min);
        self.woke_at_ms
    }

    /// Handles everything that is due at this time.
    pub fn tick(&mut self, now_ms: f64) {
        self.excuse(now_ms);
        if self.held.as_ref().is_some_and(|held| held.at_ms <= now_ms) {
            self.play_held(now_ms);
        }
        if now_ms >= self.excused_until_ms {
            for id in [EngineId::White, EngineId::Black, EngineId::Hint] {
                let events = match &mut self.slots[id.place()] {
                    EngineSlot::Taken(client) => client.tick(now_ms),
                    _ => Vec::new(),
                };
                self.client_events(id, events, now_ms);
            }
        }
        self.look_at_flag(now_ms);
        if self.heartbeat_ms.is_some_and(|ms| ms <= now_ms) {
            self.heartbeat(now_ms);
            self.warn_of_time(now_ms);
        }
    }

    /// Excuses the engines after the browser slept, which a late timer without any engine output means. Timers are late in a hidden tab
    /// too, but there workers send a heartbeat every second.
    fn excuse(&mut self, now_ms: f64) {
        let since = self.woke_at_ms.map(|at| at.max(self.heard_ms));
        let Some(late_ms) = since.map(|at| now_ms - at).filter(|&late| late > LATE_MS) else {
            return;
        };
        self.woke_at_ms = None;
        self.excused_until_ms = now_ms + EXCUSE_MS;
        for slot in &mut self.slots {
            if let EngineSlot::Taken(client) = slot {
                client.forgive(late_ms, now_ms);
            }
        }
        if !self.live.setup().player(self.live.turn()).is_human() {
            self.clocks.forgive(late_ms, now_ms);
        }
    }

    /// Handles the result of [`PlayCommand::Prepare`].
    pub fn prepared(&mut self, id: EngineId, result: Result<Abilities, String>, now_ms: f64) {
        if !matches!(self.slots[id.place()], EngineSlot::Preparing) {
            return;
        }
        self.slots[id.place()] = match result {
            Ok(abilities) => EngineSlot::Taken(Box::new(self.client(id, abilities, now_ms))),
            Err(reason) => {
                match id.color() {
                    Some(color) => self.notice(PlayNotice::EngineGivenUp { color, reason: reason.clone() }),
                    None => self.no_hint(reason.clone()),
                }
                EngineSlot::Unusable(reason)
            }
        };
        self.changed();
    }

    /// Handles output of an engine.
    pub fn on_message(&mut self, id: EngineId, generation: Generation, message: EngineMessage, now_ms: f64) {
        // The message may arrive before a late timer.
        self.excuse(now_ms);
        self.heard_ms = now_ms;
        let EngineSlot::Taken(client) = &mut self.slots[id.place()] else { return };
        let was_ready = client.is_ready();
        let events = client.on_message(generation, message, now_ms);
        let is_ready = client.is_ready();
        self.client_events(id, events, now_ms);
        if is_ready && !was_ready {
            if id == EngineId::Hint {
                self.search_hint(now_ms);
            } else if !self.is_asked {
                self.begin_turn(now_ms);
            }
            self.changed();
        }
    }

    /// Saves the time spent on the current turn, because the page is being hidden or closed.
    pub fn leaving(&mut self, now_ms: f64) {
        if !self.live.is_over() && self.clocks.is_any() {
            self.heartbeat(now_ms);
        }
    }

    /// Returns the time spent so far on the current turn, in milliseconds.
    fn spent_ms(&self, now_ms: f64) -> f64 {
        if self.clocks.running().is_some() { self.clocks.spent_ms(now_ms) } else { self.live.game().spent_ms }
    }

    fn heartbeat(&mut self, now_ms: f64) {
        let is_running = self.clocks.running().is_some() && self.clocks.is_any();
        self.heartbeat_ms = is_running.then_some(now_ms + HEARTBEAT_MS);
        let spent_ms = self.spent_ms(now_ms);
        self.commands.push(PlayCommand::StoreSpent { ply: self.live.ply(), spent_ms });
    }

    fn warn_of_time(&mut self, now_ms: f64) {
        let color = self.live.turn();
        let Some(reading) = self.clocks.reading(color, now_ms).filter(|reading| reading.is_running) else {
            return;
        };
        if !self.live.setup().player(color).is_human() {
            return;
        }
        let is_low = is_short(reading.remaining_ms, self.live.setup().initial_ms(color));
        if !std::mem::replace(&mut self.has_warned_of_time[color.index()], is_low) && is_low {
            self.sound(SoundCue::LowTime);
        }
    }

    /// Returns the game for changes.
    fn game(&mut self) -> &mut LiveGame {
        Rc::make_mut(&mut self.live)
    }

    /// Records in the game what both clocks showed when the turn began.
    fn note_clocks(&mut self) {
        let states = self.clocks.states();
        self.game().game_mut().clocks = states;
    }

    fn store(&mut self) {
        let game = self.live.game().clone();
        self.commands.push(PlayCommand::Store(Box::new(game)));
    }

    fn emit(&mut self, event: PlayEvent) {
        self.commands.push(PlayCommand::Emit(event));
    }

    fn changed(&mut self) {
        self.emit(PlayEvent::Changed);
    }

    fn sound(&mut self, cue: SoundCue) {
        self.emit(PlayEvent::Sound(cue));
    }

    fn notice(&mut self, notice: PlayNotice) {
        self.emit(PlayEvent::Notice(notice));
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole milliseconds are exact")]
mod tests;
