//! A node of a game as the path to it, which stays the same when the game is written and read again, unlike node numbers.

use tabia_pgn::{Game, NodeId};

/// Returns the child index at each node on the way from the start of the game to `node`.
pub fn path_to(game: &Game, node: NodeId) -> Vec<u32> {
    let nodes = game.path(node);
    let steps = nodes.iter().zip(nodes.iter().skip(1));
    steps
        .map(|(&parent, &child)| {
            game.children(parent).position(|other| other == child).unwrap_or_default() as u32
        })
        .collect()
}

/// Returns the node at the end of a path, or the last existing node on it.
pub fn node_at(game: &Game, path: &[u32]) -> NodeId {
    let mut node = NodeId::ROOT;
    for &step in path {
        let Some(child) = game.children(node).nth(step as usize) else { break };
        node = child;
    }
    node
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_leads_to_the_same_place_after_writing_and_reading() {
        let game =
            tabia_pgn::read("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 *").games.remove(0);
        let again = tabia_pgn::read(&tabia_pgn::write(&game)).games.remove(0);
        for node in game.subtree(NodeId::ROOT) {
            let path = path_to(&game, node);
            assert_eq!(node_at(&game, &path), node);
            assert_eq!(again.position(node_at(&again, &path)).to_fen(), game.position(node).to_fen());
        }
        assert_eq!(path_to(&game, NodeId::ROOT), Vec::<u32>::new());
        assert_eq!(path_to(&game, node_at(&game, &[0, 0, 9, 9])), [0, 0]);
    }
}
