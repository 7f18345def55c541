//! Runs over many games: begun, found again, read game by game.

use std::rc::Rc;

use tabia_pgn::Game;
use wasm_bindgen_futures::spawn_local;

use super::ReportService;
use crate::platform::random::unique_id;
use crate::platform::turns::next_turn;
use crate::services::reports::run::{Annotated, Run, RunSettings};

/// What the last run is called among the documents.
const RUN: &str = "report-run";

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
        let run = self.0.shelf.document::<Run>(RUN).await.map_err(|error| error.to_string())?;
        Ok(run.unwrap_or_default())
    }

    /// Reads the last run.
    pub fn find_run(&self) {
        let service = self.clone();
        spawn_local(async move {
            match service.0.shelf.document::<Run>(RUN).await {
                Ok(run) => {
                    let mut known = service.0.run.borrow_mut();
                    if known.is_none() {
                        *known = run.map(Rc::new);
                    }
                }
                Err(error) => return service.fault(error.to_string()),
            }
            service.changed();
        });
    }

    /// Begins a run, in place of the last one, whose reports are forgotten. Nothing happens, and `false` is returned, if none of the games
    /// is to be analysed.
    pub fn start_run(&self, settings: RunSettings, games: &[Game]) -> bool {
        let (run, reports) = Run::new(unique_id(), settings, games);
        if reports.is_empty() {
            return false;
        }
        self.forget_run();
        let run = Rc::new(run);
        self.0.run.replace(Some(Rc::clone(&run)));
        let service = self.clone();
        spawn_local(async move {
            if let Err(error) = service.0.shelf.put_document(RUN, &*run).await {
                service.fault(error.to_string());
            }
        });
        self.start_all(reports);
        self.changed();
        true
    }

    /// Forgets the last run and its reports.
    pub fn forget_run(&self) {
        let Some(run) = self.0.run.take() else { return };
        self.cancel_run(&run.id);
        let ids: Vec<String> = run.games.iter().map(|game| game.id.clone()).collect();
        let service = self.clone();
        spawn_local(async move {
            let removed = service.0.shelf.remove(&ids).await;
            let kept = service.0.shelf.put_document(RUN, &Run::default()).await;
            // A run that begins meanwhile is kept behind this one.
            if let Some(run) = service.run() {
                let _ = service.0.shelf.put_document(RUN, &*run).await;
            }
            if let Err(error) = removed.and(kept) {
                service.fault(error.to_string());
            }
        });
        self.changed();
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
