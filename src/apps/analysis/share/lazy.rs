//! The part of the program that is loaded when somebody first shares a game, or opens a link with one.

use super::ShareProps;
use super::dialog::ShareDialog;
use crate::apps::analysis::strings;
use crate::components::modal::Modal;
use crate::services::share::packing::unpack;
use crate::state::link::{LinkError, Packed};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

/// What draws the dialog.
type View = fn(ShareProps) -> Html;
/// What unpacks a game.
type Unpacker = fn(Packed) -> LocalBoxFuture<'static, Result<String, LinkError>>;

#[wasm_split(share, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn dialog() -> Result<View, SplitLoaderError> {
    Ok(|props| html! { <ShareDialog ..props /> })
}

#[wasm_split(share, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn unpacker() -> Result<Unpacker, SplitLoaderError> {
    Ok(|packed| unpack(packed).boxed_local())
}

/// Unpacks the game of a link; `None` if the part that can do it does not arrive.
pub async fn unpacked(packed: Packed) -> Option<Result<String, LinkError>> {
    let unpack = unpacker().await.ok()?;
    Some(unpack(packed).await)
}

/// What is known of the part.
#[derive(Clone, Copy)]
enum Loading {
    Underway,
    Failed,
    Done(View),
}

/// The dialog, or how loading it goes.
#[component]
pub fn LazyShare(props: &ShareProps) -> Html {
    let loading = use_state(|| Loading::Underway);
    let load = use_callback(loading.setter(), |(), loading| {
        loading.set(Loading::Underway);
        let loading = loading.clone();
        spawn_local(async move {
            loading.set(dialog().await.map_or(Loading::Failed, Loading::Done));
        });
    });
    use_effect_with((), {
        let load = load.clone();
        move |()| load.emit(())
    });
    let retry = use_callback(load, |_: MouseEvent, load| load.emit(()));
    let on_close = props.on_close.clone();
    match *loading {
        Loading::Done(view) => view(props.clone()),
        Loading::Underway => html! {
            <Modal title={strings::SHARE_DIALOG} {on_close}><p role="status">{ strings::LOADING }</p></Modal>
        },
        Loading::Failed => html! {
            <Modal title={strings::SHARE_DIALOG} {on_close}>
                <p role="alert">{ strings::SHARE_NOT_LOADED }</p>
                <div class="modal-actions"><button type="button" class="button primary" onclick={retry}>{ strings::TRY_AGAIN }</button></div>
            </Modal>
        },
    }
}
