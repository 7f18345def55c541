//! Yew store of the open games: pure state, last error, and the games open before.

use super::opened::{first_loss, opened_title};
use crate::services::games::autosave::{BoardState, GameSource};
use crate::services::games::start::RestoredBoard;
use crate::state::game::{GameAction, GameState};
use crate::state::reading::GameBatch;
use std::rc::Rc;
use tabia_chess::Color;
use yew::prelude::*;

/// Dispatcher of the store. It never changes, so components that hold it don't re-render on actions.
pub type GameDispatcher = UseReducerDispatcher<GameStore>;

/// Game store. Compared by version only.
#[derive(Clone, Default)]
pub struct GameStore {
    current: OpenedGames,
    before: Option<OpenedGames>,
    fault: Option<String>,
    news: Option<(u64, OpenedNotice)>,
    version: u64,
}

/// Games opened together.
#[derive(Clone)]
struct OpenedGames {
    state: GameState,
    /// File name.
    name: Option<String>,
    /// Origin of the games.
    source: Rc<GameSource>,
    /// Held as long as the games can be shown; when it is dropped, reading the rest of their text stops.
    _held: Rc<()>,
}

impl Default for OpenedGames {
    fn default() -> Self {
        Self { state: GameState::default(), name: None, source: GameSource::start(), _held: Rc::default() }
    }
}

/// What was opened, for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedNotice {
    /// Title.
    pub title: String,
    /// First problem that lost data.
    pub loss: Option<String>,
    /// Whether the previous games can be restored.
    pub can_take_back: bool,
}

/// Action on the store.
pub enum StoreAction {
    /// Acts on the games.
    Do(GameAction),
    /// Opens other games; the previous ones can be restored.
    Open {
        /// Action that loads them.
        action: GameAction,
        /// File name.
        name: Option<String>,
        /// Origin of the games.
        source: Rc<GameSource>,
        /// Held as long as the games can be shown.
        held: Rc<()>,
    },
    /// Opens saved games at the position last shown; the previous games can be restored.
    Show {
        /// Games.
        board: Box<RestoredBoard>,
        /// Held as long as the games can be shown.
        held: Rc<()>,
    },
    /// Shows a game of the set with this number, either the open set or the previous one, which are then swapped. Otherwise does nothing.
    GoTo {
        /// Number of the set.
        set: u64,
        /// Index of the game in the set, from 0.
        index: usize,
    },
    /// Adds games to the text they belong to, either the open one or the previous one. Otherwise does nothing.
    Append(GameBatch),
    /// Restores the games that were open before.
    TakeBack,
}

impl GameStore {
    /// Creates a store with the games that were on the board when the page was last open.
    pub fn restored(board: &RestoredBoard, held: Rc<()>) -> Self {
        let empty = Self::default();
        match empty.current.show(board, held) {
            Some(current) => Self { current, ..empty },
            None => empty,
        }
    }

    /// Returns whether nothing has happened yet on a page that started with an empty board.
    pub fn is_untouched(&self) -> bool {
        self.version == 0
    }

    /// Returns whether [`StoreAction::GoTo`] finds this set.
    pub fn has_set(&self, set: u64) -> bool {
        self.current.source.set == set || self.before.as_ref().is_some_and(|before| before.source.set == set)
    }

    /// Returns what the board shows, for autosave.
    pub fn view(&self) -> BoardState {
        let state = self.state();
        BoardState {
            source: Rc::clone(&self.current.source),
            games: Rc::clone(state.games()),
            is_whole: state.percent_read().is_none(),
            shown: state.game_index(),
            node: state.node(),
            orientation: state.orientation(),
        }
    }

    /// Returns the games.
    pub fn state(&self) -> &GameState {
        &self.current.state
    }

    /// Returns why the last action failed, with a number that distinguishes equal errors.
    pub fn fault(&self) -> Option<(u64, &str)> {
        self.fault.as_deref().map(|fault| (self.version, fault))
    }

    /// Returns what was last opened, once it is completely read, with a number that distinguishes equal messages.
    pub fn news(&self) -> Option<&(u64, OpenedNotice)> {
        self.news.as_ref()
    }

    /// Replaces the state; the games still belong to the same text.
    fn with(&self, state: GameState) -> Self {
        let current = OpenedGames { state, ..self.current.clone() };
        Self { current, fault: None, version: self.version + 1, ..self.clone() }
    }

    fn with_fault(&self, fault: String) -> Self {
        Self { fault: Some(fault), version: self.version + 1, ..self.clone() }
    }

    /// Sets the news of what was opened, unless more of it is still being read.
    fn with_notice(mut self) -> Self {
        if self.state().percent_read().is_none() {
            let before = self.before.as_ref().map(|before| &before.state);
            let news = OpenedNotice {
                title: opened_title(self.state(), self.current.name.as_deref()),
                loss: first_loss(self.state()),
                can_take_back: before
                    .is_some_and(|before| !before.rows().is_empty() || before.games().len() > 1),
            };
            self.news = Some((self.version, news));
        }
        self
    }

    fn open(&self, action: GameAction, name: Option<String>, source: Rc<GameSource>, held: Rc<()>) -> Self {
        match self.state().reduce(action) {
            Ok(state) => self.opened(OpenedGames { state, name, source, _held: held }).with_notice(),
            Err(error) => self.with_fault(error.to_string()),
        }
    }

    fn opened(&self, current: OpenedGames) -> Self {
        let before = Some(self.current.clone());
        Self { current, before, fault: None, version: self.version + 1, ..self.clone() }
    }

    /// Shows a game of a set; `None` if it is already shown or doesn't exist.
    fn go_to(&self, set: u64, index: usize) -> Option<Self> {
        let is_open = self.current.source.set == set;
        if !self.has_set(set) || is_open && self.state().game_index() == index {
            return None;
        }
        let store = if is_open { self.clone() } else { self.opened(self.before.clone()?) };
        if store.state().game_index() == index {
            return Some(store);
        }
        Some(store.with(store.state().reduce(GameAction::ChooseGame(index)).ok()?))
    }

    /// Appends games of a text; `None` if the text is no longer there.
    fn append(&self, batch: GameBatch) -> Option<Self> {
        let mut store = self.with(self.state().clone());
        if self.state().collection() == batch.collection {
            store.current.state = self.state().reduce(GameAction::AppendGames(batch)).ok()?;
            return Some(store.with_notice());
        }
        let before = store.before.as_mut()?;
        before.state = before.state.reduce(GameAction::AppendGames(batch)).ok()?;
        Some(store)
    }
}

impl OpenedGames {
    /// Shows saved games at the position last shown; `None` if there are none.
    fn show(&self, board: &RestoredBoard, held: Rc<()>) -> Option<Self> {
        let orientation = if board.is_flipped { Color::Black } else { Color::White };
        let actions = [
            GameAction::OpenGames(board.batch.clone()),
            GameAction::ChooseGame(board.shown),
            GameAction::GoTo(board.node),
            GameAction::SetOrientation(orientation),
        ];
        let mut state = self.state.clone();
        for action in actions {
            state = state.reduce(action).ok()?;
        }
        Some(Self { state, name: board.name.clone(), source: Rc::clone(&board.source), _held: held })
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
                let goes = action.is_navigation();
                match self.state().reduce(action) {
                    // A step beyond the end of the game needs no render.
                    Ok(state) if goes && state.node() == self.state().node() => self,
                    Ok(state) => Rc::new(self.with(state)),
                    Err(error) => Rc::new(self.with_fault(error.to_string())),
                }
            }
            StoreAction::Open { action, name, source, held } => {
                Rc::new(self.open(action, name, source, held))
            }
            StoreAction::Show { board, held } => match self.current.show(&board, held) {
                Some(current) => Rc::new(self.opened(current)),
                None => self,
            },
            StoreAction::GoTo { set, index } => self.go_to(set, index).map_or(self, Rc::new),
            StoreAction::Append(batch) => self.append(batch).map_or(self, Rc::new),
            StoreAction::TakeBack => match self.before.clone() {
                Some(current) => {
                    let version = self.version + 1;
                    Rc::new(Self { current, before: None, fault: None, version, ..(*self).clone() })
                }
                None => self,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::reading::Reading;

    fn act(store: Rc<GameStore>, action: GameAction) -> Rc<GameStore> {
        store.reduce(StoreAction::Do(action))
    }

    fn open(store: Rc<GameStore>, action: GameAction, held: &Rc<()>) -> Rc<GameStore> {
        let (name, source) = (Some("a.pgn".to_owned()), GameSource::start());
        store.reduce(StoreAction::Open { action, name, source, held: Rc::clone(held) })
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
        let opened = open(store.clone(), GameAction::NewGame, &Rc::default());
        assert_ne!(opened.state(), store.state());
        let back = opened.reduce(StoreAction::TakeBack);
        assert_eq!(back.state(), store.state());
        let again = back.clone().reduce(StoreAction::TakeBack);
        assert!(Rc::ptr_eq(&back, &again));
    }

    #[test]
    fn a_set_that_is_open_or_was_open_before_is_gone_back_to() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
        let all = GameAction::OpenGames(Reading::new(1, text).read_while(|| true));
        let first = open(Rc::new(GameStore::default()), all, &Rc::default());
        let set = first.view().source.set;
        let second = open(first.clone(), GameAction::NewGame, &Rc::default());
        let other = second.view().source.set;
        let back = second.clone().reduce(StoreAction::GoTo { set, index: 1 });
        assert_eq!((back.view().source.set, back.state().game_index()), (set, 1));
        let stays = back.clone().reduce(StoreAction::GoTo { set, index: 1 });
        assert!(Rc::ptr_eq(&back, &stays), "the place in the game stays");
        let chosen = back.reduce(StoreAction::GoTo { set, index: 0 });
        assert_eq!((chosen.view().source.set, chosen.state().game_index()), (set, 0));
        // The two sets of games have been swapped.
        let again = chosen.reduce(StoreAction::TakeBack);
        assert_eq!(again.view().source.set, other);
        let gone = again.clone().reduce(StoreAction::GoTo { set, index: 0 });
        assert!(Rc::ptr_eq(&again, &gone));
    }

    #[test]
    fn games_are_added_to_their_text_even_when_it_is_not_shown() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
        let mut reading = Reading::new(1, text);
        let first = GameAction::OpenGames(reading.read_while(|| false));
        let second = reading.read_while(|| false);
        let held = Rc::new(());
        let is_held = |held: &Rc<()>| Rc::strong_count(held) > 1;
        let store = open(Rc::new(GameStore::default()), first, &held);
        assert!(store.news().is_none(), "more is being read");
        let opened = open(store, GameAction::NewGame, &Rc::default());
        assert!(is_held(&held));
        let added = opened.reduce(StoreAction::Append(second.clone()));
        assert_eq!(added.state().games().len(), 1);
        let back = added.reduce(StoreAction::TakeBack);
        assert_eq!((back.state().games().len(), back.state().percent_read()), (2, None));
        let gone = back.clone().reduce(StoreAction::Append(GameBatch { collection: 9, ..second }));
        assert!(Rc::ptr_eq(&back, &gone));
        drop((back, gone));
        assert!(!is_held(&held), "who reads the rest stops");
    }

    #[test]
    fn what_was_opened_is_told_once_all_of_it_is_read() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
        let mut reading = Reading::new(1, text);
        let first = GameAction::OpenGames(reading.read_while(|| false));
        let store = act(Rc::new(GameStore::default()), GameAction::PlayText("e4".into()));
        let opened = open(store, first, &Rc::default());
        assert!(opened.news().is_none());
        let whole = opened.reduce(StoreAction::Append(reading.read_while(|| false)));
        let news =
            OpenedNotice { title: "2 games opened: a.pgn".to_owned(), loss: None, can_take_back: true };
        assert_eq!(whole.news().map(|(_, news)| news), Some(&news));
    }
}
