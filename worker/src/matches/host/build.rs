//! An engine build, called directly, so that a command has been handled when the call returns.

use std::rc::Rc;

use js_sys::WebAssembly;
use tabia_arena::player::Output;

use super::controller::{Controller, PlayerConsole};
use crate::instance::Instance;

/// An engine build; instantiated when it is needed, and again after a fault.
pub(super) struct Build {
    controller: Rc<Controller>,
    player: usize,
    module: WebAssembly::Module,
    instance: Option<Instance>,
}

impl Build {
    pub(super) fn new(controller: Rc<Controller>, player: usize, module: WebAssembly::Module) -> Self {
        Self { controller, player, module, instance: None }
    }

    /// Does what the player wants done.
    pub(super) fn perform(&mut self, output: Output) {
        match output {
            Output::Start => self.start(),
            Output::Line(line) => self.call(&line),
            Output::Kill => self.instance = None,
        }
    }

    /// Gives up the instance with its memory.
    pub(super) fn release(&mut self) {
        self.instance = None;
    }

    fn start(&mut self) {
        self.controller.starting(self.player);
        let console = PlayerConsole { controller: self.controller.clone(), player: self.player };
        match Instance::new(&self.module, Rc::new(console)) {
            Ok(instance) => {
                self.instance = Some(instance);
                self.controller.started(self.player);
            }
            Err(error) => self.controller.disconnected(self.player, error.to_string()),
        }
    }

    fn call(&mut self, line: &str) {
        let Some(instance) = &self.instance else { return };
        self.controller.sending(self.player, line);
        match instance.line(line) {
            Ok(()) => self.controller.returned(self.player),
            Err(error) => {
                // The instance may be in any state: memory half written, locks held.
                self.instance = None;
                self.controller.disconnected(self.player, error.to_string());
            }
        }
    }
}
