//! The position on the board of the analysis, for other applications.

use std::cell::RefCell;

thread_local! {
    static FEN: RefCell<String> = RefCell::default();
}

/// Notes the position on the board, as FEN.
pub fn set_position(fen: &str) {
    FEN.with(|position| fen.clone_into(&mut position.borrow_mut()));
}

/// The position on the board, as FEN; empty before the board was drawn.
pub fn position() -> String {
    FEN.with(|position| position.borrow().clone())
}
