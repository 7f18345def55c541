//! Strings of the shared components.

use crate::language::{texts, tr};
use std::fmt::Display;

// board/describe

pub fn castles(side: &dyn Display, wing: &dyn Display) -> String {
    tr!("{side} castles {wing}", side, wing)
}

/// `piece` is a colour and a role.
pub fn moves(piece: &dyn Display, from: &dyn Display, to: &dyn Display) -> String {
    tr!("{piece} {from} to {to}", piece, from, to)
}

pub fn captures(piece: &dyn Display, from: &dyn Display, taken: &dyn Display, to: &dyn Display) -> String {
    tr!("{piece} {from} takes {taken} on {to}", piece, from, taken, to)
}

pub fn promotes_to(piece: &str) -> String {
    tr!(", promotes to {piece}", piece)
}

texts! {
    en_passant: " en passant";
    draw_by_insufficient_material: "draw by insufficient material";

    // board/dom
    chess_board: "Chess board";
    last_move: "last move";
    premove: "premove";
    in_check: "in check";
    selected: "selected";
    can_move_here: "can move here";
    arrow_begins_here: "arrow starts here";

    // board/promotion
    promote_the_pawn_to: "Promote the pawn to";

    // drop_overlay
    drop_to_open: "Drop to open";
    games_books_engines: "Games (.pgn), positions (.fen), books (.bin), engine builds (.wasm)";

    // modal
    close: "Close";

    // question
    cancel: "Cancel";
}

// results_bar

pub fn results(wins: &dyn Display, draws: &dyn Display, losses: &dyn Display) -> String {
    tr!("{wins} won, {draws} drawn, {losses} lost by the side to move", wins, draws, losses)
}

// lazy_dialog
texts! {
    loading: "Loading…";
    dialog_not_loaded: "Part of the page failed to load. Check your connection and try again.";
    try_again: "Try again";

    // toasts
    close_this_message: "Close this message";

    // Words
    kingside: "kingside";
    queenside: "queenside";
    empty: "empty";
}

pub fn with_legal_moves(square: &dyn Display, count: u32) -> String {
    tr!("{square}, {n} legal move" | "{square}, {n} legal moves" % count as usize, square)
}
