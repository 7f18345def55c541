//! Step counter for tests that check that nothing is read repeatedly: a clock is unreliable on a busy machine. Does nothing in other
//! builds.

#[cfg(test)]
use std::cell::Cell;

#[cfg(test)]
thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Counts bytes of a text, or items of a list, that were examined.
#[cfg(test)]
pub(crate) fn count(steps: usize) {
    STEPS.set(STEPS.get() + steps as u64);
}

/// Does nothing.
#[cfg(not(test))]
#[inline(always)]
pub(crate) const fn count(_: usize) {}

/// Runs an action and returns its number of steps in this thread.
#[cfg(test)]
pub(crate) fn of<T>(action: impl FnOnce() -> T) -> (T, u64) {
    let before = STEPS.get();
    let result = action();
    (result, STEPS.get() - before)
}
