//! Sends the user's own games to the worker before requests about them.

use std::collections::HashMap;

use futures::FutureExt;
use js_sys::Date;
use tabia_worker::library::messages::{LibraryRequest, OwnChange};

use super::super::error::LibraryError;
use super::super::own::SyncWork;
use super::LibraryService;
use crate::platform::observable::Observe;
use crate::services::games::repository::{GameRepository, GameRepositoryEvent};
use crate::storage::StoreError;
use crate::storage::games::GameEntry;

/// Number of games sent at once.
const BATCH: usize = 500;

impl LibraryService {
    /// Sends the worker what it lacks of the user's own games. `is_patient`: it may lack recent changes.
    pub(super) async fn feed_own(&self, is_patient: bool) -> Result<(), LibraryError> {
        self.follow_repository();
        // One at a time: later callers wait and check again.
        loop {
            let present = self.0.feeding.borrow().clone();
            let Some(feeding) = present else { break };
            feeding.await?;
        }
        let generation = self.0.client.generation();
        let work = self.0.own.borrow().work(generation, Date::now(), is_patient);
        if work == SyncWork::Nothing {
            return Ok(());
        }
        self.0.own.borrow_mut().begin(generation, Date::now());
        let service = self.clone();
        let feeding = async move {
            let result = service.give(work).await;
            if result.is_err() {
                service.0.own.borrow_mut().fail();
            }
            service.0.feeding.borrow_mut().take();
            result
        };
        let feeding = feeding.boxed_local().shared();
        self.0.feeding.replace(Some(feeding.clone()));
        feeding.await
    }

    async fn give(&self, work: SyncWork) -> Result<(), LibraryError> {
        match work {
            SyncWork::Nothing => Ok(()),
            SyncWork::All => self.give_all().await,
            SyncWork::Some(ids) => self.give_some(&ids).await,
        }
    }

    async fn give_all(&self) -> Result<(), LibraryError> {
        let repository = GameRepository::of_page();
        let entries = repository.games().list().await?;
        let entries: HashMap<String, GameEntry> =
            entries.into_iter().map(|entry| (entry.id.clone(), entry)).collect();
        self.ask(LibraryRequest::Own { is_reset: true, changes: Vec::new() }).await?;
        let mut after: Option<String> = None;
        loop {
            let texts = repository.games().texts(after.as_deref(), BATCH).await?;
            let Some((last, _)) = texts.last() else { return Ok(()) };
            after = Some(last.clone());
            let change = |(id, pgn): (String, String)| {
                // A game may have been saved since the entries were read; another change follows.
                let entry = entries.get(&id).cloned().unwrap_or_default();
                change_of(GameEntry { id, ..entry }, pgn)
            };
            // Copies of games stored elsewhere would be found twice.
            let changes = texts.into_iter().map(change).filter(|change| change.pgn.is_some()).collect();
            self.ask(LibraryRequest::Own { is_reset: false, changes }).await?;
        }
    }

    async fn give_some(&self, ids: &[String]) -> Result<(), LibraryError> {
        let repository = GameRepository::of_page();
        let mut changes = Vec::with_capacity(ids.len());
        for id in ids {
            changes.push(match repository.games().get(id).await {
                Ok(game) => change_of(game.entry, game.pgn),
                Err(StoreError::Missing { .. }) => OwnChange { id: id.clone(), ..OwnChange::default() },
                Err(error) => return Err(error.into()),
            });
        }
        self.ask(LibraryRequest::Own { is_reset: false, changes }).await.map(|_| ())
    }

    /// Listens to changes of the user's own games, from the first request about them.
    fn follow_repository(&self) {
        if self.0.repository_events.borrow().is_some() {
            return;
        }
        let weak = std::rc::Rc::downgrade(&self.0);
        let subscription = GameRepository::of_page().subscribe(move |event| {
            let Some(inner) = weak.upgrade() else { return };
            let mut own = inner.own.borrow_mut();
            match event {
                GameRepositoryEvent::Saved(entry) => own.changed(entry.id.clone()),
                GameRepositoryEvent::Removed(ids) => ids.iter().for_each(|id| own.changed(id.clone())),
                GameRepositoryEvent::Many => own.any_changed(),
            }
        });
        self.0.repository_events.replace(Some(subscription));
    }
}

/// Returns the change that adds a game; a copy of a game stored elsewhere is not one of the user's own.
fn change_of(entry: GameEntry, pgn: String) -> OwnChange {
    let GameEntry { id, created_ms: added_ms, date, is_copy, .. } = entry;
    OwnChange { id, added_ms, date, pgn: Some(pgn).filter(|_| !is_copy) }
}
