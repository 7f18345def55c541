//! Merging results of one match from several browsers or computers.

use thiserror::Error;

use super::{MatchProgress, PairError};
use crate::match_file::{MatchFile, MatchHeader};
use crate::stored_game::{PairRecord, StoredGameError};

/// Result of checking a merge. Nothing has changed yet: store the new units, then pass them to
/// [`MatchProgress::finish_all`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergePlan {
    /// Indices of the new units in the file, each unit once.
    pub new: Vec<usize>,
    /// The number of units in the file that are already known, with the same games.
    pub known: usize,
    /// The games per encounter that the match has to be extended to (see [`MatchProgress::extend`]), if the new
    /// units need more than it has.
    pub extend_to: Option<usize>,
}

/// Reason why results cannot be merged.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MergeError {
    /// The file belongs to another match.
    #[error("these are results of another match: its id is {found}, not {expected}")]
    Id {
        /// The id in the file.
        found: String,
        /// The id of this match.
        expected: String,
    },
    /// The same match with different settings: how the file differs from this match
    /// ([`MatchSettings::differences`](crate::settings::MatchSettings::differences)).
    #[error("the settings differ although the match is the same: one of the files was changed: {}", .0.join("; "))]
    Settings(Vec<String>),
    /// A unit that does not fit, or that was played twice with different games.
    #[error(transparent)]
    Unit(#[from] PairError),
    /// A game that cannot be replayed.
    #[error("unit {unit}, game {game}: {error}")]
    Game {
        /// The unit's number.
        unit: usize,
        /// The index of the game in it, from 1.
        game: usize,
        /// The error.
        error: StoredGameError,
    },
}

/// A trial merge that checks units one by one, so that a page stays responsive. The match itself does not
/// change.
#[derive(Clone, Debug)]
pub struct Merging {
    /// A copy of the match with the units so far. It knows them, but does not count them.
    merged: MatchProgress,
    plan: MergePlan,
}

impl Merging {
    /// Starts a merge of a file with this header into `match_progress`.
    ///
    /// # Errors
    /// If `header` belongs to another match.
    pub fn new(match_progress: &MatchProgress, header: &MatchHeader) -> Result<Self, MergeError> {
        let extend_to = match_progress.check_header(header)?;
        let mut merged = match_progress.clone();
        if let Some(games) = extend_to {
            // Fails only if both have the same number of games per round, and then there is nothing to
            // extend.
            let _ = merged.extend(games);
        }
        Ok(Self { merged, plan: MergePlan { extend_to, ..MergePlan::default() } })
    }

    /// Checks the next unit by replaying its games; `place` is its index in the file.
    ///
    /// # Errors
    /// If the unit cannot be merged.
    pub fn check(&mut self, place: usize, record: &PairRecord) -> Result<(), MergeError> {
        let Some((unit, digest)) = self.merged.is_new(record)? else {
            self.plan.known += 1;
            return Ok(());
        };
        for (index, game) in record.games.iter().enumerate() {
            let error = |error| MergeError::Game { unit: record.unit, game: index + 1, error };
            game.record().map_err(error)?;
        }
        self.merged.insert(&unit, record, digest);
        self.plan.new.push(place);
        Ok(())
    }

    /// Returns the id and settings of the match, including any extension by these units.
    pub fn header(&self) -> &MatchHeader {
        self.merged.header()
    }

    /// Returns the plan for the units checked so far.
    pub fn into_plan(self) -> MergePlan {
        self.plan
    }
}

impl MatchProgress {
    /// Checks that a file belongs to this match and that every unit fits, replaying all games. A merge is all
    /// or nothing.
    ///
    /// # Errors
    /// If the file cannot be merged.
    pub fn plan_merge(&self, file: &MatchFile) -> Result<MergePlan, MergeError> {
        let mut merging = Merging::new(self, &file.header)?;
        for (place, record) in file.units.iter().enumerate() {
            merging.check(place, record)?;
        }
        Ok(merging.into_plan())
    }

    /// Checks that a header belongs to this match. Returns the games per encounter to extend to, if the other
    /// match is longer.
    fn check_header(&self, header: &MatchHeader) -> Result<Option<usize>, MergeError> {
        if header.id != self.id() {
            return Err(MergeError::Id { found: header.id.clone(), expected: self.id().to_owned() });
        }
        if !self.settings().same_games(&header.settings) {
            return Err(MergeError::Settings(self.settings().differences(&header.settings)));
        }
        let games =
            |settings: &crate::settings::MatchSettings| settings.games.saturating_mul(settings.rounds);
        let (here, there) = (games(self.settings()), games(&header.settings));
        Ok((there > here).then_some(there))
    }
}
