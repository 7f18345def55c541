//! What a record of the journal says.

use super::names::{GameId, Group, GroupId, GroupKind};
use crate::bytes::{Reader, put_text, put_varint};

/// A change, as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event<'a> {
    /// A game was saved, for the first time or again.
    Game {
        id: GameId,
        revision: u32,
        filing: Filing,
        text: &'a [u8],
    },
    /// A game was put into another folder or given other labels.
    Filed {
        id: GameId,
        filing: Filing,
    },
    Deleted(GameId),
    /// A folder or label was made, renamed or moved.
    Group {
        id: GroupId,
        group: Group,
    },
    GroupDeleted(GroupId),
}

/// Where a game is filed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Filing {
    pub(super) folder: Option<GroupId>,
    pub(super) labels: Vec<GroupId>,
}

const GAME: u8 = 1;
const FILED: u8 = 2;
const DELETED: u8 = 3;
const FOLDER: u8 = 4;
const LABEL: u8 = 5;
const GROUP_DELETED: u8 = 6;

impl<'a> Event<'a> {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Game { id, revision, filing, text } => {
                out.push(GAME);
                put_varint(out, id.0);
                put_varint(out, u64::from(*revision));
                filing.write(out);
                // The text stands at the end, so that its place in the file is known without copying it.
                out.extend_from_slice(text);
            }
            Self::Filed { id, filing } => {
                out.push(FILED);
                put_varint(out, id.0);
                filing.write(out);
            }
            Self::Deleted(id) => {
                out.push(DELETED);
                put_varint(out, id.0);
            }
            Self::Group { id, group } => {
                out.push(if group.kind == GroupKind::Folder { FOLDER } else { LABEL });
                put_varint(out, u64::from(id.0));
                put_group(out, group.parent);
                put_text(out, &group.name);
            }
            Self::GroupDeleted(id) => {
                out.push(GROUP_DELETED);
                put_varint(out, u64::from(id.0));
            }
        }
    }

    pub(super) fn read(record: &'a [u8]) -> Option<Self> {
        let mut reader = Reader(record);
        Some(match reader.u8()? {
            GAME => Self::Game {
                id: GameId(reader.varint()?),
                revision: number(&mut reader)?,
                filing: Filing::read(&mut reader)?,
                text: reader.0,
            },
            FILED => Self::Filed { id: GameId(reader.varint()?), filing: Filing::read(&mut reader)? },
            DELETED => Self::Deleted(GameId(reader.varint()?)),
            kind @ (FOLDER | LABEL) => Self::Group {
                id: GroupId(number(&mut reader)?),
                group: Group {
                    kind: if kind == FOLDER { GroupKind::Folder } else { GroupKind::Label },
                    parent: group(number(&mut reader)?),
                    name: reader.text()?.to_owned(),
                },
            },
            GROUP_DELETED => Self::GroupDeleted(GroupId(number(&mut reader)?)),
            _ => return None,
        })
    }
}

impl Filing {
    fn write(&self, out: &mut Vec<u8>) {
        put_group(out, self.folder);
        put_varint(out, self.labels.len() as u64);
        for label in &self.labels {
            put_varint(out, u64::from(label.0));
        }
    }

    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let folder = group(number(reader)?);
        let count = reader.varint()?;
        let mut labels = Vec::new();
        for _ in 0..count {
            labels.push(GroupId(number(reader)?));
        }
        Some(Self { folder, labels })
    }
}

fn number(reader: &mut Reader<'_>) -> Option<u32> {
    u32::try_from(reader.varint()?).ok()
}

/// Numbers of groups begin with 1; 0 is none.
fn put_group(out: &mut Vec<u8>, group: Option<GroupId>) {
    put_varint(out, group.map_or(0, |group| u64::from(group.0)));
}

fn group(number: u32) -> Option<GroupId> {
    (number > 0).then_some(GroupId(number))
}
