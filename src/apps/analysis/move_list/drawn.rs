//! How much of a long game is drawn: at first a few pages, then more with each turn of the browser. A game may have 10,000 moves.

use super::layout::Block;
use super::page::PAGE;
use crate::platform::turns::next_turn;
use crate::state::move_list::MoveRow;
use std::rc::Rc;
use tabia_pgn::NodeId;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Blocks that are drawn at once: far more than can be seen.
const AT_ONCE: usize = 2 * PAGE;
/// Blocks that follow with each turn.
const WITH_A_TURN: usize = PAGE;
/// By so many moves at its beginning a game is known again when it was changed.
const KNOWN_BY: usize = 40;

/// The beginning of a game, by which it is known.
type Beginning = Vec<(NodeId, String)>;

struct Drawn {
    of: Beginning,
    blocks: usize,
}

impl Default for Drawn {
    /// A game without moves, which may have comments.
    fn default() -> Self {
        Self { of: Beginning::new(), blocks: AT_ONCE }
    }
}

/// How many of the blocks are to be drawn now; all of them soon. What was drawn of a game stays when it is changed.
#[hook]
pub fn use_drawn(rows: &Rc<[MoveRow]>, blocks: &Rc<Vec<Block>>) -> usize {
    let drawn = use_mut_ref(Drawn::default);
    let update = use_force_update();
    let of: Beginning = rows.iter().take(KNOWN_BY).map(|row| (row.node, row.san.clone())).collect();
    let now = {
        let mut drawn = drawn.borrow_mut();
        if drawn.of != of {
            *drawn = Drawn { of, blocks: AT_ONCE };
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
