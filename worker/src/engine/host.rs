//! The engine worker itself: runs one engine build for one page.

use std::rc::Rc;

use super::console::Posting;
use super::messages::{BatchId, FromEngine, Load, Threads, ToEngine};
use super::signals::Signals;
use crate::instance::{Files, Instance, ThreadSource};
use crate::wire::RequestId;
use crate::wire::serve::{Page, Service, serve};

/// Runs the host in this worker. Call once, at startup.
pub fn start() {
    serve::<EngineHost>();
}

/// The worker's state.
#[derive(Debug)]
struct EngineHost {
    page: Page<FromEngine>,
    engine: Option<(Instance, Rc<Posting>)>,
}

impl Service for EngineHost {
    type In = ToEngine;
    type Out = FromEngine;

    fn new(page: Page<FromEngine>) -> Self {
        Self { page, engine: None }
    }

    fn receive(&mut self, id: RequestId, message: ToEngine) {
        let done = match message {
            ToEngine::Load(load) => self.load(load).map(|()| self.page.post(id, FromEngine::Loaded)),
            ToEngine::Lines(lines) => self.lines(id, &lines),
        };
        if let Err(message) = done {
            // The instance may be in any state: memory half written, locks held.
            self.engine = None;
            self.page.post(id, FromEngine::Fault(message));
        }
    }
}

impl EngineHost {
    fn load(&mut self, load: Load) -> Result<(), String> {
        self.engine = None;
        let signals = load.signals.as_ref().map(Signals::from_memory);
        let console = Rc::new(Posting::new(signals, load.all_lines, self.page.clone()));
        let threads = load.threads.map(|Threads { memory, limit }| {
            let page = self.page.clone();
            // Only the page can start a thread immediately: when one is needed, this worker is busy searching.
            let start = move |block, bytes| page.post(0, FromEngine::StartThread { block, bytes });
            ThreadSource { memory, limit, start: Box::new(start) }
        });
        let instance = Instance::with(&load.module, console.clone(), Files::new(load.files), threads)
            .map_err(|error| error.to_string())?;
        self.engine = Some((instance, console));
        Ok(())
    }

    fn lines(&self, batch: BatchId, lines: &[String]) -> Result<(), String> {
        let (engine, console) = self.engine.as_ref().ok_or("no engine is loaded in this worker")?;
        console.begin(batch);
        for line in lines {
            console.handle(line);
            engine.line(line).map_err(|error| error.to_string())?;
        }
        console.finish();
        Ok(())
    }
}
