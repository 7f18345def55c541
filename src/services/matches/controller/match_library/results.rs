//! Results of all stored matches, for the rating list.

use tabia_arena::RatingPool;

use super::{ControllerEvent, MatchLibrary};
use crate::platform::turns::next_turn;
use crate::services::matches::controller::saved_match::SavedMatch;
use crate::storage::StoreError;
use crate::storage::matches::PairPage;

/// Number of units read from the store at a time.
const BATCH: usize = 64;

impl MatchLibrary {
    /// Counts the results of a match from its stored units, and saves them with the match: for matches saved by an
    /// earlier version, or last written by a page that ended at once.
    ///
    /// # Errors
    /// If the units cannot be read.
    pub async fn count_results(&self, id: &str) -> Result<(), StoreError> {
        let Some(kept) = self.kept(id) else { return Ok(()) };
        let engines: Vec<usize> = (0..kept.header.settings.engines.len()).collect();
        let mut pool = RatingPool::default();
        let (mut after, mut counted) = (None, 0);
        loop {
            let PairPage { units, damaged } = self.0.store.page(id, after, BATCH).await?;
            counted += (units.len() + damaged.len()) as u64;
            for unit in &units {
                // What does not belong to the match does not count.
                pool.add_pair(&kept.header, &engines, unit);
            }
            let Some(last) = units.last() else { break };
            after = Some(last.unit);
            next_turn().await;
        }
        let results = pool.results();
        let saved =
            self.0.store.update(id, |entry| SavedMatch::write_results(entry, counted, &results)).await;
        // If they cannot be saved, they are counted again on the next visit.
        self.note(&saved.map_or_else(|_| kept.with_results(counted, &results), SavedMatch::of));
        self.emit(ControllerEvent::Matches);
        Ok(())
    }
}
