//! Lazily loaded part of sharing: loaded when a game is first shared or a link with a game is opened.

use super::ShareProps;
use super::dialog::ShareDialog;
use crate::apps::analysis::strings;
use crate::components::lazy_dialog::{DialogView, LazyDialog, LoadDialog};
use crate::services::share::packing::unpack;
use crate::state::link::{Packed, ShareLinkError};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

/// Function that unpacks a game.
type Unpacker = fn(Packed) -> LocalBoxFuture<'static, Result<String, ShareLinkError>>;

#[wasm_split(share, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn dialog() -> Result<DialogView<ShareProps>, SplitLoaderError> {
    Ok(|props| html! { <ShareDialog ..props /> })
}

#[wasm_split(share, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn unpacker() -> Result<Unpacker, SplitLoaderError> {
    Ok(|packed| unpack(packed).boxed_local())
}

/// Unpacks the game of a link; `None` if the part fails to load.
pub async fn unpacked(packed: Packed) -> Option<Result<String, ShareLinkError>> {
    let unpack = unpacker().await.ok()?;
    Some(unpack(packed).await)
}

/// Dialog, once loaded.
#[component]
pub fn LazyShare(props: &ShareProps) -> Html {
    let load: LoadDialog<ShareProps> = || dialog().map(Result::ok).boxed_local();
    html! {
        <LazyDialog<ShareProps> title={strings::share_dialog()} {load} dialog={props.clone()} on_close={props.on_close.clone()} />
    }
}
