//! Runs the commands of the [`Autosave`]: writes, timers, page hide.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use js_sys::Date;
use tabia_pgn::Game;
use wasm_bindgen_futures::spawn_local;

use super::autosave::{
    Autosave, AutosaveCommand, AutosaveNotice, BoardState, CrashBackup, Event, GameSource, OpenGame,
    SaveState, SourceText, Write,
};
use super::on_board;
use super::recent;
use super::repository::{GameRepository, GameRepositoryEvent};
use super::tab;
use crate::platform::clock::now_ms;
use crate::platform::observable::{Observable, Observe, Subscription};
use crate::platform::random::unique_id;
use crate::storage::games::GameEntry;
use crate::storage::workspaces::{OpenText, Workspace, Workspaces};
use crate::storage::{Claim, Database, Keeping, StoreError};

/// Event emitted by the page's autosave.
#[derive(Debug, Clone, PartialEq)]
pub enum AutosaveEvent {
    /// The save state of the games on the board has changed.
    State(SaveState),
    /// A notice for the user.
    Notice(AutosaveNotice),
}

/// Autosave of the board: a handle, cheap to clone, equal to its clones.
#[derive(Clone)]
pub struct GameAutosave(Rc<GameAutosaveInner>);

struct GameAutosaveInner {
    core: RefCell<Autosave>,
    workspace_id: String,
    database: Database,
    repository: GameRepository,
    events: Observable<AutosaveEvent>,
    timer: RefCell<Option<Timeout>>,
    /// Held as long as the page lives.
    claim: RefCell<Option<Claim>>,
    listeners: RefCell<Vec<EventListener>>,
    subscription: RefCell<Option<Subscription>>,
    has_kept: Cell<bool>,
}

impl PartialEq for GameAutosave {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for GameAutosave {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("GameAutosave")
            .field("workspace", &self.0.workspace_id)
            .finish_non_exhaustive()
    }
}

impl Observe for GameAutosave {
    type Event = AutosaveEvent;

    fn events(&self) -> &Observable<AutosaveEvent> {
        &self.0.events
    }
}

impl GameAutosave {
    /// Creates the autosave for a workspace claimed by this tab; `restored` is its stored state.
    pub(super) fn new(
        database: Database,
        repository: GameRepository,
        id: String,
        restored: Option<Workspace>,
        claim: Option<Claim>,
    ) -> Self {
        let core = Autosave::new(id.clone(), restored, Box::new(unique_id));
        let autosave = Self(Rc::new(GameAutosaveInner {
            core: RefCell::new(core),
            workspace_id: id,
            database,
            repository,
            events: Observable::default(),
            timer: RefCell::default(),
            claim: RefCell::new(claim),
            listeners: RefCell::default(),
            subscription: RefCell::default(),
            has_kept: Cell::new(tab::has_kept()),
        }));
        tab::set_workspace(&autosave.0.workspace_id);
        autosave.listen();
        autosave
    }

    fn listen(&self) {
        let weak = Rc::downgrade(&self.0);
        let removed = weak.clone();
        *self.0.subscription.borrow_mut() = Some(self.0.repository.subscribe(move |event| {
            if let (GameRepositoryEvent::Removed(ids), Some(inner)) = (event, removed.upgrade()) {
                Self(inner).handle(Event::Removed(ids.clone()));
            }
        }));
        let Some(window) = web_sys::window() else { return };
        let leave = move |_: &web_sys::Event| {
            if let Some(inner) = weak.upgrade() {
                Self(inner).handle(Event::Leaving);
            }
        };
        let mut listeners = vec![EventListener::new(&window, "pagehide", leave.clone())];
        if let Some(document) = window.document() {
            // Hidden: a phone may end the page without a further event.
            listeners.push(EventListener::new(&document, "visibilitychange", leave));
        }
        *self.0.listeners.borrow_mut() = listeners;
    }

    /// Holds the claim to the workspace as long as the page lives.
    pub(super) fn hold(&self, claim: Option<Claim>) {
        *self.0.claim.borrow_mut() = claim;
    }

    /// Notifies the autosave of what the board shows now.
    pub fn observe(&self, view: BoardState) {
        on_board::set(&view.games);
        self.handle(Event::Shown(view));
    }

    /// Returns the save state of the games on the board.
    pub fn state(&self) -> SaveState {
        self.0.core.borrow().state().clone()
    }

    /// Returns the entry of the game on the board, if it is saved.
    pub fn shown_entry(&self) -> Option<GameEntry> {
        self.0.core.borrow().shown_entry().cloned()
    }

    /// Returns the game with this id as it is open in this tab.
    pub fn open_game(&self, id: &str) -> Option<OpenGame> {
        self.0.core.borrow().open_game(id)
    }

    /// Notes the new name and labels of a game.
    pub fn rename(&self, id: &str, name: &str, labels: &[String]) {
        self.0.core.borrow_mut().rename(id, name, labels);
    }

    /// Returns the saved games.
    pub fn repository(&self) -> &GameRepository {
        &self.0.repository
    }

    /// Returns the database that everything is stored in.
    pub fn database(&self) -> &Database {
        &self.0.database
    }

    fn handle(&self, event: Event) {
        let commands = self.0.core.borrow_mut().handle(event, now_ms());
        self.0.timer.borrow_mut().take();
        for command in commands {
            self.run(command);
        }
    }

    fn run(&self, command: AutosaveCommand) {
        match command {
            AutosaveCommand::KeepText { source, count, first } => {
                let autosave = self.clone();
                spawn_local(async move {
                    let set = source.set;
                    let result = autosave.keep_text(&source, count, &first).await;
                    autosave.handle(Event::TextKept(set, result));
                });
            }
            AutosaveCommand::Write(write) => {
                let autosave = self.clone();
                spawn_local(async move {
                    let event = match autosave.write(&write).await {
                        Ok(entries) => Event::Written(entries),
                        Err(error) => Event::Refused(error),
                    };
                    autosave.handle(event);
                });
            }
            AutosaveCommand::NoteCount { text, games } => {
                let autosave = self.clone();
                spawn_local(async move {
                    // Only a list shows the count, which is noted again when the text is next opened.
                    if let Ok(true) = recent::note_count(&autosave.0.database, &text, games).await {
                        autosave.0.repository.emit_changed();
                    }
                });
            }
            AutosaveCommand::Touch(id) => {
                let repository = self.0.repository.clone();
                spawn_local(async move {
                    // With a full disk, the game keeps its place among the recent games.
                    let _ = repository.change(&id, |entry| entry.board_ms = Date::now()).await;
                });
            }
            // If there is no room, the last moment is lost unless the database is faster than the end of the page.
            AutosaveCommand::Remember(write) => drop(tab::remember(CrashBackup::of(&write))),
            AutosaveCommand::Forget => tab::forget(&self.0.workspace_id),
            AutosaveCommand::Wake(at_ms) => {
                let weak = Rc::downgrade(&self.0);
                let delay = (at_ms - now_ms()).max(0.0).ceil() as u32;
                *self.0.timer.borrow_mut() = Some(Timeout::new(delay, move || {
                    if let Some(inner) = weak.upgrade() {
                        Self(inner).handle(Event::Wake);
                    }
                }));
            }
            AutosaveCommand::State(state) => self.0.events.emit(AutosaveEvent::State(state)),
            AutosaveCommand::Emit(notice) => self.0.events.emit(AutosaveEvent::Notice(notice)),
        }
    }

    async fn keep_text(
        &self,
        source: &GameSource,
        count: Option<usize>,
        first: &Game,
    ) -> Result<OpenText, StoreError> {
        let SourceText::Fresh { text, name, .. } = &source.text else {
            return Ok(OpenText::default());
        };
        self.must_be_lasting().await?;
        let kept = recent::keep_text(&self.0.database, text, name.as_deref(), count, first).await?;
        // The list of recent games may be open already.
        self.0.repository.emit_changed();
        Ok(kept)
    }

    async fn write(&self, write: &Write) -> Result<Vec<GameEntry>, StoreError> {
        self.must_be_lasting().await?;
        let texts = write.texts();
        let saved = self
            .0
            .repository
            .save_all(&write.saves(&texts), vec![Workspaces::put(&write.workspace)?])
            .await?;
        if !self.0.has_kept.replace(true) {
            tab::set_has_kept();
        }
        Ok(saved)
    }

    /// Fails if the database is in memory only, which doesn't count as saved.
    async fn must_be_lasting(&self) -> Result<(), StoreError> {
        match self.0.database.keeping().await? {
            Keeping::InBrowser => Ok(()),
            Keeping::InMemory(reason) => Err(reason),
        }
    }
}
