//! Board editor: sets up a position piece by piece and lists everything wrong with it.

mod board;
mod drag;
mod fields;
mod presets;

use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::state::board_editor::{BoardEditor, BoardEditorAction, ReadFen, SetupVerdict};
use crate::state::game::GameAction;
use crate::state::text::sentence;
use board::EditorBoard;
use fields::EditorFields;
use std::rc::Rc;
use tabia_chess::{Bitboard, Color, Fault, Faults};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// Element id of the FEN field.
const FEN_FIELD: &str = "set-up-fen";

/// Editor state for Yew.
struct EditorStore {
    set_up: BoardEditor,
    /// Number of actions. An action, such as choosing the same position again, need not change the position.
    actions: u32,
}

impl Reducible for EditorStore {
    type Action = BoardEditorAction;

    fn reduce(self: Rc<Self>, action: BoardEditorAction) -> Rc<Self> {
        Rc::new(Self { set_up: self.set_up.reduce(&action), actions: self.actions.wrapping_add(1) })
    }
}

/// Properties of [`BoardEditorDialog`].
#[derive(Properties, PartialEq)]
pub struct BoardEditorDialogProps {
    /// Initial position.
    pub fen: AttrValue,
    /// Side at the bottom.
    pub orientation: Color,
    /// Starts a game.
    pub on_begin: Callback<GameAction>,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Board editor dialog.
#[component]
pub fn BoardEditorDialog(props: &BoardEditorDialogProps) -> Html {
    let editor = use_reducer(|| EditorStore { set_up: BoardEditor::of_fen(&props.fen), actions: 0 });
    let orientation = use_state(|| props.orientation);
    let dispatcher = editor.dispatcher();
    let on_action = use_callback(dispatcher, |action: BoardEditorAction, editor| editor.dispatch(action));
    let on_flip = {
        let orientation = orientation.clone();
        Callback::from(move |_: MouseEvent| orientation.set(!*orientation))
    };
    let state = &editor.set_up;
    let faults = state.faults();
    let marked = faults.iter().fold(Bitboard::EMPTY, |set, fault| set | state.squares_of(fault));
    // While the FEN field is invalid, it differs from the board, so the position can't be used.
    let is_unread = use_state_eq(|| false);
    let on_unread = use_callback(is_unread.setter(), |is_bad: bool, is_unread| is_unread.set(is_bad));
    let begin = state.begin().filter(|_| !*is_unread);
    let is_unusable = begin.is_none();
    use_effect_with((faults, *is_unread), |_| keep_field_in_sight());
    let use_position = {
        let (on_begin, on_close) = (props.on_begin.clone(), props.on_close.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(action) = &begin {
                on_close.emit(());
                on_begin.emit(action.clone());
            }
        })
    };
    let onkeydown = {
        let on_action = on_action.clone();
        Callback::from(move |event: KeyboardEvent| {
            let is_undo = event.key().eq_ignore_ascii_case("z") && (event.ctrl_key() || event.meta_key());
            if is_undo && !is_in_field(&event) {
                event.prevent_default();
                on_action.emit(BoardEditorAction::Undo);
            }
        })
    };
    html! {
        <Modal title={strings::set_up_a_position()} class="wide" on_close={props.on_close.clone()}>
            <div class="set-up" {onkeydown}>
                <EditorBoard setup={*state.setup()} orientation={*orientation} {marked} on_action={on_action.clone()} />
                <div class="set-up-side">
                    <EditorFields state={state.clone()} on_action={on_action.clone()} {on_flip} />
                </div>
                <div class="set-up-below">
                    <FenField fen={state.fen()} actions={editor.actions} on_action={on_action.clone()} {on_unread} />
                </div>
            </div>
            // Next to the buttons, which are always visible, so that the user sees why a position can't be used.
            <div class="modal-actions">
                if *is_unread { { unread_html() } } else { { verdict_html(state.verdict(), faults) } }
                <button type="button" class="button" onclick={props.on_close.reform(|_: MouseEvent| ())}>{ strings::cancel() }</button>
                <button type="button" class="button primary" disabled={is_unusable} onclick={use_position}>{ strings::use_position() }</button>
            </div>
        </Modal>
    }
}

fn is_in_field(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"))
}

/// Scrolls the focused field above the verdict, which may have grown over it.
fn keep_field_in_sight() {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(field) = document.and_then(|document| document.active_element()) else { return };
    if field.id() != FEN_FIELD {
        return;
    }
    let dialog = field.closest("dialog").ok().flatten();
    let below = dialog.and_then(|dialog| dialog.query_selector(".modal-actions").ok().flatten());
    let is_covered =
        |below: Element| field.get_bounding_client_rect().bottom() > below.get_bounding_client_rect().top();
    if below.is_some_and(is_covered) {
        field.scroll_into_view_with_bool(false);
    }
}

/// Verdict on the position with all its faults.
fn verdict_html(verdict: SetupVerdict, faults: Faults) -> Html {
    let (class, words) = match verdict {
        SetupVerdict::Legal => ("set-up-verdict", strings::position_is_legal()),
        SetupVerdict::Playable => ("set-up-verdict doubtful", strings::position_is_playable()),
        SetupVerdict::Unusable => ("set-up-verdict unusable", strings::position_is_unusable()),
    };
    let icon = if verdict == SetupVerdict::Legal { Icon::Check } else { Icon::Warning };
    html! {
        // A long list scrolls, also with the keyboard.
        <div {class} role="status" aria-live="polite" tabindex={(!faults.is_empty()).then_some("0")}>
            <p><IconView {icon} /><span>{ words }</span></p>
            if !faults.is_empty() {
                <ul>{ for faults.iter().map(|fault| html! { <li key={format!("{fault:?}")} data-fault={format!("{fault:?}")}>{ fault_text(fault) }</li> }) }</ul>
            }
        </div>
    }
}

/// Replaces the verdict while the FEN field is invalid.
fn unread_html() -> Html {
    html! {
        <div class="set-up-verdict unusable" role="status" aria-live="polite">
            <p><IconView icon={Icon::Warning} /><span>{ strings::fen_is_unreadable() }</span></p>
        </div>
    }
}

fn fault_text(fault: Fault) -> String {
    let text = sentence(&fault.to_string());
    match fault {
        Fault::CastlingRights | Fault::EnPassantSquare => format!("{text}. {}", strings::is_left_out()),
        _ => text,
    }
}

#[derive(Properties, PartialEq)]
struct FenFieldProps {
    fen: AttrValue,
    /// Number of actions on the position.
    actions: u32,
    on_action: Callback<BoardEditorAction>,
    /// Emits whether the field holds an invalid FEN.
    on_unread: Callback<bool>,
}

/// FEN of the position; the board follows as soon as the typed text is valid.
#[component]
fn FenField(props: &FenFieldProps) -> Html {
    let draft = use_state(|| None::<String>);
    let oninput = {
        let (draft, on_action) = (draft.setter(), props.on_action.clone());
        Callback::from(move |event: InputEvent| {
            let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
            else {
                return;
            };
            // Set the draft first: otherwise the change of the position would make it look outdated.
            draft.set(Some(input.value()));
            if let Ok(read) = BoardEditor::read_fen(&input.value()) {
                on_action.emit(BoardEditorAction::Replace(read.setup));
            }
        })
    };
    let read = draft.as_ref().map(|text| BoardEditor::read_fen(text));
    let is_wrong = matches!(read, Some(Err(_)));
    let drops_castling = matches!(read, Some(Ok(ReadFen { drops_castling: true, .. })));
    let fault = read.and_then(Result::err);
    use_effect_with((is_wrong, props.on_unread.clone()), |(is_wrong, on_unread)| on_unread.emit(*is_wrong));
    let onblur = {
        let (draft, is_empty) = (draft.clone(), draft.as_ref().is_some_and(|text| text.trim().is_empty()));
        // Invalid text stays, so that the user can fix it.
        Callback::from(move |_: FocusEvent| {
            if !is_wrong || is_empty {
                draft.set(None);
            }
        })
    };
    use_effect_with((props.fen.clone(), props.actions), {
        let draft = draft.clone();
        move |(fen, _): &(AttrValue, u32)| {
            // The position was changed outside the field: the field follows.
            let follows = draft.as_ref().is_some_and(|text| {
                BoardEditor::read_fen(text)
                    .ok()
                    .is_none_or(|read| BoardEditor::new(read.setup).fen() != **fen)
            });
            if follows {
                draft.set(None);
            }
        }
    });
    let value = (*draft).clone().map_or_else(|| props.fen.clone(), AttrValue::from);
    html! {
        <div class="form-row">
            <label for={FEN_FIELD}>{ strings::fen() }</label>
            <input id={FEN_FIELD} class="field mono" type="text" autocomplete="off" spellcheck="false" {value} {oninput} {onblur}
                   aria-invalid={is_wrong.to_string()} aria-describedby="set-up-fen-fault" />
            <p id="set-up-fen-fault" class="field-error" role="alert" hidden={!is_wrong}>{ fault.map(|fault| sentence(&fault.to_string())).unwrap_or_default() }</p>
            <p class="field-hint" role="status">{ drops_castling.then_some(strings::castling_left_out()) }</p>
        </div>
    }
}
