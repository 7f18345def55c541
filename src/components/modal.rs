//! A dialog over the page, on the browser's own `<dialog>`: it keeps the focus inside and closes with Escape.

use super::icon::{Icon, IconView};
use crate::components::strings;
use crate::hooks::{current_route, use_window_event};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement};
use yew::prelude::*;

/// Properties of [`Modal`].
#[derive(Properties, PartialEq)]
pub struct ModalProps {
    /// The heading, which also names the dialog.
    pub title: AttrValue,
    /// Escape, the cross, or a click beside the dialog.
    pub on_close: Callback<()>,
    /// Classes of its size.
    #[prop_or_default]
    pub class: Classes,
    /// The content.
    pub children: Html,
}

/// Shows its children as a modal dialog for as long as it is rendered. It asks to be closed when another page is gone to.
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
    // With the browser's buttons another page can be gone to: what stands on a page that is not seen would keep all others from being used.
    let page = *use_memo((), |()| current_route().page());
    let on_address =
        use_callback((dialog.clone(), props.on_close.clone()), move |_: Event, (dialog, on_close)| {
            let Some(element) = dialog.cast::<HtmlDialogElement>() else { return };
            if current_route().page() != page {
                on_close.emit(());
                // One that cannot be closed now comes back with its page.
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
    // The dialog element itself is hit only beside its content: its padding is zero.
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
                    <button type="button" class="button quiet icon" aria-label={strings::CLOSE} onclick={close}>
                        <IconView icon={Icon::Close} />
                    </button>
                </header>
                { props.children.clone() }
            </div>
        </dialog>
    }
}
