//! Opening a journal.

use std::ops::Range;

use tabia_polyglot::{BlockSource, SourceError};
use thiserror::Error;

use super::database::OwnDatabase;
use super::event::Event;
use super::frame::{Frames, HEAD, Next};

/// Why a journal cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenJournalError {
    /// It cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It is something else, or of a version that this program does not know. It is not touched.
    #[error("this is no database of games that this version of Tabia can read")]
    NotAJournal,
}

/// A database and what was found in its journal.
#[derive(Debug)]
pub struct Opened {
    /// The database.
    pub database: OwnDatabase,
    /// Bytes at the end that are no record, because a write was torn. The next change is written over them.
    pub torn: Option<Range<u64>>,
    /// Bytes in the middle that are no record: each range has cost a change at least.
    pub damaged: Vec<Range<u64>>,
}

impl OwnDatabase {
    /// Replays a journal; an empty file is an empty database.
    ///
    /// # Errors
    /// [`OpenJournalError`]. Damage is none: it is told in [`Opened`].
    pub fn open(journal: &mut impl BlockSource) -> Result<Opened, OpenJournalError> {
        let mut opened = Opened { database: Self::default(), torn: None, damaged: Vec::new() };
        let mut head = [0; HEAD.len()];
        let head = &mut head[..journal.len().min(HEAD.len() as u64) as usize];
        journal.read_at(0, head)?;
        if !HEAD.starts_with(head) {
            return Err(OpenJournalError::NotAJournal);
        }
        if head.len() < HEAD.len() {
            // The very first write was torn.
            opened.torn = (!head.is_empty()).then_some(0..head.len() as u64);
            return Ok(opened);
        }
        opened.database.end = HEAD.len() as u64;
        let mut frames = Frames::new(journal);
        loop {
            match frames.next()? {
                Next::Record(place) => {
                    let start = opened.database.end;
                    if let Some(event) = Event::read(frames.record(&place)) {
                        opened.database.replay(event, place.end, place.end - start);
                    } else {
                        opened.damaged.push(start..place.end);
                        opened.database.end = place.end;
                    }
                }
                Next::Damaged(place) => {
                    opened.database.waste += place.end - place.start;
                    opened.database.end = place.end;
                    opened.damaged.push(place);
                }
                Next::Torn(place) => {
                    opened.torn = Some(place);
                    return Ok(opened);
                }
                Next::End => return Ok(opened),
            }
        }
    }
}
