//! The engines stored in this browser, with information about each, and controls to rename or remove them.

use crate::apps::lab::strings;
use crate::components::events::typed;
use crate::components::icon::{Icon, IconView};
use crate::components::question::Question;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::platform::local_time::date_and_time;
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::saved_match::SavedMatch;
use crate::state::lab::check::{CheckFault, CheckPart, EngineCheck};
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::words::file_size;
use crate::state::text::sentence;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`LabEngineList`].
#[derive(Properties, PartialEq)]
pub struct LabEngineListProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Engines in the list.
    pub engines: Rc<[Rc<EngineInfo>]>,
    /// Engine being checked, by id, and the part of the check.
    pub checking: Option<(String, CheckPart)>,
    /// Matches, which may use the engines.
    pub matches: Rc<Vec<SavedMatch>>,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
}

#[derive(Clone, PartialEq)]
enum LabEngineDialog {
    Rename(Rc<EngineInfo>),
    Remove(Rc<EngineInfo>),
}

/// Engine list, collapsed by default.
#[component]
pub fn LabEngineList(props: &LabEngineListProps) -> Html {
    let asking = use_state_eq(|| None::<LabEngineDialog>);
    let text = use_state_eq(String::new);
    let ask = |what: LabEngineDialog, initial: &str| {
        let (asking, text, initial) = (asking.setter(), text.setter(), initial.to_owned());
        Callback::from(move |_: MouseEvent| {
            text.set(initial.clone());
            asking.set(Some(what.clone()));
        })
    };
    let check = |info: &EngineInfo| {
        let (controller, id) = (props.controller.clone(), info.sha256.clone());
        Callback::from(move |_: MouseEvent| {
            let (controller, id) = (controller.clone(), id.clone());
            spawn_local(async move { controller.check_engine(&id).await });
        })
    };
    let row = |info: &Rc<EngineInfo>| {
        let origin = if info.is_builtin { strings::built_in() } else { info.kind };
        let progress =
            props.checking.as_ref().filter(|(id, _)| *id == info.sha256).map(|(_, part)| part.name());
        let signature = info.signature.map(|nodes| strings::bench_suffix(&nodes)).unwrap_or_default();
        html! {
            <li key={info.sha256.clone()} data-engine={info.sha256.clone()}>
                <div class="lab-kept-engine">
                    <span class="lab-match-name">{ &info.name }</span>
                    <span class="lab-match-facts">{ format!("{origin} · {} · ", file_size(info.size)) }<abbr title={strings::sha256(&info.sha256)}>{ info.short_hash() }</abbr>{ signature }
                        if let Some(words) = info.timing.words() { { " · " }<span title={info.timing.explained()}>{ words }</span> }
                    </span>
                    <span class="lab-match-facts" role="status">{ progress.map(|part| strings::checking(&part)) }</span>
                </div>
                if info.is_build {
                    <button type="button" class="button quiet small" aria-label={strings::check_thing(&info.name)} title={strings::check_note()} disabled={props.checking.is_some()} onclick={check(info)}>{ strings::check() }</button>
                }
                <button type="button" class="button quiet icon small" aria-label={strings::rename_thing(&info.name)} title={strings::rename()} onclick={ask(LabEngineDialog::Rename(Rc::clone(info)), &info.name)}><IconView icon={Icon::Edit} /></button>
                if !info.is_builtin {
                    <button type="button" class="button quiet icon small" aria-label={strings::remove_thing(&info.name)} title={strings::remove_from_this_browser()} onclick={ask(LabEngineDialog::Remove(Rc::clone(info)), "")}><IconView icon={Icon::Delete} /></button>
                }
                if progress.is_none() { { info.check.as_ref().map(checked) } }
            </li>
        }
    };
    html! {
        <details class="card lab-card lab-fold">
            <summary>{ strings::engines_in_browser(&props.engines.len()) }</summary>
            <ul class="lab-matches">{ for props.engines.iter().map(row) }</ul>
            { dialog(props, &asking, &text) }
        </details>
    }
}

/// Result of a check: a few words, and its faults.
fn checked(check: &EngineCheck) -> Html {
    let title = strings::checked_on(&date_and_time(check.at_ms));
    if check.faults.is_empty() {
        return html! { <p class="lab-check" {title}>{ check.words() }</p> };
    }
    let fault = |fault: &CheckFault| html! { <li>{ format!("{}: {}", sentence(fault.part.name()), fault.text) }</li> };
    html! {
        <details class="lab-check">
            <summary {title}>{ check.words() }</summary>
            <ul>{ for check.faults.iter().map(fault) }</ul>
        </details>
    }
}

fn dialog(
    props: &LabEngineListProps,
    asking: &UseStateHandle<Option<LabEngineDialog>>,
    text: &UseStateHandle<String>,
) -> Html {
    let Some(what) = (**asking).clone() else { return html! {} };
    let on_close = {
        let asking = asking.setter();
        Callback::from(move |()| asking.set(None))
    };
    let oninput = typed(text);
    let on_done = {
        let (controller, toasts) = (props.controller.clone(), props.toasts.clone());
        let (what, text) = (what.clone(), (**text).clone());
        Callback::from(move |()| {
            let (controller, toasts, what, text) =
                (controller.clone(), toasts.clone(), what.clone(), text.clone());
            spawn_local(async move {
                let removed = match &what {
                    LabEngineDialog::Remove(info) => Some(Rc::clone(info)),
                    LabEngineDialog::Rename(_) => None,
                };
                let (title, outcome) = match what {
                    LabEngineDialog::Rename(info) => {
                        let renamed = controller.rename_engine(&info.sha256, &text).await;
                        (strings::the_engine_was_not_renamed(), renamed.map_err(|error| error.to_string()))
                    }
                    LabEngineDialog::Remove(info) => {
                        let removed = controller.remove_engine(&info.sha256).await;
                        (strings::the_engine_was_not_removed(), removed.map_err(|error| error.to_string()))
                    }
                };
                if let (Ok(()), Some(info)) = (&outcome, removed) {
                    offer_undo(&controller, &info, &toasts);
                }
                if let Err(reason) = outcome {
                    toasts.dispatch(ToastAction::Show(
                        Tone::Fault,
                        title.to_owned(),
                        sentence(&reason),
                        None,
                    ));
                }
            });
        })
    };
    let (title, button) = match &what {
        LabEngineDialog::Rename(_) => (strings::rename_the_engine().to_owned(), strings::rename()),
        LabEngineDialog::Remove(info) => (strings::remove_question(&info.name), strings::remove()),
    };
    html! {
        <Question {title} {button} {on_done} {on_close}>
            { match &what {
                LabEngineDialog::Rename(_) => html! {
                    <>
                        <label for="engine-name">{ strings::display_name() }</label>
                        <input id="engine-name" class="field" value={(**text).clone()} {oninput} />
                        <p class="field-hint">{ strings::rename_engine_note() }</p>
                    </>
                },
                LabEngineDialog::Remove(info) => removal(info, &props.matches),
            } }
        </Question>
    }
}

/// Shows that an engine was removed, with a button that restores it.
fn offer_undo(controller: &MatchController, info: &EngineInfo, toasts: &ToastDispatcher) {
    let action = {
        let (controller, id) = (controller.clone(), info.sha256.clone());
        Callback::from(move |()| {
            let (controller, id) = (controller.clone(), id.clone());
            spawn_local(async move { controller.restore_engine(&id).await });
        })
    };
    let offer = Offer { label: strings::undo(), action };
    let title = strings::engine_removed(&info.name);
    toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), Some(offer)));
}

/// Describes how removing an engine affects the matches that use it.
fn removal(info: &EngineInfo, matches: &[SavedMatch]) -> Html {
    let names_it =
        |kept: &&SavedMatch| kept.header.settings.engines.iter().any(|engine| engine.build == info.sha256);
    let concerned: Vec<&SavedMatch> = matches.iter().filter(names_it).collect();
    let unfinished = concerned.iter().filter(|kept| !kept.summary.is_complete).count();
    html! {
        <>
            <p>{ strings::remove_engine_note(&file_size(info.size)) }</p>
            if !concerned.is_empty() {
                <p>{ if concerned.len() == 1 { strings::one_match_uses_it() } else { strings::matches_that_use_it() } }</p>
                <ul class="lab-concerned">
                    { for concerned.iter().take(6).map(|kept| html! { <li>{ strings::kept_match(&kept.name, kept.summary.games) }</li> }) }
                    if concerned.len() > 6 {
                        <li>{ strings::and_more(&(concerned.len() - 6)) }</li>
                    }
                </ul>
                <p>{ if unfinished > 0 { strings::results_kept_file_needed() } else { strings::results_kept() } }</p>
            }
        </>
    }
}
