//! Autosave of everything on the board: the pure core.
//!
//! It receives what the board shows and returns what to write: each edited game as a separate record; a text with several games, once;
//! and the workspace of the tab (the open games, the position shown, the side at the bottom). Games and workspace are written in one
//! transaction, so that what is restored was on screen at one moment. A change waits [`DELAY_MS`] at most.
//!
//! Failed writes are retried with growing pauses and reported once; texts and games are paused separately. A game that another tab has
//! changed in the meantime is saved as a copy.
//!
//! Within a tab, an id has one slot ([`slots`]), however often its game is opened: reopening a game shows its current state in this tab,
//! and its slot moves to the set that shows it. A game opened from a text has an id derived from that text ([`text_ids`]), so that the same
//! game pasted twice is one game, today or in a month.

mod channel;
mod crash_backup;
mod messages;
mod open_set;
mod path;
mod slots;
mod source;
#[cfg(test)]
mod tests;
mod text_ids;
mod writing;

use std::collections::BTreeMap;
use std::rc::Rc;

use tabia_chess::Color;
use tabia_pgn::Game;

use crate::storage::games::GameEntry;
use crate::storage::workspaces::Workspace;
use channel::Channel;
use open_set::{OpenSet, TextState, has_content};
use slots::Slots;

pub use channel::PATIENCE_MS;
pub use crash_backup::CrashBackup;
pub use messages::{
    AutosaveCommand, AutosaveNotice, BoardState, Event, GameWrite, SaveError, SaveState, Write,
};
pub use path::{node_at, path_to};
pub use source::{GameSource, SourceText};

/// How long a change waits for others to be written with it, in milliseconds.
pub const DELAY_MS: f64 = 300.0;
/// Number of sets backed up: the one on the board, and those that "undo" can return to.
const SETS: usize = 3;

/// The core: events and the time go in, commands come out.
pub struct Autosave {
    workspace_id: String,
    new_id: Box<dyn FnMut() -> String>,
    sets: BTreeMap<u64, OpenSet>,
    slots: Slots,
    /// The sets, in the order in which they were last on the board.
    order: Vec<u64>,
    view: Option<BoardState>,
    /// Workspace before the games' text was opened: written until that text is stored.
    before: Option<Workspace>,
    /// Workspace as last written.
    written: Option<Workspace>,
    /// Whether the last write failed in a way that may have stored its workspace all the same.
    is_unconfirmed: bool,
    /// Write in progress.
    writing: Option<Writing>,
    /// Writes of games and workspace.
    writes: Channel,
    /// Writes of texts.
    texts: Channel,
    is_trouble_told: bool,
    state: SaveState,
    is_remembered: bool,
}

/// Write in progress.
#[derive(Debug)]
struct Writing {
    /// Ids and versions of the games that were sent.
    games: Vec<(String, u64)>,
    workspace: Workspace,
}

/// Game open in this tab, in its current state.
#[derive(Debug, Clone)]
pub struct OpenGame {
    /// Number of its set.
    pub set: u64,
    /// Its index in the set, from 0.
    pub index: usize,
    /// Its entry, with the last stored revision.
    pub entry: GameEntry,
    /// The game.
    pub game: Rc<Game>,
    /// Whether it has unsaved edits.
    pub is_dirty: bool,
}

impl std::fmt::Debug for Autosave {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Autosave")
            .field("sets", &self.sets)
            .field("slots", &self.slots)
            .field("writes", &self.writes)
            .finish_non_exhaustive()
    }
}

impl Autosave {
    /// Creates the autosave for the workspace with this id; `restored` is its stored state. `new_id` makes ids for games.
    pub fn new(
        workspace_id: String,
        restored: Option<Workspace>,
        new_id: Box<dyn FnMut() -> String>,
    ) -> Self {
        Self {
            workspace_id,
            new_id,
            sets: BTreeMap::new(),
            slots: Slots::default(),
            order: Vec::new(),
            view: None,
            before: None,
            written: restored,
            is_unconfirmed: false,
            writing: None,
            writes: Channel::default(),
            texts: Channel::default(),
            is_trouble_told: false,
            state: SaveState::Nothing,
            is_remembered: false,
        }
    }

    /// Returns the save state.
    pub fn state(&self) -> &SaveState {
        &self.state
    }

    /// Returns the entry of the game on the board, if it is saved or to be saved.
    pub fn shown_entry(&self) -> Option<&GameEntry> {
        let view = self.view.as_ref()?;
        Some(&self.slots.get((view.source.set, view.shown))?.entry)
    }

    /// Returns the game with this id as it is open in this tab.
    pub fn open_game(&self, id: &str) -> Option<OpenGame> {
        let ((set, index), slot) = self.slots.find(id)?;
        let (entry, game) = (slot.entry.clone(), Rc::clone(&slot.game));
        Some(OpenGame { set, index, entry, game, is_dirty: slot.is_dirty() })
    }

    /// Notes the new name and labels of a game; they are saved already.
    pub fn rename(&mut self, id: &str, name: &str, labels: &[String]) {
        if let Some(slot) = self.slots.find_mut(id) {
            name.clone_into(&mut slot.entry.name);
            labels.clone_into(&mut slot.entry.labels);
            slot.entry.is_copy = false;
        }
    }

    /// Handles an event; `now` is a monotonic time in milliseconds.
    pub fn handle(&mut self, event: Event, now: f64) -> Vec<AutosaveCommand> {
        let mut out = Vec::new();
        match event {
            Event::Shown(view) => self.show(view, now, &mut out),
            Event::Leaving => self.leave(now, &mut out),
            Event::Wake => {
                self.writes.check(now);
                self.texts.check(now);
            }
            Event::TextKept(set, result) => self.text_kept(set, result, now),
            Event::Written(entries) => self.take_written(entries, now),
            Event::Refused(error) => self.refused(error, now, &mut out),
            Event::Removed(ids) => {
                self.forget(&ids);
                self.plan(now, DELAY_MS);
            }
        }
        if self.texts.is_due(now) {
            self.keep_texts(now, &mut out);
        }
        if self.writes.is_due(now) {
            self.write(now, &mut out);
        }
        if self.is_remembered && self.writing.is_none() && !self.is_dirty() {
            self.is_remembered = false;
            out.push(AutosaveCommand::Forget);
        }
        self.note_count(&mut out);
        self.emit_state(&mut out);
        let wake = [self.writes.wake(), self.texts.wake()];
        if let Some(wake) = wake.into_iter().flatten().min_by(f64::total_cmp) {
            out.push(AutosaveCommand::Wake(wake));
        }
        out
    }

    fn show(&mut self, view: BoardState, now: f64, out: &mut Vec<AutosaveCommand>) {
        let set = view.source.set;
        let Self { sets, slots, new_id, .. } = self;
        let is_new = !sets.contains_key(&set);
        let open = sets
            .entry(set)
            .or_insert_with(|| OpenSet::new(&view.source, &view.games, view.is_whole, slots, new_id));
        open.take(&view.games, slots, new_id);
        self.reopen_left();
        let is_first = self.view.is_none();
        if self.view.as_ref().is_some_and(|before| before.source.set != set) {
            self.before = self.workspace().or_else(|| self.before.take());
        }
        let place = (set, view.shown);
        let is_opened = self.view.as_ref().is_some_and(|before| (before.source.set, before.shown) != place);
        self.view = Some(view);
        // A write notes the time on the board as well.
        if let Some(slot) = self.slots.get(place).filter(|slot| is_opened && !slot.is_dirty()) {
            out.push(AutosaveCommand::Touch(slot.entry.id.clone()));
        }
        if is_first && self.written.is_none() {
            // The initial board: nothing to restore.
            self.written = self.workspace();
        }
        self.drop_old_sets(set);
        self.plan(now, if is_new { 0.0 } else { DELAY_MS });
    }

    /// Treats the games that lost their slots to others as just opened.
    fn reopen_left(&mut self) {
        for ((set, index), game) in self.slots.take_left() {
            if let Some(open) = self.sets.get_mut(&set) {
                open.reopen(index, game);
            }
        }
    }

    /// Drops old sets that nothing leads back to, once they are written. The latest sets stay, even if older ones are not written yet: if a
    /// set were created again, its edited games would pass for the opened ones.
    fn drop_old_sets(&mut self, shown: u64) {
        self.order.retain(|set| *set != shown);
        self.order.push(shown);
        let surplus = self.order.len().saturating_sub(SETS);
        let is_written = |set: &&u64| !self.is_set_dirty(**set);
        let old: Vec<u64> = self.order.iter().take(surplus).filter(is_written).copied().collect();
        for set in &old {
            self.sets.remove(set);
            self.slots.remove_set(*set);
        }
        self.order.retain(|set| !old.contains(set));
    }

    /// Handles the deletion of games: they are saved again once they are edited.
    fn forget(&mut self, ids: &[String]) {
        for id in ids {
            if let Some(((set, index), slot)) = self.slots.remove(id)
                && let Some(open) = self.sets.get_mut(&set)
            {
                open.reopen(index, slot.game);
            }
        }
    }

    /// Plans the write of what is unsaved: games and workspace in `delay` milliseconds at the latest.
    fn plan(&mut self, now: f64, delay: f64) {
        let is_text_wanted = self.sets.values().any(|set| set.text == TextState::Wanted);
        self.texts.plan(is_text_wanted.then_some(now));
        let is_dirty = self.is_dirty();
        self.writes.plan(is_dirty.then_some(now + delay));
        if !is_dirty && self.writing.is_none() {
            // Everything is back to its stored state.
            self.writes.succeed();
        }
    }

    /// Returns whether games or the workspace have unsaved changes.
    fn is_dirty(&self) -> bool {
        self.is_unconfirmed
            || self.slots.iter().any(slots::GameSlot::is_dirty)
            || self.next_workspace() != self.written
    }

    fn is_set_dirty(&self, set: u64) -> bool {
        self.slots.is_dirty(set) || self.sets.get(&set).is_some_and(OpenSet::is_text_missing)
    }

    fn has_unsaved_games(&self) -> bool {
        self.sets.keys().any(|set| self.is_set_dirty(*set))
    }

    /// Returns the workspace to write: the previous one until the text of the games on the board is stored.
    fn next_workspace(&self) -> Option<Workspace> {
        self.workspace().or_else(|| self.before.clone()).or_else(|| self.written.clone())
    }

    /// Returns the workspace as shown on the board; `None` until the text of its games is stored.
    fn workspace(&self) -> Option<Workspace> {
        let view = self.view.as_ref()?;
        let set = self.sets.get(&view.source.set)?;
        let text = match &set.text {
            TextState::None => None,
            TextState::Kept(text) => Some(text.clone()),
            TextState::Wanted | TextState::Writing => return None,
        };
        let shown = view.games.get(view.shown)?;
        let games = set.kept_ids(&self.slots);
        let start = (text.is_none() && games.is_empty()).then(|| tabia_pgn::write(shown));
        Some(Workspace {
            id: self.workspace_id.clone(),
            updated_ms: 0.0,
            text,
            start,
            games,
            origin: set.source.origin.clone(),
            shown: view.shown,
            path: path_to(shown, view.node),
            is_flipped: view.orientation == Color::Black,
        })
    }

    /// Emits the number of games of the text on the board once all of it is read.
    fn note_count(&mut self, out: &mut Vec<AutosaveCommand>) {
        let Some(view) = self.view.as_ref().filter(|view| view.is_whole) else { return };
        let Some(set) = self.sets.get_mut(&view.source.set) else { return };
        let games = view.games.len();
        if let TextState::Kept(text) = &set.text
            && set.counted.replace(games) != Some(games)
        {
            out.push(AutosaveCommand::NoteCount { text: text.clone(), games });
        }
    }

    fn emit_state(&mut self, out: &mut Vec<AutosaveCommand>) {
        let trouble = self.writes.trouble().or_else(|| self.texts.trouble()).cloned();
        match &trouble {
            Some(trouble) if !self.is_trouble_told => {
                out.push(AutosaveCommand::Emit(AutosaveNotice::NotSaved(trouble.clone())));
            }
            None if self.is_trouble_told => out.push(AutosaveCommand::Emit(AutosaveNotice::SavedAgain)),
            _ => {}
        }
        self.is_trouble_told = trouble.is_some();
        let state = match trouble {
            Some(trouble) => SaveState::NotSaved(trouble),
            None if self.has_unsaved_games() => SaveState::Saving,
            None if self.has_kept_games() => SaveState::Saved,
            None => SaveState::Nothing,
        };
        if state != self.state {
            self.state = state.clone();
            out.push(AutosaveCommand::State(state));
        }
    }

    /// Returns whether the game on the board is stored, as a separate game or in its text.
    fn has_kept_games(&self) -> bool {
        let Some(view) = &self.view else { return false };
        let Some(set) = self.sets.get(&view.source.set) else { return false };
        let is_in_text = matches!(set.text, TextState::Kept(_));
        self.slots.get((view.source.set, view.shown)).is_some()
            || is_in_text && view.games.get(view.shown).is_some_and(|game| has_content(game))
    }
}
