//! Stored data of a match besides its finished units, and errors of making or loading a match.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabia_arena::{EngineTotals, InvalidSettings, MatchHeader, MatchProgress, PairError, Share, ShareError};
use tabia_stats::{EncounterResult, Interval, PairCounts, Verdict, WdlCounts};

use super::openings::OpeningFileError;
use crate::language::tr;
use crate::storage::StoreError;
use crate::storage::matches::MatchEntry;

/// Reason why a match cannot be created, saved or loaded.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SavedMatchError {
    /// Not stored in this browser.
    #[error("{}", tr!("This match is not stored in this browser."))]
    Missing,
    /// The openings are unusable.
    #[error(transparent)]
    Openings(#[from] OpeningFileError),
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] InvalidSettings),
    /// No such part.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// A stored unit does not belong to the match.
    #[error(transparent)]
    Unit(#[from] PairError),
    /// Database error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reason why a match cannot be claimed for this tab.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// Claimed by another tab.
    #[error("{}", tr!("it is being played in another tab of this browser"))]
    Elsewhere,
    /// Database error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Entry of the match list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedMatch {
    /// Identity and settings.
    pub header: MatchHeader,
    /// Name given by the user.
    pub name: String,
    /// Number of concurrent games.
    pub workers: usize,
    /// Share of the match that this browser plays.
    pub share: Share,
    /// Whether it was running when this was saved.
    pub is_running: bool,
    /// Place in the queue, ascending and unique, but not consecutive; `None` if it does not wait.
    pub queued: Option<f64>,
    /// Standing when this was saved.
    pub summary: Summary,
    /// Number of stored units when this was read.
    pub units: u64,
}

/// Match as loaded from the store.
#[derive(Debug)]
pub struct ReadMatch {
    /// Stored data besides the games.
    pub kept: SavedMatch,
    /// Match with its finished games.
    pub match_progress: MatchProgress,
    /// Units that could not be used.
    pub set_aside: SetAsideUnits,
    /// Start of the load, in milliseconds since 1970.
    pub began_ms: f64,
}

/// Stored units that do not belong to their match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetAsideUnits {
    /// Number of units.
    pub units: usize,
    /// Reason why the first readable one does not belong to the match.
    pub reason: Option<PairError>,
}

/// Content of a store entry besides header and name.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Beside {
    workers: usize,
    /// Part, from 0, and number of parts; a number of 0 means the whole match.
    part: [usize; 2],
    /// First unit.
    from: usize,
    is_running: bool,
    queued: Option<f64>,
    summary: Summary,
}

impl SavedMatch {
    /// Reads a store entry. Unreadable parts fall back to defaults: they are only secondary data.
    pub fn of(entry: MatchEntry) -> Self {
        let units = entry.units;
        let beside: Beside = serde_json::from_value(entry.summary).unwrap_or_default();
        let Beside { workers, part: [part, of], from, is_running, queued, summary } = beside;
        let share = if part < of { Share { part, of, from } } else { Share::WHOLE };
        let names = || entry.header.settings.names().join(" – ");
        let name = if entry.name.is_empty() { names() } else { entry.name };
        Self {
            name,
            workers: workers.max(1),
            share,
            is_running,
            queued,
            summary,
            header: entry.header,
            units,
        }
    }

    /// Returns the results between the engines of the match; `None` if its units must be counted first.
    pub fn results(&self) -> Option<Vec<EncounterResult>> {
        let Summary { counted, results, .. } = &self.summary;
        (*counted >= self.units).then(|| results.iter().map(to_result).collect())
    }

    /// Sets the results, counted from this number of units, unless those of more units are known.
    #[must_use]
    pub fn with_results(mut self, counted: u64, results: &[EncounterResult]) -> Self {
        self.summary.set_results(counted, results);
        self
    }

    /// Writes results into the store entry as [`with_results`](Self::with_results) does.
    pub fn write_results(entry: &mut MatchEntry, counted: u64, results: &[EncounterResult]) {
        let mut beside: Beside = serde_json::from_value(entry.summary.take()).unwrap_or_default();
        beside.summary.set_results(counted, results);
        entry.summary = serde_json::to_value(beside).unwrap_or_default();
    }

    /// Applies the changes since `base` to the store entry, which another tab may have changed in the meantime.
    pub fn write(&self, base: &Self, entry: &mut MatchEntry) {
        entry.header = merged(&base.header, &self.header, &entry.header);
        if self.name != base.name || entry.name.is_empty() {
            entry.name.clone_from(&self.name);
        }
        let is_new = entry.summary.is_null();
        let there = Self::of(entry.clone());
        let Share { part, of, from } = self.share;
        // The side with fewer games is out of date.
        let is_late = there.summary.games > self.summary.games;
        let summary = if is_late { there.summary } else { self.summary.clone() };
        let queued = if !is_new && self.queued == base.queued { there.queued } else { self.queued };
        let beside = Beside {
            workers: self.workers,
            part: [part, of],
            from,
            is_running: self.is_running,
            queued,
            summary,
        };
        entry.summary = serde_json::to_value(beside).unwrap_or_default();
    }
}

/// Returns the waiting matches in the order of the queue.
pub fn queue(matches: &[SavedMatch]) -> Vec<SavedMatch> {
    let mut queue: Vec<SavedMatch> = matches.iter().filter(|kept| kept.queued.is_some()).cloned().collect();
    queue.sort_by(|a, b| a.queued.unwrap_or_default().total_cmp(&b.queued.unwrap_or_default()));
    queue
}

/// Returns the place at the end of the queue for a match queued at `now_ms`.
pub fn last_place(matches: &[SavedMatch], now_ms: f64) -> f64 {
    matches.iter().filter_map(|kept| kept.queued).fold(now_ms, |place, other| place.max(other + 1.0))
}

/// Returns the new place of a match that moves up or down by one in a queue; `None` at its end.
pub fn moved_place(queue: &[SavedMatch], from: usize, is_up: bool) -> Option<f64> {
    let place_of = |index: Option<usize>| queue.get(index?)?.queued;
    let step = |index: usize| if is_up { index.checked_sub(1) } else { Some(index + 1) };
    let next = step(from)?;
    let other = place_of(Some(next))?;
    let beyond = other + if is_up { -1000.0 } else { 1000.0 };
    Some(place_of(step(next)).map_or(beyond, |place| f64::midpoint(place, other)))
}

/// Three-way merge of headers: applies the changes from `base` to `mine` to `theirs`, so that a tab that renames a match does not undo
/// another tab's extension. A match never gets shorter.
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

/// Standing of a match, for the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// Number of finished games.
    pub games: usize,
    /// Total number of games.
    pub total: usize,
    /// Verdict of the sequential test.
    pub verdict: Verdict,
    /// Elo difference of two engines.
    pub difference: Option<f64>,
    /// 95 % confidence interval of the Elo difference.
    pub interval: Interval,
    /// Log-likelihood ratio.
    pub llr: Option<f64>,
    /// Mean thinking time of both engines in a game, in seconds.
    pub seconds_per_game: Option<f64>,
    /// Whether no more games are needed.
    pub is_complete: bool,
    /// Whether it is complete only because this browser's part is played, while others are not.
    pub is_part: bool,
    /// Number of finished units in `results`; 0 if they have not been counted.
    pub counted: u64,
    /// Results between two engines: their places in the settings, wins, losses, draws, and pairs (LL, LD, WL, DD, WD, WW).
    pub results: Vec<[u64; 11]>,
}

impl Summary {
    fn set_results(&mut self, counted: u64, results: &[EncounterResult]) {
        if self.counted < counted {
            self.counted = counted;
            self.results = results.iter().map(to_row).collect();
        }
    }
}

/// Maximum number of results that a summary holds. Those of larger tournaments are counted when they are needed.
const MOST_RESULTS: usize = 1000;

fn to_row(EncounterResult { engines: [a, b], wdl, pairs }: &EncounterResult) -> [u64; 11] {
    let PairCounts { ll, ld, wl, dd, wd, ww } = pairs.unwrap_or_default();
    [*a as u64, *b as u64, wdl.wins, wdl.losses, wdl.draws, ll, ld, wl, dd, wd, ww]
}

fn to_result(&[a, b, wins, losses, draws, ll, ld, wl, dd, wd, ww]: &[u64; 11]) -> EncounterResult {
    EncounterResult {
        engines: [a as usize, b as usize],
        wdl: WdlCounts { wins, losses, draws },
        pairs: Some(PairCounts { ll, ld, wl, dd, wd, ww }),
    }
}

/// Returns the current standing of a match.
pub fn summary(match_progress: &MatchProgress) -> Summary {
    let snapshot = match_progress.snapshot();
    let results = match_progress.totals().results();
    let is_small = results.len() <= MOST_RESULTS;
    let sum = |value: fn(&EngineTotals) -> u64| snapshot.engines.iter().map(value).sum::<u64>() as f64;
    // Every game has two engines.
    let games = sum(|engine| engine.games) / 2.0;
    Summary {
        counted: if is_small { snapshot.finished_units as u64 } else { 0 },
        results: if is_small { results.iter().map(to_row).collect() } else { Vec::new() },
        games: snapshot.finished_games,
        total: snapshot.total_games,
        verdict: match_progress.verdict(),
        difference: snapshot
            .estimate
            .map(|estimate| estimate.elo)
            .filter(|_| match_progress.settings().engines.len() == 2),
        interval: snapshot.interval,
        llr: snapshot.llr.as_ref().map(|llr| llr.value),
        seconds_per_game: (games > 0.0).then(|| sum(|engine| engine.time_us) / games / 1e6),
        is_complete: snapshot.is_complete,
        is_part: snapshot.is_complete && !snapshot.is_over,
    }
}

#[cfg(test)]
mod tests {
    use tabia_arena::{EngineSettings, MatchSettings};

    use super::*;

    fn kept(games: usize) -> SavedMatch {
        let engine = |name: &str| EngineSettings { name: name.to_owned(), ..EngineSettings::default() };
        let settings =
            MatchSettings { engines: vec![engine("a"), engine("b")], games, ..MatchSettings::default() };
        let header = MatchHeader { id: "m".to_owned(), created_ms: 1, settings };
        SavedMatch { header, name: "a – b".to_owned(), workers: 1, ..SavedMatch::default() }
    }

    #[test]
    fn results_are_those_of_all_stored_units_or_none() {
        let result = EncounterResult {
            engines: [0, 1],
            wdl: WdlCounts { wins: 3, losses: 1, draws: 2 },
            pairs: Some(PairCounts { wl: 1, dd: 1, ww: 1, ..PairCounts::default() }),
        };
        let mut there = entry(&kept(8));
        there.units = 3;
        // Saved by an earlier version, which counted nothing.
        assert_eq!(SavedMatch::of(there.clone()).results(), None);
        SavedMatch::write_results(&mut there, 3, &[result]);
        assert_eq!(SavedMatch::of(there.clone()).results(), Some(vec![result]));
        // A late reader does not undo it, and a further unit makes it incomplete.
        SavedMatch::write_results(&mut there, 2, &[]);
        assert_eq!(SavedMatch::of(there.clone()).results(), Some(vec![result]));
        there.units = 4;
        let stale = SavedMatch::of(there);
        assert_eq!((stale.results(), stale.name.as_str()), (None, "a – b"));
    }

    fn entry(kept: &SavedMatch) -> MatchEntry {
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
        // Another tab has extended the match and played it to the end.
        let mut longer = kept(8);
        longer.summary = Summary { games: 8, total: 8, is_complete: true, ..Summary::default() };
        let mut there = entry(&longer);
        // This tab renames it.
        let mut mine = SavedMatch { name: "mine".to_owned(), workers: 2, ..base.clone() };
        mine.header.settings.event = "mine".to_owned();
        mine.summary.games = 4;
        mine.write(&base, &mut there);
        let now = SavedMatch::of(there);
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
        // An unchanged value is not a change.
        let mut there = entry(&kept(12));
        kept(4).write(&kept(4), &mut there);
        assert_eq!(there.header.settings.games, 12);
    }

    #[test]
    fn the_queue_has_an_order_and_another_tab_keeps_it() {
        let waiting =
            |name: &str, place: f64| SavedMatch { name: name.to_owned(), queued: Some(place), ..kept(4) };
        let matches = [waiting("second", 7.0), kept(4), waiting("first", 5.0)];
        let names: Vec<String> = queue(&matches).into_iter().map(|kept| kept.name).collect();
        assert_eq!(names, ["first", "second"]);
        // Two matches that are queued in the same millisecond, or by a clock that was put back.
        let last = |matches: &[SavedMatch], now_ms: f64| Some(last_place(matches, now_ms));
        assert_eq!([7.0, 3.0, 9.0].map(|now_ms| last(&matches, now_ms)), [8.0, 8.0, 9.0].map(Some));
        assert_eq!(last(&[kept(4)], 3.0), Some(3.0));
        let queue = [waiting("a", 1.0), waiting("b", 2.0), waiting("c", 4.0)];
        let moved = |from, is_up| moved_place(&queue, from, is_up);
        assert_eq!([0, 1, 2].map(|from| moved(from, true)), [None, Some(-999.0), Some(1.5)]);
        assert_eq!([0, 1, 2].map(|from| moved(from, false)), [Some(3.0), Some(1004.0), None]);
        // A tab that does not know that the match waits renames it; one that does takes it out.
        let mut there = entry(&waiting("a – b", 5.0));
        SavedMatch { name: "mine".to_owned(), ..kept(4) }.write(&kept(4), &mut there);
        assert_eq!(SavedMatch::of(there.clone()).queued, Some(5.0));
        kept(4).write(&waiting("a – b", 5.0), &mut there);
        assert_eq!(SavedMatch::of(there).queued, None);
    }

    #[test]
    fn an_entry_becomes_what_was_kept_again() {
        let mut one = kept(4);
        one.queued = Some(1.7e12);
        one.share = Share { part: 1, of: 3, from: 2 };
        one.is_running = true;
        assert_eq!(SavedMatch::of(entry(&one)), one);
    }
}
