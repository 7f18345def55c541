//! Threads of multi-threaded builds in one match worker: the worker requests them, the page starts them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::{Atomics, Int32Array, WebAssembly};
use tabia_worker::wire::SharedMemory;

use super::build::Prepared;
use crate::language::tr;
use crate::services::engine::threads::{HelperThreads, ThreadEvent};

/// Threads of one worker's players; ended when dropped.
pub(super) struct MatchThreads {
    /// Modules of the multi-threaded players, by player index.
    modules: BTreeMap<usize, WebAssembly::Module>,
    /// Threads of each player's current instance.
    present: RefCell<BTreeMap<usize, HelperThreads>>,
    /// Flags described at [`Setup::broken_instances`](tabia_worker::matches::messages::Setup::broken_instances).
    broken: Option<SharedMemory>,
}

impl MatchThreads {
    /// Creates a set without threads.
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

    /// Returns the memory in which the worker reads which threads have failed.
    pub(super) fn broken(&self) -> Option<SharedMemory> {
        self.broken.clone()
    }

    /// Starts one more thread for a player's current instance. `block` is the thread's part of the memory: address and length in bytes.
    /// If a thread fails to start, the search runs with fewer. A thread that fails later may have corrupted the shared memory; the
    /// worker reads that flag during the search. `notice` receives messages for the user.
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
                notice(tr!("a thread could not be started; it searches with fewer: {reason}", reason));
            }
            ThreadEvent::Failed(reason) => {
                if let Some(broken) = &broken {
                    // Fails only for a non-integer array.
                    let _ = Atomics::store(broken, player as u32, number as i32);
                }
                notice(tr!("one of its threads failed: {reason}", reason));
            }
        };
        let mut present = self.present.borrow_mut();
        let helpers = present.entry(player).or_insert_with(|| HelperThreads::on(memory));
        helpers.start_thread(module, block.0, block.1, on_event);
    }

    /// Ends the threads of a player whose instance was discarded.
    pub(super) fn end(&self, player: usize) {
        self.present.borrow_mut().remove(&player);
    }
}
