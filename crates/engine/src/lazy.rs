//! Tables whose memory is touched only where it is used.
//!
//! Writing zeros to a gigabyte takes a browser seconds, mostly for pages of memory that it touches for the
//! first time. So a table is divided into regions of one page, each of which is initialised when something is
//! first written to it. Creating or clearing a table then costs one byte per region.

use std::alloc::{Layout, alloc_zeroed};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU8, Ordering};

/// The bytes of a region: a page of memory on most machines.
const REGION_BYTES: usize = 4096;

/// The content of the region is invalid: cleared, or never written.
const STALE: u8 = 0;
/// A thread is initialising it.
const BUSY: u8 = 1;
/// Its entries can be read.
const READY: u8 = 2;

/// A table of entries that start as [`Default`] and change through shared references only. Several threads
/// may use it at once.
pub struct LazyTable<T> {
    entries: Vec<UnsafeCell<MaybeUninit<T>>>,
    regions: Box<[AtomicU8]>,
}

// SAFETY: an entry is written through its cell only by the thread that turned its region from STALE to BUSY,
// and read only by threads that saw the region READY, which is stored with release order afterwards and
// loaded with acquire order. Only references to `T` pass between threads.
unsafe impl<T: Send + Sync> Sync for LazyTable<T> {}

impl<T: Default> LazyTable<T> {
    const REGION: usize = REGION_BYTES / size_of::<T>();

    /// A table without entries.
    pub fn empty() -> Self {
        Self { entries: Vec::new(), regions: Box::default() }
    }

    /// A table of `count` entries; `None` if there is not enough memory.
    pub fn new(count: usize) -> Option<Self> {
        const { assert!(!std::mem::needs_drop::<T>() && REGION_BYTES.is_multiple_of(size_of::<T>())) };
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).ok()?;
        // SAFETY: the memory was reserved, and a `MaybeUninit` need not be initialised. Measured with the
        // engine build in Node: creating and clearing a table of 1 GB takes seconds if it is written to the
        // end, and milliseconds if not.
        unsafe { entries.set_len(count) };
        Some(Self { entries, regions: stale_regions(count.div_ceil(Self::REGION))? })
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Clears all entries.
    pub fn clear(&mut self) {
        self.regions.iter_mut().for_each(|region| *region.get_mut() = STALE);
    }

    /// An entry, if its region has been written to.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<&T> {
        if self.regions.get(index / Self::REGION)?.load(Ordering::Acquire) != READY {
            return None;
        }
        let cell = self.entries.get(index)?;
        // SAFETY: every entry of a READY region was initialised, and is not written through its cell again
        // before `clear`, which takes the table mutably.
        Some(unsafe { (*cell.get()).assume_init_ref() })
    }

    /// Has the processor load an entry that is read soon, so that the work until then hides the time that memory
    /// takes. WebAssembly has no such hint, and a number that is read early and not used was no faster there.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        let Some(cell) = self.entries.get(index) else { return };
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint, for which no address is wrong.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cell.get().cast()) };
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = cell;
    }

    /// An entry to be written to. `None` while another thread initialises its region.
    #[inline(always)]
    pub fn get_or_make(&self, index: usize) -> Option<&T> {
        let region = index / Self::REGION;
        if self.regions.get(region)?.load(Ordering::Acquire) != READY {
            self.make(region)?;
        }
        self.get(index)
    }

    /// Returns an entry of an exclusively borrowed table, if its region has been written to.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if *self.regions.get_mut(index / Self::REGION)?.get_mut() != READY {
            return None;
        }
        // SAFETY: as in `get`.
        Some(unsafe { self.entries.get_mut(index)?.get_mut().assume_init_mut() })
    }

    #[cold]
    fn make(&self, region: usize) -> Option<()> {
        let state = self.regions.get(region)?;
        state.compare_exchange(STALE, BUSY, Ordering::Acquire, Ordering::Relaxed).ok()?;
        let start = region * Self::REGION;
        let end = (start + Self::REGION).min(self.entries.len());
        for cell in &self.entries[start..end] {
            // SAFETY: no other thread reads or writes the entries of a region that this one made BUSY.
            unsafe { (*cell.get()).write(T::default()) };
        }
        state.store(READY, Ordering::Release);
        Some(())
    }
}

/// `count` regions that are [`STALE`], in memory that the system gives zeroed and that is not touched yet: those of the
/// largest table are gigabytes. `None` if there is not enough memory.
fn stale_regions(count: usize) -> Option<Box<[AtomicU8]>> {
    const { assert!(STALE == 0) };
    if count == 0 {
        return Some(Box::default());
    }
    let layout = Layout::array::<AtomicU8>(count).ok()?;
    // SAFETY: the layout is not empty. Zeros are STALE for every region, and a box frees memory of this layout.
    unsafe {
        let start = alloc_zeroed(layout).cast::<AtomicU8>();
        (!start.is_null()).then(|| Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    type Table = LazyTable<AtomicU64>;

    /// Number of entries; few enough in Miri for it to finish.
    const MANY: usize = if cfg!(miri) { 1 << 12 } else { 1 << 24 };
    const SOME: usize = if cfg!(miri) { 1 << 11 } else { 1 << 14 };

    fn ready(table: &Table) -> usize {
        table.regions.iter().filter(|region| region.load(Ordering::Relaxed) == READY).count()
    }

    #[test]
    fn only_what_is_written_to_is_touched() {
        let count = MANY;
        let mut table = Table::new(count).expect("address space");
        assert_eq!((table.len(), ready(&table)), (count, 0));
        assert!(table.get(5).is_none() && table.get_mut(count - 1).is_none());
        for index in [0, 5, 511, 512, count - 1] {
            table.get_or_make(index).expect("there").store(7, Ordering::Relaxed);
        }
        assert_eq!(ready(&table), 3);
        assert_eq!(table.get(5).map(|entry| entry.load(Ordering::Relaxed)), Some(7));
        assert_eq!(table.get(6).map(|entry| entry.load(Ordering::Relaxed)), Some(0));
        assert!(table.get(count).is_none() && table.get_or_make(count).is_none());
        table.clear();
        assert!(ready(&table) == 0 && table.get(5).is_none());
        assert_eq!(table.get_or_make(5).map(|entry| entry.load(Ordering::Relaxed)), Some(0), "empty again");
    }

    #[test]
    fn a_table_may_end_within_a_region() {
        let table = Table::new(700).expect("memory");
        assert!(table.get_or_make(699).is_some() && table.get_or_make(700).is_none());
        assert!(Table::empty().get_or_make(0).is_none());
        // Miri gives up where memory cannot be had.
        assert!(cfg!(miri) || Table::new(usize::MAX / 16).is_none());
    }

    #[test]
    fn threads_share_a_table() {
        let table = Table::new(SOME).expect("memory");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for index in 0..table.len() {
                        if let Some(entry) = table.get_or_make(index) {
                            entry.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let sum: u64 =
            (0..table.len()).filter_map(|index| table.get(index)).map(|e| e.load(Ordering::Relaxed)).sum();
        // A thread may miss an entry while another thread initialises its region, but nothing is written
        // twice or lost after that.
        assert!(sum > SOME as u64 && sum <= 4 * SOME as u64, "{sum}");
    }
}
