//! The problems of a suite and the engines working on them. A pure core: engine output and the time go in, orders come out.

mod solver;

use std::rc::Rc;

use tabia_suite::{Outcome, Problem};
use tabia_worker::wire::Generation;

use self::solver::{Solver, SolverUpdate};
use super::column::EngineOutcomes;
use super::settings::SuiteSettings;
use crate::services::engine::uci_client::{Abilities, EngineMessage, TransportCommand};

/// Command to the driver.
#[derive(Clone, Debug, PartialEq)]
pub enum SuiteCommand {
    /// Prepare an engine, by its index in the settings, for a worker, then call [`SuiteRunner::prepared`].
    Open {
        /// The worker.
        worker: usize,
        /// The engine.
        engine: usize,
    },
    /// Send an order to a worker's engine.
    Engine(usize, TransportCommand),
    /// Terminate a worker's engine.
    Close(usize),
    /// An attempt has ended.
    Store {
        /// The engine.
        engine: usize,
        /// Index of the problem.
        problem: usize,
    },
    /// Nothing is left to do, or no engine is left to do it.
    Ended,
}

/// State of a worker.
enum SolverState {
    Closed,
    /// This engine is being prepared.
    Opening(usize),
    Open(Box<Solver>),
}

impl SolverState {
    /// Returns the engine that is or will be there.
    fn engine(&self) -> Option<usize> {
        match self {
            Self::Closed => None,
            Self::Opening(engine) => Some(*engine),
            Self::Open(solver) => Some(solver.engine),
        }
    }
}

/// Run of a suite. See the module documentation.
pub struct SuiteRunner {
    problems: Rc<Vec<Problem>>,
    settings: SuiteSettings,
    /// By engine.
    columns: Vec<EngineOutcomes>,
    failures: Vec<Option<String>>,
    benches: Vec<SolverState>,
    is_running: bool,
    commands: Vec<SuiteCommand>,
}

impl SuiteRunner {
    /// Creates a stopped run.
    pub fn new(problems: Rc<Vec<Problem>>, settings: SuiteSettings) -> Self {
        let columns = settings.engines.iter().map(|_| EngineOutcomes::new(problems.len())).collect();
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

    /// Returns the settings of the run.
    pub fn settings(&self) -> &SuiteSettings {
        &self.settings
    }

    /// Returns an engine's outcome for a problem; `None` if there is none yet.
    pub fn outcome(&self, engine: usize, problem: usize) -> Option<&Outcome> {
        self.columns.get(engine)?.get(problem)
    }

    /// Restores an outcome of an earlier session.
    pub fn restore(&mut self, engine: usize, problem: usize, outcome: Outcome) {
        if let Some(column) = self.columns.get_mut(engine) {
            column.set(&self.problems, problem, outcome);
        }
    }

    /// Returns the number of finished attempts and the total.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.columns.iter().map(|column| column.totals().attempts).sum();
        (done, self.columns.len() * self.problems.len())
    }

    /// Returns the outcomes of each engine.
    pub fn columns(&self) -> &[EngineOutcomes] {
        &self.columns
    }

    /// Returns why an engine cannot continue.
    pub fn failure(&self, engine: usize) -> Option<&str> {
        self.failures.get(engine)?.as_deref()
    }

    /// Returns whether engines are running.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Returns the problems being searched, each with its engine.
    pub fn being_searched(&self) -> impl Iterator<Item = (usize, usize)> {
        self.solvers().filter_map(|solver| Some((solver.engine, solver.problem()?)))
    }

    fn solvers(&self) -> impl Iterator<Item = &Solver> {
        self.benches.iter().filter_map(|bench| match bench {
            SolverState::Open(solver) => Some(&**solver),
            _ => None,
        })
    }

    /// Takes the commands issued since the last call.
    pub fn take_commands(&mut self) -> Vec<SuiteCommand> {
        std::mem::take(&mut self.commands)
    }

    /// Starts or resumes the run. An engine that was given up is retried.
    pub fn start(&mut self) {
        if self.is_running {
            return;
        }
        self.is_running = true;
        self.failures.fill(None);
        let workers = self.settings.workers.max(1);
        self.benches = (0..workers).map(|_| SolverState::Closed).collect();
        for worker in 0..workers {
            self.find_work(worker);
        }
        self.end_if_idle();
    }

    /// Stops all searches. Unfinished ones are repeated later.
    pub fn pause(&mut self) {
        if std::mem::replace(&mut self.is_running, false) {
            (0..self.benches.len()).for_each(|worker| self.close(worker));
        }
    }

    /// Returns whether a worker waits for an engine.
    pub fn awaits(&self, worker: usize, engine: usize) -> bool {
        matches!(self.benches.get(worker), Some(SolverState::Opening(other)) if *other == engine)
    }

    /// Handles the result of [`SuiteCommand::Open`].
    pub fn prepared(&mut self, worker: usize, result: Result<Abilities, String>, now_ms: f64) {
        let Some(SolverState::Opening(engine)) = self.benches.get(worker) else { return };
        let engine = *engine;
        match result {
            Ok(abilities) => {
                let solver = Solver::new(engine, abilities, self.settings.hash_mb, now_ms);
                self.benches[worker] = SolverState::Open(Box::new(solver));
                self.go_on(worker, now_ms);
            }
            Err(reason) => self.fail(engine, reason),
        }
        self.end_if_idle();
    }

    /// Handles output of a worker's engine.
    pub fn on_message(&mut self, worker: usize, generation: Generation, message: EngineMessage, now_ms: f64) {
        self.with_solver(worker, now_ms, |solver| solver.on_message(generation, message, now_ms));
    }

    /// Returns when [`tick`](Self::tick) is to be called.
    pub fn deadline_ms(&self) -> Option<f64> {
        self.solvers().filter_map(Solver::deadline_ms).reduce(f64::min)
    }

    /// Handles everything that is due at this time. A page that slept does not blame its engines.
    pub fn tick(&mut self, now_ms: f64) {
        let slept_ms = self.deadline_ms().map_or(0.0, |deadline_ms| now_ms - deadline_ms);
        for worker in 0..self.benches.len() {
            self.with_solver(worker, now_ms, |solver| solver.tick(slept_ms, now_ms));
        }
    }

    /// Calls a worker's engine, records the outcome, and lets the worker continue.
    fn with_solver(&mut self, worker: usize, now_ms: f64, act: impl FnOnce(&mut Solver) -> SolverUpdate) {
        let Some(SolverState::Open(solver)) = self.benches.get_mut(worker) else { return };
        let engine = solver.engine;
        let SolverUpdate { outcomes, given_up } = act(solver);
        for (problem, outcome) in outcomes {
            let column = self.columns.get_mut(engine);
            if column.is_some_and(|column| column.set(&self.problems, problem, outcome)) {
                self.commands.push(SuiteCommand::Store { engine, problem });
            }
        }
        match given_up {
            Some(reason) => self.fail(engine, reason),
            None => self.go_on(worker, now_ms),
        }
        self.end_if_idle();
    }

    /// Passes on an engine's orders, and gives it the next problem when it has none.
    fn go_on(&mut self, worker: usize, now_ms: f64) {
        if let Some(SolverState::Open(solver)) = self.benches.get(worker)
            && solver.problem().is_none()
        {
            match self.next_problem(solver.engine) {
                Some(problem) => self.ask(worker, problem, now_ms),
                None => self.find_work(worker),
            }
        }
        if let Some(SolverState::Open(solver)) = self.benches.get_mut(worker) {
            let orders = solver.take_orders();
            self.commands.extend(orders.into_iter().map(|order| SuiteCommand::Engine(worker, order)));
        }
    }

    fn ask(&mut self, worker: usize, place: usize, now_ms: f64) {
        let Some(problem) = self.problems.get(place) else { return };
        if let Some(SolverState::Open(solver)) = self.benches.get_mut(worker) {
            solver.ask(place, problem, &self.settings, now_ms);
        }
    }

    /// Returns an engine's first problem without an outcome that isn't being searched.
    fn next_problem(&self, engine: usize) -> Option<usize> {
        let is_taken = |problem| self.being_searched().any(|taken| taken == (engine, problem));
        self.columns.get(engine)?.next(is_taken)
    }

    /// Assigns a worker an engine that still has problems: its own turn first, so that the engines advance side by side.
    fn find_work(&mut self, worker: usize) {
        let count = self.settings.engines.len();
        let takes = |engine: &usize| self.failures[*engine].is_none() && self.next_problem(*engine).is_some();
        let engine = (0..count).map(|step| (worker + step) % count).find(takes);
        self.close(worker);
        self.benches[worker] = match engine {
            Some(engine) => {
                self.commands.push(SuiteCommand::Open { worker, engine });
                SolverState::Opening(engine)
            }
            None => SolverState::Closed,
        };
    }

    /// Gives up an engine; its workers take another.
    fn fail(&mut self, engine: usize, reason: String) {
        if let Some(place) = self.failures.get_mut(engine) {
            *place = Some(reason);
        }
        for worker in 0..self.benches.len() {
            if self.benches[worker].engine() == Some(engine) {
                self.find_work(worker);
            }
        }
    }

    fn end_if_idle(&mut self) {
        let is_idle = self.benches.iter().all(|bench| bench.engine().is_none());
        if self.is_running && is_idle {
            self.is_running = false;
            self.commands.push(SuiteCommand::Ended);
        }
    }

    fn close(&mut self, worker: usize) {
        if self.benches[worker].engine().is_some() {
            self.benches[worker] = SolverState::Closed;
            self.commands.push(SuiteCommand::Close(worker));
        }
    }
}

#[cfg(test)]
mod tests;
