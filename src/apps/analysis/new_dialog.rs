//! New game dialog: standard chess or Chess960.

use crate::apps::analysis::strings;
use crate::components::modal::Modal;
use crate::state::game::GameAction;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Chess960 number of the standard starting position.
const USUAL_START: u16 = 518;

/// Properties of [`NewDialog`].
#[derive(Clone, Properties, PartialEq)]
#[allow(clippy::struct_field_names)] // All of them are callbacks.
pub struct NewDialogProps {
    /// Starts a game.
    pub on_begin: Callback<GameAction>,
    /// Opens the board editor instead.
    pub on_set_up: Callback<MouseEvent>,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Choice of the starting position.
#[component]
pub fn NewDialog(props: &NewDialogProps) -> Html {
    let number = use_state(|| USUAL_START.to_string());
    let parsed = number.trim().parse::<u16>().ok().filter(|number| *number < 960);
    let oninput = use_callback(number.setter(), |event: InputEvent, number| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            number.set(input.value());
        }
    });
    let begin = |action: Option<GameAction>| {
        let (on_begin, on_close) = (props.on_begin.clone(), props.on_close.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(action) = &action {
                on_close.emit(());
                on_begin.emit(action.clone());
            }
        })
    };
    let random = {
        let (on_begin, on_close) = (props.on_begin.clone(), props.on_close.clone());
        Callback::from(move |_: MouseEvent| {
            on_close.emit(());
            on_begin.emit(GameAction::NewChess960((js_sys::Math::random() * 960.0) as u16));
        })
    };
    html! {
        <Modal title={strings::new_game()} on_close={props.on_close.clone()}>
            <button type="button" class="button primary" onclick={begin(Some(GameAction::NewGame))}>{ strings::standard_position() }</button>
            <h3 class="shortcuts-group">{ strings::chess960() }</h3>
            <div class="new-chess960">
                <button type="button" class="button" onclick={random}>{ strings::random_position() }</button>
                <label for="chess960">{ strings::or_position_number() }</label>
                <input id="chess960" class="field" type="number" min="0" max="959" inputmode="numeric" value={(*number).clone()}
                       aria-invalid={parsed.is_none().to_string()} aria-describedby="chess960-fault" {oninput} />
                <button type="button" class="button" disabled={parsed.is_none()} onclick={begin(parsed.map(GameAction::NewChess960))}>
                    { strings::start() }
                </button>
            </div>
            <h3 class="shortcuts-group">{ strings::other_position() }</h3>
            <button type="button" class="button" onclick={props.on_set_up.clone()}>{ strings::set_up_a_position() }</button>
            <p id="chess960-fault" class="field-error" hidden={parsed.is_some()}>{ strings::chess960_range() }</p>
        </Modal>
    }
}
