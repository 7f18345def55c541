//! Events and commands of the autosave.

use std::rc::Rc;

use tabia_chess::Color;
use tabia_pgn::{Game, NodeId};

use super::source::GameSource;
use crate::language::tr;
use crate::storage::StoreError;
use crate::storage::games::{GameEntry, GameSave};
use crate::storage::hash::sha256_of;
use crate::storage::workspaces::{OpenText, Workspace};

/// State of the board. Cheap to clone.
#[derive(Debug, Clone)]
pub struct BoardState {
    /// Source of the open games.
    pub source: Rc<GameSource>,
    /// The open games; an edit replaces a game's value.
    pub games: Rc<[Rc<Game>]>,
    /// Whether all of their text has been read.
    pub is_whole: bool,
    /// Index of the game on the board, from 0.
    pub shown: usize,
    /// The node on the board.
    pub node: NodeId,
    /// The side at the bottom.
    pub orientation: Color,
}

/// Event for the autosave.
#[derive(Debug)]
pub enum Event {
    /// The board now shows this.
    Shown(BoardState),
    /// The page may end at any moment.
    Leaving,
    /// The time of [`AutosaveCommand::Wake`] has come.
    Wake,
    /// The text of the set with this number was stored, or not.
    TextKept(u64, Result<OpenText, StoreError>),
    /// The request of [`AutosaveCommand::Write`] succeeded, with the stored entries.
    Written(Vec<GameEntry>),
    /// It failed.
    Refused(StoreError),
    /// Games were deleted, other than by an edit on the board.
    Removed(Vec<String>),
}

/// Command of the autosave. Every [`AutosaveCommand::Write`] and [`AutosaveCommand::KeepText`] is followed by one event.
#[derive(Debug)]
pub enum AutosaveCommand {
    /// Store the text of a set of games.
    KeepText {
        /// Source of the games.
        source: Rc<GameSource>,
        /// Number of games; `None` while it is being read.
        count: Option<usize>,
        /// The first game.
        first: Rc<Game>,
    },
    /// Write games and workspace in one transaction.
    Write(Write),
    /// Store the number of games of a stored text.
    NoteCount {
        /// The text.
        text: OpenText,
        /// Number of games.
        games: usize,
    },
    /// Note that the stored game with this id is on the board now.
    Touch(String),
    /// Store unwritten changes where they survive the end of the page, synchronously, replacing what was there before.
    Remember(Write),
    /// Delete them: everything is written.
    Forget,
    /// Send [`Event::Wake`] at this time.
    Wake(f64),
    /// The state has changed.
    State(SaveState),
    /// Notify the user, once.
    Emit(AutosaveNotice),
}

/// Transaction of games and workspace.
#[derive(Debug, Clone)]
pub struct Write {
    /// Games, each id once.
    pub games: Vec<GameWrite>,
    /// What the tab shows.
    pub workspace: Workspace,
}

/// Game to write.
#[derive(Debug, Clone)]
pub struct GameWrite {
    /// Its entry, with the revision to replace.
    pub entry: GameEntry,
    /// The game.
    pub game: Rc<Game>,
    /// Earlier versions that may be stored although no reply confirmed it: they belong to this tab, whatever their revision.
    pub unconfirmed: Vec<Rc<Game>>,
}

/// Texts of a game to write.
#[derive(Debug, Clone)]
pub struct SaveTexts {
    /// The PGN.
    pub pgn: String,
    /// SHA-256 of the PGN of the [unconfirmed](GameWrite::unconfirmed) versions.
    pub unconfirmed: Vec<String>,
}

impl Write {
    /// Returns the texts of the games, in order.
    pub fn texts(&self) -> Vec<SaveTexts> {
        let hash = |game: &Rc<Game>| sha256_of(tabia_pgn::write(game).as_bytes());
        let texts = self.games.iter().map(|GameWrite { game, unconfirmed, .. }| SaveTexts {
            pgn: tabia_pgn::write(game),
            unconfirmed: unconfirmed.iter().map(hash).collect(),
        });
        texts.collect()
    }

    /// Returns the saves of the games; `texts` are from [`texts`](Self::texts).
    pub fn saves<'a>(&'a self, texts: &'a [SaveTexts]) -> Vec<GameSave<'a>> {
        let games = self.games.iter().zip(texts);
        games
            .map(|(GameWrite { entry, .. }, SaveTexts { pgn, unconfirmed })| GameSave {
                entry,
                pgn,
                unconfirmed,
            })
            .collect()
    }
}

/// Save state of what is on the board.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum SaveState {
    /// There is nothing to save.
    #[default]
    Nothing,
    /// Everything is saved.
    Saved,
    /// A change is about to be written.
    Saving,
    /// Changes are not saved, with the reason.
    NotSaved(SaveError),
}

/// Why something is not saved.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SaveError {
    /// The store reports an error.
    #[error(transparent)]
    Refused(StoreError),
    /// The store does not reply.
    #[error("{}", tr!("the browser's storage does not respond"))]
    Stuck,
}

/// Notice for the user.
#[derive(Debug, Clone, PartialEq)]
pub enum AutosaveNotice {
    /// Changes are not saved. Sent once until they are.
    NotSaved(SaveError),
    /// Changes are saved again.
    SavedAgain,
    /// A game was changed or deleted in another tab; this one is saved as a separate game.
    BecameCopy(Box<GameEntry>),
}
