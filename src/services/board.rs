//! Current position of the analysis board, for other applications to read.

use std::cell::RefCell;

thread_local! {
    static FEN: RefCell<String> = RefCell::default();
}

/// Records the position on the board, as FEN.
pub fn set_position(fen: &str) {
    FEN.with(|position| fen.clone_into(&mut position.borrow_mut()));
}

/// Returns the position on the board as FEN; empty until the board is first drawn.
pub fn position() -> String {
    FEN.with(|position| position.borrow().clone())
}
