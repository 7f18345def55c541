//! The threads of builds that have threads, of one match worker: it asks for them, and the page starts them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::{Atomics, Int32Array, WebAssembly};
use tabia_worker::wire::SharedMemory;

use super::build::Prepared;
use crate::services::engine::threads::{Crew, ThreadEvent};

/// The threads of the players of one worker; ended when dropped.
pub(super) struct Crews {
    /// The modules of the players that have threads, by their places in the match.
    modules: BTreeMap<usize, WebAssembly::Module>,
    /// Of each player the threads of its present instance.
    present: RefCell<BTreeMap<usize, Crew>>,
    /// What [`Setup::broken_crews`](tabia_worker::matches::messages::Setup::broken_crews) says.
    broken: Option<SharedMemory>,
}

impl Crews {
    /// No thread yet.
    pub(super) fn new(engines: &[Prepared]) -> Self {
        let modules: BTreeMap<usize, WebAssembly::Module> = engines
            .iter()
            .enumerate()
            .filter_map(|(place, engine)| match engine {
                Prepared::Threaded(build) => Some((place, build.module.clone())),
                Prepared::Build(_) | Prepared::Foreign(_) => None,
            })
            .collect();
        let broken = if modules.is_empty() { None } else { SharedMemory::allocate(engines.len() as u32 * 4) };
        Self { modules, present: RefCell::default(), broken }
    }

    /// Where the worker reads which threads have failed.
    pub(super) fn broken(&self) -> Option<SharedMemory> {
        self.broken.clone()
    }

    /// Starts one thread more for the present instance of a player; `block` is its part of the memory, address and length in bytes.
    /// One that cannot be started is missed by the search, and no more; one that fails has perhaps broken what all share, which
    /// the worker reads in the middle of the search. `notice` tells what the user should know.
    pub(super) fn start_thread(
        &self,
        player: usize,
        number: u32,
        memory: WebAssembly::Memory,
        block: (u32, u32),
        notice: impl Fn(String) + 'static,
    ) {
        let Some(module) = self.modules.get(&player) else { return };
        let broken = self.broken.as_ref().map(|SharedMemory(buffer)| Int32Array::new(buffer));
        let on_event = move |event| match event {
            ThreadEvent::Missing(reason) => {
                notice(format!("a thread could not be started, it searches with fewer: {reason}"));
            }
            ThreadEvent::Failed(reason) => {
                if let Some(broken) = &broken {
                    // Refused only for an array that is not of integers.
                    let _ = Atomics::store(broken, player as u32, number as i32);
                }
                notice(format!("a thread of it failed: {reason}"));
            }
        };
        let mut present = self.present.borrow_mut();
        let crew = present.entry(player).or_insert_with(|| Crew::on(memory));
        crew.start_thread(module, block.0, block.1, on_event);
    }

    /// Ends the threads of a player, whose instance was given up.
    pub(super) fn end(&self, player: usize) {
        self.present.borrow_mut().remove(&player);
    }
}
