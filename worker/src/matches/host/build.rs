//! An engine build that is called directly: a command has been handled when the call returns.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::WebAssembly;
use tabia_arena::player::Output;

use super::controller::{Controller, PlayerConsole};
use crate::instance::{Files, Instance, InstanceError, ThreadSource};
use crate::matches::messages::{FromMatch, ThreadedBuild};
use crate::wire::thread_memory::thread_memory;

/// Engine build, instantiated on demand and again after a fault.
pub(super) struct Build {
    controller: Rc<Controller>,
    player: usize,
    program: Program,
    instance: Option<Instance>,
    /// Whether a thread has been requested since the build was instantiated.
    has_threads: Rc<Cell<bool>>,
}

/// Compiled build.
pub(super) enum Program {
    /// With separate memory.
    Single(WebAssembly::Module),
    /// With memory shared by its threads.
    Threaded(ThreadedBuild),
}

impl Build {
    pub(super) fn new(controller: Rc<Controller>, player: usize, program: Program) -> Self {
        Self { controller, player, program, instance: None, has_threads: Rc::default() }
    }

    /// Executes the player's output.
    pub(super) fn perform(&mut self, output: Output) {
        match output {
            Output::Start => self.start(),
            Output::Line(line) => self.call(&line),
            Output::Kill => self.release(),
        }
    }

    /// Drops the instance with its memory and threads.
    pub(super) fn release(&mut self) {
        self.instance = None;
        // They may be in the middle of a search and don't notice that it has ended.
        if self.has_threads.replace(false) {
            self.controller.post(FromMatch::EndThreads { player: self.player });
        }
    }

    fn start(&mut self) {
        self.release();
        self.controller.starting(self.player);
        match self.instantiate() {
            Ok(instance) => {
                self.instance = Some(instance);
                self.controller.started(self.player);
            }
            Err(reason) => {
                self.release();
                self.controller.disconnected(self.player, reason);
            }
        }
    }

    fn instantiate(&self) -> Result<Instance, String> {
        let console = Rc::new(PlayerConsole { controller: self.controller.clone(), player: self.player });
        let told = |error: InstanceError| error.to_string();
        match &self.program {
            Program::Single(module) => Instance::new(module, console).map_err(told),
            Program::Threaded(ThreadedBuild { module, memory_mb, thread_limit }) => {
                // New memory for each instance: one instance's leftovers are not meant for the next.
                let memory = thread_memory(*memory_mb)?;
                let source = self.threads(memory, *thread_limit);
                Instance::with(module, console, Files::default(), Some(source)).map_err(told)
            }
        }
    }

    /// Creates the thread source of the next instance. Only the page can start a thread immediately: when one is needed, this worker is
    /// busy searching.
    fn threads(&self, memory: WebAssembly::Memory, limit: u32) -> ThreadSource {
        let (controller, player, has_threads) =
            (self.controller.clone(), self.player, self.has_threads.clone());
        let instance = controller.next_instance(player);
        let start = {
            let memory = memory.clone();
            move |block, bytes| {
                has_threads.set(true);
                let memory = memory.clone();
                controller.post(FromMatch::StartThread { player, instance, memory, block, bytes });
            }
        };
        ThreadSource { memory, limit, start: Box::new(start) }
    }

    fn call(&mut self, line: &str) {
        let Some(instance) = &self.instance else { return };
        self.controller.sending(self.player, line);
        match instance.line(line) {
            Ok(()) => self.controller.returned(self.player),
            Err(error) => {
                // The instance may be in any state: memory half written, locks held.
                self.release();
                self.controller.disconnected(self.player, error.to_string());
            }
        }
    }
}
