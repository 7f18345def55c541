//! Games that were opened together: where they come from, and which of them were edited.

use std::collections::BTreeMap;
use std::rc::Rc;

use tabia_pgn::{Game, NodeId};

use super::slots::{Slot, Slots};
use super::source::{Source, SourceText};
use crate::storage::games::GameEntry;
use crate::storage::workspaces::OpenText;

/// What is to be done with the text of the games.
#[derive(Debug, PartialEq)]
pub(super) enum TextState {
    /// There is none, or it need not be kept.
    None,
    /// It is to be kept.
    Wanted,
    /// It is being written.
    Writing,
    /// It is kept.
    Kept(OpenText),
}

/// Games that were opened together.
#[derive(Debug)]
pub(super) struct OpenSet {
    pub source: Rc<Source>,
    pub text: TextState,
    /// How many games the text has, as far as that was noted with it.
    pub counted: Option<usize>,
    /// The games as they were opened, compared by identity: what differs was edited.
    opened: Vec<Rc<Game>>,
}

/// Whether a game has more than a start position.
pub(super) fn has_content(game: &Game) -> bool {
    game.main_child(NodeId::ROOT).is_some() || !game.annotations(NodeId::ROOT).is_empty()
}

impl OpenSet {
    /// Games that were opened. `is_whole` says whether all of their text was read.
    pub fn new(
        source: &Rc<Source>,
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
            // One game needs no text beside it, unless something is in the text alone.
            if !has_loss {
                text = TextState::None;
            }
            if has_content(game) {
                let mut entry = GameEntry::new(new_id(), source.origin.clone(), game);
                entry.is_copy = source.origin.is_kept_there();
                slots.insert((source.set, 0), Slot::new(entry, game));
            }
        }
        let mut set = Self { source: Rc::clone(source), text, counted: None, opened: Vec::new() };
        set.take(games, slots, new_id);
        set
    }

    /// Takes the games as they are now.
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
                    slots.insert(place, Slot::new(entry, game));
                }
                // It is opened, or the reading of the text has come to a game that was edited before.
                (None, Some(entry)) => self.adopt(index, entry, game, slots),
                _ => {}
            }
        }
        if games.len() > self.opened.len() {
            self.opened.extend_from_slice(&games[self.opened.len()..]);
        }
    }

    /// Takes over a game that is stored. If it is open elsewhere in this tab, its slot moves here with everything that is not saved yet,
    /// unless it is another version there: then it stays, and an edit here makes another game.
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
            0 => Slot::new(entry.clone(), game),
            _ => Slot::stored(entry.clone(), game),
        };
        slots.insert(place, slot);
    }

    /// Takes a game that has lost its slot as one that was just opened: it is kept again once it is edited.
    pub fn reopen(&mut self, index: usize, game: Rc<Game>) {
        if let Some(opened) = self.opened.get_mut(index) {
            *opened = game;
        }
    }

    /// The kept games by their places, those included to which the reading of the text has not come yet.
    pub fn kept_ids(&self, slots: &Slots) -> BTreeMap<usize, String> {
        let awaited = self.source.kept.range(self.opened.len()..);
        let here = slots.of_set(self.source.set).map(|(index, id)| (index, id.clone()));
        let mut ids = BTreeMap::new();
        for (index, id) in awaited.map(|(index, entry)| (*index, entry.id.clone())).chain(here) {
            ids.insert(index, id);
        }
        ids
    }

    /// Whether its text is not stored yet.
    pub fn is_text_missing(&self) -> bool {
        matches!(self.text, TextState::Wanted | TextState::Writing)
    }
}
