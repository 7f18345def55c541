//! A search allocates memory at its start and not per node.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use tabia_chess::{Position, Setup};
use tabia_engine::{Control, Engine, Limits, Report, Signal, bench};

/// The system's allocator, with a count of its calls.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller fulfils the trait's contract, which is the system allocator's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A host with a stopped clock and no reports.
struct Quiet;

impl Control for Quiet {
    fn now_ms(&mut self) -> f64 {
        0.0
    }

    fn signal(&mut self) -> Signal {
        Signal::Go
    }

    fn report(&mut self, _report: &Report<'_>) {}
}

/// The number of allocations of a search with this many nodes.
fn allocations(engine: &mut Engine, position: &Position, nodes: u64) -> u64 {
    engine.clear();
    let limits = Limits::nodes(nodes);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let result = engine.search(position, &[], &limits, &mut Quiet);
    let after = ALLOCATIONS.load(Ordering::Relaxed);
    assert!(result.nodes >= nodes);
    after - before
}

// The only test in this file: others would allocate at the same time.
#[test]
fn a_longer_search_asks_for_no_more_memory() {
    let mut engine = Engine::new(8).expect("memory");
    for fen in [bench::POSITIONS[0], bench::POSITIONS[1], bench::POSITIONS[20]] {
        let position: Position = fen.parse::<Setup>().expect("a FEN").position().expect("legal");
        let short = allocations(&mut engine, &position, 500);
        let long = allocations(&mut engine, &position, 200_000);
        let moves = position.legal_moves().len() as u64;
        println!("{fen}: {short} allocations in 500 nodes, {long} in 200,000");
        // One for the line of each root move, and some for their list.
        assert!(short <= moves + 10, "{fen}: {short} for {moves} moves");
        assert!(long <= short, "{fen}: {long} after {short}");
    }
}
