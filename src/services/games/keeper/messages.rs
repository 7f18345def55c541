//! What the keeper hears and says.

use std::rc::Rc;

use tabia_chess::Color;
use tabia_pgn::{Game, NodeId};

use super::source::Source;
use crate::storage::StoreError;
use crate::storage::games::GameEntry;
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
        /// How many games of it were read.
        count: usize,
        /// The first of them.
        first: Rc<Game>,
    },
    /// Write games and workspace, all or nothing.
    Write(Write),
    /// Put what is not written where it survives the end of the page, at once.
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
    /// Games, with the entries that name the revisions they replace.
    pub games: Vec<(GameEntry, Rc<Game>)>,
    /// What the tab shows.
    pub workspace: Workspace,
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
