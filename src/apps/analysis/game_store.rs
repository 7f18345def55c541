//! The open games as a store for Yew: the pure state, what went wrong last, and the games that were open before.

use crate::state::game::{GameAction, GameState};
use crate::state::reading::GameBatch;
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
    /// Add games to the text that they belong to: the one that is open, or the one before it. Otherwise nothing happens.
    Append(GameBatch),
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

    /// Whether the text is open, or can be taken back.
    pub fn holds(&self, collection: u64) -> bool {
        self.state.collection() == collection
            || self.before.as_ref().is_some_and(|before| before.collection() == collection)
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
            StoreAction::Append(batch) => {
                let mut store = self.next(self.state.clone());
                let target = if self.state.collection() == batch.collection {
                    Some(&mut store.state)
                } else {
                    store.before.as_mut()
                };
                match target.map(|state| state.reduce(GameAction::AppendGames(batch)).map(|new| *state = new))
                {
                    Some(Ok(())) => Rc::new(store),
                    // Its text is no longer there.
                    None | Some(Err(_)) => self,
                }
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
    use crate::state::reading::Reading;

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

    #[test]
    fn games_are_added_to_their_text_even_when_it_is_not_shown() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
        let mut reading = Reading::new(1, text);
        let first = GameState::default().reduce(GameAction::OpenGames(reading.read_while(|| false))).unwrap();
        let second = reading.read_while(|| false);
        let store = Rc::new(GameStore::default()).reduce(StoreAction::Open(Box::new(first)));
        let other = store.state().reduce(GameAction::NewGame).unwrap();
        let opened = store.reduce(StoreAction::Open(Box::new(other)));
        assert!(opened.holds(1));
        let added = opened.reduce(StoreAction::Append(second.clone()));
        assert_eq!(added.state().games().len(), 1);
        let back = added.reduce(StoreAction::TakeBack);
        assert_eq!((back.state().games().len(), back.state().percent_read()), (2, None));
        let gone = back.clone().reduce(StoreAction::Append(GameBatch { collection: 9, ..second }));
        assert!(Rc::ptr_eq(&back, &gone) && !gone.holds(9));
    }
}
