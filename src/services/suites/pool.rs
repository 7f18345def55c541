//! Runs the commands of a [`SuiteRunner`] with workers and a timer.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};

use wasm_bindgen_futures::spawn_local;

use super::runner::{SuiteCommand, SuiteRunner};
use crate::language::tr;
use crate::platform::alarm::Alarm;
use crate::platform::clock::now_ms;
use crate::services::engine::transport::{EngineTransport, OnEngineMessage};
use crate::services::engine::uci_client::TransportCommand;
use crate::services::engine_loader::EngineLoader;

/// Event emitted to the owner of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuitePoolEvent {
    /// An attempt has ended.
    Attempt {
        /// Index of the engine in the settings.
        engine: usize,
        /// Index of the problem.
        problem: usize,
    },
    /// No engine is running any more: nothing is left to do, or no engine is left to do it.
    Ended,
    /// The state of the run has changed.
    Changed,
}

/// Engines that serve one [`SuiteRunner`] after the other: a handle, cheap to clone.
#[derive(Clone)]
pub struct SuitePool(Rc<SuitePoolInner>);

struct SuitePoolInner {
    runner: RefCell<Option<SuiteRunner>>,
    /// By worker.
    lines: RefCell<HashMap<usize, EngineTransport>>,
    alarm: Alarm,
    /// The engines to choose from.
    engines: EngineLoader,
    /// Counts the desks, to ignore late results of an earlier one.
    epoch: Cell<u32>,
    on_event: Box<dyn Fn(SuitePoolEvent)>,
}

impl SuitePool {
    /// Creates a pool without a runner. `on_event` is called while nothing of the pool is borrowed.
    pub fn new(on_event: impl Fn(SuitePoolEvent) + 'static) -> Self {
        Self(Rc::new(SuitePoolInner {
            runner: RefCell::default(),
            lines: RefCell::default(),
            alarm: Alarm::default(),
            engines: EngineLoader::of_page(),
            epoch: Cell::default(),
            on_event: Box::new(on_event),
        }))
    }

    /// Returns the engines to choose from.
    pub fn engines(&self) -> &EngineLoader {
        &self.0.engines
    }

    /// Replaces the runner, possibly by none, and terminates its engines.
    pub fn put(&self, runner: Option<SuiteRunner>) {
        self.0.epoch.set(self.0.epoch.get() + 1);
        self.end_engines();
        self.0.runner.replace(runner);
        self.arm();
    }

    /// Reads the runner; `None` if there is none.
    pub fn look<T>(&self, look: impl FnOnce(&SuiteRunner) -> T) -> Option<T> {
        self.0.runner.borrow().as_ref().map(look)
    }

    /// Starts or resumes the run.
    pub fn start(&self) {
        self.act(|runner, _| runner.start());
    }

    /// Stops all searches and terminates the engines.
    pub fn pause(&self) {
        self.act(|runner, _| runner.pause());
        self.end_engines();
    }

    fn end_engines(&self) {
        let lines = self.0.lines.take();
        drop(lines);
    }

    /// Calls the runner and runs its commands.
    fn act(&self, what: impl FnOnce(&mut SuiteRunner, f64)) {
        let commands = {
            let mut runner = self.0.runner.borrow_mut();
            let Some(runner) = runner.as_mut() else { return };
            what(runner, now_ms());
            runner.take_commands()
        };
        let mut has_changed = false;
        for command in commands {
            has_changed |= matches!(command, SuiteCommand::Store { .. } | SuiteCommand::Ended);
            match command {
                SuiteCommand::Open { worker, engine } => self.open(worker, engine),
                SuiteCommand::Engine(worker, order) => self.order(worker, order),
                SuiteCommand::Close(worker) => {
                    self.0.lines.borrow_mut().remove(&worker);
                }
                SuiteCommand::Store { engine, problem } => {
                    (self.0.on_event)(SuitePoolEvent::Attempt { engine, problem });
                }
                SuiteCommand::Ended => {
                    self.end_engines();
                    (self.0.on_event)(SuitePoolEvent::Ended);
                }
            }
        }
        if has_changed {
            (self.0.on_event)(SuitePoolEvent::Changed);
        }
        self.arm();
    }

    /// Prepares an engine for a worker.
    fn open(&self, worker: usize, engine: usize) {
        let id = self.look(|runner| runner.settings().engines.get(engine).map(|engine| engine.id.clone()));
        let Some(id) = id.flatten() else { return };
        let (pool, epoch, on_message) = (self.clone(), self.0.epoch.get(), self.listener(worker));
        spawn_local(async move {
            let purpose = tr!("Test suite, worker {number}", number = worker + 1);
            let line = pool.0.engines.line(&id, &purpose, on_message).await;
            let is_awaited = pool.look(|runner| runner.awaits(worker, engine)).unwrap_or_default();
            if pool.0.epoch.get() != epoch || !is_awaited {
                return;
            }
            let result = line.map_err(|error| error.to_string()).map(|line| {
                let line = line.with_all_lines();
                let abilities = line.abilities();
                pool.0.lines.borrow_mut().insert(worker, line);
                abilities
            });
            pool.act(|runner, now_ms| runner.prepared(worker, result, now_ms));
        });
    }

    /// Returns a listener for the output of a worker's engine that ignores it once the runner has changed.
    fn listener(&self, worker: usize) -> OnEngineMessage {
        let (weak, epoch) = (Rc::downgrade(&self.0), self.0.epoch.get());
        Rc::new(move |generation, message| {
            if let Some(inner) = weak.upgrade().filter(|inner| inner.epoch.get() == epoch) {
                Self(inner).act(|runner, now_ms| runner.on_message(worker, generation, message, now_ms));
            }
        })
    }

    /// Sends an order to a worker's engine.
    fn order(&self, worker: usize, order: TransportCommand) {
        let known = self.0.lines.borrow_mut().get_mut(&worker).and_then(|line| line.obey(order));
        let Some((generation, message)) = known else { return };
        let (pool, epoch) = (self.clone(), self.0.epoch.get());
        spawn_local(async move {
            if pool.0.epoch.get() == epoch {
                pool.act(|runner, now_ms| runner.on_message(worker, generation, message, now_ms));
            }
        });
    }

    /// Sets the timer to the runner's next wake-up.
    fn arm(&self) {
        let weak: Weak<SuitePoolInner> = Rc::downgrade(&self.0);
        self.0.alarm.set(self.look(SuiteRunner::deadline_ms).flatten(), move || {
            if let Some(inner) = weak.upgrade() {
                Self(inner).act(SuiteRunner::tick);
            }
        });
    }
}
