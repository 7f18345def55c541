//! Connections between players.

/// Returns the strongly connected component of each node, as a number less than that of nodes: two nodes have the
/// same if each can be reached from the other. `edges` lead from the first node to the second (Kosaraju's algorithm).
pub(crate) fn strongly_connected(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let (mut forward, mut back) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
    for &(from, to) in edges {
        forward[from].push(to);
        back[to].push(from);
    }
    let mut finished = Vec::with_capacity(nodes);
    let mut is_seen = vec![false; nodes];
    for start in 0..nodes {
        visit(start, &forward, &mut is_seen, &mut finished);
    }
    let mut component = vec![0; nodes];
    is_seen.fill(false);
    let mut found = Vec::new();
    let mut number = 0;
    for &start in finished.iter().rev() {
        visit(start, &back, &mut is_seen, &mut found);
        number += usize::from(!found.is_empty());
        for node in found.drain(..) {
            component[node] = number - 1;
        }
    }
    component
}

/// Adds the nodes that can be reached from `start` and were not seen before, each after all that it leads to.
fn visit(start: usize, next: &[Vec<usize>], is_seen: &mut [bool], finished: &mut Vec<usize>) {
    if std::mem::replace(&mut is_seen[start], true) {
        return;
    }
    let mut path = vec![(start, 0)];
    while let Some((node, index)) = path.last_mut() {
        if let Some(&other) = next[*node].get(*index) {
            *index += 1;
            if !std::mem::replace(&mut is_seen[other], true) {
                path.push((other, 0));
            }
        } else {
            finished.push(*node);
            path.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_on_a_cycle_are_one_component() {
        let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3), (6, 5)];
        let found = strongly_connected(7, &edges);
        assert!(found[0] == found[1] && found[1] == found[2] && found[3] == found[4]);
        let mut different = vec![found[0], found[3], found[5], found[6]];
        different.sort_unstable();
        assert_eq!(different, [0, 1, 2, 3]);
        // A long path does not use the stack of the program.
        let path: Vec<(usize, usize)> = (1..200_000).map(|node| (node - 1, node)).collect();
        assert_eq!(strongly_connected(200_000, &path)[199_999], 199_999);
        assert_eq!(strongly_connected(0, &[]), [0; 0]);
    }
}
