//! Dialog for the tags and the result of the game.

use super::game_store::{GameDispatcher, StoreAction};
use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::components::select::Select;
use crate::language::Text;
use crate::state::game::GameState;
use crate::state::header_form::{HeaderForm, ROSTER};
use crate::state::text::sentence;
use tabia_pgn::GameResult;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

const RESULTS: [(GameResult, Text); 4] = [
    (GameResult::Unknown, strings::result_unknown),
    (GameResult::WhiteWins, strings::result_white),
    (GameResult::BlackWins, strings::result_black),
    (GameResult::Draw, strings::result_draw),
];

/// Properties of [`HeaderDialog`].
#[derive(Properties, PartialEq)]
pub struct HeaderDialogProps {
    /// Games.
    pub state: GameState,
    /// Dispatcher for the edit.
    pub game: GameDispatcher,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Form with all tags.
#[component]
pub fn HeaderDialog(props: &HeaderDialogProps) -> Html {
    let HeaderDialogProps { state, game, on_close } = props;
    let form = use_state(|| HeaderForm::new(state.game()));
    let action = form.action();
    let is_wrong = action.is_none();
    let onsubmit = {
        let (game, on_close) = (game.clone(), on_close.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(action) = &action {
                on_close.emit(());
                game.dispatch(StoreAction::Do(action.clone()));
            }
        })
    };
    let add = {
        let form = form.clone();
        Callback::from(move |_: MouseEvent| {
            let mut changed = (*form).clone();
            changed.tags.push((String::new(), String::new()));
            form.set(changed);
        })
    };
    let derived = HeaderForm::derived(state.game());
    html! {
        <Modal title={strings::edit_header()} on_close={on_close.clone()}>
            <form class="header-form" {onsubmit}>
                { for (0..ROSTER).map(|index| roster_row(&form, index)) }
                { result_row(&form) }
                if form.tags.len() > ROSTER { <h3 class="shortcuts-group">{ strings::other_tags() }</h3> }
                { for (ROSTER..form.tags.len()).map(|index| other_row(&form, index)) }
                <button type="button" class="button small" onclick={add}><IconView icon={Icon::Plus} />{ strings::add_a_tag() }</button>
                if !derived.is_empty() {
                    <div class="derived-tags">
                        <p>{ strings::derived_note() }</p>
                        <dl>{ for derived.iter().map(|(name, value)| html! { <><dt>{ *name }</dt><dd>{ value }</dd></> }) }</dl>
                    </div>
                }
                <div class="modal-actions">
                    <button type="button" class="button" onclick={on_close.reform(|_: MouseEvent| ())}>{ strings::cancel() }</button>
                    <button type="submit" class="button primary" disabled={is_wrong}>{ strings::save() }</button>
                </div>
            </form>
        </Modal>
    }
}

/// Returns a callback that edits one tag from its field.
fn on_input(
    form: &UseStateHandle<HeaderForm>,
    change: impl Fn(&mut HeaderForm, String) + 'static,
) -> Callback<InputEvent> {
    let form = form.clone();
    Callback::from(move |event: InputEvent| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            let mut changed = (*form).clone();
            change(&mut changed, input.value());
            form.set(changed);
        }
    })
}

fn roster_row(form: &UseStateHandle<HeaderForm>, index: usize) -> Html {
    let (name, value) = form.tags[index].clone();
    let id = format!("tag-{name}");
    let oninput = on_input(form, move |form, value| form.tags[index].1 = value);
    let is_date = name == "Date";
    let onchange = {
        let form = form.clone();
        Callback::from(move |_: Event| {
            if is_date {
                let mut changed = (*form).clone();
                changed.tidy_date();
                form.set(changed);
            }
        })
    };
    let note = (is_date && form.date_is_unusual()).then_some(strings::date_note());
    html! {
        <div key={name.clone()} class="header-row">
            <label for={id.clone()}>{ strings::tag_label(&name).to_owned() }</label>
            <input {id} class="field" type="text" autocomplete="off" {value} placeholder={tabia_pgn::unknown_value(&name)} {oninput} {onchange}
                   aria-describedby={is_date.then_some("date-note")} />
            if is_date { <p id="date-note" class="field-note" role="status" hidden={note.is_none()}>{ note.unwrap_or_default() }</p> }
        </div>
    }
}

fn result_row(form: &UseStateHandle<HeaderForm>) -> Html {
    let onchange = {
        let form = form.clone();
        Callback::from(move |event: Event| {
            let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
            let result = select.and_then(|select| GameResult::parse(&select.value()));
            if let Some(result) = result {
                let mut changed = (*form).clone();
                changed.result = result;
                form.set(changed);
            }
        })
    };
    html! {
        <div key="result" class="header-row">
            <label for="tag-Result">{ strings::result() }</label>
            <Select id="tag-Result" {onchange}>
                { for RESULTS.iter().map(|&(result, name)| html! {
                    <option key={result.as_str()} value={result.as_str()} selected={form.result == result}>{ name() }</option>
                }) }
            </Select>
        </div>
    }
}

fn other_row(form: &UseStateHandle<HeaderForm>, index: usize) -> Html {
    let (name, value) = form.tags[index].clone();
    let fault = form.name_fault(index).map(|fault| sentence(&fault.to_string()));
    let fault_id = format!("tag-fault-{index}");
    let name_input = on_input(form, move |form, name| form.tags[index].0 = name);
    let value_input = on_input(form, move |form, value| form.tags[index].1 = value);
    let remove = {
        let form = form.clone();
        Callback::from(move |_: MouseEvent| {
            let mut changed = (*form).clone();
            changed.tags.remove(index);
            form.set(changed);
        })
    };
    html! {
        <div key={format!("other {index}")} class="header-row other">
            <input class="field mono" type="text" autocomplete="off" spellcheck="false" aria-label={strings::tag_name()} placeholder={strings::tag_name()} value={name.clone()}
                   aria-invalid={fault.is_some().to_string()} aria-describedby={fault_id.clone()} oninput={name_input} />
            <input class="field" type="text" autocomplete="off" aria-label={strings::value_of(&name)} placeholder={strings::tag_value()} {value} oninput={value_input} />
            <button type="button" class="button quiet icon" aria-label={strings::remove_tag(&name)} title={strings::remove_tag(&name)} onclick={remove}>
                <IconView icon={Icon::Delete} />
            </button>
            <p id={fault_id} class="field-error" role="alert" hidden={fault.is_none()}>{ fault.unwrap_or_default() }</p>
        </div>
    }
}
