//! Merging what several browsers or computers played of one match.

use thiserror::Error;

use super::{LabMatch, UnitError, digest};
use crate::match_file::{MatchFile, MatchHeader};
use crate::stored_game::StoredGameError;

/// What merging a file would add. Nothing has changed yet: store the new units, then pass them to
/// [`LabMatch::finish_all`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergePlan {
    /// Indices of the new units in the file, each unit once.
    pub new: Vec<usize>,
    /// How many units of the file are already known, with the same games.
    pub known: usize,
    /// How many games per encounter the match needs for them (see [`LabMatch::extend`]), if more than it has
    /// now.
    pub extend_to: Option<usize>,
}

/// Why results cannot be merged.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MergeError {
    /// The file belongs to another match.
    #[error("these are results of another match: its id is {found}, not {expected}")]
    Id {
        /// The file's.
        found: String,
        /// This match's.
        expected: String,
    },
    /// The same match with different settings.
    #[error("the settings differ, although the match is the same: one of the files was changed")]
    Settings,
    /// A unit that does not fit, or that was played twice with different games.
    #[error(transparent)]
    Unit(#[from] UnitError),
    /// A game that cannot be replayed.
    #[error("unit {unit}, game {game}: {error}")]
    Game {
        /// The unit's number.
        unit: usize,
        /// The index of the game in it, from 1.
        game: usize,
        /// What is wrong.
        error: StoredGameError,
    },
}

impl LabMatch {
    /// Checks that a file belongs to this match and that everything in it fits: every game is replayed.
    /// Either everything is merged or nothing.
    ///
    /// # Errors
    /// Why it cannot be merged.
    pub fn plan_merge(&self, file: &MatchFile) -> Result<MergePlan, MergeError> {
        let extend_to = self.check_header(&file.header)?;
        let mut longer = self.clone();
        if let Some(games) = extend_to {
            // Fails only if both have the same games per round, and then there is nothing to extend.
            let _ = longer.extend(games);
        }
        let mut plan = MergePlan { extend_to, ..MergePlan::default() };
        let mut seen = std::collections::BTreeMap::new();
        for (place, record) in file.units.iter().enumerate() {
            longer.check(record)?;
            let digest = digest(record);
            let known = self.units.get(&record.unit).map(|unit| unit.digest);
            match known.or_else(|| seen.get(&record.unit).copied()) {
                Some(known) if known == digest => plan.known += 1,
                Some(_) => return Err(UnitError::Conflict(record.unit).into()),
                None => {
                    for (index, game) in record.games.iter().enumerate() {
                        let error = |error| MergeError::Game { unit: record.unit, game: index + 1, error };
                        game.record().map_err(error)?;
                    }
                    seen.insert(record.unit, digest);
                    plan.new.push(place);
                }
            }
        }
        Ok(plan)
    }

    /// Whether a header belongs to this match; returns what the match has to be extended to, if the other is
    /// longer.
    fn check_header(&self, header: &MatchHeader) -> Result<Option<usize>, MergeError> {
        if header.id != self.id() {
            return Err(MergeError::Id { found: header.id.clone(), expected: self.id().to_owned() });
        }
        if !self.settings().same_games(&header.settings) {
            return Err(MergeError::Settings);
        }
        let games =
            |settings: &crate::settings::MatchSettings| settings.games.saturating_mul(settings.rounds);
        let (here, there) = (games(self.settings()), games(&header.settings));
        Ok((there > here).then_some(there))
    }
}
