//! Runs the commands of a [`ReportWork`] with workers and a timer.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use js_sys::WebAssembly;
use wasm_bindgen_futures::spawn_local;

use super::work::{ReportCommand, ReportWork};
use crate::language::texts;
use crate::platform::alarm::Alarm;
use crate::platform::clock::now_ms;
use crate::platform::processor;
use crate::services::engine::build;
use crate::services::engine::shipped;
use crate::services::engine::transport::{EngineTransport, OnEngineMessage};
use crate::services::engine::uci_client::TransportCommand;
use crate::services::engine_loader::EngineLoader;

texts! {
    /// Purpose of the engines, as listed in the console.
    purpose: "Report";
}

/// Event emitted to the owner of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportPoolEvent {
    /// The results so far are to be stored.
    Store,
    /// Something else has changed.
    Changed,
}

/// Listener for a pool's events.
type OnReportEvent = Box<dyn Fn(&ReportPool, ReportPoolEvent)>;

/// Engines that process one [`ReportWork`] after the other: a handle, cheap to clone.
#[derive(Clone)]
pub struct ReportPool(Rc<ReportPoolInner>);

struct ReportPoolInner {
    work: RefCell<Option<ReportWork>>,
    lines: RefCell<HashMap<usize, EngineTransport>>,
    alarm: Alarm,
    /// The listed engines.
    engines: EngineLoader,
    /// Counts the works started, to ignore late results of an earlier one.
    epoch: Cell<u32>,
    on_event: OnReportEvent,
}

thread_local! {
    /// The engine shipped with the app, compiled once for the page.
    static MODULE: RefCell<Option<WebAssembly::Module>> = const { RefCell::new(None) };
}

impl ReportPool {
    /// Creates an idle pool.
    pub fn new(on_event: impl Fn(&Self, ReportPoolEvent) + 'static) -> Self {
        Self(Rc::new(ReportPoolInner {
            work: RefCell::default(),
            lines: RefCell::default(),
            alarm: Alarm::default(),
            engines: EngineLoader::of_page(),
            epoch: Cell::new(0),
            on_event: Box::new(on_event),
        }))
    }

    /// Starts a work, replacing the current one.
    pub fn put(&self, work: ReportWork) {
        self.end();
        self.0.work.replace(Some(work));
        self.act(|_, _| ());
    }

    /// Terminates all engines. Results since the last store are lost.
    pub fn end(&self) {
        self.0.epoch.set(self.0.epoch.get() + 1);
        self.0.alarm.stop();
        let lines = self.0.lines.take();
        drop(lines);
        self.0.work.replace(None);
    }

    /// Reads the current work.
    pub fn look<T>(&self, look: impl FnOnce(&ReportWork) -> T) -> Option<T> {
        self.0.work.borrow().as_ref().map(look)
    }

    /// Calls the current work and runs its commands.
    pub fn act<T>(&self, what: impl FnOnce(&mut ReportWork, f64) -> T) -> Option<T> {
        let (result, commands) = {
            let mut work = self.0.work.borrow_mut();
            let work = work.as_mut()?;
            let result = what(work, now_ms());
            (result, work.take_commands())
        };
        for command in commands {
            match command {
                ReportCommand::Prepare(worker) => self.prepare(worker),
                ReportCommand::Engine(worker, order) => self.order(worker, order),
                ReportCommand::EndAll => drop(self.0.lines.take()),
                ReportCommand::Store => (self.0.on_event)(self, ReportPoolEvent::Store),
            }
        }
        self.arm();
        (self.0.on_event)(self, ReportPoolEvent::Changed);
        Some(result)
    }

    fn prepare(&self, worker: usize) {
        let Some(engine) = self.look(|work| work.engine().map(|engine| engine.id.clone())) else { return };
        let pool = self.clone();
        let epoch = self.0.epoch.get();
        let on_message = self.listener(worker);
        spawn_local(async move {
            let line = match engine {
                Some(id) => {
                    let line = pool.0.engines.line(&id, purpose(), on_message).await;
                    line.map_err(|error| error.to_string())
                }
                None => own_line(on_message).await,
            };
            let is_awaited = pool.look(|work| work.awaits(worker)).unwrap_or_default();
            if pool.0.epoch.get() != epoch || !is_awaited {
                return;
            }
            let result = line.map(|line| {
                let abilities = line.abilities();
                pool.0.lines.borrow_mut().insert(worker, line);
                abilities
            });
            pool.act(|work, now| work.prepared(worker, result, now));
        });
    }

    /// Returns a listener for an engine's output that ignores it once the work has changed.
    fn listener(&self, worker: usize) -> OnEngineMessage {
        let weak = Rc::downgrade(&self.0);
        let epoch = self.0.epoch.get();
        Rc::new(move |generation, message| {
            if let Some(inner) = weak.upgrade().filter(|inner| inner.epoch.get() == epoch) {
                Self(inner).act(|work, now| work.on_message(worker, generation, message, now));
            }
        })
    }

    fn order(&self, worker: usize, order: TransportCommand) {
        let known = self.0.lines.borrow_mut().get_mut(&worker).and_then(|line| line.obey(order));
        let Some((generation, message)) = known else { return };
        let pool = self.clone();
        let epoch = self.0.epoch.get();
        spawn_local(async move {
            if pool.0.epoch.get() == epoch {
                pool.act(|work, now| work.on_message(worker, generation, message, now));
            }
        });
    }

    /// Sets the timer to the work's next wake-up.
    fn arm(&self) {
        let weak = Rc::downgrade(&self.0);
        self.0.alarm.set(self.look(ReportWork::wake_at_ms).flatten(), move || {
            if let Some(inner) = weak.upgrade() {
                Self(inner).act(ReportWork::tick);
            }
        });
    }
}

/// Starts the engine shipped with the app.
async fn own_line(on_message: OnEngineMessage) -> Result<EngineTransport, String> {
    Ok(EngineTransport::of_build(shipped::worker(), module().await?, purpose(), on_message))
}

async fn module() -> Result<WebAssembly::Module, String> {
    if let Some(module) = MODULE.with_borrow(Clone::clone) {
        return Ok(module);
    }
    let build = build::fetch(&shipped::single()).await.map_err(|error| error.to_string())?;
    MODULE.replace(Some(build.module.clone()));
    Ok(build.module)
}

/// Returns the default number of engines: one less than the processor has cores, which leaves one to the page, and at least one.
pub fn usual_workers() -> u16 {
    let cores = u16::try_from(processor::cores()).unwrap_or(u16::MAX);
    cores.saturating_sub(1).clamp(1, MOST_WORKERS)
}

/// Maximum number of engines per report.
pub const MOST_WORKERS: u16 = 64;
