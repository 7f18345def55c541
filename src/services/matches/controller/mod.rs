//! The controller of the matches of this browser: engines, matches and what is kept of both, for the components to use.
//!
//! A handle that stands beside Yew's tree. Components subscribe to what they show.
//!
//! - [`workspace`]: what matches are played with, and where they are kept
//! - [`open_match`]: a match that is looked at, and played if it is wished
//! - [`kept`]: what is kept of a match beside its units

mod engine_list;
pub mod kept;
mod log_keeper;
pub mod open_match;
mod openings;
pub mod workspace;

pub use self::openings::OpeningFileError;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

use tabia_arena::{LabMatch, MatchHeader, MatchSettings, Share};
use wasm_bindgen_futures::spawn_local;

use self::kept::{Kept, KeptMatchError, ReadMatch};
use self::open_match::{OpenMatch, PlayError, Taken, work_name};
use self::workspace::{ControllerEvent, Workspace};
use crate::platform::observable::{Observable, Observe};
use crate::platform::random::unique_id;
use crate::services::catalogue::AddError;
use crate::services::matches::events::MatchState;
use crate::storage::ends::AtWork;

/// No other tab plays a match that was made just now, in milliseconds: it need not be read again.
const NEW_MS: f64 = 3000.0;

/// Why an engine is not taken out of the browser.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoveError {
    /// A match is being played with it.
    #[error("the match {name} is being played with it: stop that match first")]
    Playing {
        /// What the match is called.
        name: String,
    },
    /// The catalogue does not let it go.
    #[error(transparent)]
    Catalogue(#[from] AddError),
}

/// What became of a match that was being played when the page was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakenUp {
    /// It goes on.
    Playing,
    /// Another tab plays it, or has stopped it.
    Elsewhere,
    /// It has ended the page again and again: the user is asked.
    Refused,
}

/// The workspace with the matches that are open; clones are equal to it. What the workspace can do is asked of the controller.
#[derive(Clone)]
pub struct MatchController {
    workspace: Workspace,
    open: Rc<RefCell<BTreeMap<String, OpenMatch>>>,
}

impl PartialEq for MatchController {
    fn eq(&self, other: &Self) -> bool {
        self.workspace == other.workspace
    }
}

impl Deref for MatchController {
    type Target = Workspace;

    fn deref(&self) -> &Workspace {
        &self.workspace
    }
}

impl Observe for MatchController {
    type Event = ControllerEvent;

    fn events(&self) -> &Observable<ControllerEvent> {
        self.workspace.events()
    }
}

impl Default for MatchController {
    fn default() -> Self {
        let controller = Self { workspace: Workspace::new(), open: Rc::default() };
        let (open, workspace) = (Rc::downgrade(&controller.open), controller.workspace.downgrade());
        controller.workspace.follow_other_tabs(move |id, unit| {
            let Some(open) = open.upgrade() else { return };
            let shown = open.borrow().get(id).cloned();
            if let Some(shown) = shown {
                shown.changed_elsewhere(unit);
            }
            if let Some(workspace) = workspace().filter(|_| unit.is_none()) {
                let id = id.to_owned();
                spawn_local(async move { workspace.refresh_entry(&id).await });
            }
        });
        controller
    }
}

impl MatchController {
    /// A match that is open already.
    pub fn opened(&self, id: &str) -> Option<OpenMatch> {
        self.open.borrow().get(id).cloned()
    }

    /// Makes a match and keeps it. It is not played yet.
    ///
    /// # Errors
    /// When its settings or openings make no match, or it cannot be kept.
    pub async fn create(
        &self,
        mut header: MatchHeader,
        workers: usize,
        share: Share,
    ) -> Result<OpenMatch, KeptMatchError> {
        // Whoever opens it elsewhere is told which files are needed.
        for engine in header.settings.engines.iter_mut().filter(|engine| engine.files.is_empty()) {
            engine.files = self.build_files(&engine.build);
        }
        let names = header.settings.names();
        let name = match header.settings.event.as_str() {
            "" => names.join(" – "),
            event => event.to_owned(),
        };
        let kept = Kept { header, name, workers, share, ..Kept::default() };
        let lab_match = self.build(&kept).await?;
        self.add(&kept).await?;
        Ok(self.put_open(kept, lab_match, js_sys::Date::now() + NEW_MS))
    }

    fn put_open(&self, kept: Kept, lab_match: LabMatch, read_ms: f64) -> OpenMatch {
        let open = OpenMatch::new(self.workspace.clone(), kept, lab_match, read_ms);
        self.open.borrow_mut().insert(open.id(), open.clone());
        // What the list says may be from before a crash.
        open.refresh();
        open.look_elsewhere();
        open
    }

    /// Takes a match out of the store, with its finished games.
    ///
    /// # Errors
    /// When it is not kept here, or cannot be read.
    pub async fn open(&self, id: &str) -> Result<OpenMatch, KeptMatchError> {
        if let Some(open) = self.opened(id) {
            return Ok(open);
        }
        if self.kept(id).is_none() {
            return Err(KeptMatchError::Missing);
        }
        let ReadMatch { kept, lab_match, set_aside, began_ms } = self.read(id).await?;
        // Somebody else may have opened it meanwhile.
        Ok(self.opened(id).unwrap_or_else(|| {
            let open = self.put_open(kept, lab_match, began_ms);
            open.note_set_aside(&set_aside);
            open
        }))
    }

    /// Removes a match with all its games; returns whether that was done. [`Workspace::restore_match`] brings it back for a while.
    pub async fn delete(&self, id: &str) -> bool {
        if let Some(open) = self.opened(id) {
            open.stop();
        }
        let is_removed = self.remove(id).await;
        if is_removed {
            self.open.borrow_mut().remove(id);
        }
        is_removed
    }

    /// The name of the match that is being played or started, other than this one.
    pub fn played_beside(&self, id: Option<&str>) -> Option<String> {
        let open = self.open.borrow();
        let is_playing = |other: &&OpenMatch| other.is_starting() || other.state() == MatchState::Playing;
        let mut others = open.iter().filter(|(other, _)| Some(other.as_str()) != id).map(|(_, other)| other);
        others.find(is_playing).map(|other| other.kept().name)
    }

    /// Plays a match, and pauses the one that was being played: two would share the processors. Nothing of that one is lost.
    ///
    /// # Errors
    /// When another tab plays it, or what it is played with is not to be had.
    pub async fn play(&self, open: &OpenMatch) -> Result<(), PlayError> {
        self.play_taken(open, None).await
    }

    /// Goes on with a match that was being played when the page was left, unless another tab plays it, or it has ended the page again and
    /// again.
    ///
    /// # Errors
    /// When it cannot be read, or what it is played with is not to be had.
    pub async fn take_up(&self, id: &str) -> Result<TakenUp, PlayError> {
        // Who has no claim on it neither counts how pages ended nor changes what is known of it.
        let Some(claim) = self.claim_soon(id).await? else { return Ok(TakenUp::Elsewhere) };
        // The tab that had the claim may have stopped the match meanwhile.
        if !Workspace::were_running().iter().any(|running| running == id) {
            return Ok(TakenUp::Elsewhere);
        }
        let claimed_ms = js_sys::Date::now();
        let Some(at_work) = AtWork::take_up(&work_name(id)) else {
            self.workspace.set_running(id, false, false);
            return Ok(TakenUp::Refused);
        };
        let open = self.open(id).await?;
        self.play_taken(&open, Some(Taken { claim, claimed_ms, at_work })).await?;
        Ok(TakenUp::Playing)
    }

    async fn play_taken(&self, open: &OpenMatch, taken: Option<Taken>) -> Result<(), PlayError> {
        let others: Vec<OpenMatch> =
            self.open.borrow().values().filter(|other| *other != open).cloned().collect();
        for other in others {
            if other.is_starting() {
                other.stop();
            } else {
                other.pause();
            }
        }
        open.resume(taken).await
    }

    /// Takes an engine out of the browser. Matches that name it keep their games.
    ///
    /// # Errors
    /// When it is playing, or comes with the app, or the store cannot be written.
    pub async fn remove_engine(&self, id: &str) -> Result<(), RemoveError> {
        let is_playing = |open: &&OpenMatch| {
            (open.is_starting() || matches!(open.state(), MatchState::Playing | MatchState::Paused(_)))
                && open.kept().header.settings.engines.iter().any(|engine| engine.build == id)
        };
        let playing = self.open.borrow().values().find(is_playing).map(|open| open.kept().name);
        if let Some(name) = playing {
            return Err(RemoveError::Playing { name });
        }
        Ok(self.take_engine_away(id).await?)
    }
}

/// A new header for settings.
pub fn new_header(settings: MatchSettings) -> MatchHeader {
    MatchHeader { id: unique_id(), created_ms: js_sys::Date::now() as u64, settings }
}
