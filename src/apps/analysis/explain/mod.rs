//! Explanation of the evaluation: its terms, piece values, piece-square tables, and a comparison of two moves. A separate part of the
//! program with its own style sheet, loaded on first use.

mod compared;
mod comparing;
mod dialog;
mod hooks;
mod pieces;
mod squares;
mod terms;

use super::strings;
use crate::components::lazy_dialog::{DialogView, LazyDialog, LoadDialog};
use crate::platform::{document, styles};
use futures::FutureExt;
use std::cell::Cell;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

use self::dialog::ExplainDialog;
pub use self::dialog::ExplainProps;

#[wasm_split(explain, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn dialog() -> Result<DialogView<ExplainProps>, SplitLoaderError> {
    Ok(|props| html! { <ExplainDialog ..props /> })
}

/// Loads the program and, the first time, its style sheet.
async fn loaded() -> Option<DialogView<ExplainProps>> {
    thread_local! {
        static IS_STYLED: Cell<bool> = const { Cell::new(false) };
    }
    let styled = async {
        if !IS_STYLED.get() {
            let href = document::meta("tabia-explain-styles").unwrap_or_else(|| "explain.css".to_owned());
            IS_STYLED.set(styles::load(&href).await);
        }
        IS_STYLED.get()
    };
    let (view, is_styled) = futures::join!(dialog(), styled);
    view.ok().filter(|_| is_styled)
}

/// Dialog, once loaded.
pub fn explain_dialog_html(props: ExplainProps) -> Html {
    let on_close = props.on_close.clone();
    let load: LoadDialog<ExplainProps> = || loaded().boxed_local();
    html! {
        <LazyDialog<ExplainProps> key="explain" title={strings::explain()} {load} dialog={props} {on_close} />
    }
}
