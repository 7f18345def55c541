//! The threads of a search.

use std::thread;

use tabia_session::{HelperTask, Threads};

/// The most threads for one search; few machines have more processors.
const MAX_THREADS: usize = 256;

/// What a session is told of this machine.
pub(crate) const THREADS: Threads = Threads { max: MAX_THREADS, run_threads };

/// Runs `main` here and each helper on a thread of its own. Where the system gives no more threads, the search goes on
/// with those that it has.
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
