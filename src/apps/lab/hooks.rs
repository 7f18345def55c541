//! Hooks for changes in the Lab's controller and in the address.

use super::components::fields::DraftStore;
use super::context::LabContext;
use super::links::take_link;
use super::navigation::{RATINGS, go};
use super::start::play_next;
use super::strings;
use crate::hooks::{current_route, use_route, use_window_event};
use crate::platform::observable::Observe;
use crate::services::matches::address;
use crate::services::matches::controller::match_library::{ControllerEvent, MatchLibrary};
use crate::services::matches::controller::open_match::OpenMatch;
use crate::services::matches::controller::saved_match::SavedMatch;
use crate::services::matches::controller::{MatchController, TakenUp};
use crate::state::lab::check::CheckPart;
use crate::state::lab::draft::{Draft, DraftAction};
use crate::state::lab::engine::EngineInfo;
use crate::state::route::Route;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// State of the controller shown on the page.
#[derive(Clone, PartialEq, Default)]
pub struct ControllerState {
    /// Engines; `None` while they are being loaded.
    pub engines: Option<Rc<[Rc<EngineInfo>]>>,
    /// Saved matches.
    pub matches: Rc<Vec<SavedMatch>>,
    /// Whether the saved matches and engines have been loaded.
    pub is_loaded: bool,
    /// Names of files being tried as engines.
    pub trying: Vec<String>,
    /// Engine being checked, by id, and the part of the check.
    pub checking: Option<(String, CheckPart)>,
}

impl ControllerState {
    fn of(controller: &MatchController, is_loaded: bool) -> Self {
        Self {
            engines: Some(controller.engines()),
            matches: Rc::new(controller.matches()),
            is_loaded,
            trying: controller.trying(),
            checking: controller.checking(),
        }
    }
}

/// Returns the Lab's last visited route, and whether the Lab is visible now: the route is kept while another page of the app is visible.
#[hook]
pub fn use_lab_route() -> (Route, bool) {
    let address = use_route();
    let seen = use_mut_ref(|| Route::Lab(None));
    let is_lab = matches!(address, Route::Lab(_));
    if is_lab {
        *seen.borrow_mut() = address;
    }
    let route = seen.borrow().clone();
    (route, is_lab)
}

/// Subscribes to the controller, loads saved matches and engines, and resumes the match that was being played.
#[hook]
pub fn use_shown(context: &LabContext) -> ControllerState {
    let shown = use_state(ControllerState::default);
    let setter = shown.setter();
    use_effect_with(context.clone(), move |context| {
        let context = context.clone();
        let is_loaded = Rc::new(Cell::new(false));
        let subscription = context.controller.subscribe({
            let (setter, context, is_loaded) = (setter.clone(), context.clone(), Rc::clone(&is_loaded));
            move |event| match event {
                ControllerEvent::Engines | ControllerEvent::Matches => {
                    setter.set(ControllerState::of(&context.controller, is_loaded.get()));
                }
                ControllerEvent::Ended => {
                    let context = context.clone();
                    spawn_local(async move { play_next(&context).await });
                }
                ControllerEvent::Fault(what, why) => context.fault(what.clone(), why),
            }
        });
        spawn_local(async move {
            context.controller.load().await;
            is_loaded.set(true);
            propose(&context.controller, &context.draft);
            setter.set(ControllerState::of(&context.controller, true));
            take_link(&context).await;
            go_on(&context).await;
        });
        move || drop(subscription)
    });
    use_engines_in_form(&context.draft, shown.engines.clone());
    (*shown).clone()
}

/// Resumes the matches that were being played when the page was closed; if there were none, measures engines not measured yet.
async fn go_on(context: &LabContext) {
    let controller = &context.controller;
    let running: Vec<String> =
        MatchLibrary::were_running().into_iter().filter(|id| controller.knows(id)).collect();
    if running.is_empty() {
        return controller.measure().await;
    }
    for id in running {
        match controller.take_up(&id).await {
            // The other tab continues it.
            Ok(TakenUp::Elsewhere | TakenUp::Playing) => {}
            Ok(TakenUp::Refused) => {
                let name = controller.matches().into_iter().find(|kept| kept.header.id == id);
                let name = name.map(|kept| kept.name).unwrap_or_default();
                context.fault(strings::match_not_taken_up(&name), strings::match_ended_the_page());
            }
            Err(error) => context.fault(strings::match_not_continued(), &error.to_string()),
        }
    }
}

/// Updates the form with the engines' latency margins and the list of built-in engines.
#[hook]
fn use_engines_in_form(draft: &UseReducerDispatcher<DraftStore>, engines: Option<Rc<[Rc<EngineInfo>]>>) {
    let draft = draft.clone();
    use_effect_with(engines, move |engines| {
        let engines = engines.as_deref().unwrap_or_default();
        let margins = engines.iter().map(|info| (info.sha256.clone(), info.timing.margin_ms())).collect();
        draft.dispatch(DraftAction::Margins(margins));
        if !engines.is_empty() {
            let built_ins = engines.iter().filter(|info| info.is_builtin);
            let built_ins = built_ins.map(|info| (info.sha256.clone(), info.name.clone()));
            draft.dispatch(DraftAction::BuiltIns(built_ins.collect()));
        }
    });
}

/// Replaces multi-threaded builds from an earlier version of the app in the form with those of this version. While threads are
/// unavailable here, the old ones stay.
#[hook]
pub fn use_newest_threads(context: &LabContext, draft: &Draft, shown: &ControllerState) {
    let engines = shown.engines.as_deref().unwrap_or_default();
    let can_have = |build: &String| engines.iter().any(|info| info.sha256 == *build && info.can_have_threads);
    let wanted: Vec<String> = draft.of_old_threads().into_iter().filter(can_have).collect();
    let context = context.clone();
    use_effect_with(wanted, move |wanted| {
        if wanted.is_empty() {
            return;
        }
        let wanted = wanted.clone();
        spawn_local(async move {
            for of in wanted {
                let engines = context.controller.engines();
                let Some(info) = engines.iter().find(|info| info.sha256 == of) else { continue };
                let Some(added) = context.controller.add_threads(info).await else { continue };
                context.draft.dispatch(DraftAction::Threads(of, added.sha256.clone(), added.name.clone()));
            }
            context.controller.measure_anew().await;
        });
    });
}

/// Proposes the first two engines in the form if none have been chosen.
fn propose(controller: &MatchController, draft: &UseReducerDispatcher<DraftStore>) {
    let engines = controller.engines();
    for index in 0..2 {
        if let Some(info) = engines.get(index).or(engines.first()) {
            draft.dispatch(DraftAction::Propose(index, info.sha256.clone(), info.name.clone()));
        }
    }
}

/// Handles links opened while the Lab is open; the first link is handled once everything is loaded.
#[hook]
pub fn use_links(context: &LabContext, is_loaded: bool) {
    let context = context.clone();
    let on_address = Callback::from(move |_: Event| {
        if is_loaded && address::carried().is_some() {
            let context = context.clone();
            spawn_local(async move { take_link(&context).await });
        }
    });
    use_window_event("hashchange", on_address);
}

/// Returns the match named in the address, once it has been read.
#[hook]
pub fn use_open(context: &LabContext, route: &Route, is_loaded: bool) -> Option<OpenMatch> {
    let opened = use_state(|| None::<OpenMatch>);
    let id = match route {
        Route::Lab(id) => id.clone().filter(|id| id != RATINGS),
        _ => None,
    };
    use_effect_with((id.clone(), is_loaded), {
        let (context, opened) = (context.clone(), opened.setter());
        move |(id, is_loaded)| {
            let Some(id) = id.clone().filter(|_| *is_loaded) else { return };
            spawn_local(async move {
                match context.controller.open(&id).await {
                    Ok(open) => opened.set(Some(open)),
                    Err(error) => {
                        context.fault(strings::the_match_cannot_be_shown(), &error.to_string());
                        // The user may have navigated away in the meantime.
                        if current_route() == Route::Lab(Some(id)) {
                            go(&Route::Lab(None));
                        }
                    }
                }
            });
        }
    });
    (*opened).clone().filter(|open| Some(open.id()) == id)
}
