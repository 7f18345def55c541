//! Saves and restores the games on the board: the page's side of the autosave.

mod items;
mod notices;

use crate::apps::analysis::game_store::{GameDispatcher, GameStore, StoreAction};
use crate::apps::analysis::strings;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::platform::observable::Observe;
use crate::services::games;
use crate::services::games::autosave::{GameSource, SourceText};
use crate::services::games::driver::{AutosaveEvent, GameAutosave};
use crate::services::games::recent::RecentItem;
use crate::services::games::repository::GameRepository;
use crate::services::games::requests::{self, OpenRequest};
use crate::services::games::start::{BoardStart, Late, RestoredBoard, kept_board, open_board, text_board};
use crate::state::game::GameAction;
use crate::state::reading::GameBatch;
use crate::storage::StoreError;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Initial state of the page; equal only to its clones.
#[derive(Clone)]
pub struct PageStart(Rc<OpenerParts>);

struct OpenerParts {
    autosave: GameAutosave,
    /// Taken when the board is first rendered.
    board: RefCell<Option<RestoredBoard>>,
    late: RefCell<Option<Late>>,
}

impl PartialEq for PageStart {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl From<BoardStart> for PageStart {
    fn from(start: BoardStart) -> Self {
        let BoardStart { autosave, board, late } = start;
        Self(Rc::new(OpenerParts { autosave, board: RefCell::new(board), late: RefCell::new(late) }))
    }
}

impl PageStart {
    /// Returns the autosave of the games.
    pub fn autosave(&self) -> &GameAutosave {
        &self.0.autosave
    }
}

/// The page's current games, for later callbacks.
type Latest = Rc<RefCell<GameStore>>;

/// Creates the store, starting with the games that were on the board; saves them from now on.
#[hook]
pub fn use_saved_games(
    start: &PageStart,
    toasts: &ToastDispatcher,
) -> (UseReducerHandle<GameStore>, GameOpener) {
    let board =
        use_memo(start.clone(), |start| start.0.board.borrow_mut().take().map(|board| (board, Rc::new(()))));
    let store = use_reducer_eq({
        let board = Rc::clone(&board);
        move || match &*board {
            Some((board, held)) => GameStore::restored(board, Rc::clone(held)),
            None => GameStore::default(),
        }
    });
    let latest: Latest = use_mut_ref(GameStore::default);
    *latest.borrow_mut() = (*store).clone();
    use_effect_with((*store).clone(), {
        let autosave = start.autosave().clone();
        move |store| autosave.observe(store.view())
    });
    let opener =
        GameOpener { game: store.dispatcher(), toasts: toasts.clone(), latest, start: start.clone() };
    use_effect_with((), {
        let opener = opener.clone();
        move |()| {
            if let Some((board, held)) = &*board {
                opener.read_rest(board, held);
                opener.show_faults(&board.faults);
            }
            opener.await_late();
            let notices = opener.start.autosave().subscribe({
                let opener = opener.clone();
                move |event| {
                    if let AutosaveEvent::Notice(notice) = event {
                        opener.show_notice(notice);
                    }
                }
            });
            let requests = requests::listen({
                let opener = opener.clone();
                move || opener.answer_requests()
            });
            opener.answer_requests();
            move || drop((notices, requests))
        }
    });
    (store, opener)
}

/// Opens saved games on the board and reports autosave errors. Equal only to its clones.
#[derive(Clone)]
pub struct GameOpener {
    game: GameDispatcher,
    toasts: ToastDispatcher,
    latest: Latest,
    start: PageStart,
}

impl PartialEq for GameOpener {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
    }
}

impl GameOpener {
    /// Shows games that were loaded from storage.
    fn show(&self, board: RestoredBoard) {
        let held = Rc::new(());
        self.read_rest(&board, &held);
        self.show_faults(&board.faults);
        self.game.dispatch(StoreAction::Show { board: Box::new(board), held });
    }

    /// Reads the games of a text that follow those on the board; edited ones are replaced by their saved versions.
    fn read_rest(&self, board: &RestoredBoard, held: &Rc<()>) {
        let Some(text) = board.rest.clone() else { return };
        let (collection, count) = (board.batch.collection, board.batch.games.len());
        let (game, later, place) = (self.game.clone(), board.later.clone(), Cell::new(count));
        let on_batch = move |mut batch: GameBatch| {
            for slot in &mut batch.games {
                if let Some(kept) = later.get(&place.get()) {
                    *slot = kept.clone();
                }
                place.set(place.get() + 1);
            }
            game.dispatch(StoreAction::Append(batch));
        };
        spawn_local(games::read_rest(collection, text.to_string(), count, Rc::downgrade(held), on_batch));
    }

    /// Waits for the previous board if it was not loaded before the page started.
    fn await_late(&self) {
        let Some(late) = self.start.0.late.borrow_mut().take() else { return };
        let opener = self.clone();
        spawn_local(async move {
            match late.await {
                Ok(None) => {}
                Ok(Some(board)) if opener.latest.borrow().is_untouched() => opener.show(board),
                Ok(Some(board)) => {
                    let (offer, opener) = (RefCell::new(Some(board)), opener.clone());
                    let toasts = opener.toasts.clone();
                    let action = Callback::from(move |()| {
                        if let Some(board) = offer.take() {
                            opener.show(board);
                        }
                    });
                    toasts.dispatch(ToastAction::Show(
                        Tone::Warning,
                        strings::found_late().to_owned(),
                        String::new(),
                        Some(Offer { label: strings::show(), action }),
                    ));
                }
                Err(error) => opener.show_faults(&[error]),
            }
        });
    }

    /// Opens the games requested by other pages.
    fn answer_requests(&self) {
        while let Some(request) = requests::take() {
            match request {
                OpenRequest::Kept { id } => self.open_kept(id),
                OpenRequest::Text { pgn, origin } => {
                    let text = SourceText::Fresh { text: pgn.as_str().into(), name: None, has_loss: false };
                    let source = GameSource::new(origin, text, BTreeMap::new());
                    let (action, held) = (GameAction::LoadPgn(pgn), Rc::default());
                    self.game.dispatch(StoreAction::Open { action, name: None, source, held });
                }
            }
        }
    }

    /// Returns the autosave of the games.
    pub fn autosave(&self) -> &GameAutosave {
        self.start.autosave()
    }

    /// Returns the store of saved games; its events report changes of lists.
    pub fn repository(&self) -> &GameRepository {
        self.autosave().repository()
    }

    /// Returns the dispatcher for toasts.
    pub fn toasts(&self) -> &ToastDispatcher {
        &self.toasts
    }

    /// Opens a saved game on the board.
    fn open_kept(&self, id: String) {
        if self.show_open(&id, None) {
            return;
        }
        let opener = self.clone();
        spawn_local(async move {
            let board = kept_board(opener.autosave().database(), opener.repository(), &id).await;
            let stored = board.as_ref().ok().and_then(|board| board.source.kept.get(&0));
            // It may have been opened or edited while it was loading.
            if !opener.show_open(&id, stored.map(|entry| entry.revision)) {
                opener.show_or_tell(board);
            }
        });
    }

    /// Shows a game that is open in this tab, with its unsaved edits. Returns false if it must be loaded from storage: it isn't open, or it
    /// has no unsaved edits and its `stored` revision is unknown or later (saved by another tab).
    fn show_open(&self, id: &str, stored: Option<u64>) -> bool {
        let Some(open) = self.autosave().open_game(id) else { return false };
        if !open.is_dirty && stored.is_none_or(|stored| stored > open.entry.revision) {
            return false;
        }
        if self.latest.borrow().has_set(open.set) {
            self.game.dispatch(StoreAction::GoTo { set: open.set, index: open.index });
        } else {
            self.show(open_board(open));
        }
        true
    }

    /// Reopens a recent game.
    pub fn open_item(&self, item: RecentItem) {
        let file = match item {
            RecentItem::Game(entry) => return self.open_kept(entry.id),
            RecentItem::Text { file, .. } => file,
        };
        let opener = self.clone();
        spawn_local(async move {
            let board = text_board(opener.autosave().database(), opener.repository(), &file).await;
            opener.show_or_tell(board);
        });
    }

    fn show_or_tell(&self, board: Result<RestoredBoard, StoreError>) {
        match board {
            Ok(board) => self.show(board),
            Err(error) => self.fault(strings::game_not_opened(), &error),
        }
    }
}
