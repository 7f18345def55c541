//! Starting and resuming matches.

use super::context::LabContext;
use super::navigation::go;
use super::setup::MatchRequest;
use super::waiting::WaitingMatch;
use super::{form_store, strings};
use crate::apps::lab::error::LabError;
use crate::components::question::Question;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::services::matches::controller::{MatchController, new_header};
use crate::services::matches::service::MatchService;
use crate::state::lab::draft::DraftAction;
use crate::state::lab::engine::{most_threads, usual_workers};
use crate::state::route::Route;
use tabia_arena::{MatchSettings, Share};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Returns the usual number of concurrent games of a match on this machine.
pub fn usual_workers_of(settings: &MatchSettings) -> usize {
    let threads = most_threads(settings.engines.iter().map(|engine| engine.options.as_slice()));
    usual_workers(MatchService::processors(), threads)
}

/// Calls `start`, asking the user first if a match other than `id` is being played.
fn start_or_ask(context: &LabContext, id: Option<&str>, start: Callback<()>) {
    match context.controller.played_beside(id) {
        None => start.emit(()),
        Some(other) => context.waiting.set(Some(WaitingMatch { other, start })),
    }
}

/// Properties of [`WaitingQuestion`].
#[derive(Properties, PartialEq)]
pub struct WaitingQuestionProps {
    /// State shared by the components of the Lab.
    pub context: LabContext,
    /// Match waiting for confirmation.
    pub waiting: WaitingMatch,
}

/// Dialog that asks whether to pause the match being played.
#[component]
pub fn WaitingQuestion(props: &WaitingQuestionProps) -> Html {
    let WaitingQuestionProps { context, waiting } = props;
    let on_close = use_callback(context.waiting.clone(), |(), waiting| waiting.set(None));
    html! {
        <Question title={strings::ANOTHER_IS_PLAYED} button={strings::PAUSE_IT_AND_START} on_done={waiting.start.clone()} {on_close}>
            <p>{ strings::pauses_other(&waiting.other) }</p>
        </Question>
    }
}

/// Returns whether a match is being prepared, and the callback that starts one.
#[hook]
pub fn use_start(context: &LabContext) -> (bool, Callback<MatchRequest>) {
    let is_starting = use_state_eq(|| false);
    let (context, setter) = (context.clone(), is_starting.setter());
    let on_start = Callback::from(move |match_request: MatchRequest| {
        let (own, setter) = (context.clone(), setter.clone());
        let start = Callback::from(move |()| {
            let (context, setter, match_request) = (own.clone(), setter.clone(), match_request.clone());
            setter.set(true);
            spawn_local(async move {
                match begin(&context.controller, match_request).await {
                    // The next match gets different openings unless a seed was typed.
                    Ok(()) => context.draft.dispatch(DraftAction::Seed(form_store::random_seed())),
                    Err(reason) => context.fault(strings::THE_MATCH_WAS_NOT_STARTED, &reason.to_string()),
                }
                setter.set(false);
            });
        });
        start_or_ask(&context, None, start);
    });
    (*is_starting, on_start)
}

/// Creates a match, shows it and plays it.
async fn begin(controller: &MatchController, match_request: MatchRequest) -> Result<(), LabError> {
    let open =
        controller.create(new_header(match_request.settings), match_request.workers, Share::WHOLE).await;
    let open = open?;
    go(&Route::Lab(Some(open.id())));
    // Asks the browser not to clear stored data. The match doesn't wait for the user's reply.
    crate::storage::device::ask_to_persist();
    Ok(controller.play(&open).await?)
}

/// Plays an existing match, or shows why it cannot be played.
pub fn play(context: &LabContext, open: &OpenMatch) {
    let own = (context.clone(), open.clone());
    let start = Callback::from(move |()| {
        let (context, open) = own.clone();
        spawn_local(async move {
            if let Err(error) = context.controller.play(&open).await {
                context.fault(strings::THE_MATCH_CANNOT_BE_PLAYED, &error.to_string());
            }
        });
    });
    start_or_ask(context, Some(&open.id()), start);
}
