//! The promotion picker: a column on the pawn's file, from the last rank inwards.

use super::describe::role_name;
use super::view::slot;
use crate::components::strings;
use tabia_chess::{Color, Role, Square};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Queen first, as everywhere: it is almost always chosen.
const CHOICES: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// Properties of [`PromotionPicker`].
#[derive(Properties, PartialEq)]
pub struct PromotionPickerProps {
    /// Square where the pawn arrives.
    pub square: Square,
    /// Colour of the pawn.
    pub color: Color,
    /// Side at the bottom of the board.
    pub orientation: Color,
    /// Called with the chosen piece.
    pub on_choose: Callback<Role>,
    /// Called on Escape, or on a click outside the column.
    pub on_cancel: Callback<()>,
}

/// Picker for the piece that a pawn promotes to.
#[component]
pub fn PromotionPicker(props: &PromotionPickerProps) -> Html {
    let list = use_node_ref();
    use_effect_with((), {
        let list = list.clone();
        move |()| focus_choice(&list, 0)
    });

    let on_key = use_callback((list.clone(), props.on_choose.clone(), props.on_cancel.clone()), {
        move |event: KeyboardEvent, (list, on_choose, on_cancel): &(NodeRef, Callback<Role>, Callback<()>)| {
            // Keep the page's own shortcuts (arrows, space, f) from acting behind the picker.
            event.stop_propagation();
            let current = focused_choice(list);
            match event.key().as_str() {
                "Escape" => on_cancel.emit(()),
                "ArrowDown" | "ArrowRight" => focus_choice(list, (current + 1) % CHOICES.len()),
                "ArrowUp" | "ArrowLeft" => focus_choice(list, (current + CHOICES.len() - 1) % CHOICES.len()),
                "Tab" => {}
                key => {
                    let role = key.chars().next().filter(|_| key.len() == 1).and_then(Role::from_char);
                    match role.filter(|role| CHOICES.contains(role)) {
                        Some(role) => on_choose.emit(role),
                        None => return,
                    }
                }
            }
            if event.key() != "Tab" {
                event.prevent_default();
            }
        }
    });
    let outside = use_callback(props.on_cancel.clone(), |_: PointerEvent, on_cancel| on_cancel.emit(()));

    // The tap that moved the pawn ends with a click on whatever is under the finger by then, which would be an accidental
    // choice. Only a press that starts on a choice counts, or a click without a pointer (keyboard, screen reader).
    let is_pressed = use_mut_ref(|| false);

    let (column, row) = slot(props.square, props.orientation);
    let (class, edge) =
        if row == 0 { ("promotion-choices", "top") } else { ("promotion-choices up", "bottom") };
    let style = format!("left: {}%; {edge}: 0", column as f64 * 12.5);
    let color = if props.color == Color::White { "white" } else { "black" };
    html! {
        <div class="promotion" role="dialog" aria-modal="true" aria-label={strings::promote_the_pawn_to()}
             onkeydown={on_key} onpointerdown={outside}>
            <div {class} {style} ref={list}>
                { for CHOICES.iter().map(|&role| {
                    let on_choose = props.on_choose.clone();
                    let onpointerdown = {
                        let is_pressed = is_pressed.clone();
                        Callback::from(move |event: PointerEvent| {
                            event.stop_propagation();
                            is_pressed.replace(true);
                        })
                    };
                    let is_pressed = is_pressed.clone();
                    let onclick = Callback::from(move |event: MouseEvent| {
                        if is_pressed.replace(false) || event.detail() == 0 {
                            on_choose.emit(role);
                        }
                    });
                    html! {
                        <button key={role.index()} type="button" class="promotion-choice" aria-label={role_name(role)} {onclick} {onpointerdown}>
                            <span class={classes!("piece", color, role.upper_char().to_string())} />
                        </button>
                    }
                }) }
            </div>
        </div>
    }
}

fn focus_choice(list: &NodeRef, index: usize) {
    let child = list.cast::<HtmlElement>().and_then(|list| list.children().item(index as u32));
    if let Some(button) = child.and_then(|child| child.dyn_into::<HtmlElement>().ok()) {
        // The picker has just been rendered, so its buttons can be focused.
        let _ = button.focus();
    }
}

fn focused_choice(list: &NodeRef) -> usize {
    let Some(list) = list.cast::<HtmlElement>() else { return 0 };
    let active = list.owner_document().and_then(|document| document.active_element());
    let children = list.children();
    (0..children.length()).find(|&index| children.item(index) == active).unwrap_or(0) as usize
}
