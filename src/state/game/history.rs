//! Undo history of games.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use tabia_pgn::{Game, NodeId};

/// Maximum number of saved edits per game.
pub const MAX_STEPS: usize = 1000;

/// Maximum total memory, in bytes, of the saved edits of all open games. The newest edit of a game is saved whatever its size.
pub const MAX_BYTES: usize = 32 << 20;

/// Kind of edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditKind {
    /// A move was played.
    Move,
    /// Moves were deleted.
    Deletion,
    /// A variation was promoted.
    Order,
    /// A glyph was added or removed.
    Glyph,
    /// The comment after a move was edited.
    Comment,
    /// The comment before a move was edited.
    CommentBefore,
    /// The clock of a move was set.
    Clock,
    /// The evaluation of a move was set.
    Evaluation,
    /// Arrows and circles were drawn or erased.
    Shapes,
    /// Tags or the result were changed.
    Header,
    /// A report was written into the game.
    Report,
}

/// Where on the board an edit was made; `None` if it has no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EditPlace {
    /// Node in the game before the edit.
    pub before: Option<NodeId>,
    /// Node in the game after the edit.
    pub after: Option<NodeId>,
}

/// One edit, with the game on the other side of it: before it while it is done, after it once undone.
#[derive(Clone, PartialEq, Debug)]
struct EditStep {
    kind: EditKind,
    place: EditPlace,
    game: Rc<Game>,
    bytes: usize,
}

/// Edits of one game.
#[derive(Clone, PartialEq, Debug, Default)]
struct EditHistory {
    done: VecDeque<EditStep>,
    undone: Vec<EditStep>,
    /// The next edit of this kind at this node extends the last step: typing continues.
    open: Option<(EditKind, NodeId)>,
}

impl EditHistory {
    fn bytes(&self) -> usize {
        self.done.iter().chain(&self.undone).map(|step| step.bytes).sum()
    }
}

/// Edits of all open games, by game index.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histories(BTreeMap<usize, EditHistory>);

impl Histories {
    /// Records an edit of game `index`; `before` is the game before it.
    pub fn record(&mut self, index: usize, kind: EditKind, place: EditPlace, before: &Rc<Game>) {
        let history = self.0.entry(index).or_default();
        history.undone.clear();
        let typed = place.after.filter(|_| matches!(kind, EditKind::Comment | EditKind::CommentBefore));
        let typed = typed.map(|node| (kind, node));
        if typed.is_some() && history.open == typed && !history.done.is_empty() {
            return;
        }
        history.open = typed;
        let step = EditStep { kind, place, game: Rc::clone(before), bytes: before.memory() };
        history.done.push_back(step);
        if history.done.len() > MAX_STEPS {
            history.done.pop_front();
        }
        self.keep_bound(index);
    }

    /// Ends the typing in game `index`: further text is a separate edit.
    pub fn end_typing(&mut self, index: usize) {
        if let Some(history) = self.0.get_mut(&index) {
            history.open = None;
        }
    }

    /// Whether further typing in game `index` would extend the last edit.
    pub fn is_typing(&self, index: usize) -> bool {
        self.0.get(&index).is_some_and(|history| history.open.is_some())
    }

    /// Undoes the last edit of game `index`, whose present version is `now`. Returns the game before the edit and the place of the edit.
    pub fn undo(&mut self, index: usize, now: &Rc<Game>) -> Option<(Rc<Game>, Option<NodeId>)> {
        let history = self.0.get_mut(&index)?;
        let step = history.done.pop_back()?;
        history.open = None;
        history.undone.push(EditStep { game: Rc::clone(now), bytes: now.memory(), ..step.clone() });
        Some((step.game, step.place.before))
    }

    /// Redoes the edit of game `index` that was undone last. Returns the game after the edit and the place of the edit.
    pub fn redo(&mut self, index: usize, now: &Rc<Game>) -> Option<(Rc<Game>, Option<NodeId>)> {
        let history = self.0.get_mut(&index)?;
        let step = history.undone.pop()?;
        history.open = None;
        history.done.push_back(EditStep { game: Rc::clone(now), bytes: now.memory(), ..step.clone() });
        Some((step.game, step.place.after))
    }

    /// Returns the kind of edit that would be undone in game `index`.
    pub fn undo_kind(&self, index: usize) -> Option<EditKind> {
        self.0.get(&index)?.done.back().map(|step| step.kind)
    }

    /// Returns the kind of edit that would be redone in game `index`.
    pub fn redo_kind(&self, index: usize) -> Option<EditKind> {
        self.0.get(&index)?.undone.last().map(|step| step.kind)
    }

    /// Returns the number of edits of game `index` that can be undone and redone.
    pub fn depths(&self, index: usize) -> (usize, usize) {
        self.0.get(&index).map_or((0, 0), |history| (history.done.len(), history.undone.len()))
    }

    /// Drops the oldest edits until the memory limit is met, those of games other than `index` first.
    fn keep_bound(&mut self, index: usize) {
        let mut bytes: usize = self.0.values().map(EditHistory::bytes).sum();
        let mut order: Vec<usize> = self.0.keys().copied().filter(|&other| other != index).collect();
        order.push(index);
        for game in order {
            let Some(history) = self.0.get_mut(&game) else { continue };
            while bytes > MAX_BYTES && history.done.len() > 1 {
                bytes -= history.done.pop_front().map_or(0, |step| step.bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(comment_bytes: usize) -> Rc<Game> {
        let mut game = Game::default();
        game.annotations_mut(NodeId::ROOT).after.push("x".repeat(comment_bytes));
        Rc::new(game)
    }

    #[test]
    fn steps_and_memory_are_bounded() {
        let mut histories = Histories::default();
        let small = game(10);
        for _ in 0..MAX_STEPS + 50 {
            histories.record(0, EditKind::Glyph, EditPlace::default(), &small);
        }
        assert_eq!(histories.0[&0].done.len(), MAX_STEPS);
        // Each of these takes a quarter of the limit.
        for _ in 0..20 {
            histories.record(1, EditKind::Glyph, EditPlace::default(), &game(MAX_BYTES / 4));
        }
        assert_eq!(histories.0[&0].done.len(), 1, "the other game's edits go first, except the newest");
        assert_eq!(histories.0[&1].done.len(), 3);
        histories.record(2, EditKind::Glyph, EditPlace::default(), &game(2 * MAX_BYTES));
        assert!(histories.undo_kind(2).is_some(), "the newest edit can always be undone");
    }
}
