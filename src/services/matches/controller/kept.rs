//! What is kept of a match in the browser, beside its finished units; and why a match is not to be had.

use serde::{Deserialize, Serialize};
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

    /// The entry for the store.
    pub fn entry(&self) -> MatchEntry {
        let Self { header, name, workers, share, is_running, summary } = self.clone();
        let Share { part, of, from } = share;
        let summary = serde_json::to_value(Beside { workers, part: [part, of], from, is_running, summary })
            .unwrap_or_default();
        MatchEntry { header, name, summary, updated_ms: 0.0, removed_ms: None, units: 0 }
    }
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
