//! The threads of the build with the feature `threads`: workers of the host that run this module on the same
//! memory. Only files that ship with the app may use this interface:
//!
//! - The build imports its memory (`env.memory`), made by the page with the same limit as for other engines, and two functions:
//!   `uci.thread_limit() -> i32`, the number of cores, and `uci.start_thread(block, length) -> i32`, which requests one more thread.
//! - A search that lacks threads allocates a block for the stack and the thread-local variables of each, and requests them. The
//!   engine worker posts `StartThread`; the page, which is never inside a search, starts `www/engine-thread.js`. The script
//!   instantiates the module on the same memory, sets `__stack_pointer` to the end of the block, calls `__wasm_init_tls` with its
//!   start, and then the export `thread`, which waits for tasks in the pool and never returns.
//! - A thread may arrive at any time: its task waits in the pool until the search is over. If one fails to start, the search runs
//!   with fewer. Threads receive nothing from the page: `stop` and the ponder hit reach the main thread, and the others end with it.
//! - A trap in a thread is a fault of the engine: the search ends with a message, and all workers are replaced.
//! - In the Lab the match worker makes a new memory for each instance and posts `StartThread` and `EndThreads`; which threads have
//!   failed is in shared memory, because the worker receives no message during a search.

use std::alloc::{Layout, alloc, dealloc};
use std::sync::atomic::{AtomicUsize, Ordering};

use tabia_session::{HelperTask, Threads};

use crate::pool::Pool;

/// Room for the stack of a thread and its variables. The stack has the size of the first thread's (build.rs).
const BLOCK_BYTES: usize = (4 << 20) + (64 << 10);
/// Bytes needed for the stack's top and thread-local variables.
const BLOCK_ALIGN: usize = 64;

static POOL: Pool = Pool::new();

/// Number of threads requested from the host.
static STARTED: AtomicUsize = AtomicUsize::new(0);

mod imports {
    #[link(wasm_import_module = "uci")]
    unsafe extern "C" {
        /// The most threads that a search may use, that of `line` included; at least 1.
        pub(super) safe fn thread_limit() -> i32;
        /// Starts a thread, now or soon, whose stack and thread-local variables are in the block. Returns 0 if
        /// it cannot.
        pub(super) fn start_thread(block: *mut u8, length: usize) -> i32;
    }
}

/// The machine's threads, as a session sees them.
pub(crate) fn threads() -> Threads {
    Threads { max: usize::try_from(imports::thread_limit()).unwrap_or(1).max(1), run_threads }
}

fn run_threads<'a>(main: &mut (dyn FnMut() + 'a), helpers: Vec<HelperTask<'a>>) {
    while STARTED.load(Ordering::Relaxed) < helpers.len() && start_one() {}
    POOL.run(main, helpers);
}

/// Requests one more thread. `false` if there is no memory for it, or the host has none.
fn start_one() -> bool {
    let Ok(layout) = Layout::from_size_align(BLOCK_BYTES, BLOCK_ALIGN) else { return false };
    // SAFETY: the layout's size is not 0.
    let block = unsafe { alloc(layout) };
    if block.is_null() {
        return false;
    }
    // SAFETY: the block belongs to the thread from here on and is never freed, because no thread ends before
    // the whole instance does.
    let is_started = unsafe { imports::start_thread(block, BLOCK_BYTES) } != 0;
    if is_started {
        STARTED.fetch_add(1, Ordering::Relaxed);
    } else {
        // SAFETY: allocated above with this layout, and the host has no use for it.
        unsafe { dealloc(block, layout) };
    }
    is_started
}

/// Body of a thread; does not return.
#[unsafe(no_mangle)]
pub extern "C" fn thread() {
    loop {
        POOL.work();
    }
}
