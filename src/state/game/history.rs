//! What was changed in a game, to be undone and done again.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use tabia_pgn::{Game, NodeId};

/// The most edits that are kept of one game.
pub const MAX_STEPS: usize = 1000;

/// The most memory, in bytes, that the kept edits of all open games take together. The newest edit of a game is kept whatever its
/// size.
pub const MAX_BYTES: usize = 32 << 20;

/// What kind of change an edit made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditKind {
    /// A move was played.
    Move,
    /// Moves were deleted.
    Deletion,
    /// A variation was promoted.
    Order,
    /// A glyph was set or taken away.
    Glyph,
    /// The comment behind a move was written.
    Comment,
    /// The comment before a move was written.
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

/// Where on the board an edit was made; `None` where it has no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// A node of the game before the edit.
    pub before: Option<NodeId>,
    /// A node of the game after it.
    pub after: Option<NodeId>,
}

/// One edit, with the game on its other side: before it, as long as it is done, and after it once it is undone.
#[derive(Clone, PartialEq, Debug)]
struct Step {
    kind: EditKind,
    place: Place,
    game: Rc<Game>,
    bytes: usize,
}

/// The edits of one game.
#[derive(Clone, PartialEq, Debug, Default)]
struct History {
    done: VecDeque<Step>,
    undone: Vec<Step>,
    /// The next edit of this kind at this node belongs to the last step: somebody goes on typing.
    open: Option<(EditKind, NodeId)>,
}

impl History {
    fn bytes(&self) -> usize {
        self.done.iter().chain(&self.undone).map(|step| step.bytes).sum()
    }
}

/// The edits of all open games, by the place of the game among them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histories(BTreeMap<usize, History>);

impl Histories {
    /// Takes note of an edit of game `index`, which was `before` it.
    pub fn record(&mut self, index: usize, kind: EditKind, place: Place, before: &Rc<Game>) {
        let history = self.0.entry(index).or_default();
        history.undone.clear();
        let typed = place.after.filter(|_| matches!(kind, EditKind::Comment | EditKind::CommentBefore));
        let typed = typed.map(|node| (kind, node));
        if typed.is_some() && history.open == typed && !history.done.is_empty() {
            return;
        }
        history.open = typed;
        let step = Step { kind, place, game: Rc::clone(before), bytes: before.memory() };
        history.done.push_back(step);
        if history.done.len() > MAX_STEPS {
            history.done.pop_front();
        }
        self.keep_bound(index);
    }

    /// Ends the typing in game `index`: what is written next is an edit of its own.
    pub fn end_typing(&mut self, index: usize) {
        if let Some(history) = self.0.get_mut(&index) {
            history.open = None;
        }
    }

    /// Whether the next words typed in game `index` would belong to the last edit.
    pub fn is_typing(&self, index: usize) -> bool {
        self.0.get(&index).is_some_and(|history| history.open.is_some())
    }

    /// Undoes the last edit of game `index`, which is `now`: the game before it, and where it was made.
    pub fn undo(&mut self, index: usize, now: &Rc<Game>) -> Option<(Rc<Game>, Option<NodeId>)> {
        let history = self.0.get_mut(&index)?;
        let step = history.done.pop_back()?;
        history.open = None;
        history.undone.push(Step { game: Rc::clone(now), bytes: now.memory(), ..step.clone() });
        Some((step.game, step.place.before))
    }

    /// Does the edit of game `index` again that was undone last: the game after it, and where it was made.
    pub fn redo(&mut self, index: usize, now: &Rc<Game>) -> Option<(Rc<Game>, Option<NodeId>)> {
        let history = self.0.get_mut(&index)?;
        let step = history.undone.pop()?;
        history.open = None;
        history.done.push_back(Step { game: Rc::clone(now), bytes: now.memory(), ..step.clone() });
        Some((step.game, step.place.after))
    }

    /// What would be undone in game `index`.
    pub fn undo_kind(&self, index: usize) -> Option<EditKind> {
        self.0.get(&index)?.done.back().map(|step| step.kind)
    }

    /// What would be done again in game `index`.
    pub fn redo_kind(&self, index: usize) -> Option<EditKind> {
        self.0.get(&index)?.undone.last().map(|step| step.kind)
    }

    /// How many edits of game `index` can be undone, and how many done again.
    pub fn depths(&self, index: usize) -> (usize, usize) {
        self.0.get(&index).map_or((0, 0), |history| (history.done.len(), history.undone.len()))
    }

    /// Forgets the oldest edits until the bound is kept: those of other games than `index` first.
    fn keep_bound(&mut self, index: usize) {
        let mut bytes: usize = self.0.values().map(History::bytes).sum();
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
            histories.record(0, EditKind::Glyph, Place::default(), &small);
        }
        assert_eq!(histories.0[&0].done.len(), MAX_STEPS);
        // Each of these takes a quarter of the bound.
        for _ in 0..20 {
            histories.record(1, EditKind::Glyph, Place::default(), &game(MAX_BYTES / 4));
        }
        assert_eq!(histories.0[&0].done.len(), 1, "the other game's edits go first, except the newest");
        assert_eq!(histories.0[&1].done.len(), 3);
        histories.record(2, EditKind::Glyph, Place::default(), &game(2 * MAX_BYTES));
        assert!(histories.undo_kind(2).is_some(), "the newest edit can always be undone");
    }
}
