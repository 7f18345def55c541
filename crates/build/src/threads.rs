//! The threads of the build with the feature `threads`: workers of the host that run this module on the same
//! memory. docs/engine-abi.md ("Builds with threads") describes how the host starts one.

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
