//! The open games as a store for Yew: the pure state, what went wrong last, and the games that were open before.

use crate::state::game::{GameAction, GameState};
use std::rc::Rc;
use yew::prelude::*;

/// Sends actions to the store. It never changes: who holds it is not rendered by what happens.
pub type GameDispatcher = UseReducerDispatcher<GameStore>;

/// The store. Compared by its version alone.
#[derive(Clone, Default)]
pub struct GameStore {
    state: GameState,
    before: Option<GameState>,
    fault: Option<String>,
    version: u64,
}

/// A change of the store.
pub enum StoreAction {
    /// Do something with the games.
    Do(GameAction),
    /// Other games were opened; those before can be taken back.
    Open(Box<GameState>),
    /// Take back the games that were open before the last opening.
    TakeBack,
}

impl GameStore {
    /// The games.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// Why the last action could not be done, with a number that tells two equal faults apart.
    pub fn fault(&self) -> Option<(u64, &str)> {
        self.fault.as_deref().map(|fault| (self.version, fault))
    }

    fn next(&self, state: GameState) -> Self {
        Self { state, before: self.before.clone(), fault: None, version: self.version + 1 }
    }
}

impl PartialEq for GameStore {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
    }
}

impl Reducible for GameStore {
    type Action = StoreAction;

    fn reduce(self: Rc<Self>, action: StoreAction) -> Rc<Self> {
        match action {
            StoreAction::Do(action) => {
                let goes = is_navigation(&action);
                match self.state.reduce(action) {
                    // A step beyond the end of the game: nothing has to be drawn.
                    Ok(state) if goes && state.node() == self.state.node() => self,
                    Ok(state) => Rc::new(self.next(state)),
                    Err(error) => {
                        let mut store = self.next(self.state.clone());
                        store.fault = Some(error.to_string());
                        Rc::new(store)
                    }
                }
            }
            StoreAction::Open(state) => {
                let mut store = self.next(*state);
                store.before = Some(self.state.clone());
                Rc::new(store)
            }
            StoreAction::TakeBack => match &self.before {
                Some(before) => {
                    let mut store = self.next(before.clone());
                    store.before = None;
                    Rc::new(store)
                }
                None => self,
            },
        }
    }
}

fn is_navigation(action: &GameAction) -> bool {
    matches!(
        action,
        GameAction::GoTo(_)
            | GameAction::Next
            | GameAction::Previous
            | GameAction::First
            | GameAction::Last
            | GameAction::NextSibling
            | GameAction::PreviousSibling
            | GameAction::NextFork
            | GameAction::PreviousFork
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(store: Rc<GameStore>, action: GameAction) -> Rc<GameStore> {
        store.reduce(StoreAction::Do(action))
    }

    #[test]
    fn a_step_that_leads_nowhere_changes_nothing() {
        let store = Rc::new(GameStore::default());
        let after = act(store.clone(), GameAction::Next);
        assert!(Rc::ptr_eq(&store, &after));
    }

    #[test]
    fn a_fault_is_told_and_the_game_stays() {
        let store = act(Rc::new(GameStore::default()), GameAction::PlayText("e4".into()));
        let after = act(store.clone(), GameAction::LoadFen("nonsense".into()));
        assert!(after.fault().is_some());
        assert_eq!(after.state(), store.state());
        assert!(act(after, GameAction::Flip).fault().is_none());
    }

    #[test]
    fn opening_can_be_taken_back_once() {
        let store = act(Rc::new(GameStore::default()), GameAction::PlayText("e4".into()));
        let other = store.state().reduce(GameAction::NewGame).unwrap();
        let opened = store.clone().reduce(StoreAction::Open(Box::new(other)));
        assert_ne!(opened.state(), store.state());
        let back = opened.reduce(StoreAction::TakeBack);
        assert_eq!(back.state(), store.state());
        let again = back.clone().reduce(StoreAction::TakeBack);
        assert!(Rc::ptr_eq(&back, &again));
    }
}
