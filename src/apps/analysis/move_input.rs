//! Field for typing moves.

use super::strings;
use crate::state::text::sentence;
use crate::state::typed_move::{TypedError, TypedMove, choose, read};
use tabia_chess::{Move, Position};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Element id of the field.
pub const MOVE_INPUT_ID: &str = "type-move";

/// Maximum number of suggestions.
const OFFERED: usize = 12;

/// Properties of [`MoveField`].
#[derive(Properties, PartialEq)]
pub struct MoveFieldProps {
    /// The position on the board.
    pub position: Position,
    /// Emits the move typed or chosen.
    pub on_move: Callback<TypedMove>,
}

/// Plays the typed move: at once if it is unambiguous, else on Enter. Matching moves are listed.
#[component]
pub fn MoveField(props: &MoveFieldProps) -> Html {
    let MoveFieldProps { position, on_move } = props;
    let text = use_state(String::new);
    // Text that Enter could not play.
    let fault = use_state(|| None::<String>);
    use_effect_with(*position, {
        let (text, fault) = (text.setter(), fault.setter());
        move |_| {
            text.set(String::new());
            fault.set(None);
        }
    });
    let play = use_callback((text.setter(), fault.setter(), on_move.clone(), position.is_check()), {
        |chosen: TypedMove, (text, fault, on_move, is_check): &(UseStateSetter<String>, UseStateSetter<_>, Callback<_>, bool)| {
            if chosen == TypedMove::Null && *is_check {
                fault.set(Some(strings::no_null_move().to_owned()));
                return;
            }
            text.set(String::new());
            fault.set(None);
            on_move.emit(chosen);
        }
    });
    let oninput = use_callback((*position, text.setter(), fault.setter(), play.clone()), {
        |event: InputEvent,
         (position, text, fault, play): &(
            Position,
            UseStateSetter<String>,
            UseStateSetter<Option<String>>,
            Callback<TypedMove>,
        )| {
            let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
            else {
                return;
            };
            let typed = read(position, &input.value());
            text.set(input.value());
            fault.set(None);
            if typed.is_null {
                play.emit(TypedMove::Null);
            } else if let Some(m) = typed.certain() {
                play.emit(TypedMove::Move(m));
            }
        }
    });
    let onkeydown = use_callback(
        (*position, (*text).clone(), text.setter(), fault.setter(), play.clone()),
        |event: KeyboardEvent, parts| on_key(&event, parts),
    );
    let typed = read(position, &text);
    let is_nothing = !text.trim().is_empty() && typed.is_nothing();
    let message = (*fault).clone().or_else(|| is_nothing.then(|| nothing_fits(position, &text)));
    let moves: Vec<Move> = typed.exact.iter().chain(&typed.longer).copied().take(OFFERED).collect();
    html! {
        <div class="move-input">
            <input id={MOVE_INPUT_ID} class="field mono" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"
                   aria-label={strings::type_a_move()} placeholder={strings::type_a_move()} title={strings::type_a_move_hint()} value={(*text).clone()}
                   aria-invalid={message.is_some().to_string()} aria-describedby="type-move-note" {oninput} {onkeydown} />
            <div class="move-input-note" hidden={message.is_none() && moves.is_empty()}>
                <p id="type-move-note" role="status" class={if message.is_some() { "field-error" } else { "visually-hidden" }}>
                    { message.clone().unwrap_or_else(|| matching(position, &moves)) }
                </p>
                if message.is_none() {
                    <div class="move-input-moves" role="group" aria-label={strings::moves_that_fit()}>{ for moves.iter().map(|&m| move_button(position, m, &play)) }</div>
                }
            </div>
        </div>
    }
}

fn on_key(
    event: &KeyboardEvent,
    (position, text, text_setter, fault, play): &(
        Position,
        String,
        UseStateSetter<String>,
        UseStateSetter<Option<String>>,
        Callback<TypedMove>,
    ),
) {
    match event.key().as_str() {
        "Enter" if !text.trim().is_empty() => {
            event.prevent_default();
            match choose(position, text) {
                Ok(chosen) => play.emit(chosen),
                Err(error) => fault.set(Some(sentence(&error.to_string()))),
            }
        }
        "Escape" => {
            text_setter.set(String::new());
            fault.set(None);
            if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
            {
                // Blurring an element of the page cannot fail.
                let _ = input.blur();
            }
        }
        _ => {}
    }
}

/// Explains why no move matches.
fn nothing_fits(position: &Position, text: &str) -> String {
    let error = choose(position, text).err().unwrap_or_else(|| TypedError::NoMove(text.trim().to_owned()));
    sentence(&error.to_string())
}

fn matching(position: &Position, moves: &[Move]) -> String {
    let sans: Vec<_> = moves.iter().map(|&m| position.san(m)).collect();
    sans.join(", ")
}

fn move_button(position: &Position, m: Move, play: &Callback<TypedMove>) -> Html {
    let play = play.clone();
    let onclick = Callback::from(move |_: MouseEvent| play.emit(TypedMove::Move(m)));
    // Keeps the focus in the field.
    let onpointerdown = Callback::from(|event: PointerEvent| event.prevent_default());
    let onmousedown = Callback::from(|event: MouseEvent| event.prevent_default());
    html! { <button key={m.to_string()} type="button" class="button small" {onclick} {onpointerdown} {onmousedown}>{ position.san(m) }</button> }
}
