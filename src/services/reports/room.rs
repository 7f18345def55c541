//! What the [`Work`] says is done here: workers and a timer.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use js_sys::WebAssembly;
use wasm_bindgen_futures::spawn_local;

use super::work::{Command, Work};
use crate::platform::alarm::Alarm;
use crate::platform::clock::now_ms;
use crate::platform::processor;
use crate::services::engine::build;
use crate::services::engine::seat::SeatOrder;
use crate::services::engine::seat_line::{OnHeard, SeatLine};
use crate::services::engine::shipped;
use crate::services::engine_room::EngineRoom;

/// What the engines are for, as the console lists them.
const PURPOSE: &str = "Report";

/// What the owner of a room hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomEvent {
    /// What was found so far is to be kept.
    Store,
    /// Something else has changed.
    Changed,
}

/// Who hears of what happens in a room.
type OnEvent = Box<dyn Fn(&Room, RoomEvent)>;

/// Engines at work on one [`Work`] after the other: a handle, cheap to clone.
#[derive(Clone)]
pub struct Room(Rc<Inner>);

struct Inner {
    work: RefCell<Option<Work>>,
    lines: RefCell<HashMap<usize, SeatLine>>,
    alarm: Alarm,
    /// The engines of the list.
    engines: EngineRoom,
    /// Counts what was put to work: what belongs to something earlier arrives too late.
    epoch: Cell<u32>,
    on_event: OnEvent,
}

thread_local! {
    /// The engine that the app ships, compiled once for the page.
    static MODULE: RefCell<Option<WebAssembly::Module>> = const { RefCell::new(None) };
}

impl Room {
    /// A room without anybody in it.
    pub fn new(on_event: impl Fn(&Self, RoomEvent) + 'static) -> Self {
        Self(Rc::new(Inner {
            work: RefCell::default(),
            lines: RefCell::default(),
            alarm: Alarm::default(),
            engines: EngineRoom::of_page(),
            epoch: Cell::new(0),
            on_event: Box::new(on_event),
        }))
    }

    /// Puts something to work, in place of what is at work.
    pub fn put(&self, work: Work) {
        self.end();
        self.0.work.replace(Some(work));
        self.act(|_, _| ());
    }

    /// Ends all engines. What was found since it was last kept is lost.
    pub fn end(&self) {
        self.0.epoch.set(self.0.epoch.get() + 1);
        self.0.alarm.stop();
        let lines = self.0.lines.take();
        drop(lines);
        self.0.work.replace(None);
    }

    /// Looks at what is at work.
    pub fn look<T>(&self, look: impl FnOnce(&Work) -> T) -> Option<T> {
        self.0.work.borrow().as_ref().map(look)
    }

    /// Has it do something, and does what it says.
    pub fn act<T>(&self, what: impl FnOnce(&mut Work, f64) -> T) -> Option<T> {
        let (result, commands) = {
            let mut work = self.0.work.borrow_mut();
            let work = work.as_mut()?;
            let result = what(work, now_ms());
            (result, work.take_commands())
        };
        for command in commands {
            match command {
                Command::Prepare(worker) => self.prepare(worker),
                Command::Engine(worker, order) => self.order(worker, order),
                Command::EndAll => drop(self.0.lines.take()),
                Command::Store => (self.0.on_event)(self, RoomEvent::Store),
            }
        }
        self.arm();
        (self.0.on_event)(self, RoomEvent::Changed);
        Some(result)
    }

    fn prepare(&self, worker: usize) {
        let Some(engine) = self.look(|work| work.engine().map(|engine| engine.id.clone())) else { return };
        let room = self.clone();
        let epoch = self.0.epoch.get();
        let on_heard = self.listener(worker);
        spawn_local(async move {
            let line = match engine {
                Some(id) => {
                    let line = room.0.engines.line(&id, PURPOSE, on_heard).await;
                    line.map_err(|error| error.to_string())
                }
                None => own_line(on_heard).await,
            };
            let is_awaited = room.look(|work| work.awaits(worker)).unwrap_or_default();
            if room.0.epoch.get() != epoch || !is_awaited {
                return;
            }
            let result = line.map(|line| {
                let abilities = line.abilities();
                room.0.lines.borrow_mut().insert(worker, line);
                abilities
            });
            room.act(|work, now| work.prepared(worker, result, now));
        });
    }

    /// Takes what is heard of an engine, for as long as it is at work on the same.
    fn listener(&self, worker: usize) -> OnHeard {
        let weak = Rc::downgrade(&self.0);
        let epoch = self.0.epoch.get();
        Rc::new(move |generation, heard| {
            if let Some(inner) = weak.upgrade().filter(|inner| inner.epoch.get() == epoch) {
                Self(inner).act(|work, now| work.hear(worker, generation, heard, now));
            }
        })
    }

    fn order(&self, worker: usize, order: SeatOrder) {
        let known = self.0.lines.borrow_mut().get_mut(&worker).and_then(|line| line.obey(order));
        let Some((generation, heard)) = known else { return };
        let room = self.clone();
        let epoch = self.0.epoch.get();
        spawn_local(async move {
            if room.0.epoch.get() == epoch {
                room.act(|work, now| work.hear(worker, generation, heard, now));
            }
        });
    }

    /// Sets the timer to when the work wants to be called.
    fn arm(&self) {
        let weak = Rc::downgrade(&self.0);
        self.0.alarm.set(self.look(Work::wake_at_ms).flatten(), move || {
            if let Some(inner) = weak.upgrade() {
                Self(inner).act(Work::tick);
            }
        });
    }
}

/// A line to an engine that the app ships.
async fn own_line(on_heard: OnHeard) -> Result<SeatLine, String> {
    Ok(SeatLine::of_build(shipped::worker(), module().await?, PURPOSE, on_heard))
}

async fn module() -> Result<WebAssembly::Module, String> {
    if let Some(module) = MODULE.with_borrow(Clone::clone) {
        return Ok(module);
    }
    let build = build::fetch(&shipped::single()).await.map_err(|error| error.to_string())?;
    MODULE.replace(Some(build.module.clone()));
    Ok(build.module)
}

/// How many engines can work at once beside the page: one less than the processor has cores, and at least one.
pub fn usual_workers() -> u16 {
    let cores = u16::try_from(processor::cores()).unwrap_or(u16::MAX);
    cores.saturating_sub(1).clamp(1, MOST_WORKERS)
}

/// The most engines that one report can have.
pub const MOST_WORKERS: u16 = 64;
