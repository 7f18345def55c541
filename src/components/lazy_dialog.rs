//! A dialog with a separate part of the program (`wasm-split`), loaded when the dialog is first opened.

use super::lazy_part::{LazyPart, Loading, use_part};
use super::modal::Modal;
use super::strings;
use crate::hooks::use_window_event;
use crate::platform::document::is_dialog_open;
use futures::future::LocalBoxFuture;
use yew::prelude::*;

/// Function that renders a dialog.
pub type DialogView<P> = fn(P) -> Html;
/// Loads the function that renders a dialog; `None` if loading fails.
pub type LoadDialog<P> = fn() -> LocalBoxFuture<'static, Option<DialogView<P>>>;

/// Properties of [`LazyDialog`].
#[derive(Properties)]
pub struct LazyDialogProps<P: Clone + PartialEq + 'static> {
    /// Heading while the dialog is loading.
    pub title: AttrValue,
    /// Loads the dialog; must not change while this is mounted.
    pub load: LoadDialog<P>,
    /// Properties of the dialog.
    pub dialog: P,
    /// Called to close the dialog.
    pub on_close: Callback<()>,
}

impl<P: Clone + PartialEq + 'static> PartialEq for LazyDialogProps<P> {
    fn eq(&self, other: &Self) -> bool {
        self.dialog == other.dialog && self.title == other.title && self.on_close == other.on_close
    }
}

/// The dialog, or its loading status.
#[component]
pub fn LazyDialog<P: Clone + PartialEq + 'static>(props: &LazyDialogProps<P>) -> Html {
    let LazyPart { loading, load } = use_part(props.load, true);
    let (title, on_close) = (props.title.clone(), props.on_close.clone());
    // When the loaded dialog replaces the loading one, there is none for a moment, and keys go to the page.
    let on_key = use_callback(on_close.clone(), |event: KeyboardEvent, on_close| {
        if event.key() == "Escape" && !is_dialog_open() {
            on_close.emit(());
        }
    });
    use_window_event("keydown", on_key);
    match loading {
        Loading::Done(view) => view(props.dialog.clone()),
        Loading::NotWanted | Loading::Underway => html! {
            <Modal {title} {on_close}><p role="status">{ strings::loading() }</p></Modal>
        },
        Loading::Failed => html! {
            <Modal {title} {on_close}>
                <p role="alert">{ strings::dialog_not_loaded() }</p>
                <div class="modal-actions">
                    <button type="button" class="button primary" onclick={load.reform(|_: MouseEvent| ())}>{ strings::try_again() }</button>
                </div>
            </Modal>
        },
    }
}
