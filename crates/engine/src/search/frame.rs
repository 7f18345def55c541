//! The search stack: data of the nodes on the current line, which their relatives read.

use tabia_chess::Move;

use crate::history::{NO_PIECE_TO, PieceTo};
use crate::threats::Threats;
use crate::value::{MAX_PLY, NONE, Value};

/// Frames before the root, so that every node has ancestors.
pub(super) const FRAME_OFFSET: usize = 4;
/// Frames in all: those before the root, one per ply, and two beyond.
pub(super) const FRAMES: usize = FRAME_OFFSET + MAX_PLY + 4;

/// Data of a node that its children and siblings read.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) static_eval: Value,
    /// The move being searched, as piece and target.
    pub(super) piece_to: PieceTo,
    pub(super) killers: [Option<Move>; 2],
    /// The move being searched if it is quiet.
    pub(super) quiet: Option<Move>,
    /// Number of the move within the node, from 1.
    pub(super) move_count: usize,
    /// The move excluded by a singular search.
    pub(super) excluded: Option<Move>,
    /// Number of cut-offs in child nodes.
    pub(super) cutoffs: u32,
    /// Double extensions on the path to this node.
    pub(super) double_extensions: u32,
    /// Squares the opponent attacks; set where moves are searched.
    pub(super) threats: Threats,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            static_eval: NONE,
            piece_to: NO_PIECE_TO,
            quiet: None,
            move_count: 0,
            killers: [None; 2],
            excluded: None,
            cutoffs: 0,
            double_extensions: 0,
            threats: Threats::default(),
        }
    }
}
