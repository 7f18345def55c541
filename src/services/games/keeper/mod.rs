//! What keeps everything that is on the board: the pure core.
//!
//! It hears what the board shows and says what is to be written: the games that were edited, each as a record of its own; a text
//! with several games, once; and the workspace of the tab (which games are open, the place, the side below). Games and workspace go
//! into one transaction, so that what is read later is what was seen at one moment. A change waits [`DELAY_MS`] at most.
//!
//! What cannot be written is tried again with growing pauses, and told once. A game that another tab has changed meanwhile is kept
//! as a copy.

mod messages;
mod open_set;
mod path;
mod remembered;
mod source;
#[cfg(test)]
mod tests;
mod writing;

use std::collections::BTreeMap;

use tabia_chess::Color;

use crate::storage::games::GameEntry;
use crate::storage::workspaces::Workspace;
use open_set::{OpenSet, TextState, has_content};

pub use messages::{Command, Event, Notice, SaveState, Trouble, View, Write};
pub use path::{node_at, path_to};
pub use remembered::Remembered;
pub use source::{Source, SourceText};

/// How long a change waits for others to be written with it, in milliseconds.
pub const DELAY_MS: f64 = 300.0;
/// After so many milliseconds without an answer the storage counts as stuck.
pub const PATIENCE_MS: f64 = 5000.0;
/// So many sets of games are remembered: the one on the board, and those to which "undo" leads back.
const SETS: usize = 3;

/// The core: events and the time go in, commands come out.
pub struct Keeper {
    workspace_id: String,
    new_id: Box<dyn FnMut() -> String>,
    sets: BTreeMap<u64, OpenSet>,
    /// The sets in the order in which they were on the board last.
    order: Vec<u64>,
    view: Option<View>,
    /// The workspace before the text of the games on the board was opened: written as long as that text is not kept.
    before: Option<Workspace>,
    /// What is written of the workspace.
    written: Option<Workspace>,
    /// What is being written, and since when.
    writing: Option<(Write, f64)>,
    /// Since when a text is being written.
    writing_text: Option<f64>,
    /// When what is not written will be.
    due: Option<f64>,
    refusals: u32,
    trouble: Option<Trouble>,
    state: SaveState,
    is_remembered: bool,
}

impl std::fmt::Debug for Keeper {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Keeper")
            .field("sets", &self.sets)
            .field("due", &self.due)
            .finish_non_exhaustive()
    }
}

impl Keeper {
    /// A keeper for the workspace of this id; `restored` is what is kept of it already. `new_id` makes ids for games.
    pub fn new(
        workspace_id: String,
        restored: Option<Workspace>,
        new_id: Box<dyn FnMut() -> String>,
    ) -> Self {
        Self {
            workspace_id,
            new_id,
            sets: BTreeMap::new(),
            order: Vec::new(),
            view: None,
            before: None,
            written: restored,
            writing: None,
            writing_text: None,
            due: None,
            refusals: 0,
            trouble: None,
            state: SaveState::Nothing,
            is_remembered: false,
        }
    }

    /// How it stands.
    pub fn state(&self) -> &SaveState {
        &self.state
    }

    /// The entry of the game that is on the board, if it is kept or is to be.
    pub fn shown_entry(&self) -> Option<&GameEntry> {
        let view = self.view.as_ref()?;
        Some(&self.sets.get(&view.source.set)?.slots.get(&view.shown)?.entry)
    }

    /// Takes note of the name and labels that a game was given; they are kept already.
    pub fn rename(&mut self, id: &str, name: &str, labels: &[String]) {
        for slot in self.sets.values_mut().flat_map(|set| set.slots.values_mut()) {
            if slot.entry.id == id {
                name.clone_into(&mut slot.entry.name);
                labels.clone_into(&mut slot.entry.labels);
                slot.entry.is_copy = false;
            }
        }
    }

    /// Takes an event; `now` is in milliseconds and never goes back.
    pub fn handle(&mut self, event: Event, now: f64) -> Vec<Command> {
        let mut out = Vec::new();
        match event {
            Event::Shown(view) => self.show(view, now),
            Event::Leaving => self.leave(now, &mut out),
            Event::Wake => self.notice_stuck(now, &mut out),
            Event::TextKept(set, result) => self.text_kept(set, result, now, &mut out),
            Event::Written(entries) => self.take_written(entries, now, &mut out),
            Event::Refused(error) => self.refused(error, now, &mut out),
            Event::Removed(ids) => {
                self.sets.values_mut().for_each(|set| set.forget(&ids));
                self.plan(now, DELAY_MS);
            }
        }
        if self.due.is_some_and(|due| due <= now) && self.writing.is_none() {
            self.write(now, &mut out);
        }
        if self.is_remembered && self.writing.is_none() && !self.is_dirty() {
            self.is_remembered = false;
            out.push(Command::Forget);
        }
        self.tell_state(&mut out);
        if let Some(wake) = self.next_wake() {
            out.push(Command::Wake(wake));
        }
        out
    }

    fn show(&mut self, view: View, now: f64) {
        let set = view.source.set;
        let is_new = !self.sets.contains_key(&set);
        if is_new {
            // A game that is opened anew is the set's that opened it last.
            let ids: Vec<String> = view.source.kept.values().map(|entry| entry.id.clone()).collect();
            self.sets.values_mut().filter(|other| !other.is_dirty()).for_each(|other| other.forget(&ids));
            let open = OpenSet::new(&view.source, &view.games, view.is_whole, &mut self.new_id);
            self.sets.insert(set, open);
        }
        if let Some(open) = self.sets.get_mut(&set) {
            open.take(&view.games, &mut self.new_id);
        }
        let is_first = self.view.is_none();
        if self.view.as_ref().is_some_and(|before| before.source.set != set) {
            self.before = self.workspace().or_else(|| self.before.take());
        }
        self.view = Some(view);
        if is_first && self.written.is_none() {
            // The board as everybody finds it at first: nothing to come back to.
            self.written = self.workspace();
        }
        self.drop_old_sets(set);
        self.plan(now, if is_new { 0.0 } else { DELAY_MS });
    }

    /// Sets to which nothing leads back are forgotten once they are written. Those that were on the board last stay, even where older
    /// ones are not written yet: a set made anew would take its edited games for those that were opened.
    fn drop_old_sets(&mut self, shown: u64) {
        self.order.retain(|set| *set != shown);
        self.order.push(shown);
        let surplus = self.order.len().saturating_sub(SETS);
        let is_written = |set: &&u64| self.sets.get(set).is_none_or(|open| !open.is_dirty());
        let old: Vec<u64> = self.order.iter().take(surplus).filter(is_written).copied().collect();
        self.sets.retain(|set, _| !old.contains(set));
        self.order.retain(|set| !old.contains(set));
    }

    /// Has what is not written be written, in `delay` milliseconds at the latest.
    fn plan(&mut self, now: f64, delay: f64) {
        if self.is_dirty() {
            let due = now + delay;
            // After a refusal the pause holds, whatever else changes.
            if self.refusals == 0 || self.due.is_none() {
                self.due = Some(self.due.map_or(due, |planned| planned.min(due)));
            }
        } else {
            self.due = None;
        }
    }

    fn is_dirty(&self) -> bool {
        self.has_unsaved_games() || self.workspace().is_some_and(|now| self.written.as_ref() != Some(&now))
    }

    fn has_unsaved_games(&self) -> bool {
        self.sets.values().any(OpenSet::is_dirty)
    }

    /// The workspace as the board shows it; `None` while the text of its games is not kept yet.
    fn workspace(&self) -> Option<Workspace> {
        let view = self.view.as_ref()?;
        let set = self.sets.get(&view.source.set)?;
        let text = match &set.text {
            TextState::None => None,
            TextState::Kept(text) => Some(text.clone()),
            TextState::Wanted | TextState::Writing => return None,
        };
        let shown = view.games.get(view.shown)?;
        let start = (text.is_none() && set.slots.is_empty()).then(|| tabia_pgn::write(shown));
        Some(Workspace {
            id: self.workspace_id.clone(),
            updated_ms: 0.0,
            text,
            start,
            games: set.kept_ids(),
            origin: set.source.origin.clone(),
            shown: view.shown,
            path: path_to(shown, view.node),
            is_flipped: view.orientation == Color::Black,
        })
    }

    fn writing_since(&self) -> Option<f64> {
        let since = self.writing.as_ref().map(|(_, since)| *since);
        since.into_iter().chain(self.writing_text).min_by(f64::total_cmp)
    }

    /// When something has to be done if nothing else happens.
    fn next_wake(&self) -> Option<f64> {
        let due = self.due.filter(|_| self.writing.is_none());
        let stuck = self.writing_since().filter(|_| self.trouble.is_none()).map(|since| since + PATIENCE_MS);
        due.into_iter().chain(stuck).min_by(f64::total_cmp)
    }

    fn tell_state(&mut self, out: &mut Vec<Command>) {
        let state = match &self.trouble {
            Some(trouble) => SaveState::NotSaved(trouble.clone()),
            None if self.has_unsaved_games() => SaveState::Saving,
            None if self.has_kept_games() => SaveState::Saved,
            None => SaveState::Nothing,
        };
        if state != self.state {
            self.state = state.clone();
            out.push(Command::State(state));
        }
    }

    /// Whether the game on the board is kept: as a game of its own, or in its text.
    fn has_kept_games(&self) -> bool {
        let Some(view) = &self.view else { return false };
        let Some(set) = self.sets.get(&view.source.set) else { return false };
        let is_in_text = matches!(set.text, TextState::Kept(_));
        set.slots.contains_key(&view.shown)
            || is_in_text && view.games.get(view.shown).is_some_and(|game| has_content(game))
    }
}
