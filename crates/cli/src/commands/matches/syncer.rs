//! Syncs written data to disk, soon but not too often.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A background thread that waits for the disk, so that nothing else has to.
#[derive(Debug)]
pub(super) struct Syncer {
    shared: Arc<SharedSyncState>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct SharedSyncState {
    state: Mutex<SyncState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct SyncState {
    /// Something was written since the last `sync`.
    is_dirty: bool,
    /// `sync` is running.
    is_syncing: bool,
    is_ended: bool,
    /// Error of the last `sync`.
    fault: Option<io::Error>,
    /// Number of `sync` calls.
    #[cfg(test)]
    syncs: usize,
}

impl SharedSyncState {
    fn lock(&self) -> MutexGuard<'_, SyncState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Syncer {
    /// Calls `sync` within `interval` of each [`Self::written`], but at most once per interval.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn start(
        interval: Duration,
        sync: impl FnMut() -> io::Result<()> + Send + 'static,
    ) -> io::Result<Self> {
        let shared = Arc::new(SharedSyncState::default());
        let own = Arc::clone(&shared);
        let thread =
            thread::Builder::new().name("sync".to_owned()).spawn(move || run(&own, interval, sync))?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Records that something was written.
    ///
    /// # Errors
    /// If an earlier `sync` failed.
    pub(super) fn written(&self) -> io::Result<()> {
        let mut state = self.shared.lock();
        state.is_dirty = true;
        self.shared.changed.notify_all();
        state.fault.take().map_or(Ok(()), Err)
    }

    /// Waits until `sync` is not running.
    ///
    /// # Errors
    /// If an earlier `sync` failed.
    pub(super) fn rest(&self) -> io::Result<()> {
        let state = self.shared.lock();
        let waited = self.shared.changed.wait_while(state, |state| state.is_syncing);
        waited.unwrap_or_else(PoisonError::into_inner).fault.take().map_or(Ok(()), Err)
    }

    /// Whether everything written has been synced, and there was something.
    #[cfg(test)]
    pub(super) fn has_synced(&self) -> bool {
        let state = self.shared.lock();
        state.syncs > 0 && !state.is_dirty && !state.is_syncing
    }
}

fn run(shared: &SharedSyncState, interval: Duration, mut sync: impl FnMut() -> io::Result<()>) {
    let mut state = shared.lock();
    loop {
        let began = Instant::now();
        while !state.is_dirty && !state.is_ended {
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        // Includes what follows soon after, unless it has been quiet for long.
        while !state.is_ended
            && let Some(rest) = interval.checked_sub(began.elapsed()).filter(|rest| !rest.is_zero())
        {
            (state, _) = shared.changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_ended {
            // The caller that ends it waits for the disk itself.
            return;
        }
        (state.is_dirty, state.is_syncing) = (false, true);
        drop(state);
        let result = sync();
        state = shared.lock();
        state.is_syncing = false;
        #[cfg(test)]
        {
            state.syncs += 1;
        }
        shared.changed.notify_all();
        if let Err(error) = result {
            state.fault = Some(error);
        }
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.shared.lock().is_ended = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // It panics only if `sync` does.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Waits for something that is bound to happen.
    fn until(mut is_so: impl FnMut() -> bool) {
        let ends = Instant::now() + Duration::from_mins(1);
        while !is_so() {
            assert!(Instant::now() < ends, "it did not come");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Simulates a disk with counters: what was written, and how much of it was there at the last sync.
    fn counting(interval: Duration) -> (Arc<[AtomicUsize; 3]>, Syncer) {
        let counts: Arc<[AtomicUsize; 3]> = Arc::default();
        let own = Arc::clone(&counts);
        let syncer = Syncer::start(interval, move || {
            own[1].store(own[0].load(Ordering::SeqCst), Ordering::SeqCst);
            own[2].fetch_add(1, Ordering::SeqCst);
            Ok(())
        });
        (counts, syncer.expect("a thread"))
    }

    #[test]
    fn what_is_written_together_reaches_the_disk_without_anything_that_comes_after() {
        let (counts, syncer) = counting(Duration::from_millis(20));
        for written in 1..=5 {
            for _ in 0..2 {
                counts[0].fetch_add(1, Ordering::SeqCst);
                syncer.written().expect("no fault");
            }
            until(|| counts[1].load(Ordering::SeqCst) == 2 * written && syncer.has_synced());
        }
    }

    #[test]
    fn much_that_is_written_is_taken_at_once() {
        let (counts, syncer) = counting(Duration::from_hours(1));
        for _ in 0..1000 {
            syncer.written().expect("no fault");
        }
        assert_eq!(counts[2].load(Ordering::SeqCst), 0);
        // Dropping doesn't wait for the interval.
        drop(syncer);
        assert_eq!(counts[2].load(Ordering::SeqCst), 0);
    }

    #[test]
    fn a_disk_that_takes_nothing_is_told_with_what_is_written_next() {
        let syncer = Syncer::start(Duration::from_millis(1), || Err(io::ErrorKind::StorageFull.into()));
        let syncer = syncer.expect("a thread");
        assert!(syncer.written().is_ok());
        until(|| syncer.written().is_err_and(|error| error.kind() == io::ErrorKind::StorageFull));
    }
}
