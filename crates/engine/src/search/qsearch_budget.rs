//! How many nodes the quiescence search may take.
//!
//! A tree of captures has no depth limit. In games it has a few nodes; with a dozen queens on either side it has more than
//! can ever be searched, and not even the first iteration would end. The bound is a token bucket: a tree may take what
//! is in it, and each one adds a little. Games do not empty it: in `bench`, the test sets and Chess960 openings no more than
//! 1,324 were ever missing from it, so their search is the same with and without.

/// What the bucket holds, and so the most nodes of one tree.
const CAPACITY: u64 = 8_192;
/// What every tree adds, and so the nodes of a tree, on average, where all are too large.
const PER_TREE: u64 = 16;

/// The nodes that quiescence trees may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct QsearchBudget {
    /// The number of quiescence nodes of the search at which the running tree must come to rest.
    until: u64,
}

impl Default for QsearchBudget {
    fn default() -> Self {
        Self { until: CAPACITY }
    }
}

impl QsearchBudget {
    /// A tree begins; `nodes` are those of all trees before it.
    #[inline(always)]
    pub(super) fn begin_tree(&mut self, nodes: u64) {
        self.until = (self.until.max(nodes) + PER_TREE).min(nodes + CAPACITY);
    }

    /// Whether the running tree has had its share; `nodes` are those of all trees so far.
    #[inline(always)]
    pub(super) fn is_spent(self, nodes: u64) -> bool {
        nodes >= self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes that a tree may take after `nodes` were searched, all of which it then takes.
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
        // Nodes in check look at one evasion more.
        let (mut qsearch_budget, mut nodes) = (QsearchBudget::default(), 0);
        take_all(&mut qsearch_budget, &mut nodes);
        nodes += 50;
        assert_eq!(take_all(&mut qsearch_budget, &mut nodes), PER_TREE);
    }
}
