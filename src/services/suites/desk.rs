//! The problems of a suite and the engines that work on them. A pure core: what is heard of engines and the time go in, orders come out.

use std::rc::Rc;

use tabia_suite::{Attempt, Outcome, Problem};
use tabia_worker::wire::Generation;

use super::column::Column;
use super::settings::SuiteSettings;
use crate::services::engine::seat::{Abilities, Heard, Question, Seat, SeatEvent, SeatOrder};

/// How much longer than its time a search may take before it is ended, in milliseconds.
const GRACE_MS: f64 = 5_000.0;

/// What is to be done for the desk.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Get an engine ready for a worker, by its place in the settings, and call [`Desk::prepared`].
    Open {
        /// The worker.
        worker: usize,
        /// The engine.
        engine: usize,
    },
    /// The engine of a worker has an order.
    Engine(usize, SeatOrder),
    /// End the engine of a worker.
    Close(usize),
    /// An attempt has ended.
    Store {
        /// The engine.
        engine: usize,
        /// The problem, by its place.
        problem: usize,
    },
    /// Nothing is left to be done, or no engine is left to do it.
    Ended,
}

struct Task {
    problem: usize,
    attempt: Attempt,
    /// The latest time of the search, in milliseconds.
    time_ms: f64,
    is_stopping: bool,
}

enum Bench {
    Closed,
    Opening { engine: usize },
    Open { engine: usize, seat: Box<Seat>, task: Option<Box<Task>> },
}

/// A run. See the module's description.
pub struct Desk {
    problems: Rc<Vec<Problem>>,
    settings: SuiteSettings,
    /// By engine.
    columns: Vec<Column>,
    failures: Vec<Option<String>>,
    benches: Vec<Bench>,
    is_running: bool,
    commands: Vec<Command>,
}

impl Desk {
    /// A run that stands still.
    pub fn new(problems: Rc<Vec<Problem>>, settings: SuiteSettings) -> Self {
        let columns = settings.engines.iter().map(|_| Column::new(problems.len())).collect();
        let failures = vec![None; settings.engines.len()];
        Self {
            problems,
            settings,
            columns,
            failures,
            benches: Vec::new(),
            is_running: false,
            commands: Vec::new(),
        }
    }

    /// What the run is made with.
    pub fn settings(&self) -> &SuiteSettings {
        &self.settings
    }

    /// What an engine made of a problem; `None` if it has not.
    pub fn outcome(&self, engine: usize, problem: usize) -> Option<&Outcome> {
        self.columns.get(engine)?.get(problem)
    }

    /// Puts back what is known of an earlier session.
    pub fn restore(&mut self, engine: usize, problem: usize, outcome: Outcome) {
        if let Some(column) = self.columns.get_mut(engine) {
            column.set(&self.problems, problem, outcome);
        }
    }

    /// How many attempts have ended, and of how many.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.columns.iter().map(|column| column.totals().attempts).sum();
        (done, self.columns.len() * self.problems.len())
    }

    /// What each engine made of the problems.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Why an engine cannot go on.
    pub fn failure(&self, engine: usize) -> Option<&str> {
        self.failures.get(engine)?.as_deref()
    }

    /// Whether engines are at work.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// The problems that are being searched, each with its engine.
    pub fn being_searched(&self) -> impl Iterator<Item = (usize, usize)> {
        self.benches.iter().filter_map(|bench| match bench {
            Bench::Open { engine, task: Some(task), .. } => Some((*engine, task.problem)),
            _ => None,
        })
    }

    /// What is to be done since the last call.
    pub fn take_commands(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    /// Goes on, from wherever it stands. An engine that was given up is tried again.
    pub fn start(&mut self) {
        if self.is_running {
            return;
        }
        self.is_running = true;
        self.failures.fill(None);
        let workers = self.settings.workers.max(1);
        self.benches = (0..workers).map(|_| Bench::Closed).collect();
        for worker in 0..workers {
            self.find_work(worker);
        }
        self.end_if_idle();
    }

    /// Ends all searches. What they had found so far is searched again.
    pub fn pause(&mut self) {
        if std::mem::replace(&mut self.is_running, false) {
            self.close_all();
        }
    }

    /// Whether a worker waits for an engine.
    pub fn awaits(&self, worker: usize, engine: usize) -> bool {
        matches!(self.benches.get(worker), Some(Bench::Opening { engine: other }) if *other == engine)
    }

    /// The engine of a worker is there, or why not.
    pub fn prepared(&mut self, worker: usize, result: Result<Abilities, String>, now_ms: f64) {
        let Some(Bench::Opening { engine }) = self.benches.get(worker) else { return };
        let engine = *engine;
        match result {
            Ok(abilities) => {
                let options = vec![("Hash".to_owned(), self.settings.hash_mb.to_string())];
                let mut seat = Box::new(Seat::new(abilities, options, false, false, now_ms));
                seat.listen();
                self.benches[worker] = Bench::Open { engine, seat, task: None };
                self.go_on(worker, now_ms);
            }
            Err(reason) => self.fail(engine, reason),
        }
        self.end_if_idle();
    }

    /// Something is heard of the engine of a worker.
    pub fn hear(&mut self, worker: usize, generation: Generation, heard: Heard, now_ms: f64) {
        self.with_seat(worker, now_ms, |seat| seat.hear(generation, heard, now_ms));
    }

    /// When [`tick`](Self::tick) is to be called.
    pub fn deadline_ms(&self) -> Option<f64> {
        let deadlines = self.benches.iter().filter_map(|bench| match bench {
            Bench::Open { seat, .. } => seat.deadline_ms(),
            _ => None,
        });
        deadlines.reduce(f64::min)
    }

    /// Looks at the time. A page that slept does not blame its engines.
    pub fn tick(&mut self, now_ms: f64) {
        let slept_ms = self.deadline_ms().map_or(0.0, |deadline_ms| now_ms - deadline_ms);
        for worker in 0..self.benches.len() {
            if let Some(Bench::Open { seat, .. }) = self.benches.get_mut(worker)
                && slept_ms > GRACE_MS
            {
                seat.forgive(slept_ms, now_ms);
            }
            self.with_seat(worker, now_ms, |seat| seat.tick(now_ms));
        }
    }

    fn with_seat(&mut self, worker: usize, now_ms: f64, act: impl FnOnce(&mut Seat) -> Vec<SeatEvent>) {
        let Some(Bench::Open { engine, seat, task }) = self.benches.get_mut(worker) else { return };
        let engine = *engine;
        let since_ms = seat.searching_since_ms();
        let mut events: std::collections::VecDeque<SeatEvent> = act(seat).into();
        let mut given_up = None;
        while let Some(event) = events.pop_front() {
            match event {
                SeatEvent::Info(info) => {
                    let Some(task) = task.as_mut() else { continue };
                    let arrived_ms = since_ms.map_or(0.0, |since_ms| now_ms - since_ms);
                    // Lines are posted together: the engine's own clock says when each was printed.
                    let time_ms = info.time.map_or(arrived_ms, |ms| ms as f64);
                    task.time_ms = task.time_ms.max(time_ms);
                    task.attempt.info(&info, time_ms);
                    if task.attempt.may_stop() && !std::mem::replace(&mut task.is_stopping, true) {
                        events.extend(seat.move_now(now_ms));
                    }
                }
                SeatEvent::Moved(answer) => {
                    let Some(task) = task.take().map(|task| *task) else { continue };
                    seat.succeeded();
                    let elapsed_ms = since_ms.map_or(0.0, |since_ms| now_ms - since_ms).max(task.time_ms);
                    let best = answer.best.and_then(|best| best.parse().ok());
                    let outcome = task.attempt.finish(best, elapsed_ms);
                    let column = self.columns.get_mut(engine);
                    if column.is_some_and(|column| column.set(&self.problems, task.problem, outcome)) {
                        self.commands.push(Command::Store { engine, problem: task.problem });
                    }
                }
                // What it was asked is asked again.
                SeatEvent::Restarted(_) => *task = None,
                SeatEvent::GivenUp(reason) => given_up = Some(reason),
            }
        }
        if let Some(reason) = given_up {
            self.fail(engine, reason);
        } else {
            self.go_on(worker, now_ms);
        }
        self.end_if_idle();
    }

    /// Passes the orders of a seat on, and gives it the next problem when it has none.
    fn go_on(&mut self, worker: usize, now_ms: f64) {
        if let Some(Bench::Open { engine, task: None, .. }) = self.benches.get(worker) {
            match self.next_problem(*engine) {
                Some(problem) => self.ask(worker, problem, now_ms),
                None => self.find_work(worker),
            }
        }
        if let Some(Bench::Open { seat, .. }) = self.benches.get_mut(worker) {
            let orders = seat.take_orders();
            self.commands.extend(orders.into_iter().map(|order| Command::Engine(worker, order)));
        }
    }

    fn ask(&mut self, worker: usize, index: usize, now_ms: f64) {
        let go = self.settings.go();
        let limit_ms = self.settings.time_ms.map_or(f64::INFINITY, |ms| ms as f64 + GRACE_MS);
        let early_exit = self.settings.early_exit;
        let Some(problem) = self.problems.get(index) else { return };
        let Some(Bench::Open { seat, task, .. }) = self.benches.get_mut(worker) else { return };
        seat.new_game(problem.is_chess960);
        let attempt = Attempt::new(problem, early_exit);
        *task = Some(Box::new(Task { problem: index, attempt, time_ms: 0.0, is_stopping: false }));
        seat.think(Question { position: problem.position_command(), go, limit_ms }, now_ms);
    }

    /// The first problem that nobody has taken for an engine.
    fn next_problem(&self, engine: usize) -> Option<usize> {
        let is_taken = |problem| self.being_searched().any(|taken| taken == (engine, problem));
        self.columns.get(engine)?.next(is_taken)
    }

    /// Has a worker take an engine that still has problems: its own turn first, so that the engines advance side by side.
    fn find_work(&mut self, worker: usize) {
        let count = self.settings.engines.len();
        let takes = |engine: &usize| self.failures[*engine].is_none() && self.next_problem(*engine).is_some();
        let engine = (0..count).map(|step| (worker + step) % count).find(takes);
        let was_open = matches!(self.benches.get(worker), Some(Bench::Open { .. } | Bench::Opening { .. }));
        if was_open {
            self.commands.push(Command::Close(worker));
        }
        self.benches[worker] = match engine {
            Some(engine) => {
                self.commands.push(Command::Open { worker, engine });
                Bench::Opening { engine }
            }
            None => Bench::Closed,
        };
    }

    /// An engine cannot go on; its workers take another.
    fn fail(&mut self, engine: usize, reason: String) {
        if let Some(place) = self.failures.get_mut(engine) {
            *place = Some(reason);
        }
        for worker in 0..self.benches.len() {
            let is_its = match &self.benches[worker] {
                Bench::Opening { engine: other } | Bench::Open { engine: other, .. } => *other == engine,
                Bench::Closed => false,
            };
            if is_its {
                self.find_work(worker);
            }
        }
    }

    fn end_if_idle(&mut self) {
        let is_idle = self.benches.iter().all(|bench| matches!(bench, Bench::Closed));
        if self.is_running && is_idle {
            self.is_running = false;
            self.commands.push(Command::Ended);
        }
    }

    fn close_all(&mut self) {
        for worker in 0..self.benches.len() {
            if !matches!(self.benches[worker], Bench::Closed) {
                self.benches[worker] = Bench::Closed;
                self.commands.push(Command::Close(worker));
            }
        }
    }
}

#[cfg(test)]
mod tests;
