//! What games are called and filed by.

use serde::{Deserialize, Serialize};

/// A game of the database, for as long as it is there and never again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GameId(pub u64);

/// A folder or a label.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GroupId(pub u32);

/// What a group is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupKind {
    /// A game lies in one folder or in none; folders lie in folders.
    Folder,
    /// A game has any number of labels.
    Label,
}

/// A folder or a label.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Group {
    /// What it is.
    pub kind: GroupKind,
    /// The folder in which a folder lies.
    pub parent: Option<GroupId>,
    /// Its name.
    pub name: String,
}
