//! Other parts of a position: side to move, castling rights and clocks; and preset positions.

use super::presets::PRESETS;
use crate::apps::analysis::strings;
use crate::components::events::{checked, input_value, selected_value};
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::state::board_editor::{BoardEditor, BoardEditorAction, USUAL_START};
use tabia_chess::{CastlingSide, Color, File, Square};
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Properties of [`EditorFields`].
#[derive(Properties, PartialEq)]
pub struct EditorFieldsProps {
    /// Position.
    pub state: BoardEditor,
    /// Emits changes of it.
    pub on_action: Callback<BoardEditorAction>,
    /// Flips the board.
    pub on_flip: Callback<MouseEvent>,
}

/// Fields next to the board.
#[component]
pub fn EditorFields(props: &EditorFieldsProps) -> Html {
    let EditorFieldsProps { state, on_action, on_flip } = props;
    let setup = state.setup();
    let undo = on_action.reform(|_: MouseEvent| BoardEditorAction::Undo);
    html! {
        <>
            <div class="set-up-buttons">
                <button type="button" class="button small" onclick={on_flip.clone()}><IconView icon={Icon::Flip} />{ strings::turn_the_board() }</button>
                <button type="button" class="button small" disabled={!state.can_undo()} onclick={undo}><IconView icon={Icon::Undo} />{ strings::undo() }</button>
            </div>
            { presets(on_action) }
            <Chess960Field on_action={on_action.clone()} />
            <div class="form-row">
                <label for="set-up-turn">{ strings::side_to_move() }</label>
                <Select id="set-up-turn" onchange={on_action.reform(|event: Event| {
                    BoardEditorAction::Turn(if selected_value(&event).as_deref() == Some("b") { Color::Black } else { Color::White })
                })}>
                    <option value="w" selected={setup.turn.is_white()}>{ strings::white() }</option>
                    <option value="b" selected={!setup.turn.is_white()}>{ strings::black() }</option>
                </Select>
            </div>
            <fieldset class="set-up-castling">
                <legend>{ strings::castling() }</legend>
                { for Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| castling(state, color, side, on_action))) }
            </fieldset>
            { en_passant(state, on_action) }
            <div class="set-up-numbers">
                <CountField id="set-up-halfmoves" label={strings::halfmove_clock()} value={setup.halfmove_clock} least={0}
                            on_count={on_action.reform(BoardEditorAction::HalfmoveClock)} />
                <CountField id="set-up-move" label={strings::move_number()} value={setup.fullmove_number} least={1}
                            on_count={on_action.reform(BoardEditorAction::FullmoveNumber)} />
            </div>
        </>
    }
}

fn presets(on_action: &Callback<BoardEditorAction>) -> Html {
    let on_action = on_action.clone();
    let onchange = Callback::from(move |event: Event| {
        let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok())
        else {
            return;
        };
        let preset = select.value().parse::<usize>().ok().and_then(|index| PRESETS.get(index));
        if let Some(setup) = preset.and_then(|(_, fen)| Some(BoardEditor::read_fen(fen).ok()?.setup)) {
            on_action.emit(BoardEditorAction::Replace(setup));
        }
        // Lets the user choose the same item again.
        select.set_selected_index(0);
    });
    html! {
        <div class="form-row">
            <label for="set-up-preset">{ strings::begin_with_text() }</label>
            <Select id="set-up-preset" {onchange}>
                <option value="" selected={true}>{ strings::choose_a_position() }</option>
                { for PRESETS.iter().enumerate().map(|(index, (name, _))| html! { <option key={index} value={index.to_string()}>{ name() }</option> }) }
            </Select>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct Chess960FieldProps {
    on_action: Callback<BoardEditorAction>,
}

#[component]
fn Chess960Field(props: &Chess960FieldProps) -> Html {
    let text = use_state(|| USUAL_START.to_string());
    let number = text.trim().parse::<u16>().ok().filter(|number| *number < 960);
    let begin = |text: UseStateSetter<String>, choose: fn() -> Option<u16>, typed: Option<u16>| {
        let on_action = props.on_action.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(number) = choose().or(typed) {
                text.set(number.to_string());
                on_action.emit(BoardEditorAction::Chess960(number));
            }
        })
    };
    let oninput = {
        let text = text.setter();
        Callback::from(move |event: InputEvent| text.set(input_value(&event).unwrap_or_default()))
    };
    let random = begin(text.setter(), || Some((js_sys::Math::random() * 960.0) as u16), None);
    html! {
        <div class="form-row">
            <label for="set-up-960">{ strings::chess960_position() }</label>
            <div class="set-up-960">
                <input id="set-up-960" class="field" type="number" min="0" max="959" inputmode="numeric" value={(*text).clone()} {oninput}
                       aria-invalid={number.is_none().to_string()} aria-describedby="set-up-960-fault" />
                <button type="button" class="button small" disabled={number.is_none()} onclick={begin(text.setter(), || None, number)}>{ strings::set() }</button>
                <button type="button" class="button small" onclick={random}>{ strings::random() }</button>
            </div>
            <p id="set-up-960-fault" class="field-error" role="alert" hidden={number.is_some()}>{ strings::chess960_range() }</p>
        </div>
    }
}

/// One castling right: on or off, and the rook where there is a choice.
fn castling(
    state: &BoardEditor,
    color: Color,
    side: CastlingSide,
    on_action: &Callback<BoardEditorAction>,
) -> Html {
    let files = state.castling_files(color, side);
    let own = state.castling(color, side);
    let corner = if side == CastlingSide::KingSide { File::H } else { File::A };
    let outer = files.first().copied().unwrap_or(corner);
    let label = strings::castling_label(color == Color::White, side == CastlingSide::KingSide);
    let onchange = {
        let on_action = on_action.clone();
        Callback::from(move |event: Event| {
            let is_on = checked(&event).unwrap_or_default();
            on_action.emit(BoardEditorAction::Castling(color, side, is_on.then_some(outer)));
        })
    };
    let choice = own.filter(|file| files.len() > 1 || *file != outer);
    let on_file = {
        let on_action = on_action.clone();
        Callback::from(move |event: Event| {
            let letter = selected_value(&event).and_then(|text| text.chars().next());
            if let Some(file) = letter.and_then(File::from_char) {
                on_action.emit(BoardEditorAction::Castling(color, side, Some(file)));
            }
        })
    };
    let mut offered = files;
    if let Some(file) = own.filter(|file| !offered.contains(file)) {
        offered.push(file);
    }
    html! {
        <div key={label} class="castling-right">
            <label><input type="checkbox" checked={own.is_some()} {onchange} />{ label }</label>
            if let Some(chosen) = choice {
                <Select label={strings::rook_of(&label)} onchange={on_file}>
                    { for offered.iter().map(|file| html! { <option key={file.char().to_string()} value={file.char().to_string()} selected={*file == chosen}>{ strings::file_name(file.char()) }</option> }) }
                </Select>
            }
        </div>
    }
}

fn en_passant(state: &BoardEditor, on_action: &Callback<BoardEditorAction>) -> Html {
    let chosen = state.setup().ep_square;
    let mut squares = state.en_passant_squares();
    if let Some(square) = chosen.filter(|square| !squares.contains(square)) {
        squares.push(square);
    }
    let onchange = on_action.reform(|event: Event| {
        BoardEditorAction::EnPassant(selected_value(&event).and_then(|text| text.parse::<Square>().ok()))
    });
    html! {
        <div class="form-row">
            <label for="set-up-ep">{ strings::en_passant_square() }</label>
            <Select id="set-up-ep" disabled={squares.is_empty()} {onchange}>
                <option value="-" selected={chosen.is_none()}>{ strings::none() }</option>
                { for squares.iter().map(|square| html! { <option key={square.to_string()} value={square.to_string()} selected={chosen == Some(*square)}>{ square.to_string() }</option> }) }
            </Select>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct CountFieldProps {
    id: &'static str,
    label: &'static str,
    /// Current number in the position.
    value: u32,
    least: u32,
    on_count: Callback<u32>,
}

/// Number field. An invalid number stays in the field with an error message; the position keeps its last valid one.
#[component]
fn CountField(props: &CountFieldProps) -> Html {
    let CountFieldProps { id, label, value, least, on_count } = props;
    // Text being typed, until it is accepted.
    let typed = use_state_eq(|| None::<String>);
    {
        // The number changed elsewhere, for example by the FEN.
        let typed = typed.setter();
        use_effect_with(*value, move |_| typed.set(None));
    }
    let (least, most) = (*least, MAX_COUNT.max(*value));
    let read =
        move |text: &str| text.trim().parse::<u32>().ok().filter(|number| (least..=most).contains(number));
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| typed.set(input_value(&event)))
    };
    let onchange = {
        let (typed, on_count) = (typed.clone(), on_count.clone());
        Callback::from(move |_: Event| {
            if let Some(number) = typed.as_deref().and_then(read) {
                typed.set(None);
                on_count.emit(number);
            }
        })
    };
    let is_wrong = typed.as_deref().is_some_and(|text| read(text).is_none());
    let fault = format!("{id}-fault");
    html! {
        <div class="form-row">
            <label for={*id}>{ *label }</label>
            <input id={*id} class="field" type="number" inputmode="numeric" min={least.to_string()} max={most.to_string()}
                   value={(*typed).clone().unwrap_or_else(|| value.to_string())} {oninput} {onchange}
                   aria-invalid={is_wrong.to_string()} aria-describedby={fault.clone()} />
            <p id={fault} class="field-error" role="alert" hidden={!is_wrong}>{ strings::whole_number_range(least, most) }</p>
        </div>
    }
}

/// The largest move number and clock that can be entered.
const MAX_COUNT: u32 = 9999;
