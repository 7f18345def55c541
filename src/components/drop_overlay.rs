//! Files dropped anywhere on the page.

use crate::components::strings;
use crate::hooks::use_window_event;
use web_sys::{DragEvent, File};
use yew::prelude::*;

/// Properties of [`DropOverlay`].
#[derive(Properties, PartialEq)]
pub struct DropOverlayProps {
    /// Called with dropped files.
    pub on_files: Callback<Vec<File>>,
    /// Called with a dropped text.
    pub on_text: Callback<String>,
    /// Description of what can be dropped.
    #[prop_or_else(|| strings::games_books_engines().into())]
    pub hint: AttrValue,
}

/// Accepts dropped files, and shows a hint while some are dragged over the page.
#[component]
pub fn DropOverlay(props: &DropOverlayProps) -> Html {
    let is_over = use_state_eq(|| false);
    let over = use_callback(is_over.setter(), |event: DragEvent, is_over| {
        if can_be_taken(&event) {
            // Without this the browser would open the file itself.
            event.prevent_default();
            is_over.set(true);
        }
    });
    use_window_event("dragover", over);
    let leave = use_callback(is_over.setter(), |event: DragEvent, is_over| {
        // Without a related target, the pointer has left the window rather than changed elements.
        if event.related_target().is_none() {
            is_over.set(false);
        }
    });
    use_window_event("dragleave", leave);
    let dropped = use_callback((is_over.setter(), props.on_files.clone(), props.on_text.clone()), {
        |event: DragEvent, (is_over, on_files, on_text): &(UseStateSetter<bool>, Callback<Vec<File>>, Callback<String>)| {
            is_over.set(false);
            if !can_be_taken(&event) {
                return;
            }
            event.prevent_default();
            let Some(data) = event.data_transfer() else { return };
            let files: Vec<File> =
                data.files().map(|list| (0..list.length()).filter_map(|i| list.get(i)).collect()).unwrap_or_default();
            if !files.is_empty() {
                on_files.emit(files);
            } else if let Ok(text) = data.get_data("text/plain") {
                on_text.emit(text);
            }
        }
    });
    use_window_event("drop", dropped);
    html! {
        if *is_over {
            <div class="drop-overlay" aria-hidden="true">
                <div>{ strings::drop_to_open() }<p>{ &props.hint }</p></div>
            </div>
        }
    }
}

/// Returns whether files or text are being dragged, from outside the page.
fn can_be_taken(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types());
    types.is_some_and(|types| types.iter().any(|kind| kind == "Files" || kind == "text/plain"))
}
