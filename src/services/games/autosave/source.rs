//! Source of the games on the board.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::storage::games::{GameEntry, Origin};
use crate::storage::workspaces::OpenText;

/// Counter for set numbers, from 1.
static SETS: AtomicU64 = AtomicU64::new(0);

/// Source of games opened together, and what is stored of them.
#[derive(Debug, Clone, PartialEq)]
pub struct GameSource {
    /// Unique number of the set.
    pub set: u64,
    /// Origin recorded in a game when it is edited.
    pub origin: Origin,
    /// The text of the games.
    pub text: SourceText,
    /// Games among them that are saved already, by index.
    pub kept: BTreeMap<usize, GameEntry>,
}

/// Text that games were read from.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum SourceText {
    /// None: a start position, or a saved game.
    #[default]
    None,
    /// A text that is not stored yet.
    Fresh {
        /// The text.
        text: Rc<str>,
        /// The name of its file.
        name: Option<String>,
        /// Whether the games don't hold all of it, which makes it worth storing whatever it contains.
        has_loss: bool,
    },
    /// A stored text.
    Kept(OpenText),
}

impl GameSource {
    /// Creates the source of newly opened games.
    pub fn new(origin: Origin, text: SourceText, kept: BTreeMap<usize, GameEntry>) -> Rc<Self> {
        let set = SETS.fetch_add(1, Ordering::Relaxed) + 1;
        Rc::new(Self { set, origin, text, kept })
    }

    /// Creates the source of a start position: nothing is saved before a move is played.
    pub fn start() -> Rc<Self> {
        Self::new(Origin::Analysis, SourceText::None, BTreeMap::new())
    }

    /// Creates the source of a text with games.
    pub fn text(text: &str, origin: Origin, has_loss: bool) -> Rc<Self> {
        let name = match &origin {
            Origin::File { name } => Some(name.clone()),
            _ => None,
        };
        Self::new(origin, SourceText::Fresh { text: text.into(), name, has_loss }, BTreeMap::new())
    }

    /// Creates the source of a saved game.
    pub fn kept(entry: GameEntry) -> Rc<Self> {
        Self::new(entry.origin.clone(), SourceText::None, BTreeMap::from([(0, entry)]))
    }
}
