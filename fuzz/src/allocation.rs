//! How much memory is in use at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, counting.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn grown(bytes: usize) {
    let used = USED.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(used, Relaxed);
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grown(size);
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Runs something, which may take `per_byte` bytes of memory for each byte of its input, and [`FREE`] besides.
///
/// # Panics
/// When it has taken more at any time. One input is checked at a time: the test of the corpus has one thread.
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

/// What anything may take: tables, buffers of a fixed size, and their growth.
pub(crate) const FREE: usize = 8 << 20;
