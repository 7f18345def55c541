//! The open games with a separate record. Each id has one slot and each slot one place, whatever is opened.

use std::collections::BTreeMap;
use std::rc::Rc;

use tabia_pgn::Game;

use super::text_ids::TextIds;
use crate::storage::StoreError;
use crate::storage::games::GameEntry;

/// A game of a set: the set's number and the game's index in it, from 0.
pub(super) type GamePlace = (u64, usize);

/// Game that is saved or to be saved.
#[derive(Debug)]
pub(super) struct GameSlot {
    pub entry: GameEntry,
    /// The game now.
    pub game: Rc<Game>,
    /// Edit counter, from 1.
    version: u64,
    /// Version that is stored; 0 if none is.
    saved: u64,
    /// Version being saved.
    sending: Option<(u64, Rc<Game>)>,
    /// Versions sent before that may be stored although the store reported a failure.
    unconfirmed: Vec<(u64, Rc<Game>)>,
    /// The game as opened and further ids of its text, until it is stored. If a stored game has this id and is the game as opened, it is
    /// the same game; if it was edited since, this one gets another id.
    text: Option<(Rc<Game>, TextIds)>,
}

impl GameSlot {
    /// Creates the slot of a game that was never saved.
    pub fn new(entry: GameEntry, game: &Rc<Game>) -> Self {
        let game = Rc::clone(game);
        Self { entry, game, version: 1, saved: 0, sending: None, unconfirmed: Vec::new(), text: None }
    }

    /// Creates the slot of a game opened from a text, with one of its text's ids; `rest` has the others.
    pub fn of_text(entry: GameEntry, game: &Rc<Game>, rest: TextIds) -> Self {
        Self { text: Some((Rc::clone(game), rest)), ..Self::new(entry, game) }
    }

    /// Creates the slot of a stored game.
    pub fn stored(entry: GameEntry, game: &Rc<Game>) -> Self {
        Self { saved: 1, ..Self::new(entry, game) }
    }

    /// Returns whether there are unsaved changes.
    pub fn is_dirty(&self) -> bool {
        self.version != self.saved
    }

    /// Takes the current state of the game.
    pub fn edit(&mut self, game: &Rc<Game>) {
        if !Rc::ptr_eq(&self.game, game) {
            self.game = Rc::clone(game);
            self.version += 1;
            self.entry.is_copy = false;
        }
    }

    /// Returns whether the slot has this game, by identity or by text.
    pub fn holds(&self, game: &Rc<Game>) -> bool {
        Rc::ptr_eq(&self.game, game) || tabia_pgn::write(&self.game) == tabia_pgn::write(game)
    }

    /// Marks the game as being saved and returns its version.
    pub fn send(&mut self) -> u64 {
        self.sending = Some((self.version, Rc::clone(&self.game)));
        self.version
    }

    /// Returns earlier versions that may be stored although no reply confirmed it.
    pub fn unconfirmed(&self) -> Vec<Rc<Game>> {
        let sending = self.sending.iter().filter(|(version, _)| *version != self.version);
        let sent = self.unconfirmed.iter().chain(sending).map(|(_, game)| game);
        sent.chain(self.text.as_ref().map(|(opened, _)| opened)).cloned().collect()
    }

    /// Notes that the sent version is stored as `entry`. A slot that has not sent it belongs to another game.
    pub fn set_saved(&mut self, version: u64, entry: GameEntry) {
        if self.sending.take_if(|(sent, _)| *sent == version).is_some() {
            // Edited in the meantime, it is more than a copy.
            let is_copy = entry.is_copy && self.entry.is_copy;
            self.entry = GameEntry { is_copy, ..entry };
            self.saved = version;
            self.unconfirmed.clear();
            self.text = None;
        }
    }

    /// Notes that the save of the sent version failed.
    pub fn set_refused(&mut self, error: &StoreError) {
        let Some((version, game)) = self.sending.take() else { return };
        // After other failures, such as a lost connection, the store may have saved it all the same.
        let is_known = self.unconfirmed.iter().any(|(sent, _)| *sent == version);
        if matches!(error, StoreError::Failed { .. }) && !is_known {
            self.unconfirmed.push((version, game));
        }
    }

    /// Returns whether its id is that of its text.
    pub fn has_text_id(&self) -> bool {
        self.text.is_some()
    }

    /// Returns the further ids of its text.
    pub fn text_ids(&mut self) -> Option<&mut TextIds> {
        self.text.as_mut().map(|(_, ids)| ids)
    }

    /// Turns the game into a new one with this id. `is_text_id` tells whether that is an id of its text.
    pub fn become_copy(&mut self, id: String, is_text_id: bool) {
        if !is_text_id {
            self.text = None;
        }
        self.entry = GameEntry { id, revision: 0, writes: 0, created_ms: 0.0, ..self.entry.clone() };
        self.saved = 0;
        self.sending = None;
        self.unconfirmed.clear();
    }
}

/// Slots of all sets.
#[derive(Debug, Default)]
pub(super) struct Slots {
    by_id: BTreeMap<String, (GamePlace, GameSlot)>,
    ids: BTreeMap<GamePlace, String>,
    /// Places that lost their slots to others, with their games.
    left: Vec<(GamePlace, Rc<Game>)>,
}

impl Slots {
    /// Adds a slot. An existing one with the same id is removed, and its place is added to [`take_left`](Self::take_left).
    pub fn insert(&mut self, place: GamePlace, slot: GameSlot) {
        if let Some((before, other)) = self.remove(&slot.entry.id) {
            self.left.push((before, other.game));
        }
        debug_assert!(!self.ids.contains_key(&place), "a place has one slot");
        self.ids.insert(place, slot.entry.id.clone());
        self.by_id.insert(slot.entry.id.clone(), (place, slot));
    }

    /// Moves a slot with all unsaved changes to a place that shows the same game as `game`.
    pub fn move_to(&mut self, place: GamePlace, id: &str, game: &Rc<Game>) {
        let Some((before, mut slot)) = self.remove(id) else { return };
        self.left.push((before, std::mem::replace(&mut slot.game, Rc::clone(game))));
        self.insert(place, slot);
    }

    /// Takes the places that have lost their slots since the last call, with their games.
    pub fn take_left(&mut self) -> Vec<(GamePlace, Rc<Game>)> {
        std::mem::take(&mut self.left)
    }

    /// Returns the next id that this tab has not, or has for the same game.
    pub fn text_id_for(&self, game: &Rc<Game>, ids: &mut TextIds) -> Option<String> {
        ids.find(|id| self.find(id).is_none_or(|(_, owner)| owner.holds(game)))
    }

    pub fn find(&self, id: &str) -> Option<(GamePlace, &GameSlot)> {
        self.by_id.get(id).map(|(place, slot)| (*place, slot))
    }

    pub fn find_mut(&mut self, id: &str) -> Option<&mut GameSlot> {
        self.by_id.get_mut(id).map(|(_, slot)| slot)
    }

    pub fn get(&self, place: GamePlace) -> Option<&GameSlot> {
        self.find(self.ids.get(&place)?).map(|(_, slot)| slot)
    }

    pub fn get_mut(&mut self, place: GamePlace) -> Option<&mut GameSlot> {
        self.by_id.get_mut(self.ids.get(&place)?).map(|(_, slot)| slot)
    }

    pub fn remove(&mut self, id: &str) -> Option<(GamePlace, GameSlot)> {
        let (place, slot) = self.by_id.remove(id)?;
        self.ids.remove(&place);
        Some((place, slot))
    }

    /// Removes the slots of a set.
    pub fn remove_set(&mut self, set: u64) {
        let ids: Vec<String> = self.of_set(set).map(|(_, id)| id.clone()).collect();
        for id in ids {
            self.remove(&id);
        }
    }

    /// Returns the ids of a set's games with their indices.
    pub fn of_set(&self, set: u64) -> impl Iterator<Item = (usize, &String)> {
        self.ids.range((set, 0)..=(set, usize::MAX)).map(|((_, index), id)| (*index, id))
    }

    /// Returns all slots, in the order of the places.
    pub fn iter(&self) -> impl Iterator<Item = &GameSlot> {
        self.ids.values().filter_map(|id| self.find(id)).map(|(_, slot)| slot)
    }

    /// Returns whether a set has unsaved changes.
    pub fn is_dirty(&self, set: u64) -> bool {
        self.of_set(set).filter_map(|(_, id)| self.find(id)).any(|(_, slot)| slot.is_dirty())
    }
}
