//! Beginning a match.

use super::context::LabContext;
use super::navigation::go;
use super::setup::Wish;
use super::{form_store, strings};
use crate::apps::lab::error::LabError;
use crate::services::matches::controller::{MatchController, new_header};
use crate::services::matches::service::MatchService;
use crate::state::lab::draft::DraftAction;
use crate::state::lab::engine::{most_threads, usual_workers};
use crate::state::route::Route;
use tabia_arena::{MatchSettings, Share};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// How many games at a time are usual for a match on this machine.
pub fn usual_workers_of(settings: &MatchSettings) -> usize {
    let threads = most_threads(settings.engines.iter().map(|engine| engine.options.as_slice()));
    usual_workers(MatchService::processors(), threads)
}

/// Begins matches; says whether one is being prepared.
#[hook]
pub fn use_start(context: &LabContext) -> (bool, Callback<Wish>) {
    let is_starting = use_state_eq(|| false);
    let (context, setter) = (context.clone(), is_starting.setter());
    let on_start = Callback::from(move |wish: Wish| {
        let (context, setter) = (context.clone(), setter.clone());
        setter.set(true);
        spawn_local(async move {
            match begin(&context.controller, wish).await {
                // The next match has other openings, unless a seed was typed.
                Ok(()) => context.draft.dispatch(DraftAction::Seed(form_store::random_seed())),
                Err(reason) => context.fault(strings::THE_MATCH_WAS_NOT_STARTED, &reason.to_string()),
            }
            setter.set(false);
        });
    });
    (*is_starting, on_start)
}

/// Makes a match, shows it and plays it.
async fn begin(controller: &MatchController, wish: Wish) -> Result<(), LabError> {
    let open = controller.create(new_header(wish.settings), wish.workers, Share::WHOLE).await;
    let open = open?;
    go(&Route::Lab(Some(open.id())));
    // A browser that may clear what is kept is asked not to. The match does not wait for what the user answers.
    crate::storage::device::ask_to_persist();
    Ok(controller.play(&open).await?)
}
