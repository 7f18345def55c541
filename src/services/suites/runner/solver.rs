//! A worker's engine, with the problem that it searches.

use std::collections::VecDeque;

use tabia_arena::player::Role;
use tabia_suite::{Attempt, Outcome, Problem};
use tabia_worker::wire::Generation;

use super::super::settings::SuiteSettings;
use crate::services::engine::uci_client::{
    Abilities, ClientEvent, EngineMessage, SearchRequest, TransportCommand, UciClient,
};

/// How far a search may overrun its time before it is stopped, in milliseconds.
const GRACE_MS: f64 = 5_000.0;

/// Running engine. Its output and the time go in, [`SolverUpdate`] and orders come out.
pub(super) struct Solver {
    /// Its index in the settings.
    pub(super) engine: usize,
    client: UciClient,
    task: Option<ProblemSearch>,
}

/// Current search.
struct ProblemSearch {
    problem: usize,
    attempt: Attempt,
    /// The latest time of the search, in milliseconds.
    time_ms: f64,
    is_stopping: bool,
}

/// What a solver reports.
#[derive(Default)]
pub(super) struct SolverUpdate {
    /// Finished attempts, each with the index of its problem.
    pub(super) outcomes: Vec<(usize, Outcome)>,
    /// Why the engine cannot continue.
    pub(super) given_up: Option<String>,
}

impl Solver {
    /// Creates a solver whose engine is started at once, with this hash size in MB.
    pub(super) fn new(engine: usize, abilities: Abilities, hash_mb: u32, now_ms: f64) -> Self {
        let options = vec![("Hash".to_owned(), hash_mb.to_string())];
        let mut client = UciClient::new(abilities, options, Role::Play, false, now_ms);
        client.listen();
        Self { engine, client, task: None }
    }

    /// Returns the index of the problem being searched.
    pub(super) fn problem(&self) -> Option<usize> {
        self.task.as_ref().map(|task| task.problem)
    }

    /// Returns the number of starts.
    #[cfg(test)]
    pub(super) fn generation(&self) -> Generation {
        self.client.generation()
    }

    /// Takes the orders for its worker issued since the last call.
    pub(super) fn take_orders(&mut self) -> Vec<TransportCommand> {
        self.client.take_orders()
    }

    /// Starts the search of a problem, given with its index.
    pub(super) fn ask(&mut self, place: usize, problem: &Problem, settings: &SuiteSettings, now_ms: f64) {
        self.client.new_game(problem.is_chess960);
        let attempt = Attempt::new(problem, settings.early_exit);
        self.task = Some(ProblemSearch { problem: place, attempt, time_ms: 0.0, is_stopping: false });
        let limit_ms = settings.time_ms.map_or(f64::INFINITY, |ms| ms as f64 + GRACE_MS);
        self.client.think(
            SearchRequest { position: problem.position_command(), go: settings.go(), limit_ms },
            now_ms,
        );
    }

    /// Handles output of the engine.
    pub(super) fn on_message(
        &mut self,
        generation: Generation,
        message: EngineMessage,
        now_ms: f64,
    ) -> SolverUpdate {
        self.act(now_ms, |client| client.on_message(generation, message, now_ms))
    }

    /// Returns when [`tick`](Self::tick) is to be called.
    pub(super) fn deadline_ms(&self) -> Option<f64> {
        self.client.deadline_ms()
    }

    /// Handles everything that is due at this time, with the time that the page may have slept, which isn't the engine's fault.
    pub(super) fn tick(&mut self, slept_ms: f64, now_ms: f64) -> SolverUpdate {
        if slept_ms > GRACE_MS {
            self.client.forgive(slept_ms, now_ms);
        }
        self.act(now_ms, |client| client.tick(now_ms))
    }

    fn act(&mut self, now_ms: f64, act: impl FnOnce(&mut UciClient) -> Vec<ClientEvent>) -> SolverUpdate {
        let elapsed_ms = self.client.searching_since_ms().map_or(0.0, |since_ms| now_ms - since_ms);
        let mut events = VecDeque::from(act(&mut self.client));
        let mut news = SolverUpdate::default();
        while let Some(event) = events.pop_front() {
            match event {
                ClientEvent::Info(info) => {
                    let Some(task) = &mut self.task else { continue };
                    // Lines arrive in batches: the engine's own clock shows when each was printed.
                    let time_ms = info.time.map_or(elapsed_ms, |ms| ms as f64);
                    task.time_ms = task.time_ms.max(time_ms);
                    task.attempt.info(&info, time_ms);
                    if task.attempt.may_stop() && !std::mem::replace(&mut task.is_stopping, true) {
                        events.extend(self.client.move_now(now_ms));
                    }
                }
                ClientEvent::Moved(answer) => {
                    let Some(task) = self.task.take() else { continue };
                    self.client.succeeded();
                    let best = answer.best.and_then(|best| best.parse().ok());
                    let outcome = task.attempt.finish(best, elapsed_ms.max(task.time_ms));
                    news.outcomes.push((task.problem, outcome));
                }
                // Its problem is assigned again.
                ClientEvent::Restarted(_) => self.task = None,
                ClientEvent::GivenUp(reason) => news.given_up = Some(reason),
            }
        }
        news
    }
}
