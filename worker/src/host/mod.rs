//! The engine host: a gloo-worker worker with an engine build inside.

mod console;

use std::rc::Rc;

use gloo_worker::{HandlerId, Registrable, Worker, WorkerScope};
use js_sys::WebAssembly;

use self::console::Posting;
use crate::codec::PreservingCodec;
use crate::instance::{Files, Instance};
use crate::messages::{BatchId, FromHost, Load, PROTOCOL_VERSION, ToHost};
use crate::signals::Signals;

/// Runs the host in this worker. To be called once, at its start.
pub fn start() {
    // A fault of the host itself, not of the engine: its sentence goes to the console, and the exception
    // that follows reaches the page as the worker's `error` event.
    console_error_panic_hook::set_once();
    EngineHost::registrar().encoding::<PreservingCodec>().register();
}

/// One engine build, called for one page.
#[derive(Debug, Default)]
pub struct EngineHost {
    engine: Option<(Instance, Rc<Posting>)>,
}

impl Worker for EngineHost {
    type Message = ();
    type Input = ToHost;
    type Output = FromHost;

    fn create(_scope: &WorkerScope<Self>) -> Self {
        Self::default()
    }

    fn update(&mut self, _scope: &WorkerScope<Self>, (): ()) {}

    fn received(&mut self, scope: &WorkerScope<Self>, message: ToHost, id: HandlerId) {
        match message {
            ToHost::Load(load) => {
                let scope = scope.clone();
                let post: Rc<dyn Fn(FromHost)> = Rc::new(move |output| scope.respond(id, output));
                let answer = match self.load(load, &post) {
                    Ok(()) => FromHost::Loaded { protocol: PROTOCOL_VERSION },
                    Err(message) => FromHost::Fault { batch: None, message },
                };
                post(answer);
            }
            ToHost::Lines { batch, lines } => {
                if let Err(message) = self.lines(batch, &lines) {
                    // The instance may be in any state: memory half written, locks held.
                    self.engine = None;
                    scope.respond(id, FromHost::Fault { batch: Some(batch), message });
                }
            }
        }
    }
}

impl EngineHost {
    fn load(&mut self, load: Load, post: &Rc<dyn Fn(FromHost)>) -> Result<(), String> {
        self.engine = None;
        if load.protocol != PROTOCOL_VERSION {
            return Err(format!(
                "the page and its engine worker are of different versions ({} and {PROTOCOL_VERSION}): \
                 reload the page",
                load.protocol
            ));
        }
        let signals = load.signals.as_ref().map(Signals::from_buffer);
        let module: &WebAssembly::Module = &load.module;
        let console = Rc::new(Posting::new(signals, post.clone()));
        self.engine = Some((Instance::with_files(module, console.clone(), Files::new(load.files))?, console));
        Ok(())
    }

    fn lines(&self, batch: BatchId, lines: &[String]) -> Result<(), String> {
        let (engine, console) = self.engine.as_ref().ok_or("no engine is loaded in this worker")?;
        console.begin(batch);
        for line in lines {
            engine.line(line)?;
        }
        console.finish();
        Ok(())
    }
}
