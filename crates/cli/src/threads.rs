//! Search threads.

use std::thread;

use tabia_session::{HelperTask, Threads};

/// Maximum number of threads per search; few machines have more cores.
const MAX_THREADS: usize = 256;

/// Threads of this machine, for sessions.
pub(crate) const THREADS: Threads = Threads { max: MAX_THREADS, run_threads };

/// Runs `main` on this thread and each helper on a separate one. If a thread fails to start, the search runs with
/// fewer.
fn run_threads<'a>(main: &mut (dyn FnMut() + 'a), helpers: Vec<HelperTask<'a>>) {
    thread::scope(|scope| {
        for helper in helpers {
            if thread::Builder::new().name("search helper".to_owned()).spawn_scoped(scope, helper).is_err() {
                break;
            }
        }
        main();
    });
}
