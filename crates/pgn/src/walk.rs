//! The moves of a game in the order in which PGN writes them.

use tabia_chess::Position;

use crate::{Game, NodeId};

/// One step through a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move.
    Move {
        /// The node it leads to.
        node: NodeId,
        /// The position in which it is played.
        before: Box<Position>,
    },
    /// A variation begins; its first move follows.
    Begin,
    /// A variation ends.
    End,
}

/// Goes through a game: each move, then the variations in its place, then what follows it. See [`Game::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    game: &'a Game,
    /// What is still to be done, last first: a stack of our own, because variations may be nested deeper than the machine's stack.
    tasks: Vec<Task>,
}

#[derive(Clone, Debug)]
enum Task {
    /// Play the move of `node`.
    Play { node: NodeId, before: Box<Position> },
    /// Go on behind `node`.
    Continue { node: NodeId, position: Box<Position> },
    /// Begin a variation with `node`, then with those that follow it.
    Variations { node: NodeId, before: Box<Position> },
    /// End a variation.
    End,
}

impl Game {
    /// All moves in the order in which PGN writes them.
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
