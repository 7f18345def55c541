//! A place in a game as the way to it, which is the same after the game was written and read again; the numbers of nodes are not.

use tabia_pgn::{Game, NodeId};

/// Which child of each node leads to `node`, from the start of the game.
pub fn path_to(game: &Game, node: NodeId) -> Vec<u32> {
    let nodes = game.path(node);
    let steps = nodes.iter().zip(nodes.iter().skip(1));
    steps
        .map(|(&parent, &child)| {
            game.children(parent).position(|other| other == child).unwrap_or_default() as u32
        })
        .collect()
}

/// The node to which a way leads; where it leads nowhere, the last node that is there.
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
