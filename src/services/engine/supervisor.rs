//! The supervisor: decides what one engine worker is told, and when it is replaced.
//!
//! It is a pure state machine. Requests of the page, messages of the worker and the time come in by method calls;
//! commands go out through the [`EngineLink`], events for the page through [`Supervisor::take_events`]. It owns no
//! clock and no timer: [`Supervisor::deadline_ms`] says when [`Supervisor::tick`] wants to be called.
//!
//! - One search is in flight. A newer request stops it and is started when the engine has answered; of several
//!   requests that arrive meanwhile only the newest is ever searched.
//! - Every line carries the id of the batch it answers, so a line of an older search or of an older worker
//!   cannot reach the page.
//! - Whatever the engine fails to do (load, answer, stop, end) is noticed by time, and answered by a fresh
//!   worker which takes up the search again. Repeated failure ends in [`EngineState::Failed`].

use std::rc::Rc;

use tabia_uci::{BestMove, Command, Info, Message};
use tabia_worker::engine::messages::{BatchId, FromEngine};
use tabia_worker::wire::Generation;

use super::collector::Collector;
use super::events::{EngineEvent, EngineState, Identity};
use super::link::EngineLink;
use super::options::Options;
use super::timeouts::Timeouts;
use crate::platform::port::PortEvent;
use crate::state::analysis_request::{AnalysisRequest, Limits};

/// The option that names tablebases. An engine build has no folders: any value means the files of its host.
pub(super) const TABLES_OPTION: &str = "SyzygyPath";

/// What the engine says of an option: of the tablebases, or why a value was refused, which is told as `setoption NAME: reason`.
fn option_remark(option: &str, text: &str) -> Option<EngineEvent> {
    if option.eq_ignore_ascii_case(TABLES_OPTION) {
        return Some(EngineEvent::Tables(text.into()));
    }
    text.strip_prefix("setoption ")
        .map(|refused| EngineEvent::Notice(format!("The engine did not take a setting. {refused}")))
}

/// What the engine says of its tablebases while it searches: `NAME: text`, with the option's name.
fn tables_remark(info: &Info) -> Option<EngineEvent> {
    let text = info.string.as_deref()?;
    let (option, _) = text.split_once(": ")?;
    option.eq_ignore_ascii_case(TABLES_OPTION).then(|| EngineEvent::Tables(text.into()))
}

#[derive(Debug)]
enum Phase {
    /// The worker is started; waiting for [`FromEngine::Loaded`].
    Starting,
    /// `uci` was sent.
    Introducing {
        batch: BatchId,
        is_introduced: bool,
    },
    /// Options and `isready` were sent.
    Preparing {
        batch: BatchId,
        is_ready: bool,
    },
    Idle,
    Searching(Search),
    Stopping(Search),
    Failed {
        reason: String,
        while_searching: bool,
    },
}

#[derive(Debug)]
struct Search {
    id: BatchId,
    request: Rc<AnalysisRequest>,
    collector: Collector,
    /// When it is to have ended by its own limit.
    ends_ms: Option<f64>,
    best_move: Option<BestMove>,
}

/// A point in time at which something will have gone wrong.
#[derive(Debug, Clone, Copy)]
struct Deadline {
    at_ms: f64,
    /// Put off once already because the page itself had slept.
    is_extended: bool,
}

/// One engine, kept at work. See the module's description.
#[derive(Debug)]
pub struct Supervisor<L> {
    link: L,
    timeouts: Timeouts,
    phase: Phase,
    deadline: Option<Deadline>,
    generation: Generation,
    last_batch: BatchId,
    /// What is to be searched next; kept until its search has ended.
    wanted: Option<Rc<AnalysisRequest>>,
    /// The game the present worker was last told about.
    game: Option<u64>,
    options: Options,
    identity: Identity,
    /// Failures since the last search that ended well.
    failures: u32,
    /// The present worker was started because nothing else could stop the one before.
    is_replacement: bool,
    state: Option<EngineState>,
    events: Vec<EngineEvent>,
}

impl<L: EngineLink> Supervisor<L> {
    /// A supervisor whose engine is started by [`Supervisor::start`].
    pub fn new(link: L, timeouts: Timeouts) -> Self {
        Self {
            link,
            timeouts,
            phase: Phase::Starting,
            deadline: None,
            generation: 0,
            last_batch: 0,
            wanted: None,
            game: None,
            options: Options::default(),
            identity: Identity::default(),
            failures: 0,
            is_replacement: false,
            state: None,
            events: Vec::new(),
        }
    }

    /// Starts the engine. `now_ms` is the time in milliseconds from any fixed origin, here as in every method.
    pub fn start(&mut self, now_ms: f64) {
        self.start_worker(now_ms);
        self.publish_state();
    }

    /// Asks for an analysis. It takes the place of the one in progress and of any that waits.
    pub fn request(&mut self, now_ms: f64, request: AnalysisRequest) {
        if let Phase::Searching(search) = &self.phase
            && *search.request == request
        {
            self.wanted = Some(search.request.clone());
            return;
        }
        let request = Rc::new(request);
        self.wanted = Some(request.clone());
        match &self.phase {
            Phase::Idle => self.search(now_ms, request),
            Phase::Searching(_) => self.stop_search(now_ms),
            // What broke the engine was perhaps that one position. One failure more and it has failed again.
            Phase::Failed { while_searching: true, .. } => self.start_worker(now_ms),
            _ => {}
        }
        self.publish_state();
    }

    /// Stops the search in progress and forgets any that waits.
    pub fn stop(&mut self, now_ms: f64) {
        self.wanted = None;
        if matches!(self.phase, Phase::Searching(_)) {
            self.stop_search(now_ms);
        }
        self.publish_state();
    }

    /// Sets an option of the engine, now or as soon as it is idle. A search in progress is begun anew with it.
    pub fn set_option(&mut self, now_ms: f64, name: &str, value: &str) {
        let changes = self.options.want(name, value);
        if changes && matches!(self.phase, Phase::Searching(_)) {
            self.stop_search(now_ms);
        }
        self.publish_state();
    }

    /// Starts the engine anew in a fresh worker, which takes up what is wanted: for what a running worker cannot be told.
    /// An engine that has failed is left alone.
    pub fn restart(&mut self, now_ms: f64) {
        match &self.phase {
            Phase::Failed { .. } => return,
            Phase::Searching(search) | Phase::Stopping(search) => {
                let update = search.collector.update(None);
                self.events.push(EngineEvent::Analysis(Rc::new(update)));
            }
            _ => {}
        }
        self.start_worker(now_ms);
        self.publish_state();
    }

    /// Tries again after a failure.
    pub fn retry(&mut self, now_ms: f64) {
        if matches!(self.phase, Phase::Failed { .. }) {
            self.failures = 0;
            self.start_worker(now_ms);
            self.publish_state();
        }
    }

    /// Changes how patient the supervisor is, from the next deadline on.
    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.timeouts = timeouts;
    }

    /// Takes what was heard of a worker. What comes from one that was replaced is ignored.
    pub fn hear(&mut self, now_ms: f64, generation: Generation, heard: PortEvent<FromEngine>) {
        if generation != self.generation || matches!(self.phase, Phase::Failed { .. }) {
            return;
        }
        match heard {
            PortEvent::Message { body: FromEngine::Loaded, .. } => {
                if matches!(self.phase, Phase::Starting) {
                    self.introduce(now_ms);
                }
            }
            PortEvent::Message { id, body: FromEngine::Lines { lines, done, .. } } => {
                self.lines(now_ms, id, &lines, done);
            }
            PortEvent::Message { body: FromEngine::OptionRemark { option, text }, .. } => {
                self.events.extend(option_remark(&option, &text));
            }
            PortEvent::Message { body: FromEngine::Fault(message), .. } => self.fail(now_ms, message),
            PortEvent::Fault(fault) => self.fail(now_ms, format!("its worker {fault}")),
        }
        self.publish_state();
    }

    /// When [`Supervisor::tick`] is to be called, if nothing happens before.
    pub fn deadline_ms(&self) -> Option<f64> {
        self.deadline.map(|deadline| deadline.at_ms)
    }

    /// Looks at the time. Too early a call does nothing.
    pub fn tick(&mut self, now_ms: f64) {
        let Some(deadline) = self.deadline.filter(|deadline| deadline.at_ms <= now_ms) else { return };
        // A timer this late means that the page slept (a hidden tab, a closed lid). The answer that seems to
        // be missing may wait in the same queue, behind this very call: look again after it had its turn.
        if now_ms - deadline.at_ms > self.timeouts.late_ms && !deadline.is_extended {
            self.deadline = Some(Deadline { at_ms: now_ms + self.timeouts.stop_ms, is_extended: true });
            return;
        }
        match &self.phase {
            Phase::Starting => self.fail(now_ms, "its worker could not be loaded in time".to_owned()),
            Phase::Introducing { .. } => self.fail(now_ms, "it did not answer uci in time".to_owned()),
            Phase::Preparing { .. } => self.fail(now_ms, "it did not answer isready in time".to_owned()),
            Phase::Searching(search) if search.ends_ms.is_some_and(|end| end <= now_ms) => {
                // It had its time: nobody wants this search to be begun again.
                if self.wanted.as_ref().is_some_and(|wanted| Rc::ptr_eq(wanted, &search.request)) {
                    self.wanted = None;
                }
                self.stop_search(now_ms);
            }
            Phase::Searching(_) => self.fail(now_ms, "it went silent in the middle of a search".to_owned()),
            Phase::Stopping(_) => self.fail(now_ms, "it did not answer stop".to_owned()),
            Phase::Idle | Phase::Failed { .. } => self.deadline = None,
        }
        self.publish_state();
    }

    /// What the page should know since the last call, oldest first.
    pub fn take_events(&mut self) -> Vec<EngineEvent> {
        std::mem::take(&mut self.events)
    }

    /// What the engine is doing.
    pub fn state(&self) -> EngineState {
        match &self.phase {
            // To the user a search that only a fresh worker can stop is still being stopped.
            Phase::Starting | Phase::Introducing { .. } | Phase::Preparing { .. } if self.is_replacement => {
                EngineState::Stopping
            }
            Phase::Starting | Phase::Introducing { .. } | Phase::Preparing { .. } => EngineState::Loading,
            Phase::Idle => EngineState::Idle,
            Phase::Searching(_) => EngineState::Searching,
            Phase::Stopping(_) => EngineState::Stopping,
            Phase::Failed { reason, .. } => EngineState::Failed(reason.clone()),
        }
    }

    /// What is to be searched, now or next.
    pub fn wanted(&self) -> Option<&Rc<AnalysisRequest>> {
        self.wanted.as_ref()
    }

    /// What the engine says of itself.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The link, for tests that script it.
    pub fn link_mut(&mut self) -> &mut L {
        &mut self.link
    }

    fn start_worker(&mut self, now_ms: f64) {
        self.generation += 1;
        self.game = None;
        self.options.worker_replaced();
        self.identity = Identity::default();
        self.is_replacement = false;
        self.phase = Phase::Starting;
        self.set_deadline(now_ms, self.timeouts.load_ms);
        if let Err(message) = self.link.start(self.generation) {
            self.fail(now_ms, message);
        }
    }

    fn introduce(&mut self, now_ms: f64) {
        let batch = self.next_batch();
        self.phase = Phase::Introducing { batch, is_introduced: false };
        self.set_deadline(now_ms, self.timeouts.answer_ms);
        self.send(now_ms, batch, vec!["uci".to_owned()]);
    }

    fn prepare(&mut self, now_ms: f64) {
        self.identity.options = self.options.offered().cloned().collect();
        self.events.push(EngineEvent::Identity(Rc::new(self.identity.clone())));
        let batch = self.next_batch();
        self.phase = Phase::Preparing { batch, is_ready: false };
        self.set_deadline(now_ms, self.timeouts.answer_ms);
        let mut lines: Vec<String> = self.options.changes().iter().map(ToString::to_string).collect();
        lines.push("isready".to_owned());
        self.send(now_ms, batch, lines);
    }

    /// The engine has nothing to do: gives it what is wanted.
    fn become_idle(&mut self, now_ms: f64) {
        self.phase = Phase::Idle;
        self.deadline = None;
        self.is_replacement = false;
        if let Some(request) = self.wanted.clone() {
            self.search(now_ms, request);
        }
    }

    fn search(&mut self, now_ms: f64, request: Rc<AnalysisRequest>) {
        let id = self.next_batch();
        self.options.want("MultiPV", &request.multipv.max(1).to_string());
        self.options.want("UCI_Chess960", if request.chess960 { "true" } else { "false" });
        let mut lines: Vec<String> = self.options.changes().iter().map(ToString::to_string).collect();
        if self.game.replace(request.game) != Some(request.game) {
            lines.push("ucinewgame".to_owned());
        }
        lines.push(Command::Position(request.position()).to_string());
        lines.push(Command::Go(request.limits.go()).to_string());
        let ends_ms = match request.limits {
            Limits::MoveTime(ms) => Some(now_ms + f64::from(ms) + self.timeouts.overrun_ms),
            _ => None,
        };
        self.phase = Phase::Searching(Search {
            id,
            collector: Collector::new(request.clone()),
            request,
            ends_ms,
            best_move: None,
        });
        self.watch_search(now_ms);
        self.send(now_ms, id, lines);
    }

    /// While it searches, an engine may be silent for so long and no longer.
    fn watch_search(&mut self, now_ms: f64) {
        if let Phase::Searching(search) = &self.phase {
            let silent_ms = now_ms + self.timeouts.silence_ms;
            let at_ms = search.ends_ms.map_or(silent_ms, |end| end.min(silent_ms));
            self.deadline = Some(Deadline { at_ms, is_extended: false });
        }
    }

    fn stop_search(&mut self, now_ms: f64) {
        let Phase::Searching(search) = std::mem::replace(&mut self.phase, Phase::Idle) else { return };
        if self.link.signal_stop(search.id) {
            self.phase = Phase::Stopping(search);
            self.set_deadline(now_ms, self.timeouts.stop_ms);
        } else {
            // The lines so far are all there will be.
            self.finish(&search, BestMove { best: None, ponder: None });
            self.start_worker(now_ms);
            self.is_replacement = !matches!(self.phase, Phase::Failed { .. });
        }
    }

    fn lines(&mut self, now_ms: f64, batch: BatchId, lines: &[String], done: bool) {
        // A sentence the engine printed that cannot be read is skipped, as UCI asks for.
        let messages = lines.iter().filter_map(|line| Message::parse(line).ok().flatten());
        match &mut self.phase {
            Phase::Introducing { batch: awaited, is_introduced } if *awaited == batch => {
                for message in messages {
                    match message {
                        Message::IdName(name) => self.identity.name = name,
                        Message::IdAuthor(author) => self.identity.author = author,
                        Message::Option(option) => self.options.offer(option),
                        Message::UciOk => *is_introduced = true,
                        _ => {}
                    }
                }
                match (done, *is_introduced) {
                    (true, true) => self.prepare(now_ms),
                    (true, false) => self.fail(now_ms, "it did not answer uci with uciok".to_owned()),
                    (false, _) => {}
                }
            }
            Phase::Preparing { batch: awaited, is_ready } if *awaited == batch => {
                for message in messages {
                    match message {
                        Message::ReadyOk => *is_ready = true,
                        Message::Info(info) => self.events.extend(tables_remark(&info)),
                        _ => {}
                    }
                }
                match (done, *is_ready) {
                    (true, true) => self.become_idle(now_ms),
                    (true, false) => self.fail(now_ms, "it did not answer isready with readyok".to_owned()),
                    (false, _) => {}
                }
            }
            Phase::Searching(search) | Phase::Stopping(search) if search.id == batch => {
                let mut is_new = false;
                for message in messages {
                    match message {
                        Message::Info(info) if search.best_move.is_none() => {
                            self.events.extend(tables_remark(&info));
                            is_new |= search.collector.info(&info);
                        }
                        Message::BestMove(best_move) if search.best_move.is_none() => {
                            search.best_move = Some(best_move);
                        }
                        _ => {}
                    }
                }
                if done {
                    self.search_done(now_ms);
                } else if matches!(self.phase, Phase::Searching(_)) {
                    self.watch_search(now_ms);
                    if is_new {
                        self.show_progress();
                    }
                }
            }
            _ => {}
        }
    }

    fn show_progress(&mut self) {
        if let Phase::Searching(search) = &self.phase {
            self.events.push(EngineEvent::Analysis(Rc::new(search.collector.update(None))));
        }
    }

    fn search_done(&mut self, now_ms: f64) {
        let is_stopping = matches!(self.phase, Phase::Stopping(_));
        let (Phase::Searching(search) | Phase::Stopping(search)) =
            std::mem::replace(&mut self.phase, Phase::Idle)
        else {
            return;
        };
        let Some(best_move) = search.best_move else {
            self.fail(now_ms, "it ended a search without bestmove".to_owned());
            return;
        };
        self.failures = 0;
        self.finish(&search, best_move);
        // A search that was stopped to be begun anew, with other options, is still wanted.
        if !is_stopping && self.wanted.as_ref().is_some_and(|wanted| Rc::ptr_eq(wanted, &search.request)) {
            self.wanted = None;
        }
        self.become_idle(now_ms);
    }

    fn finish(&mut self, search: &Search, best_move: BestMove) {
        self.events.push(EngineEvent::Analysis(Rc::new(search.collector.update(Some(best_move)))));
    }

    /// The engine is of no use any more: a fresh one takes its place, or none if that happens too often.
    fn fail(&mut self, now_ms: f64, reason: String) {
        let while_searching = matches!(self.phase, Phase::Searching(_) | Phase::Stopping(_) | Phase::Idle);
        self.failures += 1;
        if self.failures > self.timeouts.max_failures {
            self.link.terminate();
            self.deadline = None;
            self.is_replacement = false;
            self.phase = Phase::Failed { reason, while_searching };
        } else {
            self.events.push(EngineEvent::Notice(format!("Engine restarted: {reason}")));
            self.start_worker(now_ms);
        }
    }

    fn send(&mut self, now_ms: f64, batch: BatchId, lines: Vec<String>) {
        if let Err(message) = self.link.send(batch, lines) {
            self.fail(now_ms, message);
        }
    }

    fn next_batch(&mut self) -> BatchId {
        self.last_batch += 1;
        self.last_batch
    }

    fn set_deadline(&mut self, now_ms: f64, after_ms: f64) {
        self.deadline = Some(Deadline { at_ms: now_ms + after_ms, is_extended: false });
    }

    fn publish_state(&mut self) {
        let state = self.state();
        if self.state.as_ref() != Some(&state) {
            self.state = Some(state.clone());
            self.events.push(EngineEvent::State(state));
        }
    }
}
