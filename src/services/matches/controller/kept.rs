//! What is kept of a match in the browser, beside its finished units; and why a match is not to be had.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabia_arena::stats::{Interval, Verdict};
use tabia_arena::{InvalidSettings, LabMatch, MatchHeader, Share, ShareError, UnitError};

use super::openings::OpeningFileError;
use crate::storage::StoreError;
use crate::storage::matches::MatchEntry;

/// Why a match cannot be made, kept, or read from what is kept.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum KeptMatchError {
    /// It is not kept here.
    #[error("This match is not stored in this browser.")]
    Missing,
    /// Its openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningFileError),
    /// Its settings make no match.
    #[error(transparent)]
    Settings(#[from] InvalidSettings),
    /// There is no such part of it.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// A unit that is kept is none of it.
    #[error(transparent)]
    Unit(#[from] UnitError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a match cannot be claimed for this tab.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// Another tab has it.
    #[error("it is being played in another tab of this browser")]
    Elsewhere,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A match in the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// Which match, and what is played.
    pub header: MatchHeader,
    /// What its user calls it.
    pub name: String,
    /// How many games at a time.
    pub workers: usize,
    /// What of it this browser plays.
    pub share: Share,
    /// Whether it was being played when this was written.
    pub is_running: bool,
    /// How it stood.
    pub summary: Summary,
}

/// A match as it was read from the store.
#[derive(Debug)]
pub struct ReadMatch {
    /// What is kept beside its games.
    pub kept: Kept,
    /// The match with its finished games.
    pub lab_match: LabMatch,
    /// The units that could not be used.
    pub set_aside: SetAsideUnits,
    /// When the reading began, in milliseconds since 1970.
    pub began_ms: f64,
}

/// Units that are kept of a match and are none of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetAsideUnits {
    /// How many there are.
    pub units: usize,
    /// Why the first of them that can be read does not belong to the match.
    pub reason: Option<UnitError>,
}

/// What stands in the entry of the store beside header and name.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Beside {
    workers: usize,
    /// Which part, from 0, and of how many; 0 for the whole.
    part: [usize; 2],
    /// From which unit on.
    from: usize,
    is_running: bool,
    summary: Summary,
}

impl Kept {
    /// What an entry of the store says. What of it cannot be read is only beside the match, and is found anew.
    pub fn of(entry: MatchEntry) -> Self {
        let beside: Beside = serde_json::from_value(entry.summary).unwrap_or_default();
        let Beside { workers, part: [part, of], from, is_running, summary } = beside;
        let share = if part < of { Share { part, of, from } } else { Share::WHOLE };
        let names = || entry.header.settings.names().join(" – ");
        let name = if entry.name.is_empty() { names() } else { entry.name };
        Self { name, workers: workers.max(1), share, is_running, summary, header: entry.header }
    }

    /// Writes what was changed since it was `base` into the entry of the store, which another tab may have changed
    /// meanwhile.
    pub fn write(&self, base: &Self, entry: &mut MatchEntry) {
        entry.header = merged(&base.header, &self.header, &entry.header);
        if self.name != base.name || entry.name.is_empty() {
            entry.name.clone_from(&self.name);
        }
        let there = Self::of(entry.clone());
        let Share { part, of, from } = self.share;
        // Who knows of fewer games has not heard of the others.
        let summary = if there.summary.games > self.summary.games { there.summary } else { self.summary };
        let beside =
            Beside { workers: self.workers, part: [part, of], from, is_running: self.is_running, summary };
        entry.summary = serde_json::to_value(beside).unwrap_or_default();
    }
}

/// The header `theirs` with what was changed in `mine` since both were `base`: a tab that renames a match does not
/// undo that another has made it longer. A match never becomes shorter.
fn merged(base: &MatchHeader, mine: &MatchHeader, theirs: &MatchHeader) -> MatchHeader {
    if base.settings == mine.settings {
        return theirs.clone();
    }
    let values = [base, mine, theirs].map(|header| serde_json::to_value(&header.settings).ok());
    let [Some(Value::Object(base)), Some(Value::Object(own)), Some(Value::Object(mut merged))] = values
    else {
        return theirs.clone();
    };
    for (field, value) in own {
        if base.get(&field) != Some(&value) {
            let longest = match field.as_str() {
                "games" | "rounds" => merged.get(&field).and_then(Value::as_u64).max(value.as_u64()),
                _ => None,
            };
            merged.insert(field, longest.map_or(value, Value::from));
        }
    }
    let settings = serde_json::from_value(Value::Object(merged));
    settings.map_or_else(|_| theirs.clone(), |settings| MatchHeader { settings, ..mine.clone() })
}

/// How a match stands, for the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// Finished games.
    pub games: usize,
    /// Games in all.
    pub total: usize,
    /// What the sequential test says.
    pub verdict: Verdict,
    /// The Elo difference of two engines, and its 95 % interval.
    pub difference: Option<f64>,
    /// The interval.
    pub interval: Interval,
    /// The log-likelihood ratio.
    pub llr: Option<f64>,
    /// Whether nothing more is needed.
    pub is_complete: bool,
    /// Whether that is so because this browser's part is played, and others are not.
    pub is_part: bool,
}

/// How a match stands now.
pub fn summary(lab_match: &LabMatch) -> Summary {
    let snapshot = lab_match.snapshot();
    Summary {
        games: snapshot.finished_games,
        total: snapshot.total_games,
        verdict: lab_match.verdict(),
        difference: snapshot
            .estimate
            .map(|estimate| estimate.elo)
            .filter(|_| lab_match.settings().engines.len() == 2),
        interval: snapshot.interval,
        llr: snapshot.llr.map(|llr| llr.value),
        is_complete: snapshot.is_complete,
        is_part: snapshot.is_complete && !snapshot.is_over,
    }
}

#[cfg(test)]
mod tests {
    use tabia_arena::{EngineSettings, MatchSettings};

    use super::*;

    fn kept(games: usize) -> Kept {
        let engine = |name: &str| EngineSettings { name: name.to_owned(), ..EngineSettings::default() };
        let settings =
            MatchSettings { engines: vec![engine("a"), engine("b")], games, ..MatchSettings::default() };
        let header = MatchHeader { id: "m".to_owned(), created_ms: 1, settings };
        Kept { header, name: "a – b".to_owned(), workers: 1, ..Kept::default() }
    }

    fn entry(kept: &Kept) -> MatchEntry {
        let mut entry = MatchEntry {
            header: kept.header.clone(),
            name: String::new(),
            updated_ms: 0.0,
            summary: Value::Null,
            removed_ms: None,
            units: 0,
        };
        kept.write(kept, &mut entry);
        entry
    }

    #[test]
    fn a_stale_tab_changes_only_what_it_has_changed() {
        let base = kept(4);
        // Another tab has made the match longer and played it to its end.
        let mut longer = kept(8);
        longer.summary = Summary { games: 8, total: 8, is_complete: true, ..Summary::default() };
        let mut there = entry(&longer);
        // This one gives it another name.
        let mut mine = Kept { name: "mine".to_owned(), workers: 2, ..base.clone() };
        mine.header.settings.event = "mine".to_owned();
        mine.summary.games = 4;
        mine.write(&base, &mut there);
        let now = Kept::of(there);
        assert_eq!((now.header.settings.games, now.header.settings.event.as_str()), (8, "mine"));
        assert_eq!((now.name.as_str(), now.workers, now.summary.games), ("mine", 2, 8));
    }

    #[test]
    fn a_match_that_two_make_longer_is_as_long_as_the_longer_one() {
        for (one, other) in [(12, 8), (8, 12)] {
            let mut there = entry(&kept(one));
            kept(other).write(&kept(4), &mut there);
            assert_eq!(there.header.settings.games, 12);
        }
        // What nobody has changed is not a change.
        let mut there = entry(&kept(12));
        kept(4).write(&kept(4), &mut there);
        assert_eq!(there.header.settings.games, 12);
    }

    #[test]
    fn an_entry_becomes_what_was_kept_again() {
        let mut one = kept(4);
        one.share = Share { part: 1, of: 3, from: 2 };
        one.is_running = true;
        assert_eq!(Kept::of(entry(&one)), one);
    }
}
