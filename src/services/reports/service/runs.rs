//! Runs over many games: begun, found again, read game by game.

use std::rc::Rc;

use tabia_pgn::Game;
use wasm_bindgen_futures::spawn_local;

use super::{BUSY, ReportService};
use crate::platform::random::unique_id;
use crate::platform::turns::next_turn;
use crate::services::reports::run::{Annotated, Run, RunSettings};

/// Why a run was not begun, as the user is told it.
const ANOTHER_RUN: &str = "another tab has begun another run meanwhile: look at its results first";

impl ReportService {
    /// The last run over many games, once [`find_run`](Self::find_run) has read it.
    pub fn run(&self) -> Option<Rc<Run>> {
        self.0.run.borrow().clone()
    }

    /// The last run over many games as it is kept; an empty one if there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn last_run(&self) -> Result<Run, String> {
        self.0.shelf.run().await.map_err(|error| error.to_string())
    }

    /// Reads the last run, and follows what another tab makes of it.
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
        // One that was begun here meanwhile is newer.
        if self.run() == before && before.as_deref() != Some(&kept) {
            self.0.run.replace(Some(Rc::new(kept)));
            self.changed();
        }
        Ok(())
    }

    /// Begins a run, in place of the last one that was seen here, whose reports are forgotten. Returns whether any of the games is to be
    /// analysed; nothing happens otherwise.
    ///
    /// # Errors
    /// When another tab makes reports, or has begun another run, or the run cannot be kept. Nothing is forgotten then.
    pub async fn start_run(&self, settings: RunSettings, games: &[Game]) -> Result<bool, String> {
        let (run, reports) = Run::new(unique_id(), settings, games);
        if reports.is_empty() {
            return Ok(false);
        }
        let _work = self.claim_for_change().await.ok_or_else(|| BUSY.to_owned())?;
        if self.run().is_none() {
            self.read_run().await?;
        }
        let last = self.run().map(|run| run.id.clone()).unwrap_or_default();
        let kept =
            self.0.shelf.replace_run(&last, &run, &reports).await.map_err(|error| error.to_string())?;
        self.cancel_run(&last);
        let is_begun = kept.id == run.id;
        self.0.run.replace(Some(Rc::new(kept)));
        self.changed();
        if !is_begun {
            return Err(ANOTHER_RUN.to_owned());
        }
        self.line_up(reports);
        Ok(true)
    }

    /// Forgets the last run that was seen here, and its reports. One that another tab has begun since stays, and is shown.
    pub fn forget_run(&self) {
        let Some(run) = self.run() else { return };
        let service = self.clone();
        spawn_local(async move {
            if let Err(reason) = service.forget_now(&run).await {
                service.fault(reason);
            }
        });
    }

    async fn forget_now(&self, run: &Run) -> Result<(), String> {
        let left = self.0.shelf.queue().await.map_err(|error| error.to_string())?;
        let is_unfinished = left.waiting.iter().any(|waiting| waiting.run == run.id);
        // Another tab that makes its reports would go on with them.
        let _work = match self.claim_for_change().await {
            None if is_unfinished => return Err(BUSY.to_owned()),
            work => work,
        };
        let kept = self.0.shelf.replace_run(&run.id, &Run::default(), &[]).await;
        let kept = kept.map_err(|error| error.to_string())?;
        self.cancel_run(&run.id);
        self.0.run.replace(Some(Rc::new(kept)));
        self.changed();
        Ok(())
    }

    /// The finished games of the last run, annotated; the page goes on meanwhile. Called with each of them in turn.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub async fn annotated(&self, run: &Run) -> Result<Vec<Annotated>, String> {
        let mut games = Vec::new();
        for game in &run.games {
            if let Some(annotated) = self.annotated_game(run, &game.id).await? {
                games.push(annotated);
            }
            next_turn().await;
        }
        Ok(games)
    }

    /// A game of the last run, annotated; `None` if its report is not finished.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn annotated_game(&self, run: &Run, id: &str) -> Result<Option<Annotated>, String> {
        let kept = self.0.shelf.get(id).await.map_err(|error| error.to_string())?;
        let kept = kept.filter(|kept| kept.is_done);
        Ok(kept.and_then(|kept| Annotated::new(&kept, run.settings.margin)))
    }
}
