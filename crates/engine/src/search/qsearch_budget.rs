//! A limit on the nodes of the quiescence search.
//!
//! A tree of captures has no depth limit. In games it has a few nodes; with a dozen queens a side it has more
//! than can ever be searched, and not even the first iteration would end. The limit is a token bucket: a tree
//! may use what is in the bucket, and every tree adds a little. Games do not empty it: in `bench`, the test
//! sets and Chess960 openings at most 1,324 tokens were ever missing, so their search is the same with and
//! without the limit.

/// The capacity of the bucket, and so the maximum nodes of one tree.
const CAPACITY: u64 = 8_192;
/// Allowance added per tree, and so the average nodes of a tree where all trees are too large.
const PER_TREE: u64 = 16;

/// The node limit of quiescence trees.
#[derive(Clone, Copy, Debug)]
pub(super) struct QsearchBudget {
    /// The quiescence node count at which the current tree must end.
    until: u64,
}

impl Default for QsearchBudget {
    fn default() -> Self {
        Self { until: CAPACITY }
    }
}

impl QsearchBudget {
    /// Starts a tree; `nodes` are those of all trees before it.
    #[inline(always)]
    pub(super) fn begin_tree(&mut self, nodes: u64) {
        self.until = (self.until.max(nodes) + PER_TREE).min(nodes + CAPACITY);
    }

    /// Whether the current tree has used its budget; `nodes` are those of all trees so far.
    #[inline(always)]
    pub(super) fn is_spent(self, nodes: u64) -> bool {
        nodes >= self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes that a tree may search after `nodes`, all of which it then searches.
    fn take_all(qsearch_budget: &mut QsearchBudget, nodes: &mut u64) -> u64 {
        qsearch_budget.begin_tree(*nodes);
        let before = *nodes;
        while !qsearch_budget.is_spent(*nodes) {
            *nodes += 1;
        }
        *nodes - before
    }

    #[test]
    fn endless_trees_share_what_there_is() {
        let (mut qsearch_budget, mut nodes) = (QsearchBudget::default(), 0);
        assert_eq!(take_all(&mut qsearch_budget, &mut nodes), CAPACITY);
        for _ in 0..100 {
            assert_eq!(take_all(&mut qsearch_budget, &mut nodes), PER_TREE);
        }
        assert_eq!(nodes, CAPACITY + 100 * PER_TREE);
    }

    #[test]
    fn small_trees_fill_the_bucket_again() {
        let (mut qsearch_budget, mut nodes) = (QsearchBudget::default(), 0);
        take_all(&mut qsearch_budget, &mut nodes);
        for _ in 0..CAPACITY {
            qsearch_budget.begin_tree(nodes);
            nodes += 4;
            assert!(!qsearch_budget.is_spent(nodes));
        }
        assert_eq!(take_all(&mut qsearch_budget, &mut nodes), CAPACITY);
    }

    #[test]
    fn what_a_tree_took_too_much_is_forgiven() {
        // Nodes in check still search one evasion.
        let (mut qsearch_budget, mut nodes) = (QsearchBudget::default(), 0);
        take_all(&mut qsearch_budget, &mut nodes);
        nodes += 50;
        assert_eq!(take_all(&mut qsearch_budget, &mut nodes), PER_TREE);
    }
}
