//! Files added to the Lab: engines, openings, match files.

use super::context::LabContext;
use super::import::import;
use super::navigation::go;
use super::strings;
use crate::apps::lab::components::fields::DraftStore;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::services::matches::controller::open_match::OpenMatch;
use crate::state::lab::draft::{Draft, DraftAction, DropTarget};
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::openings::OpeningFileContents;
use crate::state::route::Route;
use std::cell::RefCell;
use std::rc::Rc;
use tabia_arena::OpeningSource;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Size above which the page shows that an opening file is being read, in bytes.
const TOLD_BYTES: f64 = 8e6;

/// Callbacks for files of each kind.
pub struct Incoming {
    /// Engine files: set in the form, or added for the open match.
    pub engines: Callback<Vec<File>>,
    /// Opening files: set in the form.
    pub openings: Callback<Vec<File>>,
    /// Match files: the last one is shown.
    pub matches: Callback<Vec<File>>,
}

impl Incoming {
    /// Creates the callbacks. `form` is the current form, whichever rendering created them; `open` is the match being shown.
    pub fn new(context: &LabContext, form: &Rc<RefCell<Draft>>, open: Option<&OpenMatch>) -> Self {
        Self {
            engines: engine_files(context.clone(), Rc::clone(form), open.cloned()),
            openings: opening_files(context.clone()),
            matches: match_files(context.clone()),
        }
    }

    /// Callback for files of any kind.
    pub fn any(&self) -> Callback<Vec<File>> {
        let (engines, openings, matches) =
            (self.engines.clone(), self.openings.clone(), self.matches.clone());
        Callback::from(move |files: Vec<File>| sort_files(files, &engines, &openings, &matches))
    }
}

fn engine_files(
    context: LabContext,
    form: Rc<RefCell<Draft>>,
    open: Option<OpenMatch>,
) -> Callback<Vec<File>> {
    Callback::from(move |files: Vec<File>| {
        let (context, form, open) = (context.clone(), Rc::clone(&form), open.clone());
        spawn_local(async move {
            let added = context.controller.add_engines(files).await;
            if let Some(open) = open {
                for info in &added {
                    show_engine_added(info, &open, &context.toasts);
                }
            } else {
                let form = form.borrow().clone();
                choose_engines(form, &added, &context.draft, &context.toasts);
            }
            context.controller.measure_anew().await;
        });
    })
}

fn opening_files(context: LabContext) -> Callback<Vec<File>> {
    Callback::from(move |files: Vec<File>| {
        let context = context.clone();
        spawn_local(async move {
            for file in files {
                let name = file.name();
                if file.size() > TOLD_BYTES {
                    let title = strings::reading_openings(&name);
                    context.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
                }
                match context.controller.add_openings(file).await {
                    Ok((source, found)) => {
                        show_openings_added(&name, &source, &found, &context.toasts);
                        context.draft.dispatch(DraftAction::Openings(source));
                    }
                    Err(error) => context.fault(strings::file_unusable(&name), &error.to_string()),
                }
            }
        });
    })
}

fn match_files(context: LabContext) -> Callback<Vec<File>> {
    Callback::from(move |files: Vec<File>| {
        let context = context.clone();
        spawn_local(async move {
            for file in files {
                if let Some(id) = import(&context.controller, file, None, &context.toasts).await {
                    go(&Route::Lab(Some(id)));
                }
            }
        });
    })
}

/// Passes each file to the callback for its kind.
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

/// Shows on a match page which engine was added.
fn show_engine_added(info: &EngineInfo, open: &OpenMatch, toasts: &ToastDispatcher) {
    let settings = open.kept().header.settings;
    let is_named = settings.engines.iter().any(|engine| engine.build == info.sha256);
    let (tone, title, detail) = if is_named {
        (Tone::News, strings::engine_available(&info.name), strings::match_can_continue().to_owned())
    } else {
        let detail = strings::other_build(&info.sha256);
        (Tone::Fault, strings::not_in_match(&info.name), detail)
    };
    toasts.dispatch(ToastAction::Show(tone, title, detail, None));
}

/// Shows what was found in an added opening file.
fn show_openings_added(
    name: &str,
    source: &OpeningSource,
    found: &OpeningFileContents,
    toasts: &ToastDispatcher,
) {
    let (tone, detail) = match found.listed().0.first() {
        Some(first) => (Tone::Warning, first.clone()),
        None => (Tone::News, String::new()),
    };
    let title = format!("{name}: {}", found.summary(source));
    toasts.dispatch(ToastAction::Show(tone, title, detail, None));
}

/// Sets engines in the form one by one. If there is no free place for one, shows a toast with a button that puts it first.
fn choose_engines(
    mut form: Draft,
    added: &[Rc<EngineInfo>],
    draft: &UseReducerDispatcher<DraftStore>,
    toasts: &ToastDispatcher,
) {
    for info in added {
        match form.drop_target(&info.sha256) {
            DropTarget::Free(place) => {
                let action = DraftAction::Build(place, info.sha256.clone(), info.name.clone());
                form = form.reduce(action.clone());
                draft.dispatch(action);
                show_toast(toasts, info, strings::selected(&(place + 1)), None);
            }
            DropTarget::Taken(place) => {
                show_toast(toasts, info, strings::already_selected(&(place + 1)), None);
            }
            DropTarget::None => {
                let action = {
                    let (draft, info) = (draft.clone(), Rc::clone(info));
                    Callback::from(move |()| {
                        draft.dispatch(DraftAction::Build(0, info.sha256.clone(), info.name.clone()));
                    })
                };
                let offer = Offer { label: strings::use_as_engine_1(), action };
                show_toast(toasts, info, strings::engines_not_changed().to_owned(), Some(offer));
            }
        }
    }
}

fn show_toast(toasts: &ToastDispatcher, info: &EngineInfo, detail: String, offer: Option<Offer>) {
    toasts.dispatch(ToastAction::Show(Tone::News, strings::engine_added(&info.name), detail, offer));
}
