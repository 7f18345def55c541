//! Search limits and displayed figures.

use crate::apps::analysis::strings;
use crate::components::events::selected;
use crate::components::modal::Modal;
use crate::components::select::Select;
use crate::hooks::SettingsStore;
use crate::state::settings::{Column, LimitKind, MAX_HIDDEN_NODES, Settings, SettingsAction};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`SearchDialog`].
#[derive(Properties, PartialEq)]
pub struct SearchDialogProps {
    /// The settings.
    pub settings: UseReducerHandle<SettingsStore>,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

fn input(event: &Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Limits and figures; changes apply at once.
#[component]
pub fn SearchDialog(props: &SearchDialogProps) -> Html {
    let SearchDialogProps { settings, on_close } = props;
    let dispatcher = settings.dispatcher();
    let Settings { hide_below_nodes, rest_when_hidden, columns, .. } = settings.0;
    let hide = {
        let dispatcher = dispatcher.clone();
        Callback::from(move |event: Event| {
            if let Some(nodes) = input(&event).and_then(|field| field.value().trim().parse().ok()) {
                dispatcher.dispatch(SettingsAction::HideBelowNodes(nodes));
            }
        })
    };
    let switch =
        |id: String, label: &'static str, on: bool, action: fn(bool, Column) -> SettingsAction, column| {
            let dispatcher = dispatcher.clone();
            let onchange = Callback::from(move |event: Event| {
                if let Some(field) = input(&event) {
                    dispatcher.dispatch(action(field.checked(), column));
                }
            });
            html! {
                <label key={id.clone()} class="setting" for={id.clone()}>
                    <span>{ label }</span>
                    <input {id} class="setting-switch" type="checkbox" checked={on} {onchange} />
                </label>
            }
        };
    let column = |column: Column| {
        let action = |on, column| SettingsAction::Column(column, on);
        switch(format!("column-{column:?}"), strings::column(column), columns.has(column), action, column)
    };
    let rest = |on, _| SettingsAction::RestWhenHidden(on);
    html! {
        <Modal title={strings::search_and_display()} on_close={on_close.clone()}>
            <fieldset class="settings">
                <legend>{ strings::search() }</legend>
                { limit(settings) }
                <div class="setting">
                    <label for="hide-below">{ strings::hide_below() }</label>
                    <input id="hide-below" class="field" type="number" min="0" max={MAX_HIDDEN_NODES.to_string()} step="1000" value={hide_below_nodes.to_string()} onchange={hide} />
                </div>
                { switch("rest-hidden".to_owned(), strings::rest_when_hidden(), rest_when_hidden, rest, Column::Depth) }
            </fieldset>
            <fieldset class="settings">
                <legend>{ strings::shown_figures() }</legend>
                { for Column::ALL.into_iter().map(column) }
            </fieldset>
            <div class="modal-actions">
                <button type="button" class="button primary" onclick={on_close.reform(|_: MouseEvent| ())}>{ strings::done() }</button>
            </div>
        </Modal>
    }
}

/// Search limit.
fn limit(settings: &UseReducerHandle<SettingsStore>) -> Html {
    let Settings { limit: kind, limit_value, .. } = settings.0;
    let choose = {
        let dispatcher = settings.dispatcher();
        Callback::from(move |event: Event| {
            let index = selected(&event);
            if let Some(kind) = index.and_then(|index| LimitKind::ALL.get(index)) {
                dispatcher.dispatch(SettingsAction::Limit(*kind, kind.first_value()));
            }
        })
    };
    let set = {
        let dispatcher = settings.dispatcher();
        Callback::from(move |event: Event| {
            if let Some(value) = input(&event).and_then(|field| field.value().trim().parse().ok()) {
                dispatcher.dispatch(SettingsAction::Limit(kind, value));
            }
        })
    };
    let range = kind.range();
    html! {
        <>
            <div class="setting">
                <label for="search-limit">{ strings::search_ends() }</label>
                <Select id="search-limit" onchange={choose}>
                    { for LimitKind::ALL.into_iter().map(|other| html! {
                        <option key={strings::limit_kind(other)} selected={other == kind}>{ strings::limit_kind(other) }</option>
                    }) }
                </Select>
            </div>
            if kind != LimitKind::None {
                <div class="setting">
                    <label for="search-limit-value">{ strings::limit_value(kind) }</label>
                    <input id="search-limit-value" class="field" type="number" min={range.start().to_string()} max={range.end().to_string()} value={limit_value.to_string()} onchange={set} />
                </div>
            }
        </>
    }
}
