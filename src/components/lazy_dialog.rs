//! A dialog whose program is a part of its own (`wasm-split`), loaded when the dialog is first opened.

use super::lazy_part::{Loading, Part, use_part};
use super::modal::Modal;
use super::strings;
use crate::hooks::use_window_event;
use crate::platform::document::is_dialog_open;
use futures::future::LocalBoxFuture;
use yew::prelude::*;

/// What draws a dialog.
pub type DialogView<P> = fn(P) -> Html;
/// Fetches what draws a dialog; `None` if it does not arrive.
pub type LoadDialog<P> = fn() -> LocalBoxFuture<'static, Option<DialogView<P>>>;

/// Properties of [`LazyDialog`].
#[derive(Properties)]
pub struct LazyDialogProps<P: Clone + PartialEq + 'static> {
    /// The heading for as long as the dialog is loaded.
    pub title: AttrValue,
    /// Fetches the dialog; the same function for as long as this is drawn.
    pub load: LoadDialog<P>,
    /// The properties of the dialog.
    pub dialog: P,
    /// Close the dialog.
    pub on_close: Callback<()>,
}

impl<P: Clone + PartialEq + 'static> PartialEq for LazyDialogProps<P> {
    fn eq(&self, other: &Self) -> bool {
        self.dialog == other.dialog && self.title == other.title && self.on_close == other.on_close
    }
}

/// The dialog, or how loading it goes.
#[component]
pub fn LazyDialog<P: Clone + PartialEq + 'static>(props: &LazyDialogProps<P>) -> Html {
    let Part { loading, load } = use_part(props.load, true);
    let (title, on_close) = (props.title.clone(), props.on_close.clone());
    // Between the dialog that says that it is loading and the one that was loaded there is none for a moment, and the page has the keys.
    let on_key = use_callback(on_close.clone(), |event: KeyboardEvent, on_close| {
        if event.key() == "Escape" && !is_dialog_open() {
            on_close.emit(());
        }
    });
    use_window_event("keydown", on_key);
    match loading {
        Loading::Done(view) => view(props.dialog.clone()),
        Loading::NotWanted | Loading::Underway => html! {
            <Modal {title} {on_close}><p role="status">{ strings::LOADING }</p></Modal>
        },
        Loading::Failed => html! {
            <Modal {title} {on_close}>
                <p role="alert">{ strings::DIALOG_NOT_LOADED }</p>
                <div class="modal-actions">
                    <button type="button" class="button primary" onclick={load.reform(|_: MouseEvent| ())}>{ strings::TRY_AGAIN }</button>
                </div>
            </Modal>
        },
    }
}
