//! Writing, and handling the outcome.

use std::rc::Rc;

use super::open_set::{OpenSet, TextState};
use super::slots::GameSlot;
use super::{Autosave, AutosaveCommand, AutosaveNotice, DELAY_MS, GameWrite, SaveError, Write, Writing};
use crate::storage::games::GameEntry;
use crate::storage::workspaces::OpenText;
use crate::storage::{Key, StoreError};

impl Autosave {
    /// Returns what is not written: the edited games, and the workspace.
    fn unwritten(&self) -> Option<Write> {
        let workspace = self.next_workspace()?;
        let dirty = self.slots.iter().filter(|slot| slot.is_dirty());
        let games = dirty.map(|slot| GameWrite {
            entry: slot.entry.clone().titled(&slot.game),
            game: Rc::clone(&slot.game),
            unconfirmed: slot.unconfirmed(),
        });
        Some(Write { games: games.collect(), workspace })
    }

    pub(super) fn keep_texts(&mut self, now: f64, out: &mut Vec<AutosaveCommand>) {
        self.texts.send(now);
        let Some(view) = &self.view else { return };
        for set in self.sets.values_mut().filter(|set| set.text == TextState::Wanted) {
            let is_shown = view.source.set == set.source.set;
            let games = if is_shown { &view.games } else { &[][..].into() };
            set.counted = (is_shown && view.is_whole).then_some(games.len());
            set.text = TextState::Writing;
            out.push(AutosaveCommand::KeepText {
                source: Rc::clone(&set.source),
                count: set.counted,
                first: games.first().cloned().unwrap_or_default(),
            });
        }
    }

    pub(super) fn write(&mut self, now: f64, out: &mut Vec<AutosaveCommand>) {
        self.writes.plan(None);
        let Some(mut write) = self.unwritten() else { return };
        if write.games.is_empty() && !self.is_unconfirmed && self.written.as_ref() == Some(&write.workspace) {
            return;
        }
        let mut games = Vec::with_capacity(write.games.len());
        for GameWrite { entry, .. } in &mut write.games {
            // It is on the board: the store sets the time.
            entry.board_ms = entry.board_ms.max(1.0);
            let version = self.slots.find_mut(&entry.id).map(GameSlot::send);
            games.push((entry.id.clone(), version.unwrap_or_default()));
        }
        self.writing = Some(Writing { games, workspace: write.workspace.clone() });
        self.writes.send(now);
        if self.is_remembered {
            // The record there has revisions that this write replaces.
            out.push(AutosaveCommand::Remember(write.clone()));
        }
        out.push(AutosaveCommand::Write(write));
    }

    pub(super) fn leave(&mut self, now: f64, out: &mut Vec<AutosaveCommand>) {
        if self.writing.is_none() && !self.is_dirty() {
            return;
        }
        self.is_remembered = true;
        if self.writes.is_free() {
            self.writes.plan(Some(now));
        } else {
            out.extend(self.unwritten().map(AutosaveCommand::Remember));
        }
    }

    pub(super) fn text_kept(&mut self, set: u64, result: Result<OpenText, StoreError>, now: f64) {
        if let Some(open) = self.sets.get_mut(&set) {
            open.text = result.as_ref().map_or(TextState::Wanted, |text| TextState::Kept(text.clone()));
        }
        if !self.sets.values().any(|set| set.text == TextState::Writing) {
            self.texts.receive();
        }
        match result {
            Ok(_) if self.sets.values().any(OpenSet::is_text_missing) => {}
            Ok(_) => self.texts.succeed(),
            Err(error) => self.texts.fail(SaveError::Refused(error), now),
        }
        self.plan(now, 0.0);
    }

    pub(super) fn take_written(&mut self, entries: Vec<GameEntry>, now: f64) {
        let Some(Writing { games, workspace }) = self.writing.take() else { return };
        for (entry, (id, version)) in entries.into_iter().zip(games) {
            if let Some(slot) = self.slots.find_mut(&id) {
                slot.set_saved(version, entry);
            }
        }
        self.written = Some(workspace);
        self.is_unconfirmed = false;
        self.writes.succeed();
        self.plan(now, if self.is_remembered { 0.0 } else { DELAY_MS });
    }

    pub(super) fn refused(&mut self, error: StoreError, now: f64, out: &mut Vec<AutosaveCommand>) {
        let Some(Writing { games, .. }) = self.writing.take() else { return };
        for (id, _) in &games {
            if let Some(slot) = self.slots.find_mut(id) {
                slot.set_refused(&error);
            }
        }
        self.is_unconfirmed |= matches!(error, StoreError::Failed { .. });
        match &error {
            StoreError::Conflict { key, .. } | StoreError::Exists { key } if self.copy(key, &games, out) => {
                self.writes.retry(now);
            }
            // Everything has returned to its stored state in the meantime.
            _ if !self.is_dirty() => self.writes.succeed(),
            _ => self.writes.fail(SaveError::Refused(error), now),
        }
    }

    /// Gives the game with this key a new id. Returns whether the next write may be tried at once: once for each game that may have been
    /// stored, and once for each id of its text, so that a store that refuses everything is not asked without a pause.
    fn copy(&mut self, key: &Key, games: &[(String, u64)], out: &mut Vec<AutosaveCommand>) -> bool {
        let Some((id, _)) = games.iter().find(|(id, _)| Key::of(id.as_str()) == *key) else { return false };
        // A missing game was deleted while it was being written: the rest is written without it.
        let Some((place, mut slot)) = self.slots.remove(id) else { return true };
        // If the id comes from the text, the stored game has been edited since that text was opened; the text then becomes another game,
        // which needs no message.
        let has_text_id = slot.has_text_id();
        let was_stored = !has_text_id && (slot.entry.revision > 0 || !slot.unconfirmed().is_empty());
        let game = Rc::clone(&slot.game);
        let next = slot.text_ids().and_then(|ids| self.slots.text_id_for(&game, ids));
        let is_text_id = next.is_some();
        let new = next.unwrap_or_else(&mut self.new_id);
        let before = self.before.iter_mut().flat_map(|before| before.games.values_mut());
        for place in before.filter(|place| *place == id) {
            place.clone_from(&new);
        }
        if self.slots.find(&new).is_some() {
            // It is the same game.
            self.slots.move_to(place, &new, &game);
            self.reopen_left();
            return true;
        }
        slot.become_copy(new, is_text_id);
        if was_stored {
            let entry = slot.entry.clone().titled(&slot.game);
            out.push(AutosaveCommand::Emit(AutosaveNotice::BecameCopy(Box::new(entry))));
        }
        self.slots.insert(place, slot);
        was_stored || has_text_id
    }
}
