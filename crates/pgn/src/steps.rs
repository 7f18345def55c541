//! Counts what reading does, for tests that nothing is read again and again: on a machine that does other things besides,
//! a clock cannot tell that. In other builds nothing is counted.

#[cfg(test)]
use std::cell::Cell;

#[cfg(test)]
thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Notes that so many bytes of a text, or parts of a list, were looked at.
#[cfg(test)]
pub(crate) fn count(steps: usize) {
    STEPS.set(STEPS.get() + steps as u64);
}

/// Notes nothing.
#[cfg(not(test))]
#[inline(always)]
pub(crate) const fn count(_: usize) {}

/// How many steps something takes in this thread.
#[cfg(test)]
pub(crate) fn of<T>(action: impl FnOnce() -> T) -> (T, u64) {
    let before = STEPS.get();
    let result = action();
    (result, STEPS.get() - before)
}
