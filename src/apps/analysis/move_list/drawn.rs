//! Incremental rendering of long games: a few pages at first, then more each turn of the event loop. A game may have 10,000 moves.

use super::layout::Block;
use super::page::PAGE;
use crate::platform::turns::next_turn;
use crate::state::move_list::MoveRow;
use std::rc::Rc;
use tabia_pgn::NodeId;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Blocks rendered at once, far more than are visible.
const AT_ONCE: usize = 2 * PAGE;
/// Blocks added per turn.
const WITH_A_TURN: usize = PAGE;
/// Number of initial moves by which a changed game is recognized.
const KNOWN_BY: usize = 40;

/// First moves of a game, which identify it.
type Beginning = Vec<(NodeId, String)>;

struct DrawnBlocks {
    of: Beginning,
    blocks: usize,
}

impl Default for DrawnBlocks {
    /// An empty game, which may have comments.
    fn default() -> Self {
        Self { of: Beginning::new(), blocks: AT_ONCE }
    }
}

/// Returns the number of blocks to render now, growing to all of them. An edit of the game doesn't reset it.
#[hook]
pub fn use_drawn(rows: &Rc<[MoveRow]>, blocks: &Rc<Vec<Block>>) -> usize {
    let drawn = use_mut_ref(DrawnBlocks::default);
    let update = use_force_update();
    let of: Beginning = rows.iter().take(KNOWN_BY).map(|row| (row.node, row.san.clone())).collect();
    let now = {
        let mut drawn = drawn.borrow_mut();
        if drawn.of != of {
            *drawn = DrawnBlocks { of, blocks: AT_ONCE };
        }
        drawn.blocks.min(blocks.len())
    };
    use_effect_with((now, Rc::as_ptr(blocks)), {
        let (drawn, all) = (drawn.clone(), blocks.len());
        move |_| {
            if now < all {
                spawn_local(async move {
                    next_turn().await;
                    drawn.borrow_mut().blocks += WITH_A_TURN;
                    update.force_update();
                });
            }
        }
    });
    now
}
