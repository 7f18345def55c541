//! The tasks of a search, and the threads that take them.
//!
//! The threads are the host's and may come at any time, even in the middle of a search: a task waits in the
//! pool until a thread takes it, or until the search is over. It is all the same to a search how many come.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use tabia_session::HelperTask;

/// The tasks of one engine's threads. A build has one pool; tests make more.
#[derive(Default)]
pub struct Pool {
    state: Mutex<State>,
    /// There are tasks to take.
    has_tasks: Condvar,
    /// A task has ended.
    has_ended: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<HelperTask<'static>>,
    /// Number of running tasks.
    running: usize,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = self.lock();
        formatter
            .debug_struct("Pool")
            .field("waiting", &state.waiting.len())
            .field("running", &state.running)
            .finish()
    }
}

impl Pool {
    /// A pool without tasks.
    pub const fn new() -> Self {
        let state = Mutex::new(State { waiting: Vec::new(), running: 0 });
        Self { state, has_tasks: Condvar::new(), has_ended: Condvar::new() }
    }

    /// Takes one task, waiting for it, and runs it: what a thread does again and again.
    pub fn work(&self) {
        let task = {
            let mut state = self.lock();
            loop {
                if let Some(task) = state.waiting.pop() {
                    state.running += 1;
                    break task;
                }
                state = self.has_tasks.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        };
        let _ended = Ended(self);
        task();
    }

    /// Runs `main` here and the helpers on the threads that come for them, and returns when all that began
    /// have ended. Helpers that no thread has taken by the end of `main` are left out.
    pub fn run<'a>(&self, main: &mut (dyn FnMut() + 'a), helpers: Vec<HelperTask<'a>>) {
        let extend = |task: HelperTask<'a>| {
            // SAFETY: only the lifetime changes. No task outlives this call: `AllEnded` takes back those that
            // wait and waits for those that run, also when `main` panics.
            unsafe { std::mem::transmute::<HelperTask<'a>, HelperTask<'static>>(task) }
        };
        let _all_ended = AllEnded(self);
        self.lock().waiting = helpers.into_iter().map(extend).collect();
        self.has_tasks.notify_all();
        main();
    }

    /// The state is whole whenever the lock is free: no task runs under it.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Signals the end of a task when dropped, however the task ended.
struct Ended<'a>(&'a Pool);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.lock().running -= 1;
        self.0.has_ended.notify_all();
    }
}

/// Ends what belongs to one search.
struct AllEnded<'a>(&'a Pool);

impl Drop for AllEnded<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        let left_out = std::mem::take(&mut state.waiting);
        while state.running > 0 {
            state = self.0.has_ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        drop(left_out);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    /// Returns a pool of `threads` threads, which live as long as the test program.
    fn pool(threads: usize) -> &'static Pool {
        let pool: &Pool = Box::leak(Box::new(Pool::new()));
        for _ in 0..threads {
            thread::spawn(|| {
                loop {
                    pool.work();
                }
            });
        }
        pool
    }

    #[test]
    fn helpers_run_beside_the_main_task_and_end_before_run_returns() {
        let pool = pool(3);
        for _ in 0..200 {
            let (begun, ended, is_over) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
            let helper = || {
                begun.fetch_add(1, Ordering::SeqCst);
                while !is_over.load(Ordering::SeqCst) {
                    thread::yield_now();
                }
                ended.fetch_add(1, Ordering::SeqCst);
            };
            let helpers = (0..3).map(|_| Box::new(helper) as HelperTask<'_>).collect();
            let mut main = || {
                // All three are at work at once, although each waits for the end.
                while begun.load(Ordering::SeqCst) < 3 {
                    thread::yield_now();
                }
                is_over.store(true, Ordering::SeqCst);
            };
            pool.run(&mut main, helpers);
            assert_eq!(ended.load(Ordering::SeqCst), 3);
        }
    }

    #[test]
    fn helpers_without_a_thread_are_left_out_and_dropped() {
        let pool = pool(0);
        let token = std::sync::Arc::new(());
        let runs = AtomicUsize::new(0);
        let helper = {
            let (token, runs) = (token.clone(), &runs);
            move || {
                runs.fetch_add(std::sync::Arc::strong_count(&token), Ordering::SeqCst);
            }
        };
        let mut has_run = false;
        pool.run(&mut || has_run = true, vec![Box::new(helper)]);
        assert!(has_run);
        assert_eq!(runs.load(Ordering::SeqCst), 0);
        assert_eq!(std::sync::Arc::strong_count(&token), 1, "what it held is free");
    }

    #[test]
    fn a_thread_that_comes_late_takes_a_task() {
        let pool: &Pool = Box::leak(Box::new(Pool::new()));
        let is_done = AtomicBool::new(false);
        let helper: HelperTask<'_> = Box::new(|| is_done.store(true, Ordering::SeqCst));
        let mut main = || {
            thread::spawn(|| pool.work());
            while !is_done.load(Ordering::SeqCst) {
                thread::yield_now();
            }
        };
        pool.run(&mut main, vec![helper]);
    }

    #[test]
    fn a_main_task_that_panics_leaves_no_helper_behind() {
        let pool = pool(1);
        let (is_over, has_ended) = (AtomicBool::new(false), AtomicBool::new(false));
        let helper: HelperTask<'_> = Box::new(|| {
            while !is_over.load(Ordering::SeqCst) {
                thread::yield_now();
            }
            has_ended.store(true, Ordering::SeqCst);
        });
        let run = std::panic::AssertUnwindSafe(|| {
            let mut main = || {
                is_over.store(true, Ordering::SeqCst);
                panic!("this is part of the test");
            };
            pool.run(&mut main, vec![helper]);
        });
        assert!(std::panic::catch_unwind(run).is_err());
        // It ran to its end or was never begun; what it borrowed is ours again.
        let _ = has_ended.load(Ordering::SeqCst);
        let again = AtomicBool::new(false);
        let helper: HelperTask<'_> = Box::new(|| again.store(true, Ordering::SeqCst));
        let mut main = || {
            while !again.load(Ordering::SeqCst) {
                thread::yield_now();
            }
        };
        pool.run(&mut main, vec![helper]);
    }
}
