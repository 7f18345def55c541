//! Variations promoted and deleted.

use super::{Game, NodeId};

impl Game {
    /// Moves a variation one place forward among its parent's children; the second becomes the continuation. Gives back whether
    /// anything changed.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let mut children: Vec<_> = self.children(parent).collect();
        match children.iter().position(|&child| child == id) {
            Some(place) if place > 0 => {
                children.swap(place, place - 1);
                self.link_children(parent, &children);
                true
            }
            _ => false,
        }
    }

    /// Makes every move on the way to `id` the continuation of its line, so that the main line passes through it.
    pub fn promote_to_main_line(&mut self, id: NodeId) -> bool {
        let mut changed = false;
        for node in self.path(id) {
            let Some(parent) = self.parent(node) else { continue };
            let mut children: Vec<_> = self.children(parent).collect();
            if let Some(place) = children.iter().position(|&child| child == node)
                && place > 0
            {
                children[..=place].rotate_right(1);
                self.link_children(parent, &children);
                changed = true;
            }
        }
        changed
    }

    /// Deletes a move and everything after it; at the root, all moves. The ids of what is deleted are no longer
    /// [contained](Self::contains) and never given again.
    pub fn delete(&mut self, id: NodeId) {
        let doomed = self.subtree(id);
        if let Some(parent) = self.parent(id) {
            let children: Vec<_> = self.children(parent).filter(|&child| child != id).collect();
            self.link_children(parent, &children);
        } else {
            self.link_children(id, &[]);
        }
        for id in doomed.into_iter().filter(|&id| id != NodeId::ROOT) {
            let node = self.node_mut(id);
            node.parent = None;
            node.annotations = None;
        }
    }

    fn link_children(&mut self, parent: NodeId, children: &[NodeId]) {
        for pair in children.windows(2) {
            self.node_mut(pair[0]).next_sibling = Some(pair[1]);
        }
        if let Some(&last) = children.last() {
            self.node_mut(last).next_sibling = None;
        }
        let node = self.node_mut(parent);
        node.first_child = children.first().copied();
        node.last_child = children.last().copied();
    }
}
