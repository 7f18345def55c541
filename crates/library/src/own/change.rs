//! Changing the database: prepared here, written by whoever holds the file, then applied.

use tabia_polyglot::pgn_scan::{GameProblem, GameSink, PgnScanner, ProblemKind};
use thiserror::Error;

use super::database::OwnDatabase;
use super::event::{Event, Filing};
use super::frame::{self, FRAME, HEAD};
use super::names::{GameId, Group, GroupId, GroupKind};

/// The longest text of a game, in bytes.
const MAX_TEXT: usize = frame::MAX_BYTES - (1 << 20);

/// A game to save.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Save<'a> {
    /// The game that is replaced, and the revision that was opened; nothing for a new game.
    pub replaces: Option<(GameId, u32)>,
    /// The folder in which it lies.
    pub folder: Option<GroupId>,
    /// Its labels.
    pub labels: Vec<GroupId>,
    /// The game in PGN.
    pub text: &'a [u8],
}

/// Why a change cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OwnError {
    /// The game is not there, or no longer.
    #[error("game {} is not in the database; it may have been deleted elsewhere", .0.0)]
    NoGame(GameId),
    /// The game was saved since it was opened.
    #[error(
        "the game was saved elsewhere since it was opened: it has revision {current} now, not {opened}; save it as a new game, or open it again"
    )]
    Conflict {
        /// The revision that was to be replaced.
        opened: u32,
        /// The revision that is there.
        current: u32,
    },
    /// The text holds no game or several.
    #[error("one game is saved at a time, but the text holds {0}")]
    NotOneGame(u64),
    /// The text is too long.
    #[error("the game has {0} bytes; at most {MAX_TEXT} can be saved")]
    TooLong(usize),
    /// The folder or label is not there, or one is given for the other.
    #[error("there is no such folder or label ({})", .0.0)]
    NoGroup(GroupId),
    /// A folder would lie inside itself.
    #[error("a folder cannot lie inside itself")]
    Circle,
    /// The name is empty.
    #[error("a folder or label needs a name")]
    NoName,
    /// Another change was applied since this one was prepared.
    #[error("the database was changed since this change was prepared; prepare it again")]
    Stale,
}

/// A change to be written at the end of the journal and then applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Where in the journal the bytes belong: [`OwnDatabase::end`]. What the file holds from there on is written over.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The game that is saved, if one is.
    pub game: Option<GameId>,
    /// The folder or label that is made or changed, if one is.
    pub group: Option<GroupId>,
}

impl OwnDatabase {
    /// Saves a game, new or instead of a revision that was opened. Its text may have errors; it is kept as it is.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn save(&self, save: Save<'_>) -> Result<Change, OwnError> {
        let Save { replaces, folder, labels, text } = save;
        let (id, revision) = match replaces {
            None => (GameId(self.next_game + 1), 1),
            Some((id, opened)) => {
                let current = self.games.get(&id).ok_or(OwnError::NoGame(id))?.revision;
                if current != opened {
                    return Err(OwnError::Conflict { opened, current });
                }
                (id, current + 1)
            }
        };
        if text.len() > MAX_TEXT {
            return Err(OwnError::TooLong(text.len()));
        }
        match count_games(text) {
            1 => {}
            other => return Err(OwnError::NotOneGame(other)),
        }
        let filing = self.filing(folder, labels)?;
        Ok(Change { game: Some(id), ..self.change(&Event::Game { id, revision, filing, text }) })
    }

    /// Puts a game into a folder, or none, and gives it labels.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn file(
        &self,
        id: GameId,
        folder: Option<GroupId>,
        labels: Vec<GroupId>,
    ) -> Result<Change, OwnError> {
        self.games.get(&id).ok_or(OwnError::NoGame(id))?;
        Ok(self.change(&Event::Filed { id, filing: self.filing(folder, labels)? }))
    }

    /// Deletes a game.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn delete(&self, id: GameId) -> Result<Change, OwnError> {
        self.games.get(&id).ok_or(OwnError::NoGame(id))?;
        Ok(self.change(&Event::Deleted(id)))
    }

    /// Makes a folder or a label.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn make_group(&self, group: Group) -> Result<Change, OwnError> {
        self.put_group(GroupId(self.next_group + 1), group)
    }

    /// Renames a folder or label, or moves a folder.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn change_group(&self, id: GroupId, group: Group) -> Result<Change, OwnError> {
        let old = self.groups.get(&id).ok_or(OwnError::NoGroup(id))?;
        if old.kind != group.kind {
            return Err(OwnError::NoGroup(id));
        }
        self.put_group(id, group)
    }

    /// Deletes a folder or label. What lay in a folder lies in the one around it.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn delete_group(&self, id: GroupId) -> Result<Change, OwnError> {
        self.groups.get(&id).ok_or(OwnError::NoGroup(id))?;
        Ok(self.change(&Event::GroupDeleted(id)))
    }

    /// Takes a change that was written.
    ///
    /// # Errors
    /// [`OwnError::Stale`] if it was prepared for another state of the database.
    pub fn apply(&mut self, change: &Change) -> Result<(), OwnError> {
        let head = if self.end == 0 { HEAD.len() } else { 0 };
        let record = change.bytes.get(head + FRAME as usize..).and_then(Event::read);
        match record {
            Some(event) if change.offset == self.end => {
                let bytes = change.bytes.len() as u64;
                self.replay(event, self.end + bytes, bytes);
                Ok(())
            }
            _ => Err(OwnError::Stale),
        }
    }

    fn put_group(&self, id: GroupId, group: Group) -> Result<Change, OwnError> {
        if group.name.trim().is_empty() {
            return Err(OwnError::NoName);
        }
        if let Some(parent) = group.parent {
            self.expect(parent, GroupKind::Folder)?;
            if group.kind != GroupKind::Folder || self.is_below(Some(parent), id) {
                return Err(OwnError::Circle);
            }
        }
        Ok(Change { group: Some(id), ..self.change(&Event::Group { id, group }) })
    }

    fn filing(&self, folder: Option<GroupId>, labels: Vec<GroupId>) -> Result<Filing, OwnError> {
        if let Some(folder) = folder {
            self.expect(folder, GroupKind::Folder)?;
        }
        labels.iter().try_for_each(|&label| self.expect(label, GroupKind::Label))?;
        Ok(Filing { folder, labels })
    }

    fn expect(&self, id: GroupId, kind: GroupKind) -> Result<(), OwnError> {
        self.groups.get(&id).filter(|group| group.kind == kind).map(drop).ok_or(OwnError::NoGroup(id))
    }

    fn change(&self, event: &Event<'_>) -> Change {
        let mut record = Vec::new();
        event.write(&mut record);
        let mut bytes = if self.end == 0 { HEAD.to_vec() } else { Vec::new() };
        frame::put(&record, &mut bytes);
        Change { offset: self.end, bytes, game: None, group: None }
    }
}

/// How many games a text holds, those with errors included.
fn count_games(text: &[u8]) -> u64 {
    struct Count(u64);

    impl GameSink for Count {
        fn begin(&mut self) {
            self.0 += 1;
        }

        fn tag(&mut self, _: &[u8], _: &[u8]) -> Result<(), ProblemKind> {
            Ok(())
        }

        fn san(&mut self, _: &[u8]) -> Result<(), ProblemKind> {
            Ok(())
        }

        fn end(&mut self) {}

        fn reject(&mut self, _: GameProblem) {}
    }

    let mut count = Count(0);
    let mut scanner = PgnScanner::new(false);
    // A reader that is not strict reports faults to the sink only.
    let _ = scanner.feed(text, &mut count);
    let _ = scanner.finish(&mut count);
    count.0
}
