//! Results of other browsers, taken into a match while the page goes on.

use tabia_arena::{ExtendError, LabMatch, MatchHeader, MergePlan, UnitError, UnitRecord};

use super::OpenMatch;
use crate::platform::turns::next_turn;
use crate::storage::StoreError;

/// So many units are stored in one transaction, and then counted.
const BATCH: usize = 100;

/// Why results were not taken in, or not all of them.
#[derive(Debug, thiserror::Error)]
pub enum MergingError {
    /// The match was closed meanwhile.
    #[error("the match was closed")]
    Closed,
    /// The database. What was taken in before is kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The match cannot be so long.
    #[error(transparent)]
    Extend(#[from] ExtendError),
    /// A unit that was checked does not fit any more: its games were played meanwhile.
    #[error(transparent)]
    Unit(#[from] UnitError),
}

impl OpenMatch {
    /// Takes in what [`LabMatch::plan_merge`] or [`Merging`](tabia_arena::Merging) has found to be new: `units` are those of the plan,
    /// `header` is that of the match with them. They are stored and counted some at a time, the longer header with the first, so that
    /// whatever happens in between the match is whole; the same file can be merged again for the rest.
    ///
    /// # Errors
    /// Why not all of it was taken in.
    pub async fn merge(
        &self,
        plan: &MergePlan,
        header: &MatchHeader,
        units: &[UnitRecord],
    ) -> Result<(), MergingError> {
        let taken = self.merge_all(plan, header, units).await;
        self.has_changed();
        taken
    }

    async fn merge_all(
        &self,
        plan: &MergePlan,
        header: &MatchHeader,
        units: &[UnitRecord],
    ) -> Result<(), MergingError> {
        let (first, rest) = units.split_at(units.len().min(BATCH));
        self.0.workspace.put_merged(first, header).await?;
        self.count(plan.extend_to, first)?;
        for batch in rest.chunks(BATCH) {
            next_turn().await;
            self.0.workspace.put_merged(batch, header).await?;
            self.count(None, batch)?;
        }
        Ok(())
    }

    fn count(&self, extend_to: Option<usize>, units: &[UnitRecord]) -> Result<(), MergingError> {
        let take = |lab_match: &mut LabMatch| -> Result<(), MergingError> {
            let settings = lab_match.settings();
            let games = settings.games.saturating_mul(settings.rounds);
            // Somebody may have made it longer while the file was read.
            if let Some(longer) = extend_to.filter(|longer| *longer > games) {
                lab_match.extend(longer)?;
            }
            lab_match.finish_all(units)?;
            Ok(())
        };
        self.change_quietly(take).ok_or(MergingError::Closed)?
    }
}
