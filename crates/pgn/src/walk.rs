//! Moves of a game in PGN order.

use tabia_chess::Position;

use crate::{Game, NodeId};

/// One step through a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move.
    Move {
        /// The node after the move.
        node: NodeId,
        /// The position before the move.
        before: Box<Position>,
    },
    /// A variation begins; its first move follows.
    Begin,
    /// A variation ends.
    End,
}

/// Iterator over a game: each move, then its variations, then what follows it. See [`Game::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    game: &'a Game,
    /// Pending tasks, last first: an explicit stack, because variations may be nested deeper than the call stack allows.
    tasks: Vec<Task>,
}

#[derive(Clone, Debug)]
enum Task {
    /// Play the move of `node`.
    Play { node: NodeId, before: Box<Position> },
    /// Continue after `node`.
    Continue { node: NodeId, position: Box<Position> },
    /// Begin a variation with `node`, then with its next siblings.
    Variations { node: NodeId, before: Box<Position> },
    /// End a variation.
    End,
}

impl Game {
    /// All moves in PGN order.
    pub fn walk(&self) -> Walk<'_> {
        Walk {
            game: self,
            tasks: vec![Task::Continue { node: NodeId::ROOT, position: Box::new(*self.start()) }],
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            match self.tasks.pop()? {
                Task::Continue { node, position } => {
                    let Some(child) = self.game.main_child(node) else { continue };
                    let Some(played) = self.game.played(child) else { continue };
                    let mut after = position.clone();
                    played.apply(&mut after);
                    self.tasks.push(Task::Continue { node: child, position: after });
                    if let Some(node) = self.game.next_sibling(child) {
                        self.tasks.push(Task::Variations { node, before: position.clone() });
                    }
                    return Some(Step::Move { node: child, before: position });
                }
                Task::Variations { node, before } => {
                    if let Some(next) = self.game.next_sibling(node) {
                        self.tasks.push(Task::Variations { node: next, before: before.clone() });
                    }
                    self.tasks.push(Task::End);
                    self.tasks.push(Task::Play { node, before });
                    return Some(Step::Begin);
                }
                Task::Play { node, before } => {
                    let Some(played) = self.game.played(node) else { continue };
                    let mut after = before.clone();
                    played.apply(&mut after);
                    self.tasks.push(Task::Continue { node, position: after });
                    return Some(Step::Move { node, before });
                }
                Task::End => return Some(Step::End),
            }
        }
    }
}
