//! Parentheses.

use super::{Builder, Frame, Skip};
use crate::lexer::Places;
use crate::reader::read_game::MAX_VARIATION_DEPTH;
use crate::{NodeId, ProblemKind};

impl Builder<'_> {
    pub(crate) fn is_inside_variation(&self) -> bool {
        !self.frames.is_empty()
    }

    pub(super) fn open(&mut self, at: usize, places: &mut Places<'_>) {
        if let Some(skip) = &mut self.skip {
            skip.depth += 1;
            return;
        }
        self.release_pending(self.node);
        if self.frames.len() >= MAX_VARIATION_DEPTH {
            let message =
                format!("variations are nested more than {MAX_VARIATION_DEPTH} deep; this one was left out");
            self.problem(places, at, ProblemKind::Variation, message, true);
            self.skip = Some(Skip { depth: 1, from: at, problem: None });
            return;
        }
        let (node, position, before) = (self.node, self.position, self.before);
        if self.is_at_line_start() {
            let message = "a variation precedes the first move of its line; it was read as one of that move";
            self.problem(places, at, ProblemKind::Variation, message.to_owned(), false);
        } else if let Some(parent) = self.game.parent(self.node) {
            (self.node, self.position) = (parent, self.before);
        }
        self.frames.push(Frame { start: self.node, node, position, before });
    }

    pub(super) fn close(&mut self, at: usize, places: &mut Places<'_>) {
        if let Some(skip) = &mut self.skip
            && skip.depth > 0
        {
            skip.depth -= 1;
            // A variation skipped only for its depth ends with its own parenthesis.
            if skip.depth == 0 && skip.problem.is_none() && self.frames.len() >= MAX_VARIATION_DEPTH {
                self.skip = None;
            }
            return;
        }
        if self.frames.is_empty() {
            let message = "a closing parenthesis without an opening one was skipped".to_owned();
            self.problem(places, at, ProblemKind::Variation, message, false);
            return;
        }
        self.end_skip(at);
        self.leave_variation();
    }

    /// The node for comments not followed by a move: the last move. In a variation without moves they can only refer to the move before it.
    pub(super) fn node_of_pending(&self) -> NodeId {
        let is_empty = self.is_at_variation_start();
        self.frames.last().filter(|_| is_empty).map_or(self.node, |frame| frame.node)
    }

    pub(super) fn leave_variation(&mut self) {
        let commented = self.node_of_pending();
        if let Some(frame) = self.frames.pop() {
            self.release_pending(commented);
            self.node = frame.node;
            self.position = frame.position;
            self.before = frame.before;
        }
    }
}
