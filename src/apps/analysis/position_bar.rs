//! Position as FEN: show, edit, copy.

use crate::apps::analysis::strings;
use crate::components::events::input_value;
use crate::components::icon::{Icon, IconView};
use crate::services::play::requests;
use crate::state::play::setup::Start;
use crate::state::route::{PlaySubject, Route};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`PositionBar`].
#[derive(Properties, PartialEq)]
pub struct PositionBarProps {
    /// FEN of the position on the board.
    pub fen: AttrValue,
    /// Opens a typed FEN; returns the error, if any.
    pub on_fen: Callback<String, Result<(), String>>,
    /// Opens the board editor.
    pub on_set_up: Callback<MouseEvent>,
    /// Copies the FEN.
    pub on_copy_fen: Callback<MouseEvent>,
    /// Copies the game as PGN.
    pub on_copy_pgn: Callback<MouseEvent>,
    /// Shares the game.
    pub on_share: Callback<MouseEvent>,
}

/// FEN field; follows the position until the user edits it.
#[component]
pub fn PositionBar(props: &PositionBarProps) -> Html {
    let draft = use_state(|| None::<String>);
    let fault = use_state(|| None::<String>);
    use_effect_with(props.fen.clone(), {
        let (draft, fault) = (draft.setter(), fault.setter());
        move |_| {
            draft.set(None);
            fault.set(None);
        }
    });

    let oninput = use_callback((draft.setter(), fault.setter()), |event: InputEvent, (draft, fault)| {
        draft.set(input_value(&event));
        fault.set(None);
    });
    let submit =
        use_callback((draft.clone(), fault.setter(), props.on_fen.clone()), |(), (draft, fault, on_fen)| {
            let Some(text) = (**draft).clone() else { return };
            match on_fen.emit(text) {
                Ok(()) => draft.set(None),
                Err(reason) => fault.set(Some(reason)),
            }
        });
    let onkeydown = use_callback((submit.clone(), draft.setter(), fault.setter()), {
        |event: KeyboardEvent,
         (submit, draft, fault): &(Callback<()>, UseStateSetter<_>, UseStateSetter<_>)| {
            match event.key().as_str() {
                "Enter" => {
                    event.prevent_default();
                    submit.emit(());
                }
                "Escape" => {
                    draft.set(None);
                    fault.set(None);
                }
                _ => {}
            }
        }
    });
    let onchange = use_callback(submit, |_: Event, submit| submit.emit(()));
    let onfocus = use_callback((), |event: FocusEvent, ()| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            input.select();
        }
    });
    let play = use_callback(props.fen.clone(), |_: MouseEvent, fen| {
        requests::play_from(Start::Fen(fen.to_string()));
        let _ = web_sys::window()
            .map(|window| window.location().set_hash(&Route::Play(PlaySubject::Game).to_string()));
    });
    let value = (*draft).clone().map_or_else(|| props.fen.clone(), AttrValue::from);
    html! {
        <div class="position-bar">
            <label for="fen">{ strings::fen() }</label>
            <input id="fen" class="field mono" type="text" spellcheck="false" autocomplete="off" {value} aria-label={strings::position_as_fen()}
                   aria-invalid={fault.is_some().to_string()} aria-describedby="fen-fault" {oninput} {onkeydown} {onchange} {onfocus} />
            <button type="button" class="button icon small" aria-label={strings::set_up_a_position()} title={strings::set_up_a_position()} onclick={props.on_set_up.clone()}>
                <IconView icon={Icon::Edit} />
            </button>
            <button type="button" class="button small" title={strings::copy_the_position_as_fen()} onclick={props.on_copy_fen.clone()}>
                <IconView icon={Icon::Copy} />{ strings::fen() }
            </button>
            <button type="button" class="button small" title={strings::copy_the_game_as_pgn()} onclick={props.on_copy_pgn.clone()}>
                <IconView icon={Icon::Copy} />{ strings::pgn() }
            </button>
            <button type="button" class="button small" title={strings::share_hint()} onclick={props.on_share.clone()}>
                <IconView icon={Icon::Share} />{ strings::share_dialog() }
            </button>
            <button type="button" class="button small" title={strings::play_from_here()} onclick={play}>
                <IconView icon={Icon::Play} />{ strings::play() }
            </button>
            <p id="fen-fault" class="field-error" role="alert" hidden={fault.is_none()}>{ (*fault).clone().unwrap_or_default() }</p>
        </div>
    }
}
