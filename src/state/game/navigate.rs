//! Targets of navigation actions.

use tabia_chess::Color;
use tabia_pgn::{Game, Nag, NodeId};

use super::action::GameAction;

/// Returns the node an action goes to from `node`; it may no longer be in the game. Returns `node` itself for an action that doesn't
/// navigate. `below` is the side at the bottom of the board.
pub fn target(game: &Game, node: NodeId, action: &GameAction, below: Color) -> NodeId {
    let siblings = || match game.parent(node) {
        Some(parent) => game.children(parent).collect(),
        None => vec![node],
    };
    let step = |by: usize| {
        let siblings = siblings();
        let place = siblings.iter().position(|&sibling| sibling == node).unwrap_or(0);
        siblings[(place + by) % siblings.len()]
    };
    match action {
        GameAction::GoTo(target) => *target,
        GameAction::GoToPlace(place) => place.node(game),
        GameAction::NextWithGlyph(nag) => next_with_glyph(game, node, *nag, below).unwrap_or(node),
        GameAction::Next => game.main_child(node).unwrap_or(node),
        GameAction::Previous => game.parent(node).unwrap_or(node),
        GameAction::First => NodeId::ROOT,
        GameAction::Last => game.line_end(node),
        GameAction::NextSibling => step(1),
        GameAction::PreviousSibling => step(siblings().len() - 1),
        GameAction::PreviousFork => std::iter::successors(game.parent(node), |&id| game.parent(id))
            .find(|&id| game.children(id).nth(1).is_some())
            .unwrap_or(NodeId::ROOT),
        GameAction::NextFork => std::iter::successors(game.main_child(node), |&id| game.main_child(id))
            .find(|&id| game.children(id).nth(1).is_some())
            .unwrap_or_else(|| game.line_end(node)),
        _ => node,
    }
}

/// Returns the next main-line move by this side with a glyph, wrapping around to the start as on lichess.
fn next_with_glyph(game: &Game, node: NodeId, nag: Nag, side: Color) -> Option<NodeId> {
    let first = game.start().turn();
    let here = game.ply(node);
    let mut found = game.main_line().filter(|&id| {
        let mover = if game.ply(id) % 2 == 1 { first } else { !first };
        mover == side && game.annotations(id).nags.contains(&nag)
    });
    let earliest = found.next()?;
    if game.ply(earliest) > here {
        return Some(earliest);
    }
    Some(found.find(|&id| game.ply(id) > here).unwrap_or(earliest))
}
