//! A dialog whose program is a part of its own (`wasm-split`), loaded when the dialog is first opened.

use super::modal::Modal;
use super::strings;
use futures::future::LocalBoxFuture;
use wasm_bindgen_futures::spawn_local;
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

/// What is known of the part.
enum Loading<P> {
    Underway,
    Failed,
    Done(DialogView<P>),
}

/// The dialog, or how loading it goes.
#[component]
pub fn LazyDialog<P: Clone + PartialEq + 'static>(props: &LazyDialogProps<P>) -> Html {
    let loading = use_state(|| Loading::Underway);
    let start = {
        let (loading, load) = (loading.setter(), props.load);
        move || {
            let loading = loading.clone();
            loading.set(Loading::Underway);
            spawn_local(async move {
                loading.set(load().await.map_or(Loading::Failed, Loading::Done));
            });
        }
    };
    use_effect_with((), {
        let start = start.clone();
        move |()| start()
    });
    let (title, on_close) = (props.title.clone(), props.on_close.clone());
    match &*loading {
        Loading::Done(view) => view(props.dialog.clone()),
        Loading::Underway => html! {
            <Modal {title} {on_close}><p role="status">{ strings::LOADING }</p></Modal>
        },
        Loading::Failed => html! {
            <Modal {title} {on_close}>
                <p role="alert">{ strings::DIALOG_NOT_LOADED }</p>
                <div class="modal-actions">
                    <button type="button" class="button primary" onclick={Callback::from(move |_: MouseEvent| start())}>{ strings::TRY_AGAIN }</button>
                </div>
            </Modal>
        },
    }
}
