//! What is written, and what becomes of it.

use std::rc::Rc;

use super::open_set::TextState;
use super::{Command, DELAY_MS, Keeper, Notice, PATIENCE_MS, Trouble, Write};
use crate::storage::games::GameEntry;
use crate::storage::workspaces::OpenText;
use crate::storage::{Key, StoreError};

/// The pause after the first refusal; it doubles with each that follows.
const FIRST_PAUSE_MS: f64 = 1000.0;
/// The longest pause, in milliseconds.
pub(super) const LONGEST_PAUSE_MS: f64 = 30_000.0;

impl Keeper {
    /// What is not written: the edited games, and the workspace.
    fn unwritten(&self) -> Option<Write> {
        let workspace = self.workspace().or_else(|| self.before.clone()).or_else(|| self.written.clone())?;
        let dirty = self.sets.values().flat_map(|set| set.slots.values()).filter(|slot| slot.is_dirty());
        let games =
            dirty.map(|slot| (slot.entry.clone().titled(&slot.game), Rc::clone(&slot.game))).collect();
        Some(Write { games, workspace })
    }

    pub(super) fn write(&mut self, now: f64, out: &mut Vec<Command>) {
        self.due = None;
        for set in self.sets.values_mut().filter(|set| set.text == TextState::Wanted) {
            let Some(view) = &self.view else { continue };
            let games = if view.source.set == set.source.set { &view.games } else { &[][..].into() };
            set.text = TextState::Writing;
            self.writing_text = Some(now);
            out.push(Command::KeepText {
                source: Rc::clone(&set.source),
                count: games.len(),
                first: games.first().cloned().unwrap_or_default(),
            });
        }
        let Some(mut write) = self.unwritten() else { return };
        if write.games.is_empty() && self.written.as_ref() == Some(&write.workspace) {
            return;
        }
        for (entry, _) in &mut write.games {
            // It is on the board: the store notes when.
            entry.board_ms = entry.board_ms.max(1.0);
        }
        self.writing = Some((write.clone(), now));
        out.push(Command::Write(write));
    }

    pub(super) fn leave(&mut self, now: f64, out: &mut Vec<Command>) {
        if self.writing.is_none() && !self.is_dirty() {
            return;
        }
        if let Some(write) = self.unwritten() {
            self.is_remembered = true;
            out.push(Command::Remember(write));
        }
        if self.refusals == 0 {
            self.due = Some(now);
        }
    }

    pub(super) fn text_kept(
        &mut self,
        set: u64,
        result: Result<OpenText, StoreError>,
        now: f64,
        out: &mut Vec<Command>,
    ) {
        self.writing_text = None;
        let Some(open) = self.sets.get_mut(&set) else { return };
        match result {
            Ok(text) => {
                open.text = TextState::Kept(text);
                self.succeeded(out);
                self.plan(now, 0.0);
            }
            Err(error) => {
                open.text = TextState::Wanted;
                self.failed(Trouble::Refused(error), now, out);
            }
        }
    }

    pub(super) fn take_written(&mut self, entries: Vec<GameEntry>, now: f64, out: &mut Vec<Command>) {
        let Some((write, _)) = self.writing.take() else { return };
        for (entry, (_, game)) in entries.into_iter().zip(write.games) {
            let slots = self.sets.values_mut().flat_map(|set| set.slots.values_mut());
            for slot in slots.filter(|slot| slot.entry.id == entry.id) {
                // An edit while it was written makes it more than a copy.
                let is_copy = entry.is_copy && slot.entry.is_copy;
                slot.entry = GameEntry { is_copy, ..entry.clone() };
                slot.saved = Some(Rc::clone(&game));
            }
        }
        self.written = Some(write.workspace);
        self.succeeded(out);
        self.plan(now, if self.is_remembered { 0.0 } else { DELAY_MS });
    }

    pub(super) fn refused(&mut self, error: StoreError, now: f64, out: &mut Vec<Command>) {
        self.writing = None;
        match error {
            StoreError::Conflict { key, .. } | StoreError::Exists { key } => {
                // A game that is no longer here was deleted while it was being written: the rest is written without it.
                self.copy(&key, out);
                self.due = Some(now);
            }
            error => self.failed(Trouble::Refused(error), now, out),
        }
    }

    /// Gives the games of this key a record of their own.
    fn copy(&mut self, key: &Key, out: &mut Vec<Command>) {
        let Self { sets, new_id, .. } = self;
        for slot in sets.values_mut().flat_map(|set| set.slots.values_mut()) {
            if Key::of(slot.entry.id.as_str()) != *key {
                continue;
            }
            slot.entry =
                GameEntry { id: new_id(), revision: 0, writes: 0, created_ms: 0.0, ..slot.entry.clone() };
            slot.saved = None;
            let entry = slot.entry.clone().titled(&slot.game);
            out.push(Command::Tell(Notice::BecameCopy(Box::new(entry))));
        }
    }

    fn succeeded(&mut self, out: &mut Vec<Command>) {
        // The pause is over; what is due without one does not begin to wait anew.
        if self.refusals > 0 {
            self.refusals = 0;
            self.due = None;
        }
        if self.trouble.take().is_some() {
            out.push(Command::Tell(Notice::SavedAgain));
        }
    }

    fn failed(&mut self, trouble: Trouble, now: f64, out: &mut Vec<Command>) {
        let pause = (FIRST_PAUSE_MS * 2f64.powi(self.refusals.min(10) as i32)).min(LONGEST_PAUSE_MS);
        self.refusals += 1;
        self.due = Some(now + pause);
        self.trouble(trouble, out);
    }

    fn trouble(&mut self, trouble: Trouble, out: &mut Vec<Command>) {
        if self.trouble.replace(trouble.clone()).is_none() {
            out.push(Command::Tell(Notice::NotSaved(trouble)));
        }
    }

    pub(super) fn notice_stuck(&mut self, now: f64, out: &mut Vec<Command>) {
        let is_stuck = self.writing_since().is_some_and(|since| now - since >= PATIENCE_MS);
        if is_stuck && self.trouble.is_none() {
            self.trouble(Trouble::Stuck, out);
        }
    }
}
