//! The list of recent games, and names and labels.

use super::Desk;
use crate::apps::analysis::strings;
use crate::components::toasts::{Offer, ToastAction, Tone};
use crate::services::games::recent::{self, RecentItem, RemovedItem};
use crate::storage::games::GameEntry;
use crate::storage::{StoreError, device};
use std::collections::BTreeMap;
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

impl Desk {
    /// What was on the board before, newest first.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn recent(&self) -> Result<Vec<RecentItem>, StoreError> {
        recent::list(self.keeper().database(), self.shelf()).await
    }

    /// The labels in use.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn labels(&self) -> Result<BTreeMap<String, usize>, StoreError> {
        self.shelf().games().labels().await
    }

    /// Gives the game on the board a name and labels, and asks the browser not to clear what is kept: somebody cares for it.
    ///
    /// # Errors
    /// When they cannot be kept.
    pub async fn name_game(&self, name: String, labels: Vec<String>) -> Result<(), StoreError> {
        // Asked for within the press of the button.
        device::ask_to_persist();
        let Some(entry) = self.keeper().shown_entry() else { return Ok(()) };
        let change = |entry: &mut GameEntry| {
            entry.name.clone_from(&name);
            entry.labels.clone_from(&labels);
            entry.is_copy = false;
        };
        self.shelf().change(&entry.id, change).await?;
        self.keeper().rename(&entry.id, &name, &labels);
        Ok(())
    }

    /// Deletes something from the list of recent games; a message offers to undo that.
    pub fn remove_item(&self, item: RecentItem) {
        let desk = self.clone();
        spawn_local(async move {
            match recent::remove(desk.keeper().database(), desk.shelf(), &item).await {
                Ok(removed) => desk.offer_back(removed),
                Err(error) => desk.fault(strings::NOT_DELETED, &error),
            }
        });
    }

    fn offer_back(&self, removed: RemovedItem) {
        let desk = self.clone();
        let action = Callback::from(move |()| {
            let (desk, removed) = (desk.clone(), removed.clone());
            spawn_local(async move {
                let result = recent::restore(desk.keeper().database(), desk.shelf(), removed).await;
                if let Err(error) = result {
                    desk.fault(strings::NOT_RESTORED, &error);
                }
            });
        });
        self.toasts.dispatch(ToastAction::Show(
            Tone::News,
            strings::DELETED.to_owned(),
            String::new(),
            Some(Offer { label: strings::UNDO, action }),
        ));
    }
}
