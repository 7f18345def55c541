//! Batch runs over many games: starting, finding, reading game by game.

use std::rc::Rc;

use tabia_pgn::Game;
use wasm_bindgen_futures::spawn_local;

use super::{ReportService, busy};
use crate::language::tr;
use crate::platform::random::unique_id;
use crate::platform::turns::next_turn;
use crate::services::reports::run::{Annotated, BatchRun, RunSettings};

impl ReportService {
    /// Returns the last batch run, once [`find_run`](Self::find_run) has read it.
    pub fn run(&self) -> Option<Rc<BatchRun>> {
        self.0.run.borrow().clone()
    }

    /// Reads the last stored batch run; an empty one if there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn last_run(&self) -> Result<BatchRun, String> {
        self.0.repository.run().await.map_err(|error| error.to_string())
    }

    /// Reads the last run, and follows the progress made by another tab.
    pub fn find_run(&self) {
        let service = self.clone();
        spawn_local(async move {
            match service.read_run().await {
                Ok(()) => service.follow(),
                Err(error) => service.fault(error),
            }
        });
    }

    pub(super) async fn read_run(&self) -> Result<(), String> {
        let before = self.run();
        let kept = self.last_run().await?;
        // One started here in the meantime is newer.
        if self.run() == before && before.as_deref() != Some(&kept) {
            self.0.run.replace(Some(Rc::new(kept)));
            self.changed();
        }
        Ok(())
    }

    /// Starts a run, replacing the last one seen here and deleting its reports. Returns whether any of the games is to be analysed;
    /// otherwise nothing happens.
    ///
    /// # Errors
    /// When another tab is making reports or has started another run, or the run cannot be stored. Nothing is deleted then.
    pub async fn start_run(&self, settings: RunSettings, games: &[Game]) -> Result<bool, String> {
        let (run, reports) = BatchRun::new(unique_id(), settings, games);
        if reports.is_empty() {
            return Ok(false);
        }
        let _work = self.claim_for_change().await.ok_or_else(|| busy().to_owned())?;
        if self.run().is_none() {
            self.read_run().await?;
        }
        let last = self.run().map(|run| run.id.clone()).unwrap_or_default();
        let kept =
            self.0.repository.replace_run(&last, &run, &reports).await.map_err(|error| error.to_string())?;
        self.cancel_run(&last);
        let is_begun = kept.id == run.id;
        self.0.run.replace(Some(Rc::new(kept)));
        self.changed();
        if !is_begun {
            return Err(tr!("another tab has started another run: look at its results first").to_owned());
        }
        self.line_up(reports);
        Ok(true)
    }

    /// Deletes the last run seen here, and its reports. One that another tab has started since stays, and is shown.
    pub fn forget_run(&self) {
        let Some(run) = self.run() else { return };
        let service = self.clone();
        spawn_local(async move {
            if let Err(reason) = service.forget_now(&run).await {
                service.fault(reason);
            }
        });
    }

    async fn forget_now(&self, run: &BatchRun) -> Result<(), String> {
        let left = self.0.repository.queue().await.map_err(|error| error.to_string())?;
        let is_unfinished = left.waiting.iter().any(|waiting| waiting.run == run.id);
        // A tab that is making its reports would carry on with them.
        let _work = match self.claim_for_change().await {
            None if is_unfinished => return Err(busy().to_owned()),
            work => work,
        };
        let kept = self.0.repository.replace_run(&run.id, &BatchRun::default(), &[]).await;
        let kept = kept.map_err(|error| error.to_string())?;
        self.cancel_run(&run.id);
        self.0.run.replace(Some(Rc::new(kept)));
        self.changed();
        Ok(())
    }

    /// Returns the finished games of the last run, annotated one by one so that the page stays responsive.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub async fn annotated(&self, run: &BatchRun) -> Result<Vec<Annotated>, String> {
        let mut games = Vec::new();
        for game in &run.games {
            if let Some(annotated) = self.annotated_game(run, &game.id).await? {
                games.push(annotated);
            }
            next_turn().await;
        }
        Ok(games)
    }

    /// Returns a game of the last run, annotated; `None` if its report is not finished.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn annotated_game(&self, run: &BatchRun, id: &str) -> Result<Option<Annotated>, String> {
        let kept = self.0.repository.get(id).await.map_err(|error| error.to_string())?;
        let kept = kept.filter(|kept| kept.is_done);
        Ok(kept.and_then(|kept| Annotated::new(&kept, run.settings.margin)))
    }
}
