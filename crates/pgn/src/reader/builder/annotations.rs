//! Comments and glyphs, and the moves they belong to.

use super::Builder;
use crate::comment::has_whole_evaluation;
use crate::lexer::{CommentFault, Places};
use crate::{Nag, NodeId, ProblemKind};

impl Builder<'_> {
    pub(super) fn comment(
        &mut self,
        text: String,
        fault: Option<CommentFault>,
        at: usize,
        places: &mut Places<'_>,
    ) {
        if let Some(fault) = fault {
            let message = match fault {
                CommentFault::Nested => "braces inside a comment; the whole was read as one comment",
                CommentFault::ToEnd => {
                    "a comment is never closed; the rest of the text was read as the comment"
                }
                CommentFault::ToNextGame => {
                    "a comment is not closed; it was ended before the tags of the next game"
                }
            };
            self.problem(places, at, ProblemKind::Comment, message.to_owned(), false);
        }
        if self.skip.is_some() {
            return;
        }
        let text = self.without_marks(text);
        if text.is_empty() {
            return;
        }
        if self.is_before_move() {
            self.pending_comments.push(text);
        } else {
            self.game.annotations_mut(self.node).after.push(text);
        }
    }

    pub(super) fn nag(&mut self, nag: Nag) {
        if self.is_before_move() {
            self.pending_nags.push(nag);
        } else {
            self.game.annotations_mut(self.node).add_nag(nag);
        }
    }

    /// Whether a comment here belongs to the next move.
    pub(super) fn is_before_move(&self) -> bool {
        self.after_number || self.is_at_variation_start()
    }

    pub(crate) fn is_at_variation_start(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.start == self.node)
    }

    /// Whether the current line has no moves yet.
    pub(super) fn is_at_line_start(&self) -> bool {
        if self.frames.is_empty() { self.node == NodeId::ROOT } else { self.is_at_variation_start() }
    }

    /// Attaches pending comments, whose move never came, to the given node.
    pub(super) fn release_pending(&mut self, node: NodeId) {
        self.after_number = false;
        if self.pending_comments.is_empty() && self.pending_nags.is_empty() {
            return;
        }
        let annotations = self.game.annotations_mut(node);
        annotations.after.append(&mut self.pending_comments);
        for nag in self.pending_nags.drain(..) {
            annotations.add_nag(nag);
        }
    }

    /// A comment without the diagram marks of `ChessBase` (`[#]`), which become a glyph of the node.
    fn without_marks(&mut self, text: String) -> String {
        const MARK: &str = "[#]";
        self.evidence.has_whole_evals |= has_whole_evaluation(&text);
        if !text.contains(MARK) {
            return text;
        }
        self.game.annotations_mut(self.node).add_nag(Nag::DIAGRAM);
        let parts = text.split(MARK).map(str::trim).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn comment_at_end(&mut self, text: String) {
        let text = self.without_marks(text);
        if !text.is_empty() {
            self.game.annotations_mut(self.node).after.push(text);
        }
    }
}
