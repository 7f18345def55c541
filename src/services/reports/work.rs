//! One report in progress: the pure core.
//!
//! Engine output and the time come in by method calls; what to do comes out as [`ReportCommand`]s. [`ReportWork::wake_at_ms`] returns when
//! [`ReportWork::tick`] is to be called. [`Job`] assigns positions to engines.

use tabia_arena::player::Role;
use tabia_report::{Analysis, Job, Order, Plan};
use tabia_worker::wire::Generation;

use super::saved_report::{ReportEngine, SavedReport};
use crate::language::tr;
use crate::services::engine::uci_client::{
    Abilities, ClientEvent, EngineMessage, EngineMove, SearchRequest, TransportCommand, UciClient,
};

/// Hash size of each engine in MB, as in the native program.
const HASH_MB: u32 = 64;
/// A timer later than this means that the browser was asleep, in milliseconds.
const LATE_MS: f64 = 1_500.0;
/// Grace period for engines after that, in milliseconds.
const EXCUSE_MS: f64 = 5_000.0;

/// Command to the driver.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportCommand {
    /// Fetch and compile an engine, then call [`ReportWork::prepared`].
    Prepare(usize),
    /// Send an order to an engine's worker.
    Engine(usize, TransportCommand),
    /// Terminate the workers of all engines.
    EndAll,
    /// Store the results so far.
    Store,
}

/// State of a report.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum ReportState {
    /// Engines are running.
    #[default]
    Running,
    /// Paused until the user resumes it.
    Paused,
    /// Everything is analysed.
    Done,
    /// No engine can continue, with the reason.
    Failed(String),
}

#[derive(Debug, Default)]
enum WorkEngine {
    /// No engine was requested.
    #[default]
    Empty,
    /// Being prepared.
    Preparing,
    /// Ready, with what it analyses.
    Taken(Box<UciClient>, Option<Order>),
    /// Unusable, with the reason.
    Unusable(String),
}

/// Report in progress. See the module documentation.
#[derive(Debug)]
pub struct ReportWork {
    kept: SavedReport,
    job: Job,
    state: ReportState,
    slots: Vec<WorkEngine>,
    commands: Vec<ReportCommand>,
    woke_at_ms: Option<f64>,
    /// Start of the current stretch of uninterrupted work.
    since_ms: f64,
    /// Number of positions known at the start of the current stretch of work.
    known_at_start: usize,
}

impl ReportWork {
    /// Creates a new or resumed report.
    pub fn new(kept: SavedReport, plan: Plan, now_ms: f64) -> Self {
        let results = kept.results(&plan);
        let job = Job::resume(plan, results);
        let workers = wanted(&kept, job.plan());
        let mut work = Self {
            job,
            state: ReportState::Paused,
            slots: (0..workers).map(|_| WorkEngine::default()).collect(),
            commands: Vec::new(),
            woke_at_ms: None,
            since_ms: now_ms,
            known_at_start: 0,
            kept,
        };
        if work.job.is_done() {
            work.end(now_ms);
        } else if !work.kept.is_paused {
            work.go_on(now_ms);
        }
        work
    }

    /// Returns whether the engines of this finished report can be reused for the other.
    pub fn can_go_on_with(&self, kept: &SavedReport) -> bool {
        self.state == ReportState::Done
            && self.kept.request.engine_id() == kept.request.engine_id()
            && self.slots.len() <= usize::from(kept.request.workers.max(1))
    }

    /// Returns the analysing engine; `None` for the engine shipped with the app.
    pub fn engine(&self) -> Option<&ReportEngine> {
        self.kept.request.engine.as_ref()
    }

    /// Returns whether a requested engine is not ready yet.
    pub fn awaits(&self, worker: usize) -> bool {
        matches!(self.slots.get(worker), Some(WorkEngine::Preparing))
    }

    /// Starts another report with the same engines. See [`can_go_on_with`](Self::can_go_on_with).
    pub fn go_on_with(&mut self, kept: SavedReport, plan: Plan, now_ms: f64) {
        let results = kept.results(&plan);
        self.job = Job::resume(plan, results);
        let slots = wanted(&kept, self.job.plan()).max(self.slots.len());
        self.slots.resize_with(slots, WorkEngine::default);
        self.kept = kept;
        self.since_ms = now_ms;
        self.known_at_start = self.progress().0;
        if self.job.is_done() {
            return self.end(now_ms);
        }
        self.state = ReportState::Running;
        for worker in 0..self.slots.len() {
            if matches!(self.slots[worker], WorkEngine::Taken(..) | WorkEngine::Preparing) {
                self.next(worker, now_ms);
            } else {
                self.slots[worker] = WorkEngine::Preparing;
                self.commands.push(ReportCommand::Prepare(worker));
            }
        }
    }

    /// Takes the commands issued since the last call.
    pub fn take_commands(&mut self) -> Vec<ReportCommand> {
        std::mem::take(&mut self.commands)
    }

    /// Returns the id of the report.
    pub fn id(&self) -> &str {
        &self.kept.id
    }

    /// Returns the state.
    pub fn state(&self) -> &ReportState {
        &self.state
    }

    /// Returns the number of analysed positions and the total.
    pub fn progress(&self) -> (usize, usize) {
        self.job.progress()
    }

    /// Returns the estimated time left in milliseconds, by the pace of this stretch of work; `None` before anything is known.
    pub fn left_ms(&self, now_ms: f64) -> Option<f64> {
        let (done, all) = self.progress();
        let fresh = done.checked_sub(self.known_at_start).filter(|&fresh| fresh > 0)?;
        (self.state == ReportState::Running)
            .then(|| (now_ms - self.since_ms) / fresh as f64 * (all - done) as f64)
    }

    /// Returns the results so far, an entry for each position.
    pub fn found(&self) -> &[Option<Analysis>] {
        self.job.results()
    }

    /// Returns the report as it should be stored now.
    pub fn kept(&self, now_ms: f64) -> SavedReport {
        let mut kept = self.kept.clone();
        kept.keep(self.job.plan(), self.job.results());
        kept.worked_ms += self.stretch_ms(now_ms);
        kept.is_paused = matches!(self.state, ReportState::Paused);
        kept.is_done = self.state == ReportState::Done;
        if kept.is_done {
            kept.earlier = None;
        }
        kept
    }

    fn stretch_ms(&self, now_ms: f64) -> f64 {
        if self.state == ReportState::Running { (now_ms - self.since_ms).max(0.0) } else { 0.0 }
    }

    /// Stops the engines. The position each was analysing is started again later.
    pub fn pause(&mut self, now_ms: f64) {
        if self.state == ReportState::Running {
            self.kept.worked_ms += self.stretch_ms(now_ms);
            self.rest(ReportState::Paused);
        }
    }

    /// Resumes after a pause or a failure.
    pub fn go_on(&mut self, now_ms: f64) {
        if matches!(self.state, ReportState::Paused | ReportState::Failed(_)) {
            self.state = ReportState::Running;
            self.since_ms = now_ms;
            self.known_at_start = self.progress().0;
            self.woke_at_ms = None;
            for worker in 0..self.slots.len() {
                self.slots[worker] = WorkEngine::Preparing;
                self.commands.push(ReportCommand::Prepare(worker));
            }
            self.commands.push(ReportCommand::Store);
        }
    }

    fn rest(&mut self, state: ReportState) {
        for worker in 0..self.slots.len() {
            self.job.abandon(worker);
            self.slots[worker] = WorkEngine::Empty;
        }
        self.state = state;
        self.commands.push(ReportCommand::EndAll);
        self.commands.push(ReportCommand::Store);
    }

    /// Ends the finished report. The engines stay, as another report may follow.
    fn end(&mut self, now_ms: f64) {
        self.kept.worked_ms += self.stretch_ms(now_ms);
        self.state = ReportState::Done;
        self.commands.push(ReportCommand::Store);
    }

    /// Handles the result of [`ReportCommand::Prepare`].
    pub fn prepared(&mut self, worker: usize, result: Result<Abilities, String>, now_ms: f64) {
        // An engine that becomes ready after the end stays for a following report.
        let is_wanted = matches!(self.state, ReportState::Running | ReportState::Done);
        if !is_wanted || !self.awaits(worker) {
            return;
        }
        self.slots[worker] = match result {
            Ok(abilities) => {
                let options = vec![("Hash".to_owned(), HASH_MB.to_string())];
                let chess960 = self.job.plan().is_chess960;
                WorkEngine::Taken(
                    Box::new(UciClient::new(abilities, options, Role::Analyse, chess960, now_ms)),
                    None,
                )
            }
            Err(reason) => WorkEngine::Unusable(reason),
        };
        self.next(worker, now_ms);
    }

    /// Handles output of an engine.
    pub fn on_message(&mut self, worker: usize, generation: Generation, message: EngineMessage, now_ms: f64) {
        let Some(WorkEngine::Taken(client, _)) = self.slots.get_mut(worker) else { return };
        let events = client.on_message(generation, message, now_ms);
        self.take_events(worker, events, now_ms);
    }

    /// Returns when [`tick`](Self::tick) is to be called.
    pub fn wake_at_ms(&self) -> Option<f64> {
        let deadline = |slot: &WorkEngine| match slot {
            WorkEngine::Taken(client, _) => client.deadline_ms(),
            _ => None,
        };
        self.slots.iter().filter_map(deadline).reduce(f64::min)
    }

    /// Handles everything that is due at this time.
    pub fn tick(&mut self, now_ms: f64) {
        let is_late = self.wake_at_ms().is_some_and(|at_ms| now_ms > at_ms + LATE_MS);
        // Engine output during the browser's sleep may be queued behind this timer: they are excused once.
        let excused = is_late && self.woke_at_ms.is_none_or(|woke_at_ms| now_ms > woke_at_ms + EXCUSE_MS);
        if is_late {
            self.woke_at_ms = Some(now_ms);
        }
        for worker in 0..self.slots.len() {
            let WorkEngine::Taken(client, _) = &mut self.slots[worker] else { continue };
            if excused {
                client.forgive(EXCUSE_MS, now_ms);
                continue;
            }
            let events = client.tick(now_ms);
            self.take_events(worker, events, now_ms);
        }
    }

    fn take_events(&mut self, worker: usize, events: Vec<ClientEvent>, now_ms: f64) {
        for event in events {
            match event {
                // Not requested.
                ClientEvent::Info(_) => {}
                ClientEvent::Moved(answer) => self.answered(worker, answer, now_ms),
                ClientEvent::Restarted(_) => self.lost(worker),
                ClientEvent::GivenUp(reason) => {
                    self.job.abandon(worker);
                    self.slots[worker] = WorkEngine::Unusable(reason);
                }
            }
        }
        self.next(worker, now_ms);
    }

    /// Has the position that a lost engine was analysing started again.
    fn lost(&mut self, worker: usize) {
        self.job.abandon(worker);
        if let WorkEngine::Taken(_, order) = &mut self.slots[worker] {
            *order = None;
        }
    }

    fn answered(&mut self, worker: usize, answer: EngineMove, now_ms: f64) {
        let Some(WorkEngine::Taken(client, order)) = self.slots.get_mut(worker) else { return };
        let Some(order) = order.take() else { return };
        let position = self.job.item(order).position;
        let Some(found) = answer.listener.finish(&position) else {
            let event = client.misplayed(tr!("it gave no evaluation").to_owned(), now_ms);
            return self.take_events(worker, event.into_iter().collect(), now_ms);
        };
        client.succeeded();
        let is_chunk_done = self.job.ends_chunk(order);
        self.job.done(worker, found);
        if self.job.is_done() {
            self.end(now_ms);
        } else if is_chunk_done {
            self.commands.push(ReportCommand::Store);
        }
    }

    /// Gives an engine its next position.
    fn next(&mut self, worker: usize, now_ms: f64) {
        if self.state == ReportState::Running
            && let Some(WorkEngine::Taken(client, order)) = self.slots.get_mut(worker)
            && order.is_none()
            && let Some(next) = self.job.next(worker)
        {
            let chess960 = self.job.plan().is_chess960;
            if next.begins_chunk {
                client.new_game(chess960);
            }
            *order = Some(next);
            let (position, go) = (self.job.item(next).command.clone(), self.kept.request.limit.go());
            client.think(SearchRequest { position, go, limit_ms: f64::INFINITY }, now_ms);
        }
        if let Some(WorkEngine::Taken(client, _)) = self.slots.get_mut(worker) {
            let orders = client.take_orders();
            self.commands.extend(orders.into_iter().map(|order| ReportCommand::Engine(worker, order)));
        }
        self.look_for_survivors();
    }

    /// Fails the report if no engine is left.
    fn look_for_survivors(&mut self) {
        let reason = |slot: &WorkEngine| match slot {
            WorkEngine::Unusable(reason) => Some(reason.clone()),
            _ => None,
        };
        let reasons: Vec<String> = self.slots.iter().filter_map(reason).collect();
        if self.state == ReportState::Running && reasons.len() == self.slots.len() {
            self.rest(ReportState::Failed(reasons.into_iter().next().unwrap_or_default()));
        }
    }
}

/// Returns the number of engines that a report can keep busy.
fn wanted(kept: &SavedReport, plan: &Plan) -> usize {
    usize::from(kept.request.workers.max(1)).min(plan.chunks().len().max(1))
}

#[cfg(test)]
mod tests;
