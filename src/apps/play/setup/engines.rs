//! Engines to choose from.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::services::catalogue::{EngineList, news};
use crate::state::play_form::EngineChoice;
use crate::storage::Database;

/// Available engines; `None` until they have been read.
pub type EngineChoices = Option<Rc<Vec<EngineChoice>>>;

/// Returns the engines of the catalogue, read on first use.
#[hook]
pub fn use_engines(is_wanted: bool) -> EngineChoices {
    let engines = use_state_eq(|| None::<Rc<Vec<EngineChoice>>>);
    use_effect_with(is_wanted, {
        let engines = engines.clone();
        move |is_wanted| {
            if *is_wanted && engines.is_none() {
                spawn_local(read(engines.setter()));
            }
        }
    });
    // Another page or tab may change the list.
    use_effect_with(is_wanted, {
        let engines = engines.setter();
        move |is_wanted| {
            let news = is_wanted.then(|| news::listen(move || spawn_local(read(engines.clone()))));
            move || drop(news)
        }
    });
    (*engines).clone()
}

/// Reads the list.
async fn read(engines: UseStateSetter<EngineChoices>) {
    let entries = EngineList::of_page(Database::of_page()).list().await.unwrap_or_default();
    let choices = entries.into_iter().map(|entry| EngineChoice { id: entry.id, name: entry.name });
    engines.set(Some(Rc::new(choices.collect())));
}
