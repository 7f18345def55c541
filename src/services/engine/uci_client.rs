//! Engine that is asked for moves, in a game or for a report: started, sent searches, stopped, and restarted after failures. A pure state
//! machine on top of [`UciPlayer`]; its output is orders for the worker.

use tabia_arena::Failures;
use tabia_arena::player::{
    Event, Output, PlayerConfig, PlayerLimits, Role, SearchCommand, Transport, UciPlayer,
};
use tabia_report::Listener;
use tabia_uci::{Bound, Info, Message, Score};
use tabia_worker::engine::messages::BatchId;
use tabia_worker::wire::Generation;

use crate::state::play::game::MoveEvaluation;

/// Number of consecutive failures without a move after which the engine is given up; earlier ones lead to a restart.
const MAX_FAILURES: u32 = 3;
/// Maximum silence during a search, in milliseconds. A worker sends a sign of life every second; an engine behind a port prints only when
/// it has output.
const SILENCE_MS: [f64; 2] = [15_000.0, 90_000.0];
/// Maximum time from `stop` to the move, in milliseconds.
const STOP_MS: f64 = 2_000.0;

/// Ways of reaching an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// Whether it is called line by line in a worker; otherwise lines reach it at any time.
    pub is_called: bool,
    /// Whether a running search can be signalled to stop, and notified of a ponder hit.
    pub can_signal: bool,
}

/// Order for the engine's worker.
#[derive(Clone, Debug, PartialEq)]
pub enum TransportCommand {
    /// Start the engine, restarting it if it runs. Its messages carry this generation.
    Start(Generation),
    /// Send lines as the batch with this id.
    Send(BatchId, Vec<String>),
    /// Signal the search of this batch to stop.
    Stop(BatchId),
    /// Signal the search of this batch that the ponder move was played.
    PonderHit(BatchId),
}

/// Message from an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineMessage {
    /// It is running.
    Started,
    /// It printed lines.
    Lines {
        /// Batch that the lines reply to; 0 for an engine not called line by line.
        batch: BatchId,
        /// Printed lines.
        lines: Vec<String>,
        /// Whether the batch is finished.
        done: bool,
    },
    /// It is gone, with the reason.
    Gone(String),
}

/// Event of a [`UciClient`].
#[derive(Clone, Debug, PartialEq)]
pub enum ClientEvent {
    /// The engine's move.
    Moved(EngineMove),
    /// Search info; emitted only after [`listen`](UciClient::listen).
    Info(Box<Info>),
    /// It failed for this reason and is being restarted. The requested search is dropped.
    Restarted(String),
    /// It failed too often.
    GivenUp(String),
}

/// Move of an engine, with its search results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineMove {
    /// Best move; `None` if the engine gave none.
    pub best: Option<String>,
    /// Expected reply.
    pub ponder: Option<String>,
    /// Score from the engine's point of view.
    pub score: Option<Score>,
    /// Depth of the score, in plies.
    pub depth: Option<u32>,
    /// All output of the search.
    pub listener: Listener,
}

impl EngineMove {
    /// Returns the score from White's point of view.
    pub fn evaluation(&self, is_white: bool) -> Option<MoveEvaluation> {
        let sign = if is_white { 1 } else { -1 };
        Some(match self.score? {
            Score::Cp(cp) => MoveEvaluation { cp: Some(sign * cp), mate: None, depth: self.depth },
            Score::Mate(moves) => MoveEvaluation { cp: None, mate: Some(sign * moves), depth: self.depth },
        })
    }
}

/// Search to run.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest {
    /// `position` command.
    pub position: String,
    /// `go` command.
    pub go: String,
    /// Time until it is forced to move, in milliseconds; infinite for never.
    pub limit_ms: f64,
}

/// Signal to a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Stop,
    PonderHit,
}

impl Word {
    fn order(self, batch: BatchId) -> TransportCommand {
        match self {
            Self::Stop => TransportCommand::Stop(batch),
            Self::PonderHit => TransportCommand::PonderHit(batch),
        }
    }
}

#[derive(Debug)]
struct ClientSearch {
    /// Batch with its `go`, once sent.
    batch: Option<BatchId>,
    is_pondering: bool,
    /// Whether the result is no longer wanted.
    is_discarded: bool,
    /// Whether it should move as soon as possible.
    is_urgent: bool,
    /// Signal to send as soon as the search has started.
    word: Option<Word>,
    /// Time at which it is forced to move.
    ends_ms: f64,
    report: EngineMove,
    /// First move of its latest variation.
    first: Option<String>,
}

impl ClientSearch {
    fn on_info(&mut self, info: &Info) {
        self.report.listener.info(info);
        if info.multipv.unwrap_or(1) != 1 {
            return;
        }
        let Some(score) = info.score else { return };
        if let Some(first) = info.pv.first() {
            self.first = Some(first.as_str().to_owned());
        }
        let is_bound = matches!(info.bound, Some(Bound::Lower | Bound::Upper));
        if !is_bound || self.report.score.is_none() {
            self.report.score = Some(score);
            self.report.depth = info.depth;
        }
    }
}

/// Engine that is asked for moves. See the module documentation.
#[derive(Debug)]
pub struct UciClient {
    abilities: Abilities,
    options: Vec<(String, String)>,
    is_chess960: bool,
    player: UciPlayer,
    generation: Generation,
    last_batch: BatchId,
    in_flight: Option<BatchId>,
    search: Option<ClientSearch>,
    wanted: Option<SearchRequest>,
    failures: Failures,
    given_up: Option<String>,
    /// Whether the current worker has been prepared for the game.
    is_prepared: bool,
    /// Whether search info is emitted.
    is_listened_to: bool,
    orders: Vec<TransportCommand>,
}

impl UciClient {
    /// Creates an engine and starts it at once. `options` are set at every start.
    pub fn new(
        abilities: Abilities,
        options: Vec<(String, String)>,
        role: Role,
        is_chess960: bool,
        now_ms: f64,
    ) -> Self {
        let transport = if abilities.is_called { Transport::Calls } else { Transport::Stream };
        let limits = PlayerLimits {
            start_ms: 30_000.0,
            uciok_ms: 15_000.0,
            readyok_ms: 15_000.0,
            stop_ms: STOP_MS,
            ponder_stop_ms: STOP_MS,
            silence_ms: SILENCE_MS[usize::from(!abilities.is_called)],
        };
        let player = UciPlayer::new(PlayerConfig { transport, limits, options: options.clone(), role });
        let mut client = Self {
            abilities,
            options,
            is_chess960,
            player,
            generation: 0,
            last_batch: 0,
            in_flight: None,
            search: None,
            wanted: None,
            failures: Failures::default(),
            given_up: None,
            is_prepared: false,
            is_listened_to: false,
            orders: Vec::new(),
        };
        client.start(now_ms);
        client
    }

    /// Emits every `info` line of its searches as [`ClientEvent::Info`].
    pub fn listen(&mut self) {
        self.is_listened_to = true;
    }

    /// Returns the start time of the current search; `None` without one.
    pub fn searching_since_ms(&self) -> Option<f64> {
        self.player.search_since_ms()
    }

    /// Returns the start counter.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// Returns the orders for its worker since the last call.
    pub fn take_orders(&mut self) -> Vec<TransportCommand> {
        std::mem::take(&mut self.orders)
    }

    /// Returns whether it is idle.
    pub fn is_ready(&self) -> bool {
        self.player.is_idle() && self.wanted.is_none()
    }

    /// Returns whether it is searching for a wanted move.
    pub fn is_thinking(&self) -> bool {
        self.wanted.is_some()
            || self.search.as_ref().is_some_and(|search| !search.is_discarded && !search.is_pondering)
    }

    /// Returns whether it is pondering.
    pub fn is_pondering(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.is_pondering && !search.is_discarded)
    }

    /// Returns whether it can ponder.
    pub fn can_ponder(&self) -> bool {
        self.abilities.can_signal || !self.abilities.is_called
    }

    /// Returns why it is no longer usable.
    pub fn given_up(&self) -> Option<&str> {
        self.given_up.as_deref()
    }

    /// Returns the options set at every start.
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// Starts a search, ending the current one first.
    pub fn think(&mut self, question: SearchRequest, now_ms: f64) {
        self.wanted = Some(question);
        self.discard(now_ms);
        self.go_on(now_ms);
    }

    /// Starts pondering, if it is idle.
    pub fn ponder(&mut self, position: String, go: String, now_ms: f64) {
        if self.is_ready() && self.search.is_none() && self.can_ponder() {
            self.begin(SearchRequest { position, go, limit_ms: f64::INFINITY }, true, now_ms);
        }
    }

    /// Handles a ponder hit: the engine now searches its own move, for at most `limit_ms`.
    pub fn ponder_hit(&mut self, limit_ms: f64, now_ms: f64) {
        let Some(search) = self.search.as_mut().filter(|search| search.is_pondering) else { return };
        search.is_pondering = false;
        search.ends_ms = now_ms + limit_ms;
        self.say(Word::PonderHit);
    }

    /// Signals the search, now or as soon as it has started.
    fn say(&mut self, word: Word) {
        let Some(search) = &mut self.search else { return };
        match search.batch {
            Some(batch) => self.orders.push(word.order(batch)),
            None => search.word = Some(word),
        }
    }

    /// Clears what it knows of earlier positions before the next search (`ucinewgame`), which is of a game by these rules.
    pub fn new_game(&mut self, is_chess960: bool) {
        self.is_chess960 = is_chess960;
        self.is_prepared = false;
    }

    /// Resets the failure count after a legal move.
    pub fn succeeded(&mut self) {
        self.failures.reset();
    }

    /// Makes it move with the result so far.
    pub fn move_now(&mut self, now_ms: f64) -> Option<ClientEvent> {
        let search = self.search.as_mut().filter(|search| !search.is_discarded)?;
        search.ends_ms = f64::INFINITY;
        if self.abilities.can_signal || !self.abilities.is_called {
            self.stop(now_ms);
            return None;
        }
        // Nothing reaches the search, so use its latest variation.
        let Some(best) = search.first.clone() else {
            search.is_urgent = true;
            return None;
        };
        let answer = EngineMove { best: Some(best), ..search.report.clone() };
        self.start(now_ms);
        Some(ClientEvent::Moved(answer))
    }

    /// Cancels the current search; no move is wanted.
    pub fn cancel(&mut self, now_ms: f64) {
        self.wanted = None;
        self.discard(now_ms);
    }

    /// Retries after permanent failure.
    pub fn retry(&mut self, now_ms: f64) {
        if self.given_up.is_some() {
            self.failures.reset();
            self.start(now_ms);
        }
    }

    /// Handles a message of the engine; messages of an earlier start are ignored.
    pub fn on_message(
        &mut self,
        generation: Generation,
        message: EngineMessage,
        now_ms: f64,
    ) -> Vec<ClientEvent> {
        let mut events = Vec::new();
        if generation != self.generation || self.given_up.is_some() {
            return events;
        }
        match message {
            EngineMessage::Started => self.player.started(now_ms),
            EngineMessage::Gone(reason) => {
                let event = self.player.disconnected(reason);
                self.event(event, now_ms, &mut events);
            }
            EngineMessage::Lines { batch, lines, done } => {
                if self.abilities.is_called && self.in_flight != Some(batch) {
                    return events;
                }
                self.player.alive(now_ms);
                for line in &lines {
                    // A line may end the engine and bring up a new one.
                    if generation == self.generation {
                        let event = self.player.line(line, now_ms);
                        self.event(event, now_ms, &mut events);
                    }
                }
                if done && generation == self.generation {
                    self.in_flight = None;
                    let event = self.player.returned();
                    self.event(event, now_ms, &mut events);
                }
            }
        }
        let is_urgent = self.search.as_ref().is_some_and(|search| search.is_urgent && search.first.is_some());
        if is_urgent {
            events.extend(self.move_now(now_ms));
        }
        self.go_on(now_ms);
        events
    }

    /// Returns when to call [`tick`](Self::tick) if no message comes before.
    pub fn deadline_ms(&self) -> Option<f64> {
        let ends_ms = self.search.as_ref().map(|search| search.ends_ms).filter(|ms| ms.is_finite());
        [self.player.deadline_ms().filter(|ms| ms.is_finite()), ends_ms]
            .into_iter()
            .flatten()
            .reduce(f64::min)
    }

    /// Checks the deadlines.
    pub fn tick(&mut self, now_ms: f64) -> Vec<ClientEvent> {
        let mut events = Vec::new();
        if self.search.as_ref().is_some_and(|search| search.ends_ms <= now_ms && !search.is_discarded) {
            events.extend(self.move_now(now_ms));
        }
        let event = self.player.time(now_ms);
        self.event(event, now_ms, &mut events);
        self.go_on(now_ms);
        events
    }

    /// Extends the deadlines by time in which the browser slept.
    pub fn forgive(&mut self, ms: f64, now_ms: f64) {
        self.player.alive(now_ms);
        if let Some(search) = &mut self.search {
            search.ends_ms += ms;
        }
    }

    fn start(&mut self, now_ms: f64) {
        self.generation += 1;
        self.in_flight = None;
        self.search = None;
        self.is_prepared = false;
        self.given_up = None;
        self.player.start(now_ms);
        self.send();
    }

    /// Discards the search in progress.
    fn discard(&mut self, now_ms: f64) {
        let Some(search) = self.search.as_mut().filter(|search| !search.is_discarded) else { return };
        search.is_discarded = true;
        search.is_pondering = false;
        search.ends_ms = f64::INFINITY;
        if self.abilities.can_signal || !self.abilities.is_called {
            self.stop(now_ms);
        } else {
            self.start(now_ms);
        }
    }

    /// Stops the search.
    fn stop(&mut self, now_ms: f64) {
        // Behind a port, `stop` is a line, sent by the player.
        if self.abilities.is_called {
            self.say(Word::Stop);
        }
        // The move is reported when it arrives.
        let _ = self.player.stop(now_ms);
        self.send();
    }

    /// Starts the wanted search, if possible.
    fn go_on(&mut self, now_ms: f64) {
        self.send();
        if !self.player.is_idle() || self.search.is_some() || self.given_up.is_some() {
            return;
        }
        if !self.is_prepared {
            self.is_prepared = true;
            self.player.set_chess960(self.is_chess960);
            self.player.send_idle("ucinewgame");
        }
        if let Some(question) = self.wanted.take() {
            self.begin(question, false, now_ms);
        }
        self.send();
    }

    fn begin(&mut self, question: SearchRequest, is_pondering: bool, now_ms: f64) {
        let SearchRequest { position, go, limit_ms } = question;
        let command = SearchCommand { position, go, time_ms: f64::INFINITY };
        if self.player.think(command, now_ms).is_err() {
            return;
        }
        self.search = Some(ClientSearch {
            batch: None,
            is_pondering,
            is_discarded: false,
            is_urgent: false,
            word: None,
            ends_ms: now_ms + limit_ms,
            report: EngineMove::default(),
            first: None,
        });
        self.send();
    }

    fn event(&mut self, event: Option<Event<'_>>, now_ms: f64, events: &mut Vec<ClientEvent>) {
        match event {
            Some(Event::Info(line)) => events.extend(self.info(line)),
            Some(Event::BestMove { answer, .. }) => {
                let Some(search) = self.search.take() else { return };
                // A move during pondering, before any signal, is a reply to nothing.
                if search.is_discarded || search.is_pondering {
                    return;
                }
                let text = |mv: Option<tabia_uci::UciMove>| mv.map(|mv| mv.as_str().to_owned());
                let (best, ponder) =
                    answer.map_or((None, None), |moves| (text(moves.best), text(moves.ponder)));
                events.push(ClientEvent::Moved(EngineMove { best, ponder, ..search.report }));
            }
            Some(Event::NoBestMove(conduct) | Event::Lost(conduct)) => {
                self.failed(conduct.to_string(), now_ms, events);
            }
            Some(
                Event::Introduced | Event::InfoString(_) | Event::Ready | Event::Overdue | Event::Stray(_),
            )
            | None => {}
        }
    }

    /// Records the score of the best line, preferring an exact one.
    fn info(&mut self, line: &str) -> Option<ClientEvent> {
        let Ok(Some(Message::Info(info))) = Message::parse(line) else { return None };
        let search = self.search.as_mut().filter(|search| !search.is_discarded)?;
        search.on_info(&info);
        self.is_listened_to.then_some(ClientEvent::Info(info))
    }

    fn failed(&mut self, reason: String, now_ms: f64, events: &mut Vec<ClientEvent>) {
        self.wanted = None;
        if self.failures.record(MAX_FAILURES) {
            self.start(now_ms);
            events.push(ClientEvent::Restarted(reason));
        } else {
            self.search = None;
            self.in_flight = None;
            self.generation += 1;
            self.given_up = Some(reason.clone());
            events.push(ClientEvent::GivenUp(reason));
        }
    }

    /// Handles an illegal move, which is as bad as a crash.
    pub fn misplayed(&mut self, reason: String, now_ms: f64) -> Option<ClientEvent> {
        let mut events = Vec::new();
        self.failed(reason, now_ms, &mut events);
        events.pop()
    }

    /// Carries out the player's output, once the engine can receive lines.
    fn send(&mut self) {
        if self.abilities.is_called && self.in_flight.is_some() {
            return;
        }
        let mut lines = Vec::new();
        while let Some(output) = self.player.next_output() {
            match output {
                Output::Line(line) => lines.push(line),
                Output::Start => self.orders.push(TransportCommand::Start(self.generation)),
                // A restart ends the previous instance.
                Output::Kill => {}
            }
        }
        if lines.is_empty() {
            return;
        }
        self.last_batch += 1;
        if self.abilities.is_called {
            self.in_flight = Some(self.last_batch);
        }
        let has_go = lines.iter().any(|line| line.starts_with("go"));
        self.orders.push(TransportCommand::Send(self.last_batch, lines));
        if let Some(search) = self.search.as_mut().filter(|search| has_go && search.batch.is_none()) {
            search.batch = Some(self.last_batch);
            if let Some(word) = search.word.take() {
                self.orders.push(word.order(self.last_batch));
            }
        }
    }
}
