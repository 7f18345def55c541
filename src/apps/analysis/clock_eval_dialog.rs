//! Dialog for the clock and evaluation of a move.

use super::game_store::{GameDispatcher, StoreAction};
use super::move_menu::move_name;
use super::strings;
use crate::components::modal::Modal;
use crate::state::game::{GameAction, GameState};
use tabia_pgn::NodeId;
use tabia_pgn::comment::{duration, duration_text, evaluation_text, parse_evaluation};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`ClockEvalDialog`].
#[derive(Properties, PartialEq)]
pub struct ClockEvalDialogProps {
    /// Games.
    pub state: GameState,
    /// Move.
    pub node: NodeId,
    /// Dispatcher for edits.
    pub game: GameDispatcher,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Two fields; an empty one removes the value.
#[component]
pub fn ClockEvalDialog(props: &ClockEvalDialogProps) -> Html {
    let ClockEvalDialogProps { state, node, game, on_close } = props;
    let is_there = state.game().contains(*node);
    let (old_clock, old_evaluation) = if is_there {
        let annotations = state.game().annotations(*node);
        (annotations.clock(), annotations.evaluation())
    } else {
        (None, None)
    };
    let clock = use_state(|| old_clock.map_or_else(String::new, duration_text));
    let evaluation =
        use_state(|| old_evaluation.map_or_else(String::new, |(eval, depth)| evaluation_text(eval, depth)));
    let read_clock = read(&clock, duration);
    let read_evaluation = read(&evaluation, parse_evaluation);
    let (clock_fault, evaluation_fault) = (read_clock.is_err(), read_evaluation.is_err());
    let onsubmit = {
        let (game, on_close, node) = (game.clone(), on_close.clone(), *node);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let (Ok(clock), Ok(evaluation)) = (read_clock, read_evaluation) else { return };
            on_close.emit(());
            // Two values are two edits, so that each can be undone separately.
            if clock != old_clock {
                game.dispatch(StoreAction::Do(GameAction::SetClock(node, clock)));
            }
            if evaluation != old_evaluation {
                game.dispatch(StoreAction::Do(GameAction::SetEvaluation(node, evaluation)));
            }
        })
    };
    if !is_there {
        return html! {};
    }
    let title = strings::facts_of(&move_name(state, *node).unwrap_or_default());
    html! {
        <Modal {title} on_close={on_close.clone()}>
            <form class="form-rows" {onsubmit}>
                { field("clock", strings::clock_left(), "1:05:23", &clock, clock_fault.then_some(strings::clock_fault())) }
                { field("evaluation", strings::evaluation_of_the_move(), "0.35", &evaluation, evaluation_fault.then_some(strings::evaluation_fault())) }
                <p>{ strings::facts_note() }</p>
                <div class="modal-actions">
                    <button type="button" class="button" onclick={on_close.reform(|_: MouseEvent| ())}>{ strings::cancel() }</button>
                    <button type="submit" class="button primary" disabled={clock_fault || evaluation_fault}>{ strings::save() }</button>
                </div>
            </form>
        </Modal>
    }
}

/// Parses a field: empty means no value, anything else must be valid.
fn read<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, ()> {
    if text.trim().is_empty() { Ok(None) } else { parse(text.trim()).map(Some).ok_or(()) }
}

fn field(
    id: &'static str,
    label: &'static str,
    placeholder: &'static str,
    value: &UseStateHandle<String>,
    fault: Option<&'static str>,
) -> Html {
    let setter = value.setter();
    let oninput = Callback::from(move |event: InputEvent| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            setter.set(input.value());
        }
    });
    let fault_id = format!("{id}-fault");
    html! {
        <div class="form-row">
            <label for={id}>{ label }</label>
            <input {id} class="field mono" type="text" autocomplete="off" spellcheck="false" {placeholder} value={(**value).clone()}
                   aria-invalid={fault.is_some().to_string()} aria-describedby={fault_id.clone()} {oninput} />
            <p id={fault_id} class="field-error" role="alert" hidden={fault.is_none()}>{ fault.unwrap_or_default() }</p>
        </div>
    }
}
