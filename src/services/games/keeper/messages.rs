//! What the keeper hears and says.

use std::rc::Rc;

use tabia_chess::Color;
use tabia_pgn::{Game, NodeId};

use super::source::Source;
use crate::storage::StoreError;
use crate::storage::games::{GameEntry, GameSave};
use crate::storage::hash::sha256_of;
use crate::storage::workspaces::{OpenText, Workspace};

/// What the board shows. Cheap to clone.
#[derive(Debug, Clone)]
pub struct View {
    /// Where the open games come from.
    pub source: Rc<Source>,
    /// The open games; each is another value once it is edited.
    pub games: Rc<[Rc<Game>]>,
    /// Whether all of their text was read.
    pub is_whole: bool,
    /// Which of them is on the board, from 0.
    pub shown: usize,
    /// The node on the board.
    pub node: NodeId,
    /// The side below.
    pub orientation: Color,
}

/// What happens.
#[derive(Debug)]
pub enum Event {
    /// This is on the board now.
    Shown(View),
    /// The page may end at any moment.
    Leaving,
    /// The time of [`Command::Wake`] has come.
    Wake,
    /// A text is kept, by this hash; or not.
    TextKept(u64, Result<OpenText, StoreError>),
    /// What [`Command::Write`] asked for is written: the entries as they are kept now.
    Written(Vec<GameEntry>),
    /// It is not written.
    Refused(StoreError),
    /// Games were deleted, not by an edit on the board.
    Removed(Vec<String>),
}

/// What is to be done. Every [`Command::Write`] and [`Command::KeepText`] is answered by one event.
#[derive(Debug)]
pub enum Command {
    /// Keep the text of a set of games.
    KeepText {
        /// Where it stands.
        source: Rc<Source>,
        /// How many games it has; `None` while it is being read.
        count: Option<usize>,
        /// The first of them.
        first: Rc<Game>,
    },
    /// Write games and workspace, all or nothing.
    Write(Write),
    /// Note how many games a stored text has.
    NoteCount {
        /// The text.
        text: OpenText,
        /// How many games it has.
        games: usize,
    },
    /// Put what is not written where it survives the end of the page, at once, in place of what was put there before.
    Remember(Write),
    /// All that was remembered is written.
    Forget,
    /// Say [`Event::Wake`] at this time.
    Wake(f64),
    /// The state has changed.
    State(SaveState),
    /// Tell the user, once.
    Tell(Notice),
}

/// What is written together.
#[derive(Debug, Clone)]
pub struct Write {
    /// Games; no id is there twice.
    pub games: Vec<GameWrite>,
    /// What the tab shows.
    pub workspace: Workspace,
}

/// A game that is written.
#[derive(Debug, Clone)]
pub struct GameWrite {
    /// Its entry, with the revision that is replaced.
    pub entry: GameEntry,
    /// The game.
    pub game: Rc<Game>,
    /// Earlier versions that may be stored without a reply that says so: they are this tab's, whatever their revision.
    pub unconfirmed: Vec<Rc<Game>>,
}

/// What the store is given of a game that is written.
#[derive(Debug, Clone)]
pub struct SaveTexts {
    /// The PGN.
    pub pgn: String,
    /// SHA-256 of the PGN of the [unconfirmed](GameWrite::unconfirmed) versions.
    pub unconfirmed: Vec<String>,
}

impl Write {
    /// The texts of the games, in their order.
    pub fn texts(&self) -> Vec<SaveTexts> {
        let hash = |game: &Rc<Game>| sha256_of(tabia_pgn::write(game).as_bytes());
        let texts = self.games.iter().map(|GameWrite { game, unconfirmed, .. }| SaveTexts {
            pgn: tabia_pgn::write(game),
            unconfirmed: unconfirmed.iter().map(hash).collect(),
        });
        texts.collect()
    }

    /// The saves of the games; `texts` are [theirs](Self::texts).
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

/// How it stands with what is on the board.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum SaveState {
    /// There is nothing that would have to be kept.
    #[default]
    Nothing,
    /// All is kept.
    Saved,
    /// A change is about to be written.
    Saving,
    /// Changes are not written, and why.
    NotSaved(Trouble),
}

/// Why something is not kept.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// The store refuses.
    #[error(transparent)]
    Refused(StoreError),
    /// The store does not answer.
    #[error("the browser's storage does not answer")]
    Stuck,
}

/// What the user is told.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// Changes are not kept. Told once until they are.
    NotSaved(Trouble),
    /// Changes are kept again.
    SavedAgain,
    /// A game was changed or deleted in another tab; this one is kept as a game of its own.
    BecameCopy(Box<GameEntry>),
}
