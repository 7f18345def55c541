//! The engines that can be chosen.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::services::catalogue::Catalogue;
use crate::state::play_form::EngineChoice;
use crate::storage::Database;

/// What is known of the engines: `None` until they were read.
pub type Engines = Option<Rc<Vec<EngineChoice>>>;

/// The engines of the catalogue, read when they are first wanted.
#[hook]
pub fn use_engines(is_wanted: bool) -> Engines {
    let engines = use_state_eq(|| None::<Rc<Vec<EngineChoice>>>);
    use_effect_with(is_wanted, {
        let engines = engines.clone();
        move |is_wanted| {
            if *is_wanted && engines.is_none() {
                spawn_local(async move {
                    let entries = Catalogue::of_page(Database::of_page()).list().await.unwrap_or_default();
                    let choices =
                        entries.into_iter().map(|entry| EngineChoice { id: entry.id, name: entry.name });
                    engines.set(Some(Rc::new(choices.collect())));
                });
            }
        }
    });
    (*engines).clone()
}
