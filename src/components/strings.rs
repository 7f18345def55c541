//! Strings of the shared components.

use std::fmt::Display;

// board/describe

pub fn castles(side: &dyn Display, wing: &dyn Display) -> String {
    format!("{side} castles {wing}")
}

pub fn moves(side: &dyn Display, piece: &dyn Display, from: &dyn Display, to: &dyn Display) -> String {
    format!("{side} {piece} {from} to {to}")
}

pub fn captures(
    side: &dyn Display,
    piece: &dyn Display,
    from: &dyn Display,
    taken: &dyn Display,
    to: &dyn Display,
) -> String {
    format!("{side} {piece} {from} takes {taken} on {to}")
}

pub const EN_PASSANT: &str = " en passant";
pub const PROMOTES_TO: &str = ", promotes to ";
pub const DRAW_BY_INSUFFICIENT_MATERIAL: &str = "draw by insufficient material";

// board/dom
pub const CHESS_BOARD: &str = "Chess board";
pub const LAST_MOVE: &str = "last move";
pub const PREMOVE: &str = "premove";
pub const IN_CHECK: &str = "in check";
pub const CAN_MOVE_HERE: &str = "can move here";
pub const ARROW_BEGINS_HERE: &str = "arrow starts here";

// board/promotion
pub const PROMOTE_THE_PAWN_TO: &str = "Promote the pawn to";

// drop_overlay
pub const DROP_TO_OPEN: &str = "Drop to open";
pub const FILES: &str = "Files";

// modal
pub const CLOSE: &str = "Close";

// question
pub const CANCEL: &str = "Cancel";

// results_bar

pub fn results(wins: &dyn Display, draws: &dyn Display, losses: &dyn Display) -> String {
    format!("{wins} won, {draws} drawn, {losses} lost by the side to move")
}

// lazy_dialog
pub const LOADING: &str = "Loading…";
pub const DIALOG_NOT_LOADED: &str = "Part of the page failed to load. Check your connection and try again.";
pub const TRY_AGAIN: &str = "Try again";

// toasts
pub const CLOSE_THIS_MESSAGE: &str = "Close this message";

// Words
pub const KINGSIDE: &str = "kingside";
pub const QUEENSIDE: &str = "queenside";
pub const EMPTY: &str = "empty";

pub fn with_legal_moves(square: &dyn Display, count: u32) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{square}, {count} legal move{s}")
}
