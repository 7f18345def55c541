//! A node of the main search.

use tabia_chess::Move;

use crate::tt::Entry;
use crate::value::{NONE, Value};

/// The window and depth of a node, and what is known of it before its moves are searched.
///
/// Scores are from the side to move's point of view.
#[derive(Clone, Copy)]
// The flags are independent, and `cut_node` is the established name.
#[allow(clippy::struct_excessive_bools, clippy::struct_field_names)]
pub(super) struct Node {
    /// Alpha; rises with the moves searched.
    pub(super) alpha: Value,
    /// Beta.
    pub(super) beta: Value,
    /// Remaining depth in plies.
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// The move excluded by a singular search.
    pub(super) excluded: Option<Move>,
    pub(super) tt_entry: Option<Entry>,
    /// The TT entry's move, if it is legal; at the root, the best move so far.
    pub(super) tt_move: Option<Move>,
    /// Whether the node is, or once was, on the principal variation.
    pub(super) tt_pv: bool,
    /// The evaluation without corrections; `NONE` in check.
    pub(super) raw_eval: Value,
    /// The evaluation with corrections; `NONE` in check.
    pub(super) static_eval: Value,
    /// The best estimate of the score: the static evaluation, or the TT score if that bounds it.
    pub(super) eval: Value,
    /// Whether the static evaluation is higher than two plies ago.
    pub(super) improving: bool,
    /// Whether the side to move is losing and may sacrifice its last piece for a stalemate.
    pub(super) seeks_stalemate: bool,
}

impl Node {
    /// A new node.
    #[inline(always)]
    pub(super) fn new(alpha: Value, beta: Value, depth: i32, ply: usize, cut_node: bool) -> Self {
        Self {
            alpha,
            beta,
            depth,
            ply,
            cut_node,
            in_check: false,
            excluded: None,
            tt_entry: None,
            tt_move: None,
            tt_pv: false,
            raw_eval: NONE,
            static_eval: NONE,
            eval: NONE,
            improving: false,
            seeks_stalemate: false,
        }
    }

    /// Whether the node belongs to a singular search, which excludes a move and stores nothing.
    #[inline(always)]
    pub(super) fn is_exclusion(&self) -> bool {
        self.excluded.is_some()
    }
}

/// A move of a node, with what pruning and reductions need.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Its number among the moves of the node, from 1.
    pub(super) number: usize,
    /// Neither a capture nor a promotion.
    pub(super) is_quiet: bool,
    /// A killer or the counter move.
    pub(super) is_refutation: bool,
    pub(super) gives_check: bool,
    /// Its quiet or capture history.
    pub(super) history: i32,
}
