//! Duplicate games.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use tabia_polyglot::BlockSource;

use crate::fold::{family_name, fold};
use crate::record::Record;
use crate::strings::Strings;
use crate::{Header, Library};

/// Field in which duplicates may differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are the fields of a header")]
pub enum Difference {
    White,
    Black,
    Elo,
    Result,
    Date,
    Event,
    Site,
    Round,
    Eco,
    /// The length in bytes: comments, variations or formatting.
    Text,
}

/// Games with the same moves, the same players and compatible dates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DuplicateGroup {
    /// The games, in their order.
    pub games: Vec<u32>,
    /// Fields in which they differ.
    pub differences: Vec<Difference>,
}

/// Key for comparing games: the hash and number of their moves, and their players' family names by number.
type Key = (u64, u16, u32, u32);

impl<S: BlockSource> Library<S> {
    /// Returns the groups of duplicates. Games without moves are never duplicates.
    ///
    /// The start position and all moves of the main line must be equal, and the players' family names without case and accents.
    /// The years, if both are known, must be equal or consecutive: collections disagree about games around New Year.
    pub fn duplicates(&self) -> Vec<DuplicateGroup> {
        let columns = self.columns();
        let families = families(&self.contents.tables.players);
        let family = |player: u32| families.get(player as usize).copied().unwrap_or(0);
        let mut keys: Vec<(Key, u32)> = (0..self.len())
            .filter(|&game| columns.plies[game as usize] > 0)
            .map(|number| {
                let game = number as usize;
                let players = (family(columns.white[game]), family(columns.black[game]));
                ((columns.moves[game], columns.plies[game], players.0, players.1), number)
            })
            .collect();
        keys.sort_unstable();
        let same = keys.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1);
        let mut groups: Vec<_> = same.flat_map(|group| self.by_year(group)).collect();
        groups.sort_by_key(|group| group.games.first().copied());
        groups
    }

    /// Returns the games without duplicates: the first of each group stays.
    pub fn without_duplicates(&self, games: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let groups = self.duplicates();
        let in_group =
            groups.iter().enumerate().flat_map(|(group, of)| of.games.iter().map(move |&game| (game, group)));
        let group_of: HashMap<u32, usize> = in_group.collect();
        let mut seen = HashSet::new();
        let mut is_first = |game: &u32| group_of.get(game).is_none_or(|&group| seen.insert(group));
        games.into_iter().filter(|game| is_first(game)).collect()
    }

    /// Splits games with the same moves and players where there is a gap between the years.
    fn by_year(&self, group: &[(Key, u32)]) -> Vec<DuplicateGroup> {
        let mut games: Vec<(u16, u32)> =
            group.iter().map(|&(_, game)| (self.record(game).date().year().unwrap_or(0), game)).collect();
        games.sort_unstable();
        // Games of unknown year go with the first one of a known year.
        let together = |one: &(u16, u32), other: &(u16, u32)| one.0 == 0 || other.0 - one.0 <= 1;
        let groups = games.chunk_by(together).filter(|games| games.len() > 1);
        groups
            .map(|games| {
                let mut games: Vec<u32> = games.iter().map(|&(_, game)| game).collect();
                games.sort_unstable();
                DuplicateGroup { differences: self.differences(&games), games }
            })
            .collect()
    }

    fn differences(&self, games: &[u32]) -> Vec<Difference> {
        let all: Vec<_> = games.iter().map(|&game| (self.header(game), self.record(game))).collect();
        let Some(first) = all.first() else { return Vec::new() };
        let fields: [(Difference, Compare); 10] = [
            (Difference::White, |one, other| fold(one.0.white) == fold(other.0.white)),
            (Difference::Black, |one, other| fold(one.0.black) == fold(other.0.black)),
            (Difference::Elo, |one, other| {
                (one.1.white_elo, one.1.black_elo) == (other.1.white_elo, other.1.black_elo)
            }),
            (Difference::Result, |one, other| one.1.result == other.1.result),
            (Difference::Date, |one, other| one.1.date == other.1.date),
            (Difference::Event, |one, other| fold(one.0.event) == fold(other.0.event)),
            (Difference::Site, |one, other| fold(one.0.site) == fold(other.0.site)),
            (Difference::Round, |one, other| one.1.round == other.1.round),
            (Difference::Eco, |one, other| one.1.eco == other.1.eco),
            (Difference::Text, |one, other| one.1.length == other.1.length),
        ];
        fields
            .into_iter()
            .filter(|(_, equal)| !all.iter().all(|other| equal(first, other)))
            .map(|(field, _)| field)
            .collect()
    }
}

/// Returns whether two games are equal in a field.
type Compare = fn(&(Header<'_>, Record), &(Header<'_>, Record)) -> bool;

/// Returns for each player the number of the first player with that family name.
fn families(players: &Strings) -> Vec<u32> {
    let mut first = HashMap::new();
    (0..players.len() as u32)
        .map(|number| *first.entry(family_name(players.get(number))).or_insert(number))
        .collect()
}
