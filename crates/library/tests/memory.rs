//! Memory used by an index while it is built and when it is open, counted by the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tabia_library::{BuildError, ByteSink, IndexBuilder, IndexOptions, Library, SinkError, Summary};

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

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Counts what is taken above what is taken now.
struct Counter(usize);

impl Counter {
    fn start() -> Self {
        let used = USED.load(Relaxed);
        PEAK.store(used, Relaxed);
        Self(used)
    }

    /// The bytes that are taken now.
    fn now(&self) -> usize {
        USED.load(Relaxed).saturating_sub(self.0)
    }

    /// The most bytes that were taken at any time.
    fn most(&self) -> usize {
        PEAK.load(Relaxed).saturating_sub(self.0)
    }
}

/// Allowance for everything else: the opening names, the buffers of scanner and blocks.
const FREE: usize = 5 << 20;
const GAMES: usize = 100_000;
const MOVES: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";

/// Twenty games with different players and shared positions.
fn piece(first: usize) -> String {
    let game = |number: usize| {
        format!("[White \"White {number}\"]\n[Black \"Black {number}\"]\n\n{MOVES} {}. Kh1 *\n\n", 11)
    };
    (first..first + 20).map(game).collect()
}

/// Passes bytes on, or counts them.
struct Sink<'a>(Option<&'a mut Vec<u8>>);

impl ByteSink for Sink<'_> {
    fn append(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        if let Some(index) = &mut self.0 {
            index.extend_from_slice(bytes);
        }
        Ok(())
    }
}

/// Builds the index of all games; looks after every piece whether it takes what it says.
fn build(max_bytes: usize, mut sink: Sink<'_>) -> Result<Summary, BuildError> {
    let counter = Counter::start();
    let keeps = sink.0.is_some();
    let mut builder = IndexBuilder::new(IndexOptions { max_bytes, variations: false });
    for first in (0..GAMES).step_by(20) {
        builder.feed(piece(first).as_bytes(), &mut sink)?;
        let said = builder.progress().memory;
        assert!(keeps || counter.now() <= said + FREE, "{} bytes, not {said}", counter.now());
        assert!(said <= max_bytes, "{said} bytes of {max_bytes}");
    }
    builder.end_of_file();
    let summary = builder.finish(&mut sink)?;
    let most = counter.most();
    assert!(keeps || most <= max_bytes + FREE, "{most} bytes of {max_bytes}");
    Ok(summary)
}

#[test]
fn building_and_opening_take_what_is_promised() {
    // Columns of 6.6 MB, texts of 7 MB, and 8 MB for positions.
    let refused = build(16 << 20, Sink(None)).unwrap_err();
    assert!(matches!(refused, BuildError::Memory { games, .. } if games > 30_000), "{refused}");
    for megabytes in [32, 64, 256] {
        let summary = build(megabytes << 20, Sink(None)).unwrap();
        assert_eq!(summary.games, GAMES as u64);
    }
    let mut index = Vec::new();
    build(32 << 20, Sink(Some(&mut index))).unwrap();
    let counter = Counter::start();
    let mut library = Library::open(index.as_slice()).unwrap();
    library.prepare();
    let texts: usize = (0..GAMES).map(|number| format!("White {number}Black {number}").len()).sum();
    // The columns, of each text itself, its folded form, two ends and a rank, and the blocks.
    let kept = GAMES * 66 + texts * 2 + 2 * GAMES * 12 + index.len() / 500;
    assert!(counter.now() <= kept + FREE / 5, "{} bytes, {kept} are enough", counter.now());
    // At the peak, the texts as read, half of a column, or the sort keys come on top.
    assert!(counter.most() <= kept + 2 * GAMES * 32 + FREE / 5, "{} bytes", counter.most());
    assert_eq!(library.len(), GAMES as u32);
}
