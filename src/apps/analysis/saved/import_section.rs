//! Choose, check and import a backup.

use super::backup_parts::size;
use super::opener::GameOpener;
use crate::apps::analysis::strings;
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::services::backup::{BackupPart, CheckedBackup, RestoreMode, Restored};
use crate::state::text::sentence;
use crate::storage::device;
use std::collections::BTreeSet;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`ImportSection`].
#[derive(Properties, PartialEq)]
pub struct ImportSectionProps {
    /// Imports the backup.
    pub opener: GameOpener,
    /// Notifies that something was imported.
    pub on_done: Callback<()>,
}

/// Step of the import.
#[derive(Clone)]
enum ImportStep {
    Idle,
    Checking,
    Ready(Rc<CheckedBackup>),
    Writing(BackupPart),
    Done(Restored),
    Fault(String),
}

/// Button that chooses a backup, and its content.
#[component]
pub fn ImportSection(props: &ImportSectionProps) -> Html {
    let step = use_state(|| ImportStep::Idle);
    let picker = use_node_ref();
    let browse = use_callback(picker.clone(), |_: MouseEvent, picker| {
        if let Some(picker) = picker.cast::<HtmlInputElement>() {
            picker.click();
        }
    });
    let onchange = use_callback((props.opener.clone(), step.setter()), |event: Event, (opener, step)| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        if let Some(file) = files_of(&input).into_iter().next() {
            check(opener.clone(), file, step.clone());
        }
        // Lets the user choose the same file again.
        input.set_value("");
    });
    let begin = use_callback(
        (props.opener.clone(), props.on_done.clone(), step.setter()),
        |(checked, parts, mode): ImportChoice, (opener, on_done, step)| {
            let (opener, on_done, step) = (opener.clone(), on_done.clone(), step.clone());
            device::ask_to_persist();
            spawn_local(async move {
                let tell = step.clone();
                let result = opener
                    .import(&checked, &parts, mode, move |part| tell.set(ImportStep::Writing(part)))
                    .await;
                step.set(match result {
                    Ok(restored) => ImportStep::Done(restored),
                    Err(error) => ImportStep::Fault(sentence(&error.to_string())),
                });
                on_done.emit(());
            });
        },
    );
    let is_busy = matches!(*step, ImportStep::Checking | ImportStep::Writing(_));
    html! {
        <section class="import" aria-label={strings::import()}>
            <div class="setting-buttons">
                <button type="button" class="button" disabled={is_busy} onclick={browse}><IconView icon={Icon::File} />{ strings::choose_backup() }</button>
                <input ref={picker} type="file" hidden=true accept=".tabia" aria-label={strings::choose_backup()} {onchange} />
            </div>
            { step_html(&step, &begin) }
        </section>
    }
}

/// What to import, and how.
type ImportChoice = (Rc<CheckedBackup>, Vec<BackupPart>, RestoreMode);

fn check(opener: GameOpener, file: File, step: UseStateSetter<ImportStep>) {
    step.set(ImportStep::Checking);
    spawn_local(async move {
        step.set(match opener.check_backup(file).await {
            Ok(checked) => ImportStep::Ready(Rc::new(checked)),
            Err(error) => ImportStep::Fault(sentence(&error.to_string())),
        });
    });
}

fn step_html(step: &ImportStep, begin: &Callback<ImportChoice>) -> Html {
    match step {
        ImportStep::Idle => html! {},
        ImportStep::Checking => html! { <p role="status">{ strings::checking() }</p> },
        ImportStep::Writing(part) => {
            html! { <p role="status">{ strings::importing(&strings::part_name(*part)) }</p> }
        }
        ImportStep::Ready(checked) => {
            html! { <ImportChooser checked={ByAddress(Rc::clone(checked))} begin={begin.clone()} /> }
        }
        ImportStep::Done(restored) => html! {
            <div class="storage-line">
                <p role="status">{ strings::imported(restored.written, restored.present, restored.copies, restored.deleted) }</p>
                <button type="button" class="button" onclick={|_: MouseEvent| reload()}>{ strings::reload() }</button>
            </div>
        },
        ImportStep::Fault(reason) => html! {
            <div class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ reason }</p></div>
        },
    }
}

fn reload() {
    if let Some(window) = web_sys::window() {
        // Reloading cannot fail.
        let _ = window.location().reload();
    }
}

/// Checked backup, compared by identity.
#[derive(Clone)]
struct ByAddress(Rc<CheckedBackup>);

impl PartialEq for ByAddress {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Properties, PartialEq)]
struct ImportChooserProps {
    checked: ByAddress,
    begin: Callback<ImportChoice>,
}

/// Choice of the backup's parts and the import mode.
#[component]
fn ImportChooser(props: &ImportChooserProps) -> Html {
    let checked = &props.checked.0;
    let chosen = use_state(|| checked.parts.iter().map(|part| part.part).collect::<BTreeSet<BackupPart>>());
    let mode = use_state_eq(RestoreMode::default);
    let when = js_sys::Date::new(&JsValue::from_f64(checked.created_ms));
    let when = String::from(when.to_locale_date_string("default", &JsValue::UNDEFINED));
    let begin = {
        let (checked, parts, mode) = (Rc::clone(checked), chosen.iter().copied().collect::<Vec<_>>(), *mode);
        let begin = props.begin.clone();
        Callback::from(move |_: MouseEvent| begin.emit((Rc::clone(&checked), parts.clone(), mode)))
    };
    let mode_choice = |value: RestoreMode, id: &'static str, label: &'static str| {
        let setter = mode.setter();
        let onchange = Callback::from(move |_: Event| setter.set(value));
        html! {
            <label class="import-mode" for={id}>
                <input {id} type="radio" name="import-mode" checked={*mode == value} {onchange} /><span>{ label }</span>
            </label>
        }
    };
    html! {
        <div class="import-choice">
            <p role="status">{ strings::backup_is_whole(&when) }</p>
            <ul class="storage-list">
                { for checked.parts.iter().map(|part| {
                    let (kind, chosen) = (part.part, chosen.clone());
                    let is_chosen = chosen.contains(&kind);
                    let onchange = Callback::from(move |_: Event| {
                        let mut next = (*chosen).clone();
                        if !next.remove(&kind) {
                            next.insert(kind);
                        }
                        chosen.set(next);
                    });
                    let id = format!("import-{kind:?}");
                    html! {
                        <li key={id.clone()} class="storage-item">
                            <input id={id.clone()} type="checkbox" checked={is_chosen} {onchange} />
                            <label for={id}>{ strings::part_name(kind) }</label>
                            <span class="storage-size">{ strings::records(part.records) }{ ", " }{ size(part.bytes) }</span>
                        </li>
                    }
                }) }
            </ul>
            <fieldset class="settings">
                <legend>{ strings::what_is_here() }</legend>
                { mode_choice(RestoreMode::Merge, "import-merge", strings::merge()) }
                { mode_choice(RestoreMode::Replace, "import-replace", strings::replace()) }
            </fieldset>
            <button type="button" class="button primary" disabled={chosen.is_empty()} onclick={begin}>{ strings::import() }</button>
        </div>
    }
}
