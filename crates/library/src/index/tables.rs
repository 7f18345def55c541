//! The tables of texts: players, events, sites, rounds, openings.

use crate::bytes::{Pieces, Reader};
use crate::strings::{Interner, Strings};

/// Names a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextTable {
    Players,
    Events,
    Sites,
    Rounds,
    Openings,
}

/// The tables while they grow.
#[derive(Default, Debug)]
pub(super) struct Interners {
    pub(super) players: Interner,
    pub(super) events: Interner,
    pub(super) sites: Interner,
    pub(super) rounds: Interner,
    pub(super) openings: Interner,
}

impl Interners {
    const fn all(&self) -> [&Interner; 5] {
        [&self.players, &self.events, &self.sites, &self.rounds, &self.openings]
    }

    pub(super) fn get(&self, table: TextTable) -> &Interner {
        self.all()[table as usize]
    }

    pub(super) fn memory(&self) -> usize {
        self.all().into_iter().map(Interner::memory).sum()
    }

    pub(super) fn write(&self, write: &mut dyn FnMut(&[u8])) {
        let mut pieces = Pieces::new(write);
        self.all().into_iter().for_each(|table| table.write(&mut pieces));
        pieces.finish();
    }
}

/// The tables of an index.
#[derive(Clone, Debug, Default)]
pub(crate) struct StringTables {
    pub(crate) players: Strings,
    pub(crate) events: Strings,
    pub(crate) sites: Strings,
    pub(crate) rounds: Strings,
    pub(crate) openings: Strings,
}

impl StringTables {
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let mut next = || Strings::read(reader);
        Some(Self { players: next()?, events: next()?, sites: next()?, rounds: next()?, openings: next()? })
    }

    pub(crate) const fn get(&self, table: TextTable) -> &Strings {
        match table {
            TextTable::Players => &self.players,
            TextTable::Events => &self.events,
            TextTable::Sites => &self.sites,
            TextTable::Rounds => &self.rounds,
            TextTable::Openings => &self.openings,
        }
    }
}
