//! Games that were opened together: which of them are kept, and what of them is not written yet.

use std::collections::BTreeMap;
use std::rc::Rc;

use tabia_pgn::{Game, NodeId};

use super::source::{Source, SourceText};
use crate::storage::games::GameEntry;
use crate::storage::workspaces::OpenText;

/// A game that is kept, or is to be.
#[derive(Debug)]
pub(super) struct Slot {
    pub entry: GameEntry,
    /// What was written last; compared by identity.
    pub saved: Option<Rc<Game>>,
    /// The game now.
    pub game: Rc<Game>,
}

impl Slot {
    pub fn is_dirty(&self) -> bool {
        self.saved.as_ref().is_none_or(|saved| !Rc::ptr_eq(saved, &self.game))
    }
}

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
    pub slots: BTreeMap<usize, Slot>,
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
        new_id: &mut dyn FnMut() -> String,
    ) -> Self {
        let mut slots = BTreeMap::new();
        for (&place, entry) in &source.kept {
            if let Some(game) = games.get(place) {
                let saved = (entry.revision > 0).then(|| Rc::clone(game));
                slots.insert(place, Slot { entry: entry.clone(), saved, game: Rc::clone(game) });
            }
        }
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
                slots.insert(0, Slot { entry, saved: None, game: Rc::clone(game) });
            }
        }
        Self { source: Rc::clone(source), text, slots, opened: games.to_vec() }
    }

    /// Takes the games as they are now.
    pub fn take(&mut self, games: &[Rc<Game>], new_id: &mut dyn FnMut() -> String) {
        for (place, game) in games.iter().enumerate() {
            if let Some(slot) = self.slots.get_mut(&place) {
                if !Rc::ptr_eq(&slot.game, game) {
                    slot.game = Rc::clone(game);
                    slot.entry.is_copy = false;
                }
            } else if let Some(kept) = self.source.kept.get(&place).filter(|_| place >= self.opened.len()) {
                // The text is still being read, and comes to a game that was edited before.
                let (entry, game) = (kept.clone(), Rc::clone(game));
                self.slots.insert(place, Slot { entry, saved: Some(Rc::clone(&game)), game });
            } else if self.opened.get(place).is_some_and(|opened| !Rc::ptr_eq(opened, game)) {
                let entry = GameEntry::new(new_id(), self.source.origin.clone(), game);
                self.slots.insert(place, Slot { entry, saved: None, game: Rc::clone(game) });
            }
        }
        if games.len() > self.opened.len() {
            self.opened.extend_from_slice(&games[self.opened.len()..]);
        }
    }

    /// Forgets that games are kept: they were deleted. They are kept anew once they are edited.
    pub fn forget(&mut self, ids: &[String]) {
        for (place, slot) in &self.slots {
            if ids.contains(&slot.entry.id)
                && let Some(opened) = self.opened.get_mut(*place)
            {
                *opened = Rc::clone(&slot.game);
            }
        }
        self.slots.retain(|_, slot| !ids.contains(&slot.entry.id));
    }

    /// The kept games by their places, those included to which the reading of the text has not come yet.
    pub fn kept_ids(&self) -> BTreeMap<usize, String> {
        let awaited = self.source.kept.range(self.opened.len()..);
        let slots = self.slots.iter().map(|(place, slot)| (*place, slot.entry.id.clone()));
        awaited.map(|(place, entry)| (*place, entry.id.clone())).chain(slots).collect()
    }

    pub fn is_dirty(&self) -> bool {
        matches!(self.text, TextState::Wanted | TextState::Writing) || self.slots.values().any(Slot::is_dirty)
    }
}
