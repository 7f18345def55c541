//! Recent games, names and labels.

use super::GameOpener;
use crate::apps::analysis::strings;
use crate::components::toasts::{Offer, ToastAction, Tone};
use crate::services::games::recent::{self, RecentItem, RemovedItem};
use crate::storage::games::GameEntry;
use crate::storage::{StoreError, device};
use std::collections::BTreeMap;
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

impl GameOpener {
    /// Returns what was on the board before, newest first.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn recent(&self) -> Result<Vec<RecentItem>, StoreError> {
        recent::list(self.autosave().database(), self.repository()).await
    }

    /// Returns the labels in use.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn labels(&self) -> Result<BTreeMap<String, usize>, StoreError> {
        self.repository().games().labels().await
    }

    /// Sets the name and labels of the current game. Also asks the browser for persistent storage, because the user evidently cares about
    /// the game.
    ///
    /// # Errors
    /// If they cannot be saved.
    pub async fn name_game(&self, name: String, labels: Vec<String>) -> Result<(), StoreError> {
        // Must be requested while handling the click.
        device::ask_to_persist();
        let Some(entry) = self.autosave().shown_entry() else { return Ok(()) };
        let change = |entry: &mut GameEntry| {
            entry.name.clone_from(&name);
            entry.labels.clone_from(&labels);
            entry.is_copy = false;
        };
        self.repository().change(&entry.id, change).await?;
        self.autosave().rename(&entry.id, &name, &labels);
        Ok(())
    }

    /// Deletes an item from the list of recent games; a message offers to undo that.
    pub fn remove_item(&self, item: RecentItem) {
        let opener = self.clone();
        spawn_local(async move {
            match recent::remove(opener.autosave().database(), opener.repository(), &item).await {
                Ok(removed) => opener.offer_back(removed),
                Err(error) => opener.fault(strings::not_deleted(), &error),
            }
        });
    }

    fn offer_back(&self, removed: RemovedItem) {
        let opener = self.clone();
        let action = Callback::from(move |()| {
            let (opener, removed) = (opener.clone(), removed.clone());
            spawn_local(async move {
                let result =
                    recent::restore(opener.autosave().database(), opener.repository(), removed).await;
                if let Err(error) = result {
                    opener.fault(strings::not_restored(), &error);
                }
            });
        });
        self.toasts.dispatch(ToastAction::Show(
            Tone::News,
            strings::deleted().to_owned(),
            String::new(),
            Some(Offer { label: strings::undo(), action }),
        ));
    }
}
