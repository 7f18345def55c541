//! The games open in this tab, for the other applications.

use std::cell::RefCell;
use std::rc::Rc;

use tabia_pgn::{Game, NodeId};

thread_local! {
    static OPEN: RefCell<Option<Rc<[Rc<Game>]>>> = const { RefCell::new(None) };
}

/// Sets the open games.
pub(super) fn set(games: &Rc<[Rc<Game>]>) {
    OPEN.replace(Some(Rc::clone(games)));
}

/// Returns the open games that have moves in their current state, including unwritten edits.
pub fn games() -> Vec<Rc<Game>> {
    let open = OPEN.with_borrow(Clone::clone);
    let has_moves = |game: &&Rc<Game>| game.main_child(NodeId::ROOT).is_some();
    open.map(|games| games.iter().filter(has_moves).cloned().collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_moves_are_left_out() {
        assert!(games().is_empty());
        let read = tabia_pgn::read("1. e4 *\n\n[White \"A\"]\n\n*\n\n1. d4 *\n").games;
        let all: Rc<[Rc<Game>]> = read.into_iter().map(Rc::new).collect();
        set(&all);
        assert_eq!((all.len(), games().len()), (3, 2));
    }
}
