//! Engine list of the browser, as shown on the analysis page.

use super::adopt::adopt;
use super::engine_dialogs::{EngineDialog, EngineQuestion};
use super::offered_engines::OfferedEngines;
use crate::apps::analysis::engine_panel::tool_request::ToolRequest;
use crate::apps::analysis::strings;
use crate::components::file_button::FileButton;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::components::toasts::ToastDispatcher;
use crate::services::active_engines::ActiveEnginesStore;
use crate::services::catalogue::{EngineEntry, EngineKind, EngineList, news};
use crate::services::engine::service::Engine;
use crate::state::active_engines::{ActiveEngines, ActiveEnginesAction, MAX_SIDE_ENGINES};
use crate::storage::Database;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Properties of [`EnginesDialog`].
#[derive(Properties, PartialEq)]
pub struct EnginesDialogProps {
    /// Engine of the board.
    pub engine: Engine,
    /// Engines in use and their options.
    pub active_engines: Rc<ActiveEngines>,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
    /// Opens another tool, or closes this one.
    pub on_request: Callback<Option<ToolRequest>>,
}

/// Load state of the list.
type ListedEngines = Option<Result<Rc<Vec<EngineEntry>>, String>>;

/// Engine list: choice of the board's engine and additional engines, rename, remove, add.
#[component]
pub fn EnginesDialog(props: &EnginesDialogProps) -> Html {
    let EnginesDialogProps { engine, active_engines, toasts, on_request } = props;
    let on_close = on_request.reform(|()| None);
    let entries = use_entries();
    let asking = use_state_eq(|| None::<EngineDialog>);
    let is_trying = use_state_eq(|| false);
    if let Some(asked) = (*asking).clone() {
        let setter = asking.setter();
        let on_close = Callback::from(move |()| setter.set(None));
        return html! { <EngineQuestion key="question" asking={asked} toasts={toasts.clone()} {on_close} /> };
    }
    let on_files = {
        let (engine, toasts, is_trying) = (engine.clone(), toasts.clone(), is_trying.setter());
        Callback::from(move |files: Vec<File>| {
            let (engine, toasts, is_trying) = (engine.clone(), toasts.clone(), is_trying.clone());
            is_trying.set(true);
            spawn_local(async move {
                adopt(files, engine, toasts).await;
                is_trying.set(false);
            });
        })
    };
    let rows = match &entries {
        None => html! { <p role="status">{ strings::loading_engines() }</p> },
        Some(Err(reason)) => html! { <p role="alert">{ strings::engines_not_read(reason) }</p> },
        Some(Ok(entries)) => {
            let is_trying_setter = is_trying.setter();
            let on_trying = Callback::from(move |trying| is_trying_setter.set(trying));
            html! {
                <>
                    <ul class="engine-list">
                        { for entries.iter().enumerate().map(|(place, entry)| row(place, entry, active_engines, &asking, on_request)) }
                    </ul>
                    <OfferedEngines entries={Rc::clone(entries)} is_trying={*is_trying} {on_trying} toasts={toasts.clone()} />
                </>
            }
        }
    };
    html! {
        <Modal key="list" title={strings::engines()} on_close={on_close.clone()}>
            <p class="field-hint">{ strings::engines_note() }</p>
            { rows }
            if *is_trying { <p role="status">{ strings::trying_engine() }</p> }
            <div class="modal-actions">
                <FileButton label={strings::add_engine_files()} accept=".wasm,.js,.mjs,.nnue,.bin,.data" {on_files} />
                <button type="button" class="button primary" onclick={on_close.reform(|_: MouseEvent| ())}>{ strings::done() }</button>
            </div>
        </Modal>
    }
}

/// Returns the key of an engine in [`ActiveEngines`]: empty for the built-in one, whatever its version.
fn key_of(place: usize, entry: &EngineEntry) -> String {
    if place == 0 && entry.is_builtin { String::new() } else { entry.id.clone() }
}

fn row(
    place: usize,
    entry: &EngineEntry,
    active_engines: &ActiveEngines,
    asking: &UseStateHandle<Option<EngineDialog>>,
    on_request: &Callback<Option<ToolRequest>>,
) -> Html {
    let key = key_of(place, entry);
    let id = format!("board-engine-{place}");
    let choose = {
        let key = key.clone();
        Callback::from(move |_: Event| {
            ActiveEnginesStore::of_page().act(ActiveEnginesAction::Board(key.clone()));
        })
    };
    let ask = |what: EngineDialog| {
        let asking = asking.setter();
        Callback::from(move |_: MouseEvent| asking.set(Some(what.clone())))
    };
    let options = {
        let key = key.clone();
        on_request.reform(move |_: MouseEvent| Some(ToolRequest::Options(key.clone())))
    };
    let kind = match entry.kind {
        _ if entry.is_builtin => strings::built_in(),
        EngineKind::Build | EngineKind::Threaded => strings::engine_build(),
        EngineKind::Foreign => strings::foreign_engine(),
    };
    html! {
        <li key={entry.id.clone()} class="engine-row" data-engine={entry.id.clone()}>
            <input {id} type="radio" name="board-engine" checked={active_engines.board == key} onchange={choose} />
            <label for={format!("board-engine-{place}")}>
                <span class="engine-row-name">{ &entry.name }</span>
                <span class="engine-row-facts">{ kind }</span>
            </label>
            { beside(&key, entry, active_engines) }
            if active_engines.board == key || active_engines.side_engine(&key).is_some() {
                <button type="button" class="button quiet icon small" aria-label={strings::options_of(&entry.name)} title={strings::options_entry()} onclick={options}><IconView icon={Icon::Settings} /></button>
            }
            <button type="button" class="button quiet icon small" aria-label={strings::rename_engine(&entry.name)} title={strings::rename()} onclick={ask(EngineDialog::Rename(entry.clone()))}><IconView icon={Icon::Edit} /></button>
            if !entry.is_builtin {
                <button type="button" class="button quiet icon small" aria-label={strings::remove_engine_label(&entry.name)} title={strings::remove()} onclick={ask(EngineDialog::Remove(entry.clone()))}><IconView icon={Icon::Delete} /></button>
            }
        </li>
    }
}

/// Switch that makes an engine analyse next to the board's.
fn beside(key: &str, entry: &EngineEntry, active_engines: &ActiveEngines) -> Html {
    if active_engines.board == key {
        return html! { <span class="engine-row-here">{ strings::on_the_board() }</span> };
    }
    let is_beside = active_engines.side_engine(key).is_some();
    let is_full = !is_beside && active_engines.side_engines.len() >= MAX_SIDE_ENGINES;
    let onclick = {
        let key = key.to_owned();
        Callback::from(move |_: MouseEvent| {
            let action = if is_beside { ActiveEnginesAction::Dismiss } else { ActiveEnginesAction::Add };
            ActiveEnginesStore::of_page().act(action(key.clone()));
        })
    };
    html! {
        <button type="button" class="button small" aria-pressed={is_beside.to_string()} aria-label={strings::beside_label(&entry.name)}
            title={strings::beside_hint()} disabled={is_full} {onclick}>{ strings::beside() }</button>
    }
}

/// Subscribes to the engine list, including changes from other pages and tabs.
#[hook]
fn use_entries() -> ListedEngines {
    let entries = use_state_eq(|| None);
    use_effect_with((), {
        let entries = entries.setter();
        move |()| {
            spawn_local(read(entries.clone()));
            let news = news::listen(move || spawn_local(read(entries.clone())));
            move || drop(news)
        }
    });
    (*entries).clone()
}

async fn read(entries: UseStateSetter<ListedEngines>) {
    let list = EngineList::of_page(Database::of_page()).list().await;
    entries.set(Some(list.map(Rc::new).map_err(|error| error.to_string())));
}
