//! One report in work: the pure core.
//!
//! What engines say and the time come in by method calls; what is to be done comes out as [`Command`]s. [`Work::wake_at_ms`] says when
//! [`Work::tick`] wants to be called. Which engine analyses what is [`Job`]'s business.

use tabia_arena::player::Role;
use tabia_report::{Analysis, Job, Order, Plan};
use tabia_worker::wire::Generation;

use super::kept::{KeptReport, ReportEngine};
use crate::services::engine::seat::{Abilities, Answer, Heard, Question, Seat, SeatEvent, SeatOrder};

/// Each engine's hash table in MB, as in the native program.
const HASH_MB: u32 = 64;
/// A timer later than this means that the browser slept, in milliseconds.
const LATE_MS: f64 = 1_500.0;
/// How long engines are excused then, in milliseconds.
const EXCUSE_MS: f64 = 5_000.0;

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Get an engine ready: fetched and compiled. [`Work::prepared`] is told.
    Prepare(usize),
    /// Something for the worker of an engine.
    Engine(usize, SeatOrder),
    /// End the workers of all engines.
    EndAll,
    /// Keep what was found so far.
    Store,
}

/// How a report goes.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum State {
    /// Engines are at work.
    #[default]
    Running,
    /// It rests until the user goes on.
    Paused,
    /// Everything is analysed.
    Done,
    /// No engine can go on, for this reason.
    Failed(String),
}

#[derive(Debug, Default)]
enum Chair {
    /// No engine was asked for.
    #[default]
    Empty,
    /// It is being made ready.
    Preparing,
    /// It is there; what it analyses.
    Taken(Box<Seat>, Option<Order>),
    /// It cannot be used, and why.
    Unusable(String),
}

/// A report in work. See the module's description.
#[derive(Debug)]
pub struct Work {
    kept: KeptReport,
    job: Job,
    state: State,
    chairs: Vec<Chair>,
    commands: Vec<Command>,
    woke_at_ms: Option<f64>,
    /// Since when it is at work without a rest.
    since_ms: f64,
    /// How many positions were known as the present stretch of work began.
    known_at_start: usize,
}

impl Work {
    /// A report that begins, or is taken up again.
    pub fn new(kept: KeptReport, plan: Plan, now_ms: f64) -> Self {
        let results = kept.results(&plan);
        let job = Job::resume(plan, results);
        let workers = wanted(&kept, job.plan());
        let mut work = Self {
            job,
            state: State::Paused,
            chairs: (0..workers).map(|_| Chair::default()).collect(),
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

    /// Whether the engines of this report, which is done, can go on with the other.
    pub fn can_go_on_with(&self, kept: &KeptReport) -> bool {
        self.state == State::Done
            && self.kept.wish.engine_id() == kept.wish.engine_id()
            && self.chairs.len() <= usize::from(kept.wish.workers.max(1))
    }

    /// Who analyses; `None` for the engine that the app ships.
    pub fn engine(&self) -> Option<&ReportEngine> {
        self.kept.wish.engine.as_ref()
    }

    /// Whether an engine was asked for that is not there yet.
    pub fn awaits(&self, worker: usize) -> bool {
        matches!(self.chairs.get(worker), Some(Chair::Preparing))
    }

    /// Goes on with another report: the engines stay. See [`can_go_on_with`](Self::can_go_on_with).
    pub fn go_on_with(&mut self, kept: KeptReport, plan: Plan, now_ms: f64) {
        let results = kept.results(&plan);
        self.job = Job::resume(plan, results);
        let chairs = wanted(&kept, self.job.plan()).max(self.chairs.len());
        self.chairs.resize_with(chairs, Chair::default);
        self.kept = kept;
        self.since_ms = now_ms;
        self.known_at_start = self.progress().0;
        if self.job.is_done() {
            return self.end(now_ms);
        }
        self.state = State::Running;
        for worker in 0..self.chairs.len() {
            if matches!(self.chairs[worker], Chair::Taken(..) | Chair::Preparing) {
                self.next(worker, now_ms);
            } else {
                self.chairs[worker] = Chair::Preparing;
                self.commands.push(Command::Prepare(worker));
            }
        }
    }

    /// What is to be done, since the last call.
    pub fn take_commands(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    /// Which moves it is about.
    pub fn id(&self) -> &str {
        &self.kept.id
    }

    /// How it goes.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How many positions are analysed, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        self.job.progress()
    }

    /// How long it will still take, in milliseconds, by the pace of this stretch of work; `None` before anything is known.
    pub fn left_ms(&self, now_ms: f64) -> Option<f64> {
        let (done, all) = self.progress();
        let fresh = done.checked_sub(self.known_at_start).filter(|&fresh| fresh > 0)?;
        (self.state == State::Running).then(|| (now_ms - self.since_ms) / fresh as f64 * (all - done) as f64)
    }

    /// What was found so far, an entry for each position.
    pub fn found(&self) -> &[Option<Analysis>] {
        self.job.results()
    }

    /// The report as it is to be kept now.
    pub fn kept(&self, now_ms: f64) -> KeptReport {
        let mut kept = self.kept.clone();
        kept.keep(self.job.plan(), self.job.results());
        kept.worked_ms += self.stretch_ms(now_ms);
        kept.is_paused = matches!(self.state, State::Paused);
        kept.is_done = self.state == State::Done;
        if kept.is_done {
            kept.earlier = None;
        }
        kept
    }

    fn stretch_ms(&self, now_ms: f64) -> f64 {
        if self.state == State::Running { (now_ms - self.since_ms).max(0.0) } else { 0.0 }
    }

    /// Lets the engines rest. What each of them was at begins anew later.
    pub fn pause(&mut self, now_ms: f64) {
        if self.state == State::Running {
            self.kept.worked_ms += self.stretch_ms(now_ms);
            self.rest(State::Paused);
        }
    }

    /// Goes on after a rest or a failure.
    pub fn go_on(&mut self, now_ms: f64) {
        if matches!(self.state, State::Paused | State::Failed(_)) {
            self.state = State::Running;
            self.since_ms = now_ms;
            self.known_at_start = self.progress().0;
            self.woke_at_ms = None;
            for worker in 0..self.chairs.len() {
                self.chairs[worker] = Chair::Preparing;
                self.commands.push(Command::Prepare(worker));
            }
            self.commands.push(Command::Store);
        }
    }

    fn rest(&mut self, state: State) {
        for worker in 0..self.chairs.len() {
            self.job.abandon(worker);
            self.chairs[worker] = Chair::Empty;
        }
        self.state = state;
        self.commands.push(Command::EndAll);
        self.commands.push(Command::Store);
    }

    /// All is known. The engines stay: another report may follow.
    fn end(&mut self, now_ms: f64) {
        self.kept.worked_ms += self.stretch_ms(now_ms);
        self.state = State::Done;
        self.commands.push(Command::Store);
    }

    /// An engine is there, or cannot be had.
    pub fn prepared(&mut self, worker: usize, result: Result<Abilities, String>, now_ms: f64) {
        // A chair that became ready when all was done stays for what may follow.
        let is_wanted = matches!(self.state, State::Running | State::Done);
        if !is_wanted || !self.awaits(worker) {
            return;
        }
        self.chairs[worker] = match result {
            Ok(abilities) => {
                let options = vec![("Hash".to_owned(), HASH_MB.to_string())];
                let chess960 = self.job.plan().is_chess960;
                Chair::Taken(Box::new(Seat::new(abilities, options, Role::Analyse, chess960, now_ms)), None)
            }
            Err(reason) => Chair::Unusable(reason),
        };
        self.next(worker, now_ms);
    }

    /// Takes what was heard of an engine.
    pub fn hear(&mut self, worker: usize, generation: Generation, heard: Heard, now_ms: f64) {
        let Some(Chair::Taken(seat, _)) = self.chairs.get_mut(worker) else { return };
        let events = seat.hear(generation, heard, now_ms);
        self.take_events(worker, events, now_ms);
    }

    /// When [`tick`](Self::tick) is to be called.
    pub fn wake_at_ms(&self) -> Option<f64> {
        let deadline = |chair: &Chair| match chair {
            Chair::Taken(seat, _) => seat.deadline_ms(),
            _ => None,
        };
        self.chairs.iter().filter_map(deadline).reduce(f64::min)
    }

    /// Looks at the time.
    pub fn tick(&mut self, now_ms: f64) {
        let is_late = self.wake_at_ms().is_some_and(|at_ms| now_ms > at_ms + LATE_MS);
        // What engines said while the browser slept may wait behind this timer: they are excused once.
        let excused = is_late && self.woke_at_ms.is_none_or(|woke_at_ms| now_ms > woke_at_ms + EXCUSE_MS);
        if is_late {
            self.woke_at_ms = Some(now_ms);
        }
        for worker in 0..self.chairs.len() {
            let Chair::Taken(seat, _) = &mut self.chairs[worker] else { continue };
            if excused {
                seat.forgive(EXCUSE_MS, now_ms);
                continue;
            }
            let events = seat.tick(now_ms);
            self.take_events(worker, events, now_ms);
        }
    }

    fn take_events(&mut self, worker: usize, events: Vec<SeatEvent>, now_ms: f64) {
        for event in events {
            match event {
                // Not asked for.
                SeatEvent::Info(_) => {}
                SeatEvent::Moved(answer) => self.answered(worker, answer, now_ms),
                SeatEvent::Restarted(_) => self.lost(worker),
                SeatEvent::GivenUp(reason) => {
                    self.job.abandon(worker);
                    self.chairs[worker] = Chair::Unusable(reason);
                }
            }
        }
        self.next(worker, now_ms);
    }

    /// What an engine was at begins anew.
    fn lost(&mut self, worker: usize) {
        self.job.abandon(worker);
        if let Chair::Taken(_, order) = &mut self.chairs[worker] {
            *order = None;
        }
    }

    fn answered(&mut self, worker: usize, answer: Answer, now_ms: f64) {
        let Some(Chair::Taken(seat, order)) = self.chairs.get_mut(worker) else { return };
        let Some(order) = order.take() else { return };
        let position = self.job.item(order).position;
        let Some(found) = answer.listener.finish(&position) else {
            let event = seat.misplayed("it gave no evaluation".to_owned(), now_ms);
            return self.take_events(worker, event.into_iter().collect(), now_ms);
        };
        seat.succeeded();
        let is_chunk_done = self.job.ends_chunk(order);
        self.job.done(worker, found);
        if self.job.is_done() {
            self.end(now_ms);
        } else if is_chunk_done {
            self.commands.push(Command::Store);
        }
    }

    /// Gives an engine its next position, and the worker what the engine wants.
    fn next(&mut self, worker: usize, now_ms: f64) {
        if self.state == State::Running
            && let Some(Chair::Taken(seat, order)) = self.chairs.get_mut(worker)
            && order.is_none()
            && let Some(next) = self.job.next(worker)
        {
            let chess960 = self.job.plan().is_chess960;
            if next.begins_chunk {
                seat.new_game(chess960);
            }
            *order = Some(next);
            let (position, go) = (self.job.item(next).command.clone(), self.kept.wish.limit.go());
            seat.think(Question { position, go, limit_ms: f64::INFINITY }, now_ms);
        }
        if let Some(Chair::Taken(seat, _)) = self.chairs.get_mut(worker) {
            let orders = seat.take_orders();
            self.commands.extend(orders.into_iter().map(|order| Command::Engine(worker, order)));
        }
        self.look_for_survivors();
    }

    /// Without any engine the report cannot go on.
    fn look_for_survivors(&mut self) {
        let reason = |chair: &Chair| match chair {
            Chair::Unusable(reason) => Some(reason.clone()),
            _ => None,
        };
        let reasons: Vec<String> = self.chairs.iter().filter_map(reason).collect();
        if self.state == State::Running && reasons.len() == self.chairs.len() {
            self.rest(State::Failed(reasons.into_iter().next().unwrap_or_default()));
        }
    }
}

/// How many engines a report can keep at work.
fn wanted(kept: &KeptReport, plan: &Plan) -> usize {
    usize::from(kept.wish.workers.max(1)).min(plan.chunks().len().max(1))
}

#[cfg(test)]
mod tests;
