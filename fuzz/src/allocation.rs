//! Peak memory use.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// System allocator with counters.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn grown(bytes: usize) {
    let used = USED.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(used, Relaxed);
}

// SAFETY: every call is passed to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grown(size);
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: guaranteed by the caller.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Runs a closure that may use `per_byte` bytes of memory per byte of input, plus [`FREE`].
///
/// # Panics
/// If it uses more at any time. Inputs are checked one at a time: the corpus test has one thread.
pub(crate) fn bounded<T>(data: &[u8], per_byte: usize, run: impl FnOnce() -> T) -> T {
    let before = USED.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = run();
    let taken = PEAK.load(Relaxed).saturating_sub(before);
    let allowed = FREE + data.len() * per_byte;
    assert!(
        taken <= allowed,
        "{taken} bytes of memory for {} bytes of input; {allowed} are allowed",
        data.len()
    );
    result
}

/// Memory always allowed: tables, fixed-size buffers, and their growth.
pub(crate) const FREE: usize = 8 << 20;
