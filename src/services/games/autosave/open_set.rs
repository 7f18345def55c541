//! Games opened together: their source, and which of them were edited.

use std::collections::BTreeMap;
use std::rc::Rc;

use tabia_pgn::{Game, NodeId};

use super::slots::{GameSlot, Slots};
use super::source::{GameSource, SourceText};
use super::text_ids::TextIds;
use crate::storage::games::GameEntry;
use crate::storage::workspaces::OpenText;

/// State of the games' text.
#[derive(Debug, PartialEq)]
pub(super) enum TextState {
    /// There is none, or it need not be stored.
    None,
    /// To be stored.
    Wanted,
    /// Being written.
    Writing,
    /// Stored.
    Kept(OpenText),
}

/// Games opened together.
#[derive(Debug)]
pub(super) struct OpenSet {
    pub source: Rc<GameSource>,
    pub text: TextState,
    /// Number of games as stored with the text.
    pub counted: Option<usize>,
    /// The games as opened, compared by identity: one that differs was edited.
    opened: Vec<Rc<Game>>,
}

/// Returns whether a game has more than a start position.
pub(super) fn has_content(game: &Game) -> bool {
    game.main_child(NodeId::ROOT).is_some() || !game.annotations(NodeId::ROOT).is_empty()
}

/// Gives the single game of a text its slot. If this tab has the same game already, its slot moves here with all unsaved changes.
fn open_text(source: &GameSource, game: &Rc<Game>, slots: &mut Slots, new_id: &mut dyn FnMut() -> String) {
    let place = (source.set, 0);
    let mut ids = TextIds::new(&source.origin, game);
    let id = slots.text_id_for(game, &mut ids);
    if let Some(id) = id.as_deref().filter(|id| slots.find(id).is_some()) {
        return slots.move_to(place, id, game);
    }
    let mut entry = GameEntry::new(id.unwrap_or_else(new_id), source.origin.clone(), game);
    entry.is_copy = source.origin.is_kept_there();
    slots.insert(place, GameSlot::of_text(entry, game, ids));
}

impl OpenSet {
    /// Creates a set of opened games. `is_whole` tells whether all of their text was read.
    pub fn new(
        source: &Rc<GameSource>,
        games: &[Rc<Game>],
        is_whole: bool,
        slots: &mut Slots,
        new_id: &mut dyn FnMut() -> String,
    ) -> Self {
        let mut text = match &source.text {
            SourceText::Kept(text) => TextState::Kept(text.clone()),
            SourceText::Fresh { .. } => TextState::Wanted,
            SourceText::None => TextState::None,
        };
        if let (SourceText::Fresh { has_loss, .. }, [game], true) = (&source.text, games, is_whole) {
            // A single game needs no separate text, unless something is in the text only.
            if !has_loss {
                text = TextState::None;
            }
            if has_content(game) {
                open_text(source, game, slots, new_id);
            }
        }
        let mut set = Self { source: Rc::clone(source), text, counted: None, opened: Vec::new() };
        set.take(games, slots, new_id);
        set
    }

    /// Takes the current state of the games.
    pub fn take(&mut self, games: &[Rc<Game>], slots: &mut Slots, new_id: &mut dyn FnMut() -> String) {
        for (index, game) in games.iter().enumerate() {
            let place = (self.source.set, index);
            if let Some(slot) = slots.get_mut(place) {
                slot.edit(game);
                continue;
            }
            match (self.opened.get(index), self.source.kept.get(&index)) {
                (Some(opened), _) if !Rc::ptr_eq(opened, game) => {
                    let entry = GameEntry::new(new_id(), self.source.origin.clone(), game);
                    slots.insert(place, GameSlot::new(entry, game));
                }
                // It is being opened, or the reader has reached a game that was edited before.
                (None, Some(entry)) => self.adopt(index, entry, game, slots),
                _ => {}
            }
        }
        if games.len() > self.opened.len() {
            self.opened.extend_from_slice(&games[self.opened.len()..]);
        }
    }

    /// Takes over a stored game. If it is open elsewhere in this tab, its slot moves here with all unsaved changes, unless the version
    /// there is a different one: then the slot stays, and an edit here makes another game.
    fn adopt(&self, index: usize, entry: &GameEntry, game: &Rc<Game>, slots: &mut Slots) {
        let place = (self.source.set, index);
        if let Some((_, owner)) = slots.find(&entry.id) {
            if owner.holds(game) {
                return slots.move_to(place, &entry.id, game);
            }
            if owner.is_dirty() || owner.entry.revision >= entry.revision {
                return;
            }
        }
        let slot = match entry.revision {
            0 => GameSlot::new(entry.clone(), game),
            _ => GameSlot::stored(entry.clone(), game),
        };
        slots.insert(place, slot);
    }

    /// Treats a game that lost its slot as just opened: it is saved again once it is edited.
    pub fn reopen(&mut self, index: usize, game: Rc<Game>) {
        if let Some(opened) = self.opened.get_mut(index) {
            *opened = game;
        }
    }

    /// Returns the saved games by index, including those that the reader has not reached yet.
    pub fn kept_ids(&self, slots: &Slots) -> BTreeMap<usize, String> {
        let awaited = self.source.kept.range(self.opened.len()..);
        let here = slots.of_set(self.source.set).map(|(index, id)| (index, id.clone()));
        let mut ids = BTreeMap::new();
        for (index, id) in awaited.map(|(index, entry)| (*index, entry.id.clone())).chain(here) {
            ids.insert(index, id);
        }
        ids
    }

    /// Returns whether its text is not stored yet.
    pub fn is_text_missing(&self) -> bool {
        matches!(self.text, TextState::Wanted | TextState::Writing)
    }
}
