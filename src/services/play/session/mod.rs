//! One game at the board: the pure core.
//!
//! What the players do, what engines and books answer and the time come in by method calls; what is to be done
//! comes out as [`Command`]s. The session reads no clock: `now_ms` is a monotonic time in milliseconds from any
//! fixed origin. [`Session::wake_at_ms`] says when [`Session::tick`] wants to be called.
//!
//! - `turn`: turns begin, moves are played, time runs out
//! - `engines`: what engines are asked, and what they answer
//! - `buttons`: what people do besides moving
//! - `hint`: help by a search at full strength, beside the opponent

mod buttons;
mod engines;
mod hint;
mod hint_state;
mod turn;

use std::rc::Rc;

use tabia_chess::{Color, Move};

use self::hint_state::HintState;
use super::view::{ClockReadings, EngineStatus, PlayEvent, PlayNotice, PlaySnapshot, SoundCue};
use crate::services::engine::seat::{Abilities, Answer, Heard, Seat, SeatOrder};
use crate::state::clock_text::is_short;
use crate::state::play::clock::GameClocks;
use crate::state::play::game::{LiveGame, PlayedGame};
use tabia_worker::wire::Generation;

/// So often what a turn has cost is stored while a clock runs, in milliseconds.
const HEARTBEAT_MS: f64 = 1_000.0;
/// A timer later than this means that the browser slept, in milliseconds.
const LATE_MS: f64 = 1_500.0;
/// How long engines are excused then, in milliseconds: what they said may wait behind the timer.
const EXCUSE_MS: f64 = 1_000.0;

/// Names an engine of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatId {
    /// White's.
    White,
    /// Black's.
    Black,
    /// The one that gives hints.
    Hint,
}

impl SeatId {
    /// The engine of a colour.
    pub const fn of(color: Color) -> Self {
        if color.is_white() { Self::White } else { Self::Black }
    }

    /// The colour that it plays; `None` for the one that gives hints.
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

/// A line for the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookQuestion {
    /// Names the question in its answer.
    pub id: u64,
    /// Where the moves begin, as FEN.
    pub start_fen: String,
    /// The moves in UCI.
    pub moves: Vec<String>,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Get an engine ready: fetched and compiled. [`Session::prepared`] is told.
    Prepare(SeatId),
    /// Something for the worker of an engine.
    Engine(SeatId, SeatOrder),
    /// End the worker of an engine.
    End(SeatId),
    /// Look a line up in the book. [`Session::book_answered`] is told.
    Book(BookQuestion),
    /// Keep the game.
    Store(Box<PlayedGame>),
    /// Keep what the present turn has cost so far, in milliseconds.
    StoreSpent {
        /// The number of moves that were played.
        ply: usize,
        /// The cost.
        spent_ms: f64,
    },
    /// Tell the page.
    Tell(PlayEvent),
}

/// A move that an engine has found and does not play yet.
#[derive(Clone, Debug, PartialEq)]
struct Held {
    mv: Move,
    answer: Answer,
    is_book: bool,
    /// What it costs in all, in milliseconds.
    time_ms: f64,
    /// When it is played.
    at_ms: f64,
}

/// What the engine of a side is doing, as the session sees it.
#[derive(Debug, Default)]
enum Chair {
    /// A person sits here, or nobody.
    #[default]
    Empty,
    /// It is being made ready.
    Preparing,
    /// It cannot be had, and why.
    Unusable(String),
    /// It is there.
    Taken(Box<Seat>),
}

/// One game. See the module's description.
#[derive(Debug)]
pub struct Session {
    live: Rc<LiveGame>,
    clocks: GameClocks,
    chairs: [Chair; 3],
    /// The reply that the engine of a side expects.
    expected: [Option<Move>; 2],
    /// The number of moves after which the engine of a side offered a draw last.
    last_offer: [Option<usize>; 2],
    premove: Option<String>,
    hint: HintState,
    held: Option<Held>,
    /// The question to the book that is not answered.
    asked_book: Option<u64>,
    last_question: u64,
    /// Whether the book is of no use any more: it was left, or cannot be read.
    is_out_of_book: [bool; 2],
    /// Whether the engine to move was asked for its move.
    is_asked: bool,
    heartbeat_ms: Option<f64>,
    woke_at_ms: Option<f64>,
    /// When an engine was last heard of.
    heard_ms: f64,
    excused_until_ms: f64,
    /// Whether the clock of a side was short when it was last looked at.
    has_warned_of_time: [bool; 2],
    commands: Vec<Command>,
}

impl Session {
    /// A game that begins, or goes on. Nothing happens before [`begin`](Self::begin).
    pub fn new(live: LiveGame) -> Self {
        let mut clocks = GameClocks::new(&live.setup().clocks);
        if live.game().clocks.iter().any(Option::is_some) {
            clocks.restore(&live.game().clocks);
        }
        Self {
            live: Rc::new(live),
            clocks,
            chairs: Default::default(),
            expected: [None, None],
            last_offer: [None, None],
            premove: None,
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

    /// Gets the engines ready and begins the turn, or goes on with it.
    pub fn begin(&mut self, now_ms: f64) {
        if self.live.is_over() {
            return;
        }
        for color in Color::ALL {
            if !self.live.setup().seat(color).is_human() {
                self.chairs[color.index()] = Chair::Preparing;
                self.commands.push(Command::Prepare(SeatId::of(color)));
            }
        }
        self.note_clocks();
        self.game().game_mut().is_aside = false;
        self.begin_turn(now_ms);
        self.store();
    }

    /// What is to be done, since the last call.
    pub fn take_commands(&mut self) -> Vec<Command> {
        for (id, place) in [(SeatId::White, 0), (SeatId::Black, 1), (SeatId::Hint, 2)] {
            if let Chair::Taken(seat) = &mut self.chairs[place] {
                let orders = seat.take_orders();
                self.commands.extend(orders.into_iter().map(|order| Command::Engine(id, order)));
            }
        }
        std::mem::take(&mut self.commands)
    }

    /// The game.
    pub fn live(&self) -> &Rc<LiveGame> {
        &self.live
    }

    /// The game as it is kept now, with what the present turn has cost so far.
    pub fn kept(&self, now_ms: f64) -> PlayedGame {
        PlayedGame { spent_ms: self.spent_ms(now_ms), ..self.live.game().clone() }
    }

    /// Notes where the game stands among the kept ones.
    pub fn set_kept(&mut self, id: &str, revision: u64) {
        let game = Rc::make_mut(&mut self.live).game_mut();
        id.clone_into(&mut game.kept_id);
        game.kept_revision = revision;
    }

    /// What the page shows; stage and saving are its driver's.
    pub fn snapshot(&self) -> PlaySnapshot {
        PlaySnapshot {
            game: Some(self.live.clone()),
            engines: Color::ALL.map(|color| self.status(color)),
            premove: self.premove.clone(),
            hint: self.hint.shown(),
            ..PlaySnapshot::default()
        }
    }

    /// What both clocks show.
    pub fn clock_readings(&self, now_ms: f64) -> ClockReadings {
        Color::ALL.map(|color| {
            let mut reading = self.clocks.reading(color, now_ms)?;
            if !reading.is_running && self.live.turn() == color && !self.live.is_over() {
                // The turn has begun, and its clock stands still: a pause, or an engine that is not ready.
                let spent = self.live.game().spent_ms;
                reading.remaining_ms = (reading.remaining_ms - spent).max(0.0);
            }
            Some(reading)
        })
    }

    fn status(&self, color: Color) -> EngineStatus {
        let is_waiting = self.live.turn() == color && (self.held.is_some() || self.asked_book.is_some());
        match &self.chairs[color.index()] {
            Chair::Empty => EngineStatus::None,
            Chair::Preparing => EngineStatus::Starting,
            Chair::Unusable(reason) => EngineStatus::Failed(reason.clone()),
            Chair::Taken(seat) => match seat.given_up() {
                Some(reason) => EngineStatus::Failed(reason.to_owned()),
                None if seat.is_thinking() || is_waiting => EngineStatus::Thinking,
                None if seat.is_pondering() => EngineStatus::Pondering,
                None if seat.is_ready() => EngineStatus::Ready,
                None => EngineStatus::Starting,
            },
        }
    }

    /// When [`tick`](Self::tick) is to be called; `None` if nothing is waited for.
    pub fn wake_at_ms(&mut self) -> Option<f64> {
        let up_at = self.clocks.up_at_ms().filter(|_| self.live.setup().flag);
        let held = self.held.as_ref().map(|held| held.at_ms);
        let seats = self.chairs.iter().filter_map(|chair| match chair {
            Chair::Taken(seat) => seat.deadline_ms().map(|ms| ms.max(self.excused_until_ms)),
            _ => None,
        });
        let times = seats.chain([up_at, held, self.heartbeat_ms].into_iter().flatten());
        self.woke_at_ms = times.reduce(f64::min);
        self.woke_at_ms
    }

    /// Looks at the time.
    pub fn tick(&mut self, now_ms: f64) {
        self.excuse(now_ms);
        if self.held.as_ref().is_some_and(|held| held.at_ms <= now_ms) {
            self.play_held(now_ms);
        }
        if now_ms >= self.excused_until_ms {
            for id in [SeatId::White, SeatId::Black, SeatId::Hint] {
                let events = match &mut self.chairs[id.place()] {
                    Chair::Taken(seat) => seat.tick(now_ms),
                    _ => Vec::new(),
                };
                self.seat_events(id, events, now_ms);
            }
        }
        self.look_at_flag(now_ms);
        if self.heartbeat_ms.is_some_and(|ms| ms <= now_ms) {
            self.heartbeat(now_ms);
            self.warn_of_time(now_ms);
        }
    }

    /// A timer that is late while no engine was heard of means that the browser slept: engines are not to pay
    /// for it. In a hidden tab timers are late too, but workers give a sign of life every second.
    fn excuse(&mut self, now_ms: f64) {
        let since = self.woke_at_ms.map(|at| at.max(self.heard_ms));
        let Some(late_ms) = since.map(|at| now_ms - at).filter(|&late| late > LATE_MS) else {
            return;
        };
        self.woke_at_ms = None;
        self.excused_until_ms = now_ms + EXCUSE_MS;
        for chair in &mut self.chairs {
            if let Chair::Taken(seat) = chair {
                seat.forgive(late_ms, now_ms);
            }
        }
        if !self.live.setup().seat(self.live.turn()).is_human() {
            self.clocks.forgive(late_ms, now_ms);
        }
    }

    /// An engine is ready to be started, or not to be had.
    pub fn prepared(&mut self, id: SeatId, result: Result<Abilities, String>, now_ms: f64) {
        if !matches!(self.chairs[id.place()], Chair::Preparing) {
            return;
        }
        self.chairs[id.place()] = match result {
            Ok(abilities) => Chair::Taken(Box::new(self.seat(id, abilities, now_ms))),
            Err(reason) => {
                match id.color() {
                    Some(color) => self.notice(PlayNotice::EngineGivenUp { color, reason: reason.clone() }),
                    None => self.no_hint(reason.clone()),
                }
                Chair::Unusable(reason)
            }
        };
        self.changed();
    }

    /// Takes what was heard of an engine.
    pub fn hear(&mut self, id: SeatId, generation: Generation, heard: Heard, now_ms: f64) {
        // The message may come before a timer that is late.
        self.excuse(now_ms);
        self.heard_ms = now_ms;
        let Chair::Taken(seat) = &mut self.chairs[id.place()] else { return };
        let was_ready = seat.is_ready();
        let events = seat.hear(generation, heard, now_ms);
        let is_ready = seat.is_ready();
        self.seat_events(id, events, now_ms);
        if is_ready && !was_ready {
            if id == SeatId::Hint {
                self.search_hint(now_ms);
            } else if !self.is_asked {
                self.begin_turn(now_ms);
            }
            self.changed();
        }
    }

    /// The page is hidden or goes: what the present turn has cost is kept.
    pub fn leaving(&mut self, now_ms: f64) {
        if !self.live.is_over() && self.clocks.is_any() {
            self.heartbeat(now_ms);
        }
    }

    /// What the present turn has cost so far, in milliseconds.
    fn spent_ms(&self, now_ms: f64) -> f64 {
        if self.clocks.running().is_some() { self.clocks.spent_ms(now_ms) } else { self.live.game().spent_ms }
    }

    fn heartbeat(&mut self, now_ms: f64) {
        let is_running = self.clocks.running().is_some() && self.clocks.is_any();
        self.heartbeat_ms = is_running.then_some(now_ms + HEARTBEAT_MS);
        let spent_ms = self.spent_ms(now_ms);
        self.commands.push(Command::StoreSpent { ply: self.live.ply(), spent_ms });
    }

    fn warn_of_time(&mut self, now_ms: f64) {
        let color = self.live.turn();
        let Some(reading) = self.clocks.reading(color, now_ms).filter(|reading| reading.is_running) else {
            return;
        };
        if !self.live.setup().seat(color).is_human() {
            return;
        }
        let is_low = is_short(reading.remaining_ms, self.live.setup().initial_ms(color));
        if !std::mem::replace(&mut self.has_warned_of_time[color.index()], is_low) && is_low {
            self.sound(SoundCue::LowTime);
        }
    }

    /// The game, to be changed.
    fn game(&mut self) -> &mut LiveGame {
        Rc::make_mut(&mut self.live)
    }

    /// Notes in the game what both clocks showed when the turn began.
    fn note_clocks(&mut self) {
        let states = self.clocks.states();
        self.game().game_mut().clocks = states;
    }

    fn store(&mut self) {
        let game = self.live.game().clone();
        self.commands.push(Command::Store(Box::new(game)));
    }

    fn tell(&mut self, event: PlayEvent) {
        self.commands.push(Command::Tell(event));
    }

    fn changed(&mut self) {
        self.tell(PlayEvent::Changed);
    }

    fn sound(&mut self, cue: SoundCue) {
        self.tell(PlayEvent::Sound(cue));
    }

    fn notice(&mut self, notice: PlayNotice) {
        self.tell(PlayEvent::Notice(notice));
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole milliseconds are exact")]
mod tests;
