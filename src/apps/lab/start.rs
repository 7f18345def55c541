//! Starting and resuming matches.

use super::context::LabContext;
use super::navigation::go;
use super::setup::MatchRequest;
use super::waiting::{StartMode, WaitingMatch};
use super::{form_store, strings};
use crate::apps::lab::error::LabError;
use crate::components::modal::Modal;
use crate::components::toasts::{ToastAction, Tone};
use crate::services::matches::controller::match_library::MatchLibrary;
use crate::services::matches::controller::new_header;
use crate::services::matches::controller::open_match::{OpenMatch, PlayError};
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

/// Calls `start`, asking the user first how if a match other than `id` is being played.
fn start_or_ask(context: &LabContext, id: Option<&str>, start: Callback<StartMode>) {
    let ask = |context: &LabContext, other: String, is_elsewhere: bool, start: Callback<StartMode>| {
        context.waiting.set(Some(WaitingMatch { other, is_elsewhere, start }));
    };
    if let Some(other) = context.controller.played_beside(id) {
        return ask(context, other, false, start);
    }
    if MatchLibrary::were_running().is_empty() {
        return start.emit(StartMode::Alone);
    }
    let context = context.clone();
    spawn_local(async move {
        match context.controller.played_elsewhere().await {
            None => start.emit(StartMode::Alone),
            Some(other) => ask(&context, other, true, start),
        }
    });
}

/// Properties of [`WaitingQuestion`].
#[derive(Properties, PartialEq)]
pub struct WaitingQuestionProps {
    /// State shared by the components of the Lab.
    pub context: LabContext,
    /// Match waiting for a decision.
    pub waiting: WaitingMatch,
}

/// Dialog that asks whether to queue a match, to pause the one being played, or to play both.
#[component]
pub fn WaitingQuestion(props: &WaitingQuestionProps) -> Html {
    let WaitingMatch { other, is_elsewhere, start } = &props.waiting;
    let on_close = use_callback(props.context.waiting.clone(), |(), waiting| waiting.set(None));
    let button = |label: &'static str, is_primary: bool, mode: Option<StartMode>| {
        let (on_close, start) = (on_close.clone(), start.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            on_close.emit(());
            if let Some(mode) = mode {
                start.emit(mode);
            }
        });
        html! { <button key={label} type="button" class={classes!("button", is_primary.then_some("primary"))} {onclick}>{ label }</button> }
    };
    // Half of the processors must suffice for a game.
    let has_room = *is_elsewhere || usual_workers(MatchService::processors(), 1) > 1;
    html! {
        <Modal title={strings::another_is_played()} on_close={on_close.clone()}>
            <div class="question">
                <p>{ if *is_elsewhere { strings::played_in_other_tab(other) } else { strings::pauses_other(other) } }</p>
                <div class="modal-actions">
                    { button(strings::cancel(), false, None) }
                    if has_room { { button(strings::play_both(), false, Some(StartMode::Beside)) } }
                    if !is_elsewhere { { button(strings::pause_it_and_start(), false, Some(StartMode::Alone)) } }
                    { button(strings::play_afterwards(), true, Some(StartMode::Queued)) }
                </div>
            </div>
        </Modal>
    }
}

/// Returns whether a match is being prepared, and the callback that starts one.
#[hook]
pub fn use_start(context: &LabContext) -> (bool, Callback<MatchRequest>) {
    let is_starting = use_state_eq(|| false);
    let (context, setter) = (context.clone(), is_starting.setter());
    let on_start = Callback::from(move |match_request: MatchRequest| {
        let (own, setter) = (context.clone(), setter.clone());
        let start = Callback::from(move |mode: StartMode| {
            let (context, setter, match_request) = (own.clone(), setter.clone(), match_request.clone());
            setter.set(true);
            spawn_local(async move {
                match begin(&context, match_request, mode).await {
                    // The next match gets different openings unless a seed was typed.
                    Ok(()) => context.draft.dispatch(DraftAction::Seed(form_store::random_seed())),
                    Err(reason) => context.fault(strings::the_match_was_not_started(), &reason.to_string()),
                }
                setter.set(false);
            });
        });
        start_or_ask(&context, None, start);
    });
    (*is_starting, on_start)
}

/// Creates a match and queues it, or shows it and plays it.
async fn begin(context: &LabContext, match_request: MatchRequest, mode: StartMode) -> Result<(), LabError> {
    let MatchRequest { settings, workers } = match_request;
    // Its place is saved with it: a page that is left at once would forget one that is saved afterwards.
    let queued = (mode == StartMode::Queued).then(|| context.controller.last_place());
    let open = context.controller.create(new_header(settings), workers, Share::WHOLE, queued).await?;
    if mode != StartMode::Queued {
        go(&Route::Lab(Some(open.id())));
    }
    // Asks the browser not to clear stored data. The match doesn't wait for the user's reply.
    crate::storage::device::ask_to_persist();
    Ok(play_as(context, &open, mode).await?)
}

async fn play_as(context: &LabContext, open: &OpenMatch, mode: StartMode) -> Result<(), PlayError> {
    let controller = &context.controller;
    match mode {
        StartMode::Alone => controller.play(open).await,
        StartMode::Beside => controller.play_beside(open).await,
        StartMode::Queued => {
            controller.enqueue(&open.id());
            let title = strings::queued(&open.kept().name);
            context.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
            // The other one may have ended while the user decided.
            if controller.played_beside(None).is_none() && controller.played_elsewhere().await.is_none() {
                play_next(context).await;
            }
            Ok(())
        }
    }
}

/// Plays an existing match, or shows why it cannot be played. A waiting match starts without a question.
pub fn play(context: &LabContext, open: &OpenMatch) {
    let own = (context.clone(), open.clone());
    let start = Callback::from(move |mode: StartMode| {
        let (context, open) = own.clone();
        spawn_local(async move {
            if let Err(error) = play_as(&context, &open, mode).await {
                context.fault(strings::the_match_cannot_be_played(), &error.to_string());
            }
        });
    });
    if open.kept().queued.is_some() {
        start.emit(StartMode::Alone);
    } else {
        start_or_ask(context, Some(&open.id()), start);
    }
}

/// Plays a stored match; see [`play`].
pub async fn play_stored(context: &LabContext, id: &str) {
    match context.controller.open(id).await {
        Ok(open) => play(context, &open),
        Err(error) => context.fault(strings::the_match_cannot_be_played(), &error.to_string()),
    }
}

/// Plays the next match of the queue, and shows which ones cannot be played.
pub async fn play_next(context: &LabContext) {
    for (name, error) in context.controller.play_next().await {
        context.fault(strings::not_played(&name), &error.to_string());
    }
}
