//! One engine that is asked for moves, of a game or for a report: started, asked, stopped, and started afresh when it fails. A pure
//! state machine over [`UciPlayer`]; orders for its worker come out.

use tabia_arena::Failures;
use tabia_arena::player::{
    Event, Output, PlayerConfig, PlayerLimits, Role, SearchCommand, Transport, UciPlayer,
};
use tabia_report::Listener;
use tabia_uci::{Bound, Info, Message, Score};
use tabia_worker::engine::messages::BatchId;
use tabia_worker::wire::Generation;

use crate::state::play::game::Evaluation;

/// So many failures without a move in between are answered by a fresh start.
const MAX_FAILURES: u32 = 3;
/// How long an engine may be silent while it searches, in milliseconds. A worker gives a sign of life every
/// second; what runs behind a port prints when it has something to say.
const SILENCE_MS: [f64; 2] = [15_000.0, 90_000.0];
/// How long it may take from `stop` to its move, in milliseconds.
const STOP_MS: f64 = 2_000.0;

/// How an engine is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// Whether it is called line by line in a worker; otherwise lines reach it at any time.
    pub is_called: bool,
    /// Whether a search can be stopped, and told of a ponder hit, from outside.
    pub can_signal: bool,
}

/// What the worker of an engine is to do.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatOrder {
    /// Start it, afresh if it runs. What is heard of it carries this generation.
    Start(Generation),
    /// Send it lines, as the batch of this number.
    Send(BatchId, Vec<String>),
    /// Tell the search of this batch to stop.
    Stop(BatchId),
    /// Tell the search of this batch that the ponder move was played.
    PonderHit(BatchId),
}

/// What is heard of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// It runs.
    Started,
    /// What it printed.
    Lines {
        /// The batch that it answers; 0 where it is not called line by line.
        batch: BatchId,
        /// The lines.
        lines: Vec<String>,
        /// Whether it has handled the batch.
        done: bool,
    },
    /// It is gone, and why.
    Gone(String),
}

/// What became of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatEvent {
    /// Its move.
    Moved(Answer),
    /// It said something of its search; told only where somebody [listens](Seat::listen).
    Info(Box<Info>),
    /// It failed, for this reason, and is started afresh. What it was asked is forgotten.
    Restarted(String),
    /// It failed too often.
    GivenUp(String),
}

/// A move of an engine as it was given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The move; `None` if it named none.
    pub best: Option<String>,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// Its score from its own side.
    pub score: Option<Score>,
    /// The depth of that, in plies.
    pub depth: Option<u32>,
    /// All that it said of its search.
    pub listener: Listener,
}

impl Answer {
    /// The score from White's side.
    pub fn evaluation(&self, is_white: bool) -> Option<Evaluation> {
        let sign = if is_white { 1 } else { -1 };
        Some(match self.score? {
            Score::Cp(cp) => Evaluation { cp: Some(sign * cp), mate: None, depth: self.depth },
            Score::Mate(moves) => Evaluation { cp: None, mate: Some(sign * moves), depth: self.depth },
        })
    }
}

/// What an engine is to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The `position` command.
    pub position: String,
    /// The `go` command.
    pub go: String,
    /// After how many milliseconds it is made to move; infinite for never.
    pub limit_ms: f64,
}

/// What a search can be told from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Stop,
    PonderHit,
}

impl Word {
    fn order(self, batch: BatchId) -> SeatOrder {
        match self {
            Self::Stop => SeatOrder::Stop(batch),
            Self::PonderHit => SeatOrder::PonderHit(batch),
        }
    }
}

#[derive(Debug)]
struct Search {
    /// The batch with its `go`, once it was sent.
    batch: Option<BatchId>,
    is_pondering: bool,
    /// Nobody wants its result any more.
    is_discarded: bool,
    /// It is to move as soon as it can be made to.
    is_urgent: bool,
    /// What it is to be told as soon as it has begun.
    word: Option<Word>,
    /// When it is made to move.
    ends_ms: f64,
    report: Answer,
    /// The first move of its last variation.
    first: Option<String>,
}

impl Search {
    fn hear(&mut self, info: &Info) {
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

/// One engine. See the module's description.
#[derive(Debug)]
pub struct Seat {
    abilities: Abilities,
    options: Vec<(String, String)>,
    is_chess960: bool,
    player: UciPlayer,
    generation: Generation,
    last_batch: BatchId,
    in_flight: Option<BatchId>,
    search: Option<Search>,
    wanted: Option<Question>,
    failures: Failures,
    given_up: Option<String>,
    /// Whether the present worker knows the game.
    is_prepared: bool,
    /// Whether what it says of a search is told.
    is_listened_to: bool,
    orders: Vec<SeatOrder>,
}

impl Seat {
    /// An engine that is started at once. `options` are set at every start.
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
        let mut seat = Self {
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
        seat.start(now_ms);
        seat
    }

    /// Has all that it says of its searches told, as [`SeatEvent::Info`].
    pub fn listen(&mut self) {
        self.is_listened_to = true;
    }

    /// When the present search began; `None` without one.
    pub fn searching_since_ms(&self) -> Option<f64> {
        self.player.search_since_ms()
    }

    /// Counts its starts.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// What its worker is to do, since the last call.
    pub fn take_orders(&mut self) -> Vec<SeatOrder> {
        std::mem::take(&mut self.orders)
    }

    /// Whether it has nothing to do.
    pub fn is_ready(&self) -> bool {
        self.player.is_idle() && self.wanted.is_none()
    }

    /// Whether it searches for a move that is wanted.
    pub fn is_thinking(&self) -> bool {
        self.wanted.is_some()
            || self.search.as_ref().is_some_and(|search| !search.is_discarded && !search.is_pondering)
    }

    /// Whether it thinks on its opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.is_pondering && !search.is_discarded)
    }

    /// Whether it can think on its opponent's time.
    pub fn can_ponder(&self) -> bool {
        self.abilities.can_signal || !self.abilities.is_called
    }

    /// Why it cannot be used any more.
    pub fn given_up(&self) -> Option<&str> {
        self.given_up.as_deref()
    }

    /// The options that it is given at every start.
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// Lets it search; what it does now is ended first.
    pub fn think(&mut self, question: Question, now_ms: f64) {
        self.wanted = Some(question);
        self.discard(now_ms);
        self.go_on(now_ms);
    }

    /// Lets it think on its opponent's time, if it has nothing to do.
    pub fn ponder(&mut self, position: String, go: String, now_ms: f64) {
        if self.is_ready() && self.search.is_none() && self.can_ponder() {
            self.begin(Question { position, go, limit_ms: f64::INFINITY }, true, now_ms);
        }
    }

    /// Its opponent has played the expected move: from now on it searches for its own, for at most `limit_ms`.
    pub fn ponder_hit(&mut self, limit_ms: f64, now_ms: f64) {
        let Some(search) = self.search.as_mut().filter(|search| search.is_pondering) else { return };
        search.is_pondering = false;
        search.ends_ms = now_ms + limit_ms;
        self.say(Word::PonderHit);
    }

    /// Tells the search something, now or as soon as it has begun.
    fn say(&mut self, word: Word) {
        let Some(search) = &mut self.search else { return };
        match search.batch {
            Some(batch) => self.orders.push(word.order(batch)),
            None => search.word = Some(word),
        }
    }

    /// Has it forget what it knows of earlier positions before the next search (`ucinewgame`), which is of a game by these rules.
    pub fn new_game(&mut self, is_chess960: bool) {
        self.is_chess960 = is_chess960;
        self.is_prepared = false;
    }

    /// It played a legal move: earlier failures do not count any more.
    pub fn succeeded(&mut self) {
        self.failures.reset();
    }

    /// Makes it move with what it has found so far.
    pub fn move_now(&mut self, now_ms: f64) -> Option<SeatEvent> {
        let search = self.search.as_mut().filter(|search| !search.is_discarded)?;
        search.ends_ms = f64::INFINITY;
        if self.abilities.can_signal || !self.abilities.is_called {
            self.stop(now_ms);
            return None;
        }
        // Nothing reaches the search: its last variation is its answer.
        let Some(best) = search.first.clone() else {
            search.is_urgent = true;
            return None;
        };
        let answer = Answer { best: Some(best), ..search.report.clone() };
        self.start(now_ms);
        Some(SeatEvent::Moved(answer))
    }

    /// Ends what it does; no move is wanted.
    pub fn cancel(&mut self, now_ms: f64) {
        self.wanted = None;
        self.discard(now_ms);
    }

    /// Tries again after it was given up.
    pub fn retry(&mut self, now_ms: f64) {
        if self.given_up.is_some() {
            self.failures.reset();
            self.start(now_ms);
        }
    }

    /// Takes what was heard of it; what comes from an earlier start is passed over.
    pub fn hear(&mut self, generation: Generation, heard: Heard, now_ms: f64) -> Vec<SeatEvent> {
        let mut events = Vec::new();
        if generation != self.generation || self.given_up.is_some() {
            return events;
        }
        match heard {
            Heard::Started => self.player.started(now_ms),
            Heard::Gone(reason) => {
                let event = self.player.disconnected(reason);
                self.event(event, now_ms, &mut events);
            }
            Heard::Lines { batch, lines, done } => {
                if self.abilities.is_called && self.in_flight != Some(batch) {
                    return events;
                }
                self.player.alive(now_ms);
                for line in &lines {
                    // One line may end the engine, and a fresh one is in its place.
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

    /// When [`tick`](Self::tick) is to be called if nothing is heard before.
    pub fn deadline_ms(&self) -> Option<f64> {
        let ends_ms = self.search.as_ref().map(|search| search.ends_ms).filter(|ms| ms.is_finite());
        [self.player.deadline_ms().filter(|ms| ms.is_finite()), ends_ms]
            .into_iter()
            .flatten()
            .reduce(f64::min)
    }

    /// Looks at the time.
    pub fn tick(&mut self, now_ms: f64) -> Vec<SeatEvent> {
        let mut events = Vec::new();
        if self.search.as_ref().is_some_and(|search| search.ends_ms <= now_ms && !search.is_discarded) {
            events.extend(self.move_now(now_ms));
        }
        let event = self.player.time(now_ms);
        self.event(event, now_ms, &mut events);
        self.go_on(now_ms);
        events
    }

    /// Excuses it for a time in which the browser slept.
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

    /// The search in progress is of no use any more.
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

    /// Tells the search to end.
    fn stop(&mut self, now_ms: f64) {
        // Behind a port `stop` is a line, which the player sends.
        if self.abilities.is_called {
            self.say(Word::Stop);
        }
        // Its move is told when it comes.
        let _ = self.player.stop(now_ms);
        self.send();
    }

    /// Begins what is wanted, if it can.
    fn go_on(&mut self, now_ms: f64) {
        self.send();
        if !self.player.is_idle() || self.search.is_some() || self.given_up.is_some() {
            return;
        }
        if !self.is_prepared {
            self.is_prepared = true;
            self.player.set_chess960(self.is_chess960);
            self.player.tell("ucinewgame");
        }
        if let Some(question) = self.wanted.take() {
            self.begin(question, false, now_ms);
        }
        self.send();
    }

    fn begin(&mut self, question: Question, is_pondering: bool, now_ms: f64) {
        let Question { position, go, limit_ms } = question;
        let command = SearchCommand { position, go, time_ms: f64::INFINITY };
        if self.player.think(command, now_ms).is_err() {
            return;
        }
        self.search = Some(Search {
            batch: None,
            is_pondering,
            is_discarded: false,
            is_urgent: false,
            word: None,
            ends_ms: now_ms + limit_ms,
            report: Answer::default(),
            first: None,
        });
        self.send();
    }

    fn event(&mut self, event: Option<Event<'_>>, now_ms: f64, events: &mut Vec<SeatEvent>) {
        match event {
            Some(Event::Info(line)) => events.extend(self.info(line)),
            Some(Event::BestMove { answer, .. }) => {
                let Some(search) = self.search.take() else { return };
                // One that ponders was to wait for a word: its move is no answer to anything.
                if search.is_discarded || search.is_pondering {
                    return;
                }
                let text = |mv: Option<tabia_uci::UciMove>| mv.map(|mv| mv.as_str().to_owned());
                let (best, ponder) =
                    answer.map_or((None, None), |moves| (text(moves.best), text(moves.ponder)));
                events.push(SeatEvent::Moved(Answer { best, ponder, ..search.report }));
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

    /// What the engine says of its search: the score of its best line, rather an exact one.
    fn info(&mut self, line: &str) -> Option<SeatEvent> {
        let Ok(Some(Message::Info(info))) = Message::parse(line) else { return None };
        let search = self.search.as_mut().filter(|search| !search.is_discarded)?;
        search.hear(&info);
        self.is_listened_to.then_some(SeatEvent::Info(info))
    }

    fn failed(&mut self, reason: String, now_ms: f64, events: &mut Vec<SeatEvent>) {
        self.wanted = None;
        if self.failures.record(MAX_FAILURES) {
            self.start(now_ms);
            events.push(SeatEvent::Restarted(reason));
        } else {
            self.search = None;
            self.in_flight = None;
            self.generation += 1;
            self.given_up = Some(reason.clone());
            events.push(SeatEvent::GivenUp(reason));
        }
    }

    /// It named a move that is not legal: as bad as a crash.
    pub fn misplayed(&mut self, reason: String, now_ms: f64) -> Option<SeatEvent> {
        let mut events = Vec::new();
        self.failed(reason, now_ms, &mut events);
        events.pop()
    }

    /// Does what the player wants done, as soon as the engine can be told.
    fn send(&mut self) {
        if self.abilities.is_called && self.in_flight.is_some() {
            return;
        }
        let mut lines = Vec::new();
        while let Some(output) = self.player.next_output() {
            match output {
                Output::Line(line) => lines.push(line),
                Output::Start => self.orders.push(SeatOrder::Start(self.generation)),
                // A fresh start ends the one before.
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
        self.orders.push(SeatOrder::Send(self.last_batch, lines));
        if let Some(search) = self.search.as_mut().filter(|search| has_go && search.batch.is_none()) {
            search.batch = Some(self.last_batch);
            if let Some(word) = search.word.take() {
                self.orders.push(word.order(self.last_batch));
            }
        }
    }
}
