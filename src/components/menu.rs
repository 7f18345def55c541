//! A popup menu following the WAI-ARIA pattern: arrow keys move in it, a letter jumps to the next entry that starts with it, Escape
//! closes it, and the focus returns to where it was. On a phone it is a bottom sheet.

use super::roving;
use crate::hooks::use_window_event;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

/// A menu entry.
#[derive(Clone, PartialEq)]
pub struct MenuEntry {
    /// Label.
    pub label: AttrValue,
    /// Shown instead of the label if a short form is enough.
    pub symbol: Option<AttrValue>,
    /// Keyboard shortcut.
    pub hint: &'static str,
    /// Whether the entry is enabled.
    pub enabled: bool,
    /// State of a toggle; `None` for other entries.
    pub checked: Option<bool>,
    /// Whether the action is destructive.
    pub is_danger: bool,
    /// Called when the entry is chosen, after the menu has closed and the focus is restored.
    pub on_choose: Callback<()>,
}

impl MenuEntry {
    /// Returns an enabled entry.
    pub fn new(label: impl Into<AttrValue>, hint: &'static str, on_choose: Callback<()>) -> Self {
        let label = label.into();
        Self { label, symbol: None, hint, enabled: true, checked: None, is_danger: false, on_choose }
    }

    /// Returns the entry, enabled or disabled.
    #[must_use]
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

/// A section of a menu.
#[derive(Clone, PartialEq)]
pub enum MenuPart {
    /// Entries in a column.
    List(Vec<MenuEntry>),
    /// Entries in a row, shown by their symbols.
    Row(AttrValue, Vec<MenuEntry>),
}

/// Properties of [`Menu`].
#[derive(Properties, PartialEq)]
pub struct MenuProps {
    /// Title.
    pub label: AttrValue,
    /// Position where it was opened, in CSS pixels of the window.
    pub at: (f64, f64),
    /// Sections.
    pub parts: Vec<MenuPart>,
    /// Called to close the menu.
    pub on_close: Callback<()>,
}

/// Minimum distance from the edges of the window, in CSS pixels.
const MARGIN: f64 = 8.0;

/// A menu that is open while mounted.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let node = use_node_ref();
    // Element that had the focus when the menu opened.
    let origin = use_mut_ref(active_element);
    use_effect_with(props.at, {
        let node = node.clone();
        move |&at| {
            if let Some(menu) = node.cast::<HtmlElement>() {
                place(&menu, at);
                focus(&menu, |items| items.first().cloned());
            }
        }
    });
    let close = {
        let (origin, on_close) = (origin.clone(), props.on_close.clone());
        Callback::from(move |()| {
            if let Some(element) = origin.borrow().as_ref() {
                // Focusing a removed element fails; that doesn't matter.
                let _ = element.focus();
            }
            on_close.emit(());
        })
    };
    let beside = use_callback((node.clone(), props.on_close.clone()), {
        |event: PointerEvent, (node, on_close): &(NodeRef, Callback<()>)| {
            let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
            let is_inside = node.get().is_some_and(|menu| menu.contains(target.as_ref()));
            if !is_inside {
                on_close.emit(());
            }
        }
    });
    use_window_event("pointerdown", beside);
    let resized = use_callback(props.on_close.clone(), |_: Event, on_close| on_close.emit(()));
    use_window_event("resize", resized);
    let onkeydown = {
        let (node, close) = (node.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| {
            if let Some(menu) = node.cast::<HtmlElement>() {
                key(&event, &menu, &close);
            }
        })
    };
    let oncontextmenu = Callback::from(|event: MouseEvent| event.prevent_default());
    // The finger that opened the menu may be lifted over an entry; only a press that starts in the menu chooses one.
    let is_pressed = use_mut_ref(|| false);
    let onpointerdown = {
        let is_pressed = is_pressed.clone();
        Callback::from(move |_: PointerEvent| {
            is_pressed.replace(true);
        })
    };
    let entry_html = |entry: &MenuEntry| entry_html(entry, &close, &is_pressed);
    let parts = props.parts.iter().enumerate().map(|(key, part)| match part {
        MenuPart::List(entries) => html! {
            <div {key} role="none" class="menu-part">{ for entries.iter().map(&entry_html) }</div>
        },
        MenuPart::Row(label, entries) => html! {
            <div {key} role="group" aria-label={label.clone()} class="menu-part menu-row">{ for entries.iter().map(&entry_html) }</div>
        },
    });
    html! {
        <div ref={node} class="menu floating" role="menu" tabindex="-1" aria-label={&props.label} {onkeydown} {onpointerdown} {oncontextmenu}>
            <p class="menu-title" aria-hidden="true">{ &props.label }</p>
            { for parts }
        </div>
    }
}

fn entry_html(entry: &MenuEntry, close: &Callback<()>, is_pressed: &Rc<RefCell<bool>>) -> Html {
    let onclick = {
        let (close, on_choose, is_pressed) = (close.clone(), entry.on_choose.clone(), is_pressed.clone());
        Callback::from(move |event: MouseEvent| {
            // Clicks from the keyboard have no press.
            if event.detail() > 0 && !*is_pressed.borrow() {
                return;
            }
            close.emit(());
            on_choose.emit(());
        })
    };
    let role = if entry.checked.is_some() { "menuitemcheckbox" } else { "menuitem" };
    let checked = entry.checked.map(|checked| checked.to_string());
    let symbol = entry.symbol.clone();
    html! {
        <button key={entry.label.to_string()} type="button" {role} class={classes!("menu-item", entry.is_danger.then_some("danger"))} tabindex="-1"
                aria-checked={checked} aria-label={symbol.is_some().then(|| entry.label.clone())} title={symbol.is_some().then(|| entry.label.clone())}
                disabled={!entry.enabled} {onclick}>
            <span class="menu-label">{ symbol.unwrap_or_else(|| entry.label.clone()) }</span>
            if !entry.hint.is_empty() { <kbd aria-hidden="true">{ entry.hint }</kbd> }
        </button>
    }
}

fn key(event: &KeyboardEvent, menu: &HtmlElement, close: &Callback<()>) {
    // Keep the page's own shortcuts from acting behind the menu.
    event.stop_propagation();
    let step = |by: isize| {
        focus(menu, |items| {
            let here = items.iter().position(is_focused);
            let count = items.len() as isize;
            let next = here.map_or(if by > 0 { 0 } else { count - 1 }, |here| here as isize + by);
            items.get(next.rem_euclid(count.max(1)) as usize).cloned()
        });
    };
    match event.key().as_str() {
        "Escape" | "Tab" => close.emit(()),
        "ArrowDown" | "ArrowRight" => step(1),
        "ArrowUp" | "ArrowLeft" => step(-1),
        "Home" => focus(menu, |items| items.first().cloned()),
        "End" => focus(menu, |items| items.last().cloned()),
        "Enter" | " " => return,
        letter if letter.chars().count() == 1 && !event.ctrl_key() && !event.meta_key() => {
            let letter = letter.to_ascii_lowercase();
            focus(menu, |items| {
                let here = items.iter().position(is_focused).map_or(0, |here| here + 1);
                let begins = |item: &&HtmlElement| {
                    item.text_content().is_some_and(|text| text.to_ascii_lowercase().starts_with(&letter))
                };
                items[here..].iter().chain(&items[..here]).find(begins).cloned()
            });
        }
        _ => return,
    }
    event.prevent_default();
}

fn focus(menu: &HtmlElement, choose: impl Fn(&[HtmlElement]) -> Option<HtmlElement>) {
    let items = roving::elements(menu, "[role^=menuitem]:not(:disabled)");
    if let Some(item) = choose(&items) {
        // Focusing an element of the page never fails.
        let _ = item.focus();
    }
}

fn is_focused(element: &HtmlElement) -> bool {
    active_element().is_some_and(|active| active == *element)
}

fn active_element() -> Option<HtmlElement> {
    let document = web_sys::window()?.document()?;
    document.active_element()?.dyn_into().ok()
}

/// Positions the menu where it was opened, moved as far as needed to fit in the window.
fn place(menu: &HtmlElement, (x, y): (f64, f64)) {
    let Some(root) = web_sys::window().and_then(|window| window.document()?.document_element()) else {
        return;
    };
    let size = menu.unchecked_ref::<Element>().get_bounding_client_rect();
    let inside = |at: f64, size: f64, room: i32| at.min(f64::from(room) - size - MARGIN).max(MARGIN);
    let (left, top) =
        (inside(x, size.width(), root.client_width()), inside(y, size.height(), root.client_height()));
    // Styling our own element never fails.
    let _ = menu.set_attribute("style", &format!("left: {left}px; top: {top}px"));
}
