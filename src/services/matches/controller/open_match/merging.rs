//! Merges results from other browsers into a match, without blocking the page.

use tabia_arena::{ExtendError, MatchHeader, MatchProgress, MergePlan, PairError, PairRecord};

use super::OpenMatch;
use crate::language::tr;
use crate::platform::turns::next_turn;
use crate::storage::StoreError;

/// Number of units stored in one transaction, and then counted.
const BATCH: usize = 100;

/// Reason why results were not, or not fully, merged.
#[derive(Debug, thiserror::Error)]
pub enum MergingError {
    /// The match was closed in the meantime.
    #[error("{}", tr!("the match was closed"))]
    Closed,
    /// Database error. Units merged earlier stay.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The match cannot be that long.
    #[error(transparent)]
    Extend(#[from] ExtendError),
    /// A verified unit no longer fits because its games were played in the meantime.
    #[error(transparent)]
    Unit(#[from] PairError),
}

impl OpenMatch {
    /// Merges the new results found by [`MatchProgress::plan_merge`] or [`Merging`](tabia_arena::Merging): `units` are those of the plan, and
    /// `header` is the match header with them. Units are stored and counted in batches, the first together with the longer header, so an
    /// interruption leaves the match consistent; merging the same file again adds the rest.
    ///
    /// # Errors
    /// If not everything could be merged.
    pub async fn merge(
        &self,
        plan: &MergePlan,
        header: &MatchHeader,
        units: &[PairRecord],
    ) -> Result<(), MergingError> {
        let taken = self.merge_all(plan, header, units).await;
        self.has_changed();
        taken
    }

    async fn merge_all(
        &self,
        plan: &MergePlan,
        header: &MatchHeader,
        units: &[PairRecord],
    ) -> Result<(), MergingError> {
        let (first, rest) = units.split_at(units.len().min(BATCH));
        self.0.match_library.put_merged(first, header).await?;
        self.count(plan.extend_to, first)?;
        for batch in rest.chunks(BATCH) {
            next_turn().await;
            self.0.match_library.put_merged(batch, header).await?;
            self.count(None, batch)?;
        }
        Ok(())
    }

    fn count(&self, extend_to: Option<usize>, units: &[PairRecord]) -> Result<(), MergingError> {
        let take = |match_progress: &mut MatchProgress| -> Result<(), MergingError> {
            let settings = match_progress.settings();
            let games = settings.games.saturating_mul(settings.rounds);
            // The match may have been extended while the file was read.
            if let Some(longer) = extend_to.filter(|longer| *longer > games) {
                match_progress.extend(longer)?;
            }
            match_progress.finish_all(units)?;
            Ok(())
        };
        self.change_quietly(take).ok_or(MergingError::Closed)?
    }
}
