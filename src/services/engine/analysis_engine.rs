//! Decides what one engine worker is sent, and when it is replaced.
//!
//! It is a pure state machine. Requests of the page, messages of the worker and the time come in as method calls; commands go out through
//! [`EngineLink`], events for the page through [`AnalysisEngine::take_events`]. It has no clock and no timer: [`AnalysisEngine::deadline_ms`]
//! gives the time to call [`AnalysisEngine::tick`].
//!
//! - One search is in flight. A newer request stops it and starts once the engine has replied; of several requests that arrive in the
//!   meantime, only the latest is searched.
//! - Every line carries the id of its batch, so lines of an older search or an older worker cannot reach the page.
//! - [`UciPlayer`] handles the protocol and detects failures (to load, reply, stop, or end). A failure is met with a new worker, which
//!   resumes the search. Repeated failure ends in [`EngineState::Failed`].

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
use crate::language::tr;
use crate::platform::port::PortEvent;
use crate::state::analysis_request::{AnalysisRequest, Limits};

/// UCI option for tablebases. An engine build has no file system: any value means the files of its host.
pub(super) const TABLES_OPTION: &str = "SyzygyPath";

/// UCI option of engines that have position learning.
pub const LEARN_OPTION: &str = "Learn";

/// Converts the engine's remark on an option: a report on the tablebases, or the reason why a value was refused, sent as `setoption NAME:
/// reason`.
fn option_remark(option: &str, text: &str) -> Option<EngineEvent> {
    if option.eq_ignore_ascii_case(TABLES_OPTION) {
        return Some(EngineEvent::Tables(text.into()));
    }
    text.strip_prefix("setoption ")
        .map(|refused| EngineEvent::Notice(tr!("The engine rejected a setting. {refused}", refused)))
}

/// Converts another remark on tablebases, of the form `NAME: text` with the option's name.
fn tables_remark(text: &str) -> Option<EngineEvent> {
    let (option, _) = text.split_once(": ")?;
    option.eq_ignore_ascii_case(TABLES_OPTION).then(|| EngineEvent::Tables(text.into()))
}

/// Search in progress.
#[derive(Debug)]
struct RunningSearch {
    id: BatchId,
    request: Rc<AnalysisRequest>,
    collector: Collector,
    /// Time at which it should have ended by its own limit.
    ends_ms: f64,
    is_stopping: bool,
    /// Whether its further output is obsolete because the engine's options changed.
    is_void: bool,
    best_move: Option<BestMove>,
}

/// State after permanent failure.
#[derive(Debug)]
struct GivenUp {
    reason: String,
    /// Whether it had been ready before it failed.
    was_ready: bool,
}

/// Origin of the current worker, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Worker {
    /// Started for requests.
    Usual,
    /// Started because the previous one could not be stopped otherwise.
    Replacement,
    /// Ended to free its memory; the next request starts another.
    Resting,
}

/// Supervised engine. See the module documentation.
#[derive(Debug)]
pub struct AnalysisEngine<L> {
    link: L,
    timeouts: Timeouts,
    /// Whether the engine accepts lines at any time and reports completion itself: a foreign one behind a port.
    is_streamed: bool,
    player: UciPlayer,
    given_up: Option<GivenUp>,
    generation: Generation,
    last_batch: BatchId,
    /// Batch that the worker has not finished.
    in_flight: Option<BatchId>,
    search: Option<RunningSearch>,
    /// Whether the current worker's engine has been ready.
    was_ready: bool,
    /// Next deadline check, postponed because the page itself had slept.
    postponed_ms: Option<f64>,
    /// Next request to search; kept until its search has ended.
    wanted: Option<Rc<AnalysisRequest>>,
    /// Game last announced to the current worker.
    game: Option<u64>,
    options: Options,
    /// Learned positions, as commands (docs/uci.md, `learn`).
    learned: Rc<[String]>,
    /// Whether the current worker's engine has yet to get them.
    owes_learned: bool,
    /// Failures since the last successful search.
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

impl<L: EngineLink> AnalysisEngine<L> {
    /// Creates an analysis engine; [`AnalysisEngine::start`] starts its engine.
    pub fn new(link: L, timeouts: Timeouts) -> Self {
        Self::over(Transport::Calls, link, timeouts)
    }

    /// Creates an analysis engine for an engine reached through the given transport.
    pub fn over(transport: Transport, link: L, timeouts: Timeouts) -> Self {
        let limits = player_limits(timeouts);
        let config = PlayerConfig { transport, limits, ..PlayerConfig::default() };
        let mut options = Options::default();
        // Set as an option rather than by the player's role, so that users who want a strength limit or contempt in analysis can choose
        // so.
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
            learned: Rc::default(),
            owes_learned: false,
            failures: Failures::default(),
            worker: Worker::Usual,
            state: None,
            events: Vec::new(),
        }
    }

    /// Starts the engine. As in every method, `now_ms` is the time in milliseconds from any fixed origin.
    pub fn start(&mut self, now_ms: f64) {
        self.start_worker(now_ms);
        self.publish_state();
    }

    /// Requests an analysis. It replaces the one in progress and any pending one.
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
            // That one position may have broken the engine, so retry. One more failure is permanent again.
            self.start_worker(now_ms);
        }
        self.publish_state();
    }

    /// Stops the search in progress and drops any pending one.
    pub fn stop(&mut self, now_ms: f64) {
        self.wanted = None;
        self.stop_search(now_ms);
        self.publish_state();
    }

    /// Sets an engine option, now or as soon as it is idle. A search in progress restarts with it.
    pub fn set_option(&mut self, now_ms: f64, name: &str, value: &str) {
        if self.options.want(name, value) {
            self.stop_search(now_ms);
        }
        self.publish_state();
    }

    /// Replaces the user's choices for this engine; they override [`AnalysisEngine::set_option`].
    pub fn choose_options(&mut self, now_ms: f64, choices: &[(String, String)]) {
        if self.options.choose(choices) {
            if let Some(search) = &mut self.search {
                search.is_void = true;
            }
            self.stop_search(now_ms);
        }
        self.publish_state();
    }

    /// Replaces the learned positions. An engine with position learning gets them before its next search.
    pub fn set_learned(&mut self, learned: Rc<[String]>) {
        self.owes_learned = true;
        self.learned = learned;
    }

    /// Presses a button among the engine's options. A search in progress restarts after it.
    pub fn press(&mut self, now_ms: f64, name: &str) {
        if !self.options.press(name) {
            return;
        }
        self.stop_search(now_ms);
        if self.worker == Worker::Resting {
            self.start_worker(now_ms);
        } else if self.player.is_idle() {
            for option in self.options.changes() {
                self.player.send_idle(&option.to_string());
            }
            self.send(now_ms);
        }
        self.publish_state();
    }

    /// Restarts the engine in a new worker, which resumes the wanted search; for changes that a running worker cannot be sent. An engine
    /// that has failed is left alone.
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

    /// Ends an engine that is idle, with no typed commands pending either, to free its memory. The next request starts it again, with an
    /// empty hash table; to the user it looks idle in the meantime.
    pub fn rest(&mut self) {
        let is_idle = self.state() == EngineState::Idle && self.in_flight.is_none() && self.wanted.is_none();
        if is_idle && !self.link.is_busy_by_hand() {
            self.link.terminate();
            // Its last output may still be on its way.
            self.generation += 1;
            self.worker = Worker::Resting;
        }
    }

    /// Retries after a failure.
    pub fn retry(&mut self, now_ms: f64) {
        if self.given_up.is_some() {
            self.failures.reset();
            self.start_worker(now_ms);
            self.publish_state();
        }
    }

    /// Sets the timeouts, effective from the next deadline on.
    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.timeouts = timeouts;
        self.player.set_limits(player_limits(timeouts));
    }

    /// Handles a worker event. Events of a replaced worker are ignored.
    pub fn on_message(&mut self, now_ms: f64, generation: Generation, message: PortEvent<FromEngine>) {
        if generation != self.generation || self.given_up.is_some() {
            return;
        }
        match message {
            PortEvent::Message { body: FromEngine::Loaded, .. } => self.player.started(now_ms),
            PortEvent::Message { id, body: FromEngine::Lines { lines, done, .. } } => {
                self.lines(now_ms, id, &lines, done);
            }
            PortEvent::Message { body: FromEngine::OptionRemark { option, text }, .. } => {
                self.events.extend(option_remark(&option, &text));
            }
            PortEvent::Message { body: FromEngine::Fault(message), .. } => self.fail(now_ms, message),
            // Already handled by the link.
            PortEvent::Message { body: FromEngine::StartThread { .. }, .. } => {}
            PortEvent::Fault(fault) => self.fail(now_ms, tr!("its worker {fault}", fault)),
        }
        self.send(now_ms);
        self.publish_state();
    }

    /// Returns when to call [`AnalysisEngine::tick`] if nothing happens before.
    pub fn deadline_ms(&self) -> Option<f64> {
        let deadline_ms = self.player.deadline_ms()?;
        let ends_ms = self.running_search().map_or(f64::INFINITY, |search| search.ends_ms);
        Some(self.postponed_ms.unwrap_or_else(|| deadline_ms.min(ends_ms)))
    }

    /// Checks the deadlines. Calling it too early has no effect.
    pub fn tick(&mut self, now_ms: f64) {
        let Some(deadline_ms) = self.deadline_ms().filter(|deadline_ms| *deadline_ms <= now_ms) else {
            return;
        };
        // A timer this late means that the page slept (hidden tab, closed lid). The missing reply may be queued behind this very call, so
        // check again after it had its turn.
        if now_ms - deadline_ms > self.timeouts.late_ms && self.postponed_ms.is_none() {
            self.postponed_ms = Some(now_ms + self.timeouts.stop_ms);
            return;
        }
        self.postponed_ms = None;
        if let Some(search) = self.running_search().filter(|search| search.ends_ms <= now_ms) {
            // It used up its time, so do not restart this search.
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

    /// Returns the events since the last call, oldest first.
    pub fn take_events(&mut self) -> Vec<EngineEvent> {
        std::mem::take(&mut self.events)
    }

    /// Returns the state of the engine.
    pub fn state(&self) -> EngineState {
        match (&self.given_up, &self.search) {
            (Some(given_up), _) => EngineState::Failed(given_up.reason.clone()),
            (None, Some(RunningSearch { is_stopping: true, .. })) => EngineState::Stopping,
            (None, Some(_)) => EngineState::Searching,
            (None, None) if self.player.is_idle() => EngineState::Idle,
            // To the user, a search that only a new worker can end is still being stopped.
            (None, None) if self.worker == Worker::Replacement => EngineState::Stopping,
            (None, None) => EngineState::Loading,
        }
    }

    /// Returns the current or next request to search.
    pub fn wanted(&self) -> Option<&Rc<AnalysisRequest>> {
        self.wanted.as_ref()
    }

    /// Returns the identity reported by the engine.
    pub fn identity(&self) -> &Identity {
        self.player.identity()
    }

    /// Returns the link, for tests that script it.
    pub fn link_mut(&mut self) -> &mut L {
        &mut self.link
    }

    fn can_learn(&self) -> bool {
        self.identity().options.iter().any(|option| option.name.eq_ignore_ascii_case(LEARN_OPTION))
    }

    /// Returns the search in progress, unless it is stopping.
    fn running_search(&self) -> Option<&RunningSearch> {
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
        self.owes_learned = !self.learned.is_empty();
        self.worker = Worker::Usual;
        self.player.start(now_ms);
        self.send(now_ms);
    }

    /// Handles the engine becoming idle: starts what is wanted.
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
            self.player.send_idle(&option.to_string());
        }
        if std::mem::take(&mut self.owes_learned) && self.can_learn() {
            self.player.send_idle("learn clear");
            for line in self.learned.iter() {
                self.player.send_idle(line);
            }
        }
        if self.game.replace(request.game) != Some(request.game) {
            self.player.send_idle("ucinewgame");
        }
        let command = SearchCommand {
            position: Command::Position(request.position()).to_string(),
            go: Command::Go(request.go()).to_string(),
            // Overruns of its own limit are detected here.
            time_ms: f64::INFINITY,
        };
        let ends_ms = match request.limits {
            Limits::MoveTime(ms) => now_ms + f64::from(ms) + self.timeouts.overrun_ms,
            _ => f64::INFINITY,
        };
        if let Err(conduct) = self.player.think(command, now_ms) {
            return self.fail(now_ms, conduct.to_string());
        }
        self.search = Some(RunningSearch {
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

    /// Stops the search in progress, if any.
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

    /// Ends a search by killing its worker, and starts a new one.
    fn replace(&mut self, now_ms: f64) {
        if let Some(search) = self.search.as_ref().filter(|search| !search.is_void) {
            // No more lines will follow.
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
            // A line may end the engine and bring up a new one.
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

    /// Handles the outcome of a line or a timeout. Returns whether there is more of the search to show.
    fn event(&mut self, now_ms: f64, event: Option<Event<'_>>) -> bool {
        match event {
            Some(Event::Introduced) => self.introduced(),
            Some(Event::InfoString(text)) => self.events.extend(tables_remark(text)),
            Some(Event::Info(line)) => return self.info(line),
            Some(Event::BestMove { answer, .. }) => {
                if let Some(search) = &mut self.search {
                    search.best_move = answer.ok();
                }
                // No batch completion follows.
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
            self.player.send_idle(&change.to_string());
        }
        self.events.push(EngineEvent::Identity(Rc::new(identity)));
    }

    fn info(&mut self, line: &str) -> bool {
        // Unreadable lines are skipped, as UCI requires.
        let (Ok(Some(Message::Info(info))), Some(search)) = (Message::parse(line), &mut self.search) else {
            return false;
        };
        self.events.extend(info.string.as_deref().and_then(tables_remark));
        search.collector.info(&info)
    }

    fn search_done(&mut self, now_ms: f64) {
        let Some(search) = self.search.take() else { return };
        let Some(best_move) = search.best_move else {
            self.fail(now_ms, tr!("it ended a search without bestmove").to_owned());
            return;
        };
        self.failures.reset();
        if !search.is_void {
            self.events.push(EngineEvent::Analysis(Rc::new(search.collector.update(Some(best_move)))));
        }
        // A search that was stopped to restart with other options is still wanted.
        if !search.is_stopping
            && self.wanted.as_ref().is_some_and(|wanted| Rc::ptr_eq(wanted, &search.request))
        {
            self.wanted = None;
        }
        self.become_idle(now_ms);
    }

    /// Handles a failed engine: replaces it, or gives up if that happens too often.
    fn fail(&mut self, now_ms: f64, reason: String) {
        // Many JavaScript engines read no input while they search, so not stopping does not count as a failure.
        if self.is_streamed && self.search.as_ref().is_some_and(|search| search.is_stopping) {
            return self.replace(now_ms);
        }
        let _ = self.player.disconnected(reason.clone());
        if self.failures.record(self.timeouts.max_failures + 1) {
            self.events.push(EngineEvent::Notice(tr!("Engine restarted: {reason}", reason)));
            self.start_worker(now_ms);
        } else {
            self.link.terminate();
            self.search = None;
            self.worker = Worker::Usual;
            self.given_up = Some(GivenUp { reason, was_ready: self.was_ready });
        }
    }

    /// Carries out the player's output, once the worker has finished the previous batch.
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
                // The worker is killed when another is started, or on giving up.
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
