//! Reading, writing, copying and comparing allocate and copy memory in proportion to the length of the text. Measured by counting
//! allocations, which does not depend on the load of the machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tabia_pgn::{read, write};

/// System allocator with counters. Growing a block copies it and counts again.
struct Counting;

static BYTES: AtomicU64 = AtomicU64::new(0);
static CALLS: AtomicU64 = AtomicU64::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call is passed to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size() as u64, Relaxed);
        CALLS.fetch_add(1, Relaxed);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Bytes allocated by an action, and number of allocations.
fn taken(action: impl FnOnce()) -> [u64; 2] {
    let before = [BYTES.load(Relaxed), CALLS.load(Relaxed)];
    action();
    [BYTES.load(Relaxed) - before[0], CALLS.load(Relaxed) - before[1]]
}

/// The only test in this file: others would affect the counters.
#[test]
fn long_games_take_memory_in_proportion() {
    let moves = |parts: usize| {
        let cycle = "1. Nf3 {a comment} (1. Nc3 $1 Nc6) 1... Nf6 2. Ng1 Ng8 ";
        format!("[White \"A\"]\n\n{} *\n", cycle.repeat(parts))
    };
    let comments = |parts: usize| format!("1. e4 {} *\n", "{a comment} ".repeat(parts));
    let words = |parts: usize| format!("1. e4 {{{}}} *\n", "word ".repeat(parts));
    let variations = |parts: usize| format!("1. e4 {} e5 *\n", "(1. d4 d5) ".repeat(parts));
    let tags = |parts: usize| {
        let tags: Vec<_> = (0..parts).map(|number| format!("[T{number:07} \"x\"]\n")).collect();
        tags.concat() + "\n1. e4 *"
    };
    let texts: [(&str, &dyn Fn(usize) -> String); 5] = [
        ("moves", &moves),
        ("comments", &comments),
        ("words", &words),
        ("variations", &variations),
        ("tags", &tags),
    ];
    for (name, text) in texts {
        let of = |parts: usize| {
            let text = text(parts);
            let whole = read(&text);
            assert_eq!((whole.games.len(), whole.problems.len()), (1, 0), "{name}");
            let written = write(&whole.games[0]);
            assert_eq!(read(&written).games, whole.games, "{name}: it is read as it was");
            [
                taken(|| drop(read(&text))),
                taken(|| drop(write(&whole.games[0]))),
                taken(|| drop(whole.games[0].clone())),
                taken(|| assert!(whole == whole.clone())),
            ]
        };
        let (short, long) = (of(250), of(4000));
        for (action, (short, long)) in
            ["read", "written", "copied", "compared"].iter().zip(short.iter().zip(&long))
        {
            for (what, (short, long)) in ["bytes", "calls"].iter().zip(short.iter().zip(long)) {
                // Growing lists double, so the last step may cost up to twice as much.
                let most = 16 * 2 * short + 10_000;
                assert!(
                    *long <= most,
                    "{name}, {action}: {short} {what}, and {long} for 16 times the length"
                );
            }
        }
    }
}
