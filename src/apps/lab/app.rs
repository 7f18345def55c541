//! The Lab's application: the set-up form with the lists, or a single match.

use super::components::fields::DraftStore;
use super::context::LabContext;
use super::engine_list::LabEngineList;
use super::hooks::{ControllerState, use_lab_route, use_links, use_newest_threads, use_open, use_shown};
use super::incoming::Incoming;
use super::list::MatchList;
use super::navigation::{RATINGS, go};
use super::offer::OfferDialog;
use super::offered::Offered;
use super::ratings::RatingsPage;
use super::setup::{MatchRequest, SetupPage};
use super::start::{WaitingQuestion, play, play_stored, use_start};
use super::view::MatchPage;
use super::waiting::WaitingMatch;
use super::{form_store, strings};
use crate::components::drop_overlay::DropOverlay;
use crate::components::file_button::FileButton;
use crate::components::toasts::{ToastList, Toasts};
use crate::services::matches::address::{self, Link};
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::services::matches::controller::saved_match::{SavedMatch, Summary};
use crate::services::matches::service::MatchService;
use crate::state::lab::cost::PastGames;
use crate::state::lab::draft::{Draft, DraftAction};
use crate::state::route::Route;
use std::cell::RefCell;
use std::rc::Rc;
use tabia_arena::MatchSettings;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Option of a multi-threaded build, and its value when the build is first chosen.
const THREADS_OPTION: &str = "Threads";
const FIRST_THREADS: &str = "2";

/// Root component of the Lab.
#[component]
pub fn LabApp() -> Html {
    let controller = (*use_memo((), |()| MatchController::default())).clone();
    let toasts = use_reducer_eq(Toasts::default);
    let draft = use_reducer_eq(|| DraftStore(form_store::kept_or_first()));
    // Current form for asynchronous callbacks, whichever rendering created them.
    let latest = use_mut_ref(Draft::default);
    latest.borrow_mut().clone_from(&draft.0);
    use_effect_with(draft.0.clone(), form_store::keep);
    let offered = use_state_eq(|| None::<Offered>);
    let waiting = use_state_eq(|| None::<WaitingMatch>);
    let context = LabContext {
        controller,
        draft: draft.dispatcher(),
        toasts: toasts.dispatcher(),
        offered: offered.setter(),
        waiting: waiting.setter(),
    };
    let (route, is_seen) = use_lab_route();
    let shown = use_shown(&context);
    use_links(&context, shown.is_loaded);
    use_newest_threads(&context, &draft.0, &shown);
    let open = use_open(&context, &route, shown.is_loaded);
    let (is_starting, on_start) = use_start(&context);
    let incoming = Incoming::new(&context, &latest, open.as_ref());
    let on_threads = threads_taker(&context, &latest);
    let on_drop = incoming.any();
    let on_duplicate = {
        let draft = draft.dispatcher();
        Callback::from(move |settings: MatchSettings| {
            draft.dispatch(DraftAction::Replace(Box::new(Draft::of(&settings))));
            go(&Route::Lab(None));
        })
    };
    let offer_context = context.clone();
    let on_play = {
        let context = context.clone();
        Callback::from(move |open: OpenMatch| play(&context, &open))
    };
    html! {
        <main class="lab" aria-label={strings::lab()}>
            { match (&route, open) {
                (Route::Lab(Some(id)), _) if id == RATINGS => html! {
                    <RatingsPage key="ratings" controller={context.controller.clone()} matches={Rc::clone(&shown.matches)} engines={shown.engines.clone()}
                        is_loaded={shown.is_loaded} toasts={context.toasts.clone()} />
                },
                (Route::Lab(Some(_)), Some(open)) => html! {
                    <MatchPage key={open.id()} controller={context.controller.clone()} open={open.clone()} toasts={context.toasts.clone()} {on_duplicate}
                        engines={shown.engines.clone()} on_engine_files={incoming.engines} {on_play} />
                },
                (Route::Lab(Some(_)), None) => html! { <p key="reading" class="boot-status" role="status">{ strings::loading_match() }</p> },
                _ => html! {
                    <Home key="setup" {context} {draft} {shown} {is_starting} {on_start} {on_duplicate} on_engine_files={incoming.engines}
                        on_opening_files={incoming.openings} on_match_files={incoming.matches} {on_threads} />
                },
            } }
            if let Some(offered) = (*offered).clone().filter(|_| is_seen) {
                <OfferDialog context={offer_context.clone()} {offered} />
            }
            if let Some(waiting) = (*waiting).clone().filter(|_| is_seen) {
                <WaitingQuestion context={offer_context} {waiting} />
            }
            if is_seen {
                <DropOverlay on_files={on_drop} on_text={Callback::noop()} hint={strings::drop_hint()} />
            }
            <ToastList {toasts} />
        </main>
    }
}

#[derive(Properties, PartialEq)]
struct HomeProps {
    context: LabContext,
    draft: UseReducerHandle<DraftStore>,
    shown: ControllerState,
    is_starting: bool,
    on_start: Callback<MatchRequest>,
    on_duplicate: Callback<MatchSettings>,
    on_engine_files: Callback<Vec<File>>,
    on_opening_files: Callback<Vec<File>>,
    on_match_files: Callback<Vec<File>>,
    on_threads: Callback<usize>,
}

/// Set-up form of a match, with the lists of matches and engines.
#[component]
fn Home(props: &HomeProps) -> Html {
    let HomeProps { context, draft, shown, is_starting, on_start, on_duplicate, .. } = props;
    let HomeProps { on_engine_files, on_opening_files, on_match_files, on_threads, .. } = props;
    let on_copy = {
        let context = context.clone();
        Callback::from(move |(what, text): (&'static str, String)| context.copy(what, &text))
    };
    let on_start_now = {
        let context = context.clone();
        Callback::from(move |id: String| {
            let context = context.clone();
            spawn_local(async move { play_stored(&context, &id).await });
        })
    };
    let share_settings = {
        let (context, draft) = (context.clone(), draft.clone());
        Callback::from(move |_: MouseEvent| {
            let link = address::address(&Link::Settings(draft.0.rough_settings()));
            context.copy(strings::link_to_settings(), &link);
        })
    };
    html! {
        <div class="lab-home">
            <header class="lab-head">
                <h1 class="page-title">{ strings::new_match() }</h1>
                <div class="lab-head-actions">
                    <button type="button" class="button quiet small" onclick={share_settings}>{ strings::copy_link() }</button>
                    <FileButton label={strings::open_match_file()} accept=".jsonl,.json,.match,.txt" on_files={on_match_files} />
                </div>
            </header>
            <div class="lab-home-columns">
                <SetupPage controller={context.controller.clone()} store={draft.clone()} engines={shown.engines.clone()} trying={shown.trying.clone()} past={Rc::new(past_games(&shown.matches))} processors={MatchService::processors()} {is_starting}
                    {on_engine_files} {on_opening_files} {on_start} {on_threads} {on_copy} />
                <div class="lab-side">
                    <MatchList controller={context.controller.clone()} matches={Rc::clone(&shown.matches)} is_loaded={shown.is_loaded} {on_duplicate} {on_start_now} />
                    if let Some(engines) = shown.engines.clone() {
                        <LabEngineList controller={context.controller.clone()} {engines} checking={shown.checking.clone()} matches={Rc::clone(&shown.matches)} toasts={context.toasts.clone()} />
                    }
                </div>
            </div>
        </div>
    }
}

/// Returns the games of the matches that are not being played: those of others would change the estimate all the time.
fn past_games(matches: &[SavedMatch]) -> Vec<PastGames> {
    let of = |kept: &SavedMatch| {
        let Summary { games, seconds_per_game, .. } = kept.summary;
        let limits = kept.header.settings.limits_summary();
        seconds_per_game.map(|seconds_per_game| PastGames { limits, games, seconds_per_game })
    };
    matches.iter().filter(|kept| !kept.is_running).filter_map(of).collect()
}

/// Replaces an engine of the form with the multi-threaded version of its build, keeping its options and using two threads. `form` is
/// the current form, whichever rendering created the callback.
fn threads_taker(context: &LabContext, form: &Rc<RefCell<Draft>>) -> Callback<usize> {
    let (context, form) = (context.clone(), Rc::clone(form));
    Callback::from(move |place: usize| {
        let chosen = move |form: &RefCell<Draft>| form.borrow().engines.get(place).cloned();
        let Some(before) = chosen(&form) else { return };
        let engines = context.controller.engines();
        let Some(info) = engines.iter().find(|info| info.sha256 == before.build).cloned() else { return };
        let (context, form) = (context.clone(), Rc::clone(&form));
        spawn_local(async move {
            let Some(added) = context.controller.add_threads(&info).await else { return };
            // The user may have chosen another engine in the meantime.
            let Some(now) = chosen(&form).filter(|now| now.build == before.build) else { return };
            let (build, name) = (added.sha256.clone(), added.name.clone());
            context.draft.dispatch(DraftAction::Threads(now.build, build.clone(), name.clone()));
            context.draft.dispatch(DraftAction::Build(place, build, name));
            let threads = (THREADS_OPTION.to_owned(), FIRST_THREADS.to_owned());
            for (name, value) in now.options.into_iter().chain([threads]) {
                context.draft.dispatch(DraftAction::Option(place, name, Some(value)));
            }
            context.controller.measure_anew().await;
        });
    })
}
