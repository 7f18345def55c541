//! What the journal says, replayed.

use std::collections::BTreeMap;

use tabia_polyglot::BlockSource;

use super::event::{Event, Filing};
use super::frame;
use super::names::{GameId, Group, GroupId};
use crate::{BuildError, ByteSink, IndexBuilder, IndexOptions, ReadError, Selection};

/// A game of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// How often it was saved.
    pub revision: u32,
    /// The folder in which it lies.
    pub folder: Option<GroupId>,
    /// Its labels.
    pub labels: Vec<GroupId>,
    /// Where its text begins in the journal, in bytes.
    pub offset: u64,
    /// The bytes of its text.
    pub length: u32,
}

/// The games of a journal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OwnDatabase {
    pub(super) games: BTreeMap<GameId, StoredGame>,
    pub(super) groups: BTreeMap<GroupId, Group>,
    /// The bytes of the journal.
    pub(super) end: u64,
    pub(super) next_game: u64,
    pub(super) next_group: u32,
    /// The bytes of records that count for nothing any more.
    pub(super) waste: u64,
}

impl OwnDatabase {
    /// All games, in the order in which they were first saved.
    pub fn games(&self) -> impl ExactSizeIterator<Item = (GameId, &StoredGame)> {
        self.games.iter().map(|(&id, game)| (id, game))
    }

    /// A game.
    pub fn game(&self, id: GameId) -> Option<&StoredGame> {
        self.games.get(&id)
    }

    /// All folders and labels.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = (GroupId, &Group)> {
        self.groups.iter().map(|(&id, group)| (id, group))
    }

    /// How long the journal is with all changes that were applied, in bytes: the next is written there.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// How many bytes of the journal are of games and filings that were replaced or deleted; [`OwnDatabase::compact`] leaves
    /// them out.
    pub const fn waste(&self) -> u64 {
        self.waste
    }

    /// Writes an index of all games, and gives the game behind each of its numbers. The texts are read from the journal, by the
    /// index too.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn index(
        &self,
        journal: &mut impl BlockSource,
        sink: &mut impl ByteSink,
    ) -> Result<Vec<GameId>, BuildError> {
        let mut builder = IndexBuilder::new(IndexOptions::default());
        let mut text = Vec::new();
        for game in self.games.values() {
            text.resize(game.length as usize, 0);
            journal.read_at(game.offset, &mut text)?;
            builder.feed_game(game.offset, &text, sink)?;
        }
        builder.finish(sink)?;
        Ok(self.games.keys().copied().collect())
    }

    /// Of the games of an index, those that lie in a folder or below it, or that have a label.
    pub fn in_group(&self, group: GroupId, games: &[GameId]) -> Selection {
        let mut selection = Selection::none(games.len() as u32);
        let filed = |game: &StoredGame| game.labels.contains(&group) || self.is_below(game.folder, group);
        for (id, number) in games.iter().zip(0..) {
            if self.games.get(id).is_some_and(filed) {
                selection.insert(number);
            }
        }
        selection
    }

    /// Whether a folder is another one or lies in it, however deep.
    pub(super) fn is_below(&self, mut folder: Option<GroupId>, other: GroupId) -> bool {
        // A journal with a circle of folders, which no change writes, ends this as well.
        for _ in 0..=self.groups.len() {
            match folder {
                Some(inner) if inner == other => return true,
                Some(inner) => folder = self.groups.get(&inner).and_then(|group| group.parent),
                None => return false,
            }
        }
        false
    }

    /// Writes a journal that holds what counts and nothing else. It is opened anew: games keep their ids and revisions, but lie
    /// elsewhere.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn compact(&self, journal: &mut impl BlockSource, sink: &mut impl ByteSink) -> Result<(), ReadError> {
        sink.append(frame::HEAD)?;
        let (mut record, mut bytes, mut text) = (Vec::new(), Vec::new(), Vec::new());
        let mut write = |event: &Event<'_>| {
            record.clear();
            bytes.clear();
            event.write(&mut record);
            frame::put(&record, &mut bytes);
            sink.append(&bytes)
        };
        // First of all the last numbers that were given out, so that none is given twice.
        write(&Event::GroupDeleted(GroupId(self.next_group)))?;
        write(&Event::Deleted(GameId(self.next_game)))?;
        for (&id, group) in &self.groups {
            write(&Event::Group { id, group: group.clone() })?;
        }
        for (&id, game) in &self.games {
            text.resize(game.length as usize, 0);
            journal.read_at(game.offset, &mut text)?;
            let filing = Filing { folder: game.folder, labels: game.labels.clone() };
            write(&Event::Game { id, revision: game.revision, filing, text: &text })?;
        }
        Ok(())
    }

    /// Takes an event whose record ends at `end` and takes `bytes` of the journal.
    pub(super) fn replay(&mut self, event: Event<'_>, end: u64, bytes: u64) {
        match event {
            Event::Game { id, revision, filing, text } => {
                self.next_game = self.next_game.max(id.0);
                let (offset, length) = (end - text.len() as u64, text.len() as u32);
                let Filing { folder, labels } = filing;
                let old = self.games.insert(id, StoredGame { revision, folder, labels, offset, length });
                self.waste += old.map_or(0, |old| u64::from(old.length));
            }
            Event::Filed { id, filing } => {
                self.waste += bytes;
                if let Some(game) = self.games.get_mut(&id) {
                    (game.folder, game.labels) = (filing.folder, filing.labels);
                }
            }
            Event::Deleted(id) => {
                self.next_game = self.next_game.max(id.0);
                self.waste += bytes + self.games.remove(&id).map_or(0, |old| u64::from(old.length));
            }
            Event::Group { id, group } => {
                self.next_group = self.next_group.max(id.0);
                if self.groups.insert(id, group).is_some() {
                    self.waste += bytes;
                }
            }
            Event::GroupDeleted(id) => {
                self.next_group = self.next_group.max(id.0);
                self.waste += bytes;
                self.remove_group(id);
            }
        }
        self.end = end;
    }

    /// What lay in a folder lies in the one around it; a label is taken off.
    fn remove_group(&mut self, id: GroupId) {
        let parent = self.groups.remove(&id).and_then(|group| group.parent);
        for group in self.groups.values_mut().filter(|group| group.parent == Some(id)) {
            group.parent = parent;
        }
        for game in self.games.values_mut() {
            if game.folder == Some(id) {
                game.folder = parent;
            }
            game.labels.retain(|&label| label != id);
        }
    }
}
