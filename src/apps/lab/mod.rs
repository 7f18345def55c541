//! The Lab: matches between engine builds.
//!
//! A part of the program of its own, loaded when the Lab is first seen ([`crate::shell`]). It stays when another page is seen, so
//! that a match goes on.

mod components;
mod dropped;
mod engine_list;
mod files;
mod form_store;
mod list;
mod setup;
pub mod share;
mod strings;
mod view;

use crate::apps::lab::components::fields::DraftStore;
use crate::components::drop_overlay::DropOverlay;
use crate::components::toasts::{ToastAction, ToastDispatcher, ToastList, Toasts, Tone};
use crate::hooks::{use_route, use_window_event};
use crate::platform::bus::{self, Message};
use crate::platform::clipboard::copy_text;
use crate::services::matches::address::{self, Link};
use crate::services::matches::controller::kept::Kept;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::services::matches::controller::{MatchController, News, new_header};
use crate::services::matches::service::LabService;
use crate::state::lab::draft::{Draft, DraftAction};
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::field::{Field, Switch};
use crate::state::lab::openings::Found;
use crate::state::route::Route;
use crate::state::text::sentence;
use engine_list::EngineList;
use list::MatchList;
use setup::{SetupPage, Wish};
use std::rc::Rc;
use tabia_arena::{EngineBook, MatchSettings, OpeningSource, Share};
use view::MatchPage;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// How many games at a time are usual: all processors but one.
pub fn usual_workers() -> usize {
    LabService::processors().saturating_sub(1).max(1)
}

/// Shows a game in the analysis.
pub fn open_in_analysis(pgn: String) {
    bus::send(Message::OpenGame(pgn));
    go(&Route::Analysis);
}

fn go(route: &Route) {
    if let Some(window) = web_sys::window() {
        // A fragment is always a valid address.
        let _ = window.location().set_hash(&route.to_string());
    }
}

/// What of the controller is rendered.
#[derive(Clone, PartialEq, Default)]
struct Shown {
    engines: Option<Rc<[Rc<EngineInfo>]>>,
    matches: Rc<Vec<Kept>>,
    is_loaded: bool,
    trying: Vec<String>,
}

/// The whole Lab.
#[component]
pub fn LabApp() -> Html {
    let controller = (*use_memo((), |()| MatchController::new())).clone();
    let toasts = use_reducer_eq(Toasts::default);
    let draft = use_reducer_eq(|| DraftStore(form_store::kept_or_first()));
    // What callbacks that wait for something go by, whichever rendering made them.
    let latest = use_mut_ref(Draft::default);
    latest.borrow_mut().clone_from(&draft.0);
    use_effect_with(draft.0.clone(), form_store::keep);
    let shown = use_state(Shown::default);
    let is_starting = use_state_eq(|| false);
    let address = use_route();
    // What was seen last stays while another page of the app is seen.
    let seen = use_mut_ref(|| Route::Lab(None));
    let is_lab = matches!(address, Route::Lab(_));
    if is_lab {
        *seen.borrow_mut() = address;
    }
    let route = seen.borrow().clone();

    use_controller(&controller, &shown, &toasts.dispatcher(), &draft);
    let open = use_open(&controller, &route, shown.is_loaded, &toasts.dispatcher());

    use_effect_with(shown.engines.clone(), {
        let draft = draft.dispatcher();
        move |engines| {
            let engines = engines.as_deref().unwrap_or_default();
            let margins = engines.iter().map(|info| (info.sha256.clone(), info.timing.margin_ms())).collect();
            draft.dispatch(DraftAction::Margins(margins));
            if !engines.is_empty() {
                let built_ins = engines.iter().filter(|info| info.is_builtin).map(|info| info.sha256.clone());
                draft.dispatch(DraftAction::BuiltIns(built_ins.collect()));
            }
        }
    });

    let on_address = {
        let (controller, draft, toasts, is_loaded) =
            (controller.clone(), draft.dispatcher(), toasts.dispatcher(), shown.is_loaded);
        Callback::from(move |_: Event| {
            // A link that is followed while the Lab is open; the first one is taken when all is loaded.
            if is_loaded && address::carried().is_some() {
                let (controller, draft, toasts) = (controller.clone(), draft.clone(), toasts.clone());
                spawn_local(async move { take_link(&controller, &draft, &toasts).await });
            }
        })
    };
    use_window_event("hashchange", on_address);
    let fault = {
        let toasts = toasts.dispatcher();
        move |title: &str, reason: &str| {
            toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), sentence(reason), None));
        }
    };
    let on_start = {
        let (controller, is_starting, fault, draft) =
            (controller.clone(), is_starting.setter(), fault.clone(), draft.dispatcher());
        Callback::from(move |wish: Wish| {
            let (controller, is_starting, fault, draft) =
                (controller.clone(), is_starting.clone(), fault.clone(), draft.clone());
            is_starting.set(true);
            spawn_local(async move {
                match begin(&controller, wish).await {
                    // The next match has other openings, unless a seed was typed.
                    Ok(()) => draft.dispatch(DraftAction::Seed(form_store::random_seed())),
                    Err(reason) => fault(strings::THE_MATCH_WAS_NOT_STARTED, &reason),
                }
                is_starting.set(false);
            });
        })
    };
    let on_engine_files = {
        let (controller, draft, toasts, open, latest) =
            (controller.clone(), draft.dispatcher(), toasts.dispatcher(), open.clone(), Rc::clone(&latest));
        Callback::from(move |files: Vec<File>| {
            let (controller, draft, toasts, open, latest) =
                (controller.clone(), draft.clone(), toasts.clone(), open.clone(), Rc::clone(&latest));
            spawn_local(async move {
                let added = controller.add_engines(files).await;
                if let Some(open) = open {
                    for info in &added {
                        tell_of_engine(info, &open, &toasts);
                    }
                } else {
                    let form = latest.borrow().clone();
                    dropped::seat(form, &added, &draft, &toasts);
                }
                controller.measure_anew().await;
            });
        })
    };
    let on_opening_files = {
        let (controller, draft, toasts) = (controller.clone(), draft.dispatcher(), toasts.dispatcher());
        Callback::from(move |files: Vec<File>| {
            let (controller, draft, toasts) = (controller.clone(), draft.clone(), toasts.clone());
            spawn_local(async move {
                for file in files {
                    let name = file.name();
                    match controller.add_openings(file).await {
                        Ok((source, found)) => {
                            tell_of_openings(&name, &source, &found, &toasts);
                            draft.dispatch(DraftAction::Openings(source));
                        }
                        Err(reason) => toasts.dispatch(ToastAction::Show(
                            Tone::Fault,
                            strings::file_unusable(&name),
                            sentence(&reason),
                            None,
                        )),
                    }
                }
            });
        })
    };
    let on_import = {
        let (controller, toasts) = (controller.clone(), toasts.dispatcher());
        Callback::from(move |files: Vec<File>| {
            let (controller, toasts) = (controller.clone(), toasts.clone());
            spawn_local(async move {
                for file in files {
                    if let Some(id) = share::import(&controller, file, None, &toasts).await {
                        go(&Route::Lab(Some(id)));
                    }
                }
            });
        })
    };
    let on_drop = {
        let (engines, openings, import) =
            (on_engine_files.clone(), on_opening_files.clone(), on_import.clone());
        Callback::from(move |files: Vec<File>| sort_files(files, &engines, &openings, &import))
    };
    let on_duplicate = {
        let draft = draft.dispatcher();
        Callback::from(move |settings: MatchSettings| {
            draft.dispatch(DraftAction::Replace(Box::new(Draft::of(&settings))));
            go(&Route::Lab(None));
        })
    };
    let on_copy = {
        let toasts = toasts.dispatcher();
        Callback::from(move |(what, text): (&'static str, String)| {
            let toasts = toasts.clone();
            copy_text(
                &text,
                Callback::from(move |done: bool| {
                    let action = if done {
                        ToastAction::Show(Tone::News, strings::copied(&what), String::new(), None)
                    } else {
                        let advice = strings::COPY_BLOCKED.to_owned();
                        ToastAction::Show(Tone::Fault, strings::not_copied(&what), advice, None)
                    };
                    toasts.dispatch(action);
                }),
            );
        })
    };
    let share_settings = {
        let (draft, on_copy) = (draft.clone(), on_copy.clone());
        Callback::from(move |_: MouseEvent| {
            on_copy.emit((
                strings::LINK_TO_SETTINGS,
                address::address(&Link::Settings(draft.0.rough_settings())),
            ));
        })
    };
    html! {
        <main class="lab" aria-label={strings::LAB}>
            { match (&route, open) {
                (Route::Lab(Some(_)), Some(open)) => html! {
                    <MatchPage key={open.id()} controller={controller.clone()} open={open.clone()} toasts={toasts.dispatcher()} on_duplicate={on_duplicate.clone()}
                        engines={shown.engines.clone()} on_engine_files={on_engine_files.clone()} />
                },
                (Route::Lab(Some(_)), None) => html! { <p key="reading" class="boot-status" role="status">{ strings::LOADING_MATCH }</p> },
                _ => html! {
                    <div key="setup" class="lab-home">
                        <header class="lab-head">
                            <h1 class="page-title">{ strings::NEW_MATCH }</h1>
                            <div class="lab-head-actions">
                                <button type="button" class="button quiet small" onclick={share_settings}>{ strings::COPY_LINK }</button>
                                <setup::FileButton label={strings::OPEN_MATCH_FILE} accept=".jsonl,.json,.match,.txt" on_files={on_import} />
                            </div>
                        </header>
                        <div class="lab-home-columns">
                            <SetupPage controller={controller.clone()} store={draft} engines={shown.engines.clone()} trying={shown.trying.clone()} usual_workers={usual_workers()} is_starting={*is_starting}
                                {on_engine_files} {on_opening_files} {on_start} {on_copy} />
                            <div class="lab-side">
                                <MatchList controller={controller.clone()} matches={Rc::clone(&shown.matches)} is_loaded={shown.is_loaded} {on_duplicate} />
                                if let Some(engines) = shown.engines.clone() {
                                    <EngineList controller={controller.clone()} {engines} matches={Rc::clone(&shown.matches)} toasts={toasts.dispatcher()} />
                                }
                            </div>
                        </div>
                    </div>
                },
            } }
            if is_lab {
                <DropOverlay on_files={on_drop} on_text={Callback::noop()} hint={strings::DROP_HINT} />
            }
            <ToastList {toasts} />
        </main>
    }
}

/// The form for book against book: the same engine twice, from the start position, as many games as books need.
fn book_match(controller: &MatchController, first: EngineBook, second: EngineBook) -> Draft {
    let mut draft = form_store::first();
    let engines = controller.engines();
    for (seat, book) in [first, second].into_iter().enumerate() {
        if let Some(info) = engines.first() {
            let name = format!("{} ({})", info.name, book.name);
            draft = draft.reduce(DraftAction::Build(seat, info.sha256.clone(), name));
        }
        draft = draft.reduce(DraftAction::Book(seat, Some(book)));
    }
    draft.openings = OpeningSource::Startpos;
    draft.turn(Switch::Sprt, false);
    draft.set(Field::Games, "200");
    draft.set(Field::Event, strings::BOOK_AGAINST_BOOK);
    draft
}

/// Tells on the page of a match what was added there.
fn tell_of_engine(info: &EngineInfo, open: &OpenMatch, toasts: &ToastDispatcher) {
    let settings = open.kept().header.settings;
    let is_named = settings.engines.iter().any(|engine| engine.build == info.sha256);
    let (tone, title, detail) = if is_named {
        (Tone::News, strings::engine_available(&info.name), strings::MATCH_CAN_CONTINUE.to_owned())
    } else {
        let detail = strings::other_build(&info.sha256);
        (Tone::Fault, strings::not_in_match(&info.name), detail)
    };
    toasts.dispatch(ToastAction::Show(tone, title, detail, None));
}

/// Tells what was found in a file that was added.
fn tell_of_openings(name: &str, source: &OpeningSource, found: &Found, toasts: &ToastDispatcher) {
    let (tone, detail) = match found.listed().0.first() {
        Some(first) => (Tone::Warning, first.clone()),
        None => (Tone::News, String::new()),
    };
    let title = format!("{name}: {}", found.summary(source));
    toasts.dispatch(ToastAction::Show(tone, title, detail, None));
}

/// Makes a match, shows it and plays it.
async fn begin(controller: &MatchController, wish: Wish) -> Result<(), String> {
    let open = controller.create(new_header(wish.settings), wish.workers, Share::WHOLE).await?;
    go(&Route::Lab(Some(open.id())));
    // A browser that may clear what is kept is asked not to.
    crate::storage::device::persist().await;
    controller.play(&open).await
}

/// Each file to those who know its kind.
fn sort_files(
    files: Vec<File>,
    engines: &Callback<Vec<File>>,
    openings: &Callback<Vec<File>>,
    matches: &Callback<Vec<File>>,
) {
    let mut sorted: [Vec<File>; 3] = Default::default();
    for file in files {
        let name = file.name().to_ascii_lowercase();
        let kind = match name.rsplit('.').next() {
            Some("epd" | "pgn" | "bin" | "fen") => 1,
            Some("jsonl" | "json" | "match") => 2,
            _ => 0,
        };
        sorted[kind].push(file);
    }
    for (files, callback) in sorted.into_iter().zip([engines, openings, matches]) {
        if !files.is_empty() {
            callback.emit(files);
        }
    }
}

/// Listens to the controller and reads what is kept; goes on with the match that was being played.
#[hook]
fn use_controller(
    controller: &MatchController,
    shown: &UseStateHandle<Shown>,
    toasts: &ToastDispatcher,
    draft: &UseReducerHandle<DraftStore>,
) {
    let (setter, toasts, draft) = (shown.setter(), toasts.clone(), draft.dispatcher());
    use_effect_with(controller.clone(), move |controller| {
        let controller = controller.clone();
        let now = {
            let controller = controller.clone();
            move |is_loaded: bool| Shown {
                engines: Some(controller.engines()),
                matches: Rc::new(controller.matches()),
                is_loaded,
                trying: controller.trying(),
            }
        };
        let is_loaded = Rc::new(std::cell::Cell::new(false));
        controller.listen({
            let (setter, toasts, now, is_loaded) =
                (setter.clone(), toasts.clone(), now.clone(), Rc::clone(&is_loaded));
            Callback::from(move |news: News| match news {
                News::Engines | News::Matches => setter.set(now(is_loaded.get())),
                News::Fault(what, why) => toasts.dispatch(ToastAction::Show(Tone::Fault, what, why, None)),
            })
        });
        spawn_local(async move {
            controller.load().await;
            is_loaded.set(true);
            propose(&controller, &draft);
            setter.set(now(true));
            take_link(&controller, &draft, &toasts).await;
            let Some(id) = MatchController::was_running().filter(|id| controller.knows(id)) else {
                return controller.measure().await;
            };
            let outcome = match controller.open(&id).await {
                Ok(open) => controller.play(&open).await,
                Err(reason) => Err(reason),
            };
            if let Err(reason) = outcome {
                let title = strings::MATCH_NOT_CONTINUED.to_owned();
                toasts.dispatch(ToastAction::Show(Tone::Fault, title, sentence(&reason), None));
            }
        });
    });
}

/// Takes the first two engines for the form, where nobody has chosen any.
fn propose(controller: &MatchController, draft: &UseReducerDispatcher<DraftStore>) {
    let engines = controller.engines();
    for seat in 0..2 {
        if let Some(info) = engines.get(seat).or(engines.first()) {
            draft.dispatch(DraftAction::Propose(seat, info.sha256.clone(), info.name.clone()));
        }
    }
}

/// Does what the address asks for.
async fn take_link(
    controller: &MatchController,
    draft: &UseReducerDispatcher<DraftStore>,
    toasts: &ToastDispatcher,
) {
    let outcome = match address::carried() {
        None => return,
        Some(Ok(Link::Settings(settings))) => {
            draft.dispatch(DraftAction::Replace(Box::new(Draft::of(&settings))));
            go(&Route::Lab(None));
            Ok(())
        }
        Some(Ok(Link::Books([first, second]))) => {
            draft.dispatch(DraftAction::Replace(Box::new(book_match(controller, first, second))));
            go(&Route::Lab(None));
            Ok(())
        }
        Some(Ok(Link::Part { header, share })) => {
            let id = header.id.clone();
            let outcome = if controller.knows(&id) {
                Ok(())
            } else {
                controller.create(header, usual_workers(), share).await.map(|_| ())
            };
            go(&if outcome.is_ok() { Route::Lab(Some(id)) } else { Route::Lab(None) });
            outcome
        }
        Some(Err(reason)) => Err(reason),
    };
    if let Err(reason) = outcome {
        let title = strings::THE_LINK_CANNOT_BE_USED.to_owned();
        toasts.dispatch(ToastAction::Show(Tone::Fault, title, sentence(&reason), None));
    }
}

/// The match that the address names, once it is read.
#[hook]
fn use_open(
    controller: &MatchController,
    route: &Route,
    is_loaded: bool,
    toasts: &ToastDispatcher,
) -> Option<OpenMatch> {
    let opened = use_state(|| None::<OpenMatch>);
    let id = match route {
        Route::Lab(id) => id.clone(),
        _ => None,
    };
    use_effect_with((id.clone(), is_loaded), {
        let (controller, opened, toasts) = (controller.clone(), opened.setter(), toasts.clone());
        move |(id, is_loaded)| {
            let Some(id) = id.clone().filter(|_| *is_loaded) else { return };
            spawn_local(async move {
                match controller.open(&id).await {
                    Ok(open) => opened.set(Some(open)),
                    Err(reason) => {
                        let title = strings::THE_MATCH_CANNOT_BE_SHOWN.to_owned();
                        toasts.dispatch(ToastAction::Show(Tone::Fault, title, sentence(&reason), None));
                        go(&Route::Lab(None));
                    }
                }
            });
        }
    });
    (*opened).clone().filter(|open| Some(open.id()) == id)
}
