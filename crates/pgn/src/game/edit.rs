//! Promoting and deleting variations; null moves.

use thiserror::Error;

use super::{Game, NodeId, Played};

/// The side to move cannot pass because it is in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a side in check cannot pass")]
pub struct NullMoveInCheck;

impl Game {
    /// Plays a null move after `parent`: returns the existing child, or a new one.
    ///
    /// # Errors
    /// [`NullMoveInCheck`]; the game is unchanged.
    pub fn play_null(&mut self, parent: NodeId) -> Result<NodeId, NullMoveInCheck> {
        if let Some(child) = self.child_with(parent, Played::Null) {
            return Ok(child);
        }
        if self.position(parent).is_check() {
            return Err(NullMoveInCheck);
        }
        Ok(self.push(parent, Played::Null))
    }

    /// Moves a variation up by one among its siblings; the first variation becomes the continuation. Returns whether anything changed.
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

    /// Makes every move on the path to `id` the continuation, so that the main line passes through it.
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

    /// Deletes a move and everything after it; at the root, all moves. Deleted ids are no longer [contained](Self::contains) and never
    /// reused.
    pub fn delete(&mut self, id: NodeId) {
        let doomed = self.subtree(id);
        if let Some(parent) = self.parent(id) {
            let children: Vec<_> = self.children(parent).filter(|&child| child != id).collect();
            self.link_children(parent, &children);
        } else {
            self.link_children(id, &[]);
        }
        self.forget(doomed);
    }

    /// Deletes every move that is not on the line through `id`, which runs from the start to `id` and on through the first continuation
    /// each time. Returns whether anything was deleted.
    pub fn delete_other_lines(&mut self, id: NodeId) -> bool {
        let mut line = self.path(id);
        line.extend(std::iter::successors(self.main_child(id), |&id| self.main_child(id)));
        let mut doomed = Vec::new();
        for pair in line.windows(2) {
            let (parent, kept) = (pair[0], pair[1]);
            let others: Vec<_> = self.children(parent).filter(|&child| child != kept).collect();
            if !others.is_empty() {
                doomed.extend(others.into_iter().flat_map(|other| self.subtree(other)));
                self.link_children(parent, &[kept]);
            }
        }
        let changed = !doomed.is_empty();
        self.forget(doomed);
        changed
    }

    /// Whether there are moves off the line through `id`, see [`delete_other_lines`](Self::delete_other_lines).
    pub fn has_other_lines(&self, id: NodeId) -> bool {
        let mut line = self.path(id);
        line.extend(std::iter::successors(self.main_child(id), |&id| self.main_child(id)));
        line.into_iter().any(|id| self.children(id).nth(1).is_some())
    }

    fn forget(&mut self, doomed: Vec<NodeId>) {
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
