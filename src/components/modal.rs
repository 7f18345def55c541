//! A modal dialog, based on the browser's `<dialog>`: it traps the focus and closes with Escape.

use super::icon::{Icon, IconView};
use crate::components::strings;
use crate::hooks::{current_route, use_window_event};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement};
use yew::prelude::*;

/// Properties of [`Modal`].
#[derive(Properties, PartialEq)]
pub struct ModalProps {
    /// Heading, which also names the dialog.
    pub title: AttrValue,
    /// Called on Escape, the close button, or a click outside the dialog.
    pub on_close: Callback<()>,
    /// CSS classes for its size.
    #[prop_or_default]
    pub class: Classes,
    /// Content.
    pub children: Html,
}

/// Shows its children as a modal dialog while mounted. Requests to be closed when the user navigates to another page.
#[component]
pub fn Modal(props: &ModalProps) -> Html {
    let dialog = use_node_ref();
    use_effect_with((), {
        let dialog = dialog.clone();
        move |()| {
            let element = dialog.cast::<HtmlDialogElement>();
            if let Some(element) = &element
                && element.show_modal().is_err()
            {
                element.set_open(true);
            }
            move || {
                if let Some(element) = element {
                    element.close();
                }
            }
        }
    });
    // The browser's buttons can lead to another page; a modal dialog on a hidden page would block all others.
    let page = *use_memo((), |()| current_route().page());
    let on_address =
        use_callback((dialog.clone(), props.on_close.clone()), move |_: Event, (dialog, on_close)| {
            let Some(element) = dialog.cast::<HtmlDialogElement>() else { return };
            if current_route().page() != page {
                on_close.emit(());
                // A dialog that cannot be closed now reappears with its page.
                element.close();
            } else if !element.open() {
                let _ = element.show_modal();
            }
        });
    use_window_event("hashchange", on_address);
    let cancel = use_callback(props.on_close.clone(), |event: Event, on_close| {
        event.prevent_default();
        on_close.emit(());
    });
    let close = use_callback(props.on_close.clone(), |_: MouseEvent, on_close| on_close.emit(()));
    // The dialog element has no padding, so it is hit only outside its content.
    let beside = use_callback(props.on_close.clone(), |event: PointerEvent, on_close| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_some_and(|target| target.tag_name() == "DIALOG") {
            on_close.emit(());
        }
    });
    let keys = Callback::from(|event: KeyboardEvent| event.stop_propagation());
    html! {
        <dialog ref={dialog} class={classes!("modal", props.class.clone())} aria-labelledby="modal-title" oncancel={cancel} onpointerdown={beside} onkeydown={keys}>
            <div class="modal-body">
                <header class="modal-header">
                    <h2 id="modal-title">{ &props.title }</h2>
                    <button type="button" class="button quiet icon" aria-label={strings::close()} onclick={close}>
                        <IconView icon={Icon::Close} />
                    </button>
                </header>
                { props.children.clone() }
            </div>
        </dialog>
    }
}
