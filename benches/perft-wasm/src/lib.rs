//! Perft of tabia-chess and cozy-chess behind plain exports, so that both are compiled with the same flags and run in the same process.
//! Called by `perft.mjs` next to this crate.

use std::cell::RefCell;

use tabia_chess::{Setup, perft};

thread_local! {
    static FEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates a FEN buffer of `len` bytes, to be filled at the address returned.
#[unsafe(no_mangle)]
pub extern "C" fn fen_buffer(len: usize) -> *mut u8 {
    FEN.with_borrow_mut(|fen| {
        fen.clear();
        fen.resize(len, 0);
        fen.as_mut_ptr()
    })
}

/// Fills tabia-chess's tables, which otherwise happens with the first position.
#[unsafe(no_mangle)]
pub extern "C" fn prepare() {
    std::hint::black_box(tabia_chess::Position::default());
}

/// Number of leaves after `depth` moves by tabia-chess; 0 if the FEN is invalid.
#[unsafe(no_mangle)]
pub extern "C" fn tabia(depth: u32) -> u64 {
    with_fen(|fen| Some(perft(&fen.parse::<Setup>().ok()?.position().ok()?, depth)))
}

/// Number of leaves after `depth` moves by cozy-chess; 0 if the FEN is invalid.
#[unsafe(no_mangle)]
pub extern "C" fn cozy(depth: u32) -> u64 {
    with_fen(|fen| Some(cozy_perft(&fen.parse().ok()?, depth)))
}

fn with_fen(count: impl FnOnce(&str) -> Option<u64>) -> u64 {
    FEN.with_borrow(|fen| std::str::from_utf8(fen).ok().and_then(count)).unwrap_or(0)
}

/// As in cozy-chess's perft example: the last moves are counted, not played.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth <= 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                nodes += cozy_perft(&child, depth - 1);
            }
            false
        });
    }
    nodes
}
