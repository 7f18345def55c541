//! The supervisor: decides what one engine worker is told, and when it is replaced.
//!
//! It is a pure state machine. Requests of the page, messages of the worker and the time come in by method
//! calls; commands go out through the [`EngineLink`], events for the page through
//! [`Supervisor::take_events`]. It owns no clock and no timer: [`Supervisor::deadline_ms`] says when
//! [`Supervisor::tick`] wants to be called.
//!
//! - One search is in flight. A newer request stops it and is started when the engine has answered; of
//!   several requests that arrive meanwhile only the newest is ever searched.
//! - Every line carries the id of the batch it answers, so a line of an older search or of an older worker
//!   cannot reach the page.
//! - The protocol, and what the engine fails to do (load, answer, stop, end), is [`UciPlayer`]'s. A failure
//!   is answered by a fresh worker which takes up the search again. Repeated failure ends in
//!   [`EngineState::Failed`].

use std::rc::Rc;

use tabia_arena::Failures;
use tabia_arena::player::{
    Event, Identity, Output, PlayerConfig, PlayerLimits, SearchCommand, Transport, UciPlayer,
};
use tabia_uci::{BestMove, Command, Message};
use tabia_worker::engine::messages::{BatchId, FromEngine};
use tabia_worker::wire::Generation;

use super::collector::Collector;
use super::events::{EngineEvent, EngineState};
use super::link::EngineLink;
use super::options::Options;
use super::timeouts::Timeouts;
use crate::platform::port::PortEvent;
use crate::state::analysis_request::{AnalysisRequest, Limits};

/// The option that names tablebases. An engine build has no folders: any value means the files of its host.
pub(super) const TABLES_OPTION: &str = "SyzygyPath";

/// What the engine says of an option: of the tablebases, or why a value was refused, which is told as
/// `setoption NAME: reason`.
fn option_remark(option: &str, text: &str) -> Option<EngineEvent> {
    if option.eq_ignore_ascii_case(TABLES_OPTION) {
        return Some(EngineEvent::Tables(text.into()));
    }
    text.strip_prefix("setoption ")
        .map(|refused| EngineEvent::Notice(format!("The engine rejected a setting. {refused}")))
}

/// What the engine says of its tablebases besides: `NAME: text`, with the option's name.
fn tables_remark(text: &str) -> Option<EngineEvent> {
    let (option, _) = text.split_once(": ")?;
    option.eq_ignore_ascii_case(TABLES_OPTION).then(|| EngineEvent::Tables(text.into()))
}

/// A search that has not ended.
#[derive(Debug)]
struct Search {
    id: BatchId,
    request: Rc<AnalysisRequest>,
    collector: Collector,
    /// When it is to have ended by its own limit.
    ends_ms: f64,
    is_stopping: bool,
    /// What it says from now on is of no use: the engine has been given other options.
    is_void: bool,
    best_move: Option<BestMove>,
}

/// Why there is no engine any more.
#[derive(Debug)]
struct GivenUp {
    reason: String,
    /// It had been ready before it failed.
    was_ready: bool,
}

/// Why the present worker is there, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Worker {
    /// It was started to be asked.
    Usual,
    /// It was started because nothing else could stop the one before.
    Replacement,
    /// It was ended to give back its memory; the next request starts another.
    Resting,
}

/// One engine, kept at work. See the module's description.
#[derive(Debug)]
pub struct Supervisor<L> {
    link: L,
    timeouts: Timeouts,
    /// The engine hears lines at any time, and says itself when it is done: a foreign one behind a port.
    is_streamed: bool,
    player: UciPlayer,
    given_up: Option<GivenUp>,
    generation: Generation,
    last_batch: BatchId,
    /// The batch that the worker has and has not finished.
    in_flight: Option<BatchId>,
    search: Option<Search>,
    /// Whether the present worker's engine was ready once.
    was_ready: bool,
    /// The next look at the time, put off because the page itself had slept.
    postponed_ms: Option<f64>,
    /// What is to be searched next; kept until its search has ended.
    wanted: Option<Rc<AnalysisRequest>>,
    /// The game the present worker was last told about.
    game: Option<u64>,
    options: Options,
    /// Failures since the last search that ended well.
    failures: Failures,
    worker: Worker,
    state: Option<EngineState>,
    events: Vec<EngineEvent>,
}

fn player_limits(timeouts: Timeouts) -> PlayerLimits {
    PlayerLimits {
        start_ms: timeouts.load_ms,
        uciok_ms: timeouts.answer_ms,
        readyok_ms: timeouts.answer_ms,
        stop_ms: timeouts.stop_ms,
        ponder_stop_ms: timeouts.stop_ms,
        silence_ms: timeouts.silence_ms,
    }
}

impl<L: EngineLink> Supervisor<L> {
    /// A supervisor whose engine is started by [`Supervisor::start`].
    pub fn new(link: L, timeouts: Timeouts) -> Self {
        Self::over(Transport::Calls, link, timeouts)
    }

    /// The same for an engine that is reached in another way than by calls of a build.
    pub fn over(transport: Transport, link: L, timeouts: Timeouts) -> Self {
        let limits = player_limits(timeouts);
        let config = PlayerConfig { transport, limits, ..PlayerConfig::default() };
        let mut options = Options::default();
        // Not by the player's role: whoever wants a level or contempt to count in an analysis chooses so.
        options.want("UCI_AnalyseMode", "true");
        Self {
            link,
            timeouts,
            is_streamed: transport == Transport::Stream,
            player: UciPlayer::new(config),
            given_up: None,
            generation: 0,
            last_batch: 0,
            in_flight: None,
            search: None,
            was_ready: false,
            postponed_ms: None,
            wanted: None,
            game: None,
            options,
            failures: Failures::default(),
            worker: Worker::Usual,
            state: None,
            events: Vec::new(),
        }
    }

    /// Starts the engine. `now_ms` is the time in milliseconds from any fixed origin, here as in every
    /// method.
    pub fn start(&mut self, now_ms: f64) {
        self.start_worker(now_ms);
        self.publish_state();
    }

    /// Asks for an analysis. It takes the place of the one in progress and of any that waits.
    pub fn request(&mut self, now_ms: f64, request: AnalysisRequest) {
        if let Some(search) = self.running_search()
            && *search.request == request
        {
            self.wanted = Some(search.request.clone());
            return;
        }
        let request = Rc::new(request);
        self.wanted = Some(request.clone());
        if self.worker == Worker::Resting {
            self.start_worker(now_ms);
        } else if self.player.is_idle() {
            self.search(now_ms, request);
        } else if self.running_search().is_some() {
            self.stop_search(now_ms);
        } else if self.given_up.as_ref().is_some_and(|given_up| given_up.was_ready) {
            // What broke the engine was perhaps that one position. One failure more and it has failed again.
            self.start_worker(now_ms);
        }
        self.publish_state();
    }

    /// Stops the search in progress and forgets any that waits.
    pub fn stop(&mut self, now_ms: f64) {
        self.wanted = None;
        self.stop_search(now_ms);
        self.publish_state();
    }

    /// Sets an option of the engine, now or as soon as it is idle. A search in progress is begun anew with
    /// it.
    pub fn set_option(&mut self, now_ms: f64, name: &str, value: &str) {
        if self.options.want(name, value) {
            self.stop_search(now_ms);
        }
        self.publish_state();
    }

    /// Takes the user's choices for this engine, in place of those before; they go before what [`Supervisor::set_option`] says.
    pub fn choose_options(&mut self, now_ms: f64, choices: &[(String, String)]) {
        if self.options.choose(choices) {
            if let Some(search) = &mut self.search {
                search.is_void = true;
            }
            self.stop_search(now_ms);
        }
        self.publish_state();
    }

    /// Presses a button among the engine's options. A search in progress is begun anew behind it.
    pub fn press(&mut self, now_ms: f64, name: &str) {
        if !self.options.press(name) {
            return;
        }
        self.stop_search(now_ms);
        if self.worker == Worker::Resting {
            self.start_worker(now_ms);
        } else if self.player.is_idle() {
            for option in self.options.changes() {
                self.player.tell(&option.to_string());
            }
            self.send(now_ms);
        }
        self.publish_state();
    }

    /// Starts the engine anew in a fresh worker, which takes up what is wanted: for what a running worker
    /// cannot be told. An engine that has failed is left alone.
    pub fn restart(&mut self, now_ms: f64) {
        if self.given_up.is_some() {
            return;
        }
        if let Some(search) = &self.search {
            self.events.push(EngineEvent::Analysis(Rc::new(search.collector.update(None))));
        }
        self.start_worker(now_ms);
        self.publish_state();
    }

    /// Gives back the memory of an engine that has nothing to do, also nothing that somebody typed at the console. It is started again by
    /// the next request, with an empty hash table; to the user it is idle meanwhile.
    pub fn rest(&mut self) {
        let is_idle = self.state() == EngineState::Idle && self.in_flight.is_none() && self.wanted.is_none();
        if is_idle && !self.link.is_busy_by_hand() {
            self.link.terminate();
            // What it said last may still be on its way.
            self.generation += 1;
            self.worker = Worker::Resting;
        }
    }

    /// Tries again after a failure.
    pub fn retry(&mut self, now_ms: f64) {
        if self.given_up.is_some() {
            self.failures.reset();
            self.start_worker(now_ms);
            self.publish_state();
        }
    }

    /// Changes how patient the supervisor is, from the next deadline on.
    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.timeouts = timeouts;
        self.player.set_limits(player_limits(timeouts));
    }

    /// Takes what was heard of a worker. What comes from one that was replaced is ignored.
    pub fn hear(&mut self, now_ms: f64, generation: Generation, heard: PortEvent<FromEngine>) {
        if generation != self.generation || self.given_up.is_some() {
            return;
        }
        match heard {
            PortEvent::Message { body: FromEngine::Loaded, .. } => self.player.started(now_ms),
            PortEvent::Message { id, body: FromEngine::Lines { lines, done, .. } } => {
                self.lines(now_ms, id, &lines, done);
            }
            PortEvent::Message { body: FromEngine::OptionRemark { option, text }, .. } => {
                self.events.extend(option_remark(&option, &text));
            }
            PortEvent::Message { body: FromEngine::Fault(message), .. } => self.fail(now_ms, message),
            // Its link has done what it asks for.
            PortEvent::Message { body: FromEngine::StartThread { .. }, .. } => {}
            PortEvent::Fault(fault) => self.fail(now_ms, format!("its worker {fault}")),
        }
        self.send(now_ms);
        self.publish_state();
    }

    /// When [`Supervisor::tick`] is to be called, if nothing happens before.
    pub fn deadline_ms(&self) -> Option<f64> {
        let deadline_ms = self.player.deadline_ms()?;
        let ends_ms = self.running_search().map_or(f64::INFINITY, |search| search.ends_ms);
        Some(self.postponed_ms.unwrap_or_else(|| deadline_ms.min(ends_ms)))
    }

    /// Looks at the time. Too early a call does nothing.
    pub fn tick(&mut self, now_ms: f64) {
        let Some(deadline_ms) = self.deadline_ms().filter(|deadline_ms| *deadline_ms <= now_ms) else {
            return;
        };
        // A timer this late means that the page slept (a hidden tab, a closed lid). The answer that seems to
        // be missing may wait in the same queue, behind this very call: look again after it had its turn.
        if now_ms - deadline_ms > self.timeouts.late_ms && self.postponed_ms.is_none() {
            self.postponed_ms = Some(now_ms + self.timeouts.stop_ms);
            return;
        }
        self.postponed_ms = None;
        if let Some(search) = self.running_search().filter(|search| search.ends_ms <= now_ms) {
            // It had its time: nobody wants this search to be begun again.
            if self.wanted.as_ref().is_some_and(|wanted| Rc::ptr_eq(wanted, &search.request)) {
                self.wanted = None;
            }
            self.stop_search(now_ms);
        } else {
            let event = self.player.time(now_ms);
            self.event(now_ms, event);
        }
        self.send(now_ms);
        self.publish_state();
    }

    /// The events since the last call, oldest first.
    pub fn take_events(&mut self) -> Vec<EngineEvent> {
        std::mem::take(&mut self.events)
    }

    /// What the engine is doing.
    pub fn state(&self) -> EngineState {
        match (&self.given_up, &self.search) {
            (Some(given_up), _) => EngineState::Failed(given_up.reason.clone()),
            (None, Some(Search { is_stopping: true, .. })) => EngineState::Stopping,
            (None, Some(_)) => EngineState::Searching,
            (None, None) if self.player.is_idle() => EngineState::Idle,
            // To the user a search that only a fresh worker can stop is still being stopped.
            (None, None) if self.worker == Worker::Replacement => EngineState::Stopping,
            (None, None) => EngineState::Loading,
        }
    }

    /// What is to be searched, now or next.
    pub fn wanted(&self) -> Option<&Rc<AnalysisRequest>> {
        self.wanted.as_ref()
    }

    /// What the engine says of itself.
    pub fn identity(&self) -> &Identity {
        self.player.identity()
    }

    /// The link, for tests that script it.
    pub fn link_mut(&mut self) -> &mut L {
        &mut self.link
    }

    /// The search in progress, unless it is to stop.
    fn running_search(&self) -> Option<&Search> {
        self.search.as_ref().filter(|search| !search.is_stopping)
    }

    fn start_worker(&mut self, now_ms: f64) {
        self.generation += 1;
        self.given_up = None;
        self.in_flight = None;
        self.search = None;
        self.was_ready = false;
        self.postponed_ms = None;
        self.game = None;
        self.options.worker_replaced();
        self.worker = Worker::Usual;
        self.player.start(now_ms);
        self.send(now_ms);
    }

    /// The engine has nothing to do: gives it what is wanted.
    fn become_idle(&mut self, now_ms: f64) {
        self.was_ready = true;
        self.worker = Worker::Usual;
        if let Some(request) = self.wanted.clone() {
            self.search(now_ms, request);
        }
    }

    fn search(&mut self, now_ms: f64, request: Rc<AnalysisRequest>) {
        self.options.want("MultiPV", &request.multipv.max(1).to_string());
        self.options.want("UCI_Chess960", if request.chess960 { "true" } else { "false" });
        for option in self.options.changes() {
            self.player.tell(&option.to_string());
        }
        if self.game.replace(request.game) != Some(request.game) {
            self.player.tell("ucinewgame");
        }
        let command = SearchCommand {
            position: Command::Position(request.position()).to_string(),
            go: Command::Go(request.go()).to_string(),
            // What it may take beyond its own limit is judged here.
            time_ms: f64::INFINITY,
        };
        let ends_ms = match request.limits {
            Limits::MoveTime(ms) => now_ms + f64::from(ms) + self.timeouts.overrun_ms,
            _ => f64::INFINITY,
        };
        if let Err(conduct) = self.player.think(command, now_ms) {
            return self.fail(now_ms, conduct.to_string());
        }
        self.search = Some(Search {
            id: self.last_batch + 1,
            collector: Collector::new(request.clone()),
            request,
            ends_ms,
            is_stopping: false,
            is_void: false,
            best_move: None,
        });
        self.postponed_ms = None;
        self.send(now_ms);
    }

    /// Stops the search in progress, if there is one.
    fn stop_search(&mut self, now_ms: f64) {
        let Some(search) = self.search.as_mut().filter(|search| !search.is_stopping) else { return };
        search.is_stopping = true;
        self.postponed_ms = None;
        if self.link.signal_stop(search.id) {
            // The result is still to come.
            let _ = self.player.stop(now_ms);
            if self.is_streamed {
                self.send(now_ms);
            }
        } else {
            self.replace(now_ms);
        }
    }

    /// Ends a search with its worker, and starts a fresh one.
    fn replace(&mut self, now_ms: f64) {
        if let Some(search) = self.search.as_ref().filter(|search| !search.is_void) {
            // The lines so far are all there will be.
            let update = search.collector.update(Some(BestMove { best: None, ponder: None }));
            self.events.push(EngineEvent::Analysis(Rc::new(update)));
        }
        self.start_worker(now_ms);
        if self.given_up.is_none() {
            self.worker = Worker::Replacement;
        }
    }

    fn lines(&mut self, now_ms: f64, batch: BatchId, lines: &[String], done: bool) {
        if !self.is_streamed && self.in_flight != Some(batch) {
            return;
        }
        self.postponed_ms = None;
        self.player.alive(now_ms);
        let mut is_new = false;
        let generation = self.generation;
        for line in lines {
            // One line may end the engine, and a fresh one is in its place.
            if generation != self.generation {
                return;
            }
            let event = self.player.line(line, now_ms);
            is_new |= self.event(now_ms, event);
        }
        if done {
            self.in_flight = None;
            let event = self.player.returned();
            self.event(now_ms, event);
        } else if is_new
            && let Some(search) = self.running_search().filter(|search| search.best_move.is_none())
        {
            let update = search.collector.update(None);
            self.events.push(EngineEvent::Analysis(Rc::new(update)));
        }
    }

    /// Takes what became of a line or of time. Returns whether there is more to show of the search.
    fn event(&mut self, now_ms: f64, event: Option<Event<'_>>) -> bool {
        match event {
            Some(Event::Introduced) => self.introduced(),
            Some(Event::InfoString(text)) => self.events.extend(tables_remark(text)),
            Some(Event::Info(line)) => return self.info(line),
            Some(Event::BestMove { answer, .. }) => {
                if let Some(search) = &mut self.search {
                    search.best_move = answer.ok();
                }
                // Nothing returns behind it.
                if self.is_streamed {
                    self.search_done(now_ms);
                }
            }
            Some(Event::Ready) if self.search.is_some() => self.search_done(now_ms),
            Some(Event::Ready) => self.become_idle(now_ms),
            Some(Event::NoBestMove(_)) => self.search_done(now_ms),
            Some(Event::Lost(conduct)) => self.fail(now_ms, conduct.to_string()),
            Some(Event::Stray(_) | Event::Overdue) | None => {}
        }
        false
    }

    fn introduced(&mut self) {
        let identity = self.player.identity().clone();
        for option in &identity.options {
            self.options.offer(option.clone());
        }
        for change in self.options.changes() {
            self.player.tell(&change.to_string());
        }
        self.events.push(EngineEvent::Identity(Rc::new(identity)));
    }

    fn info(&mut self, line: &str) -> bool {
        // What cannot be read is skipped, as UCI asks for.
        let (Ok(Some(Message::Info(info))), Some(search)) = (Message::parse(line), &mut self.search) else {
            return false;
        };
        self.events.extend(info.string.as_deref().and_then(tables_remark));
        search.collector.info(&info)
    }

    fn search_done(&mut self, now_ms: f64) {
        let Some(search) = self.search.take() else { return };
        let Some(best_move) = search.best_move else {
            self.fail(now_ms, "it ended a search without bestmove".to_owned());
            return;
        };
        self.failures.reset();
        if !search.is_void {
            self.events.push(EngineEvent::Analysis(Rc::new(search.collector.update(Some(best_move)))));
        }
        // A search that was stopped to be begun anew, with other options, is still wanted.
        if !search.is_stopping
            && self.wanted.as_ref().is_some_and(|wanted| Rc::ptr_eq(wanted, &search.request))
        {
            self.wanted = None;
        }
        self.become_idle(now_ms);
    }

    /// The engine is of no use any more: a fresh one takes its place, or none if that happens too often.
    fn fail(&mut self, now_ms: f64, reason: String) {
        // Many engines in JavaScript hear nothing while they search: that they do not stop is no failure of theirs.
        if self.is_streamed && self.search.as_ref().is_some_and(|search| search.is_stopping) {
            return self.replace(now_ms);
        }
        let _ = self.player.disconnected(reason.clone());
        if self.failures.record(self.timeouts.max_failures + 1) {
            self.events.push(EngineEvent::Notice(format!("Engine restarted: {reason}")));
            self.start_worker(now_ms);
        } else {
            self.link.terminate();
            self.search = None;
            self.worker = Worker::Usual;
            self.given_up = Some(GivenUp { reason, was_ready: self.was_ready });
        }
    }

    /// Does what the player wants done, as soon as the worker has finished what it was sent before.
    fn send(&mut self, now_ms: f64) {
        if !self.is_streamed && self.in_flight.is_some() {
            return;
        }
        let mut lines = Vec::new();
        while let Some(output) = self.player.next_output() {
            match output {
                Output::Line(line) => lines.push(line),
                Output::Start => {
                    if let Err(error) = self.link.start(self.generation) {
                        return self.fail(now_ms, error.to_string());
                    }
                }
                // The worker is ended when another is started, or none any more.
                Output::Kill => {}
            }
        }
        if lines.is_empty() {
            return;
        }
        self.last_batch += 1;
        self.in_flight = Some(self.last_batch);
        if let Err(error) = self.link.send(self.last_batch, lines) {
            self.fail(now_ms, error.to_string());
        }
    }

    fn publish_state(&mut self) {
        let state = self.state();
        if self.state.as_ref() != Some(&state) {
            self.state = Some(state.clone());
            self.events.push(EngineEvent::State(state));
        }
    }
}

#[cfg(test)]
mod tests;
