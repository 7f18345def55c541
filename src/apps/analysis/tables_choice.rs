//! Tablebase settings.

use crate::apps::analysis::strings;
use crate::hooks::use_observable;
use crate::services::tables::{TableState, Tablebases};
use crate::storage::device;
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`TablesChoice`].
#[derive(Properties, PartialEq)]
pub struct TablesChoiceProps {
    /// Tablebases.
    pub tables: Tablebases,
}

/// Available tablebases, and the buttons to choose others.
#[component]
pub fn TablesChoice(props: &TablesChoiceProps) -> Html {
    let state = use_observable(&props.tables, Tablebases::state);
    let (files, folder) = (use_node_ref(), use_node_ref());
    let browse = |input: &NodeRef| {
        let input = input.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let onchange = use_callback(props.tables.clone(), |event: Event, tables| {
        let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
            return;
        };
        let chosen: Vec<File> = input
            .files()
            .map(|list| (0..list.length()).filter_map(|index| list.get(index)).collect())
            .unwrap_or_default();
        // Lets the user choose the same files again.
        input.set_value("");
        if !chosen.is_empty() {
            device::ask_to_persist();
        }
        tables.choose(&chosen);
    });
    let clear = use_callback(props.tables.clone(), |_: MouseEvent, tables| tables.clear());
    html! {
        <fieldset class="settings" data-tables={state.files.to_string()} aria-busy={state.is_busy.to_string()}>
            <legend>{ strings::tablebases() }</legend>
            <div class="setting setting-tables">
                <p>{ summary(&state) }</p>
                <span class="setting-buttons">
                    <button type="button" class="button" onclick={browse(&files)}>{ strings::choose_files() }</button>
                    <button type="button" class="button" onclick={browse(&folder)}>{ strings::choose_a_folder() }</button>
                    if state.files > 0 {
                        <button type="button" class="button" onclick={clear}>{ strings::remove() }</button>
                    }
                </span>
            </div>
            <input ref={files} type="file" multiple=true accept=".rtbw,.rtbz" hidden=true aria-label={strings::tablebase_files()} onchange={onchange.clone()} />
            <input ref={folder} type="file" webkitdirectory=true hidden=true aria-label={strings::folder_with_tablebases()} {onchange} />
            if let Some(reason) = &state.not_kept {
                <p class="setting-note">{ reason.to_string() }</p>
            }
            if let Some(text) = &state.said {
                <p class="setting-note" data-tables-said="">{ strings::engine_says(&text) }</p>
            }
            if let Some(text) = &state.problem {
                <p class="field-error" role="alert">{ text }</p>
            }
        </fieldset>
    }
}

/// Describes the tablebases in a sentence.
fn summary(state: &TableState) -> String {
    if state.files == 0 {
        return strings::no_tables_note().to_owned();
    }
    let size = match state.bytes {
        bytes if bytes < 1e6 => format!("{:.0} kB", bytes / 1e3),
        bytes if bytes < 1e7 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.0} MB", bytes / 1e6),
    };
    strings::tables_summary(state.files, &state.men, &size)
}
