//! Where the games on the board come from.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::storage::games::{GameEntry, Origin};
use crate::storage::workspaces::OpenText;

/// Games that were opened together have a number, from 1.
static SETS: AtomicU64 = AtomicU64::new(0);

/// Where games that were opened together come from, and what is kept of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The number of the set; no other has it.
    pub set: u64,
    /// Where a game that is edited says that it comes from.
    pub origin: Origin,
    /// The text of the games.
    pub text: SourceText,
    /// Those of the games that are kept already, by their places.
    pub kept: BTreeMap<usize, GameEntry>,
}

/// The text that games were read from.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum SourceText {
    /// None: a start position, or a kept game.
    #[default]
    None,
    /// One that is not kept yet.
    Fresh {
        /// The text.
        text: Rc<str>,
        /// The name of its file.
        name: Option<String>,
        /// Whether something of it is not in the games, so that it is worth keeping whatever it holds.
        has_loss: bool,
    },
    /// One that is kept.
    Kept(OpenText),
}

impl Source {
    /// Games that were opened now.
    pub fn new(origin: Origin, text: SourceText, kept: BTreeMap<usize, GameEntry>) -> Rc<Self> {
        let set = SETS.fetch_add(1, Ordering::Relaxed) + 1;
        Rc::new(Self { set, origin, text, kept })
    }

    /// A start position: nothing is kept before a move is played.
    pub fn start() -> Rc<Self> {
        Self::new(Origin::Analysis, SourceText::None, BTreeMap::new())
    }

    /// A text with games.
    pub fn text(text: &str, origin: Origin, has_loss: bool) -> Rc<Self> {
        let name = match &origin {
            Origin::File { name } => Some(name.clone()),
            _ => None,
        };
        Self::new(origin, SourceText::Fresh { text: text.into(), name, has_loss }, BTreeMap::new())
    }

    /// A kept game.
    pub fn kept(entry: GameEntry) -> Rc<Self> {
        Self::new(entry.origin.clone(), SourceText::None, BTreeMap::from([(0, entry)]))
    }
}
