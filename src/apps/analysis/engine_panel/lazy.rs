//! What the first line of analysis does not need is a part of the program of its own: other engines, their options, what can be done
//! with a line. It is loaded when somebody reaches for it, or has chosen another engine before.

use super::panel_props::AnalysisPanelProps;
use super::tools::{Adopter, Tools, ToolsProps};
use super::wish::{ADOPTED, Wish};
use crate::apps::analysis::strings;
use crate::components::lazy_part::{Loading, Part, use_part};
use crate::hooks::use_window_event;
use crate::platform::{document, styles};
use futures::FutureExt;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

/// Where a choice of engines is kept (`services/lineup.rs`): who has one needs this part at once.
const KEPT: &str = "tabia.engines";

type View = fn(ToolsProps) -> Html;

#[wasm_split(panel, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn view() -> Result<View, SplitLoaderError> {
    Ok(|props| html! { <Tools ..props /> })
}

/// What adds the engines among files to those of the browser.
#[wasm_split(panel, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
pub fn adopter() -> Result<Adopter, SplitLoaderError> {
    Ok(|files, engine, toasts| super::tools::adopt(files, engine, toasts).boxed_local())
}

/// Program and style sheet of the part; `None` if one of them does not arrive.
async fn fetch() -> Option<View> {
    let href = document::meta("tabia-panel-styles").unwrap_or_else(|| "panel.css".to_owned());
    let (view, is_styled) = futures::join!(view(), styles::load(&href));
    view.ok().filter(|_| is_styled)
}

/// Whether a choice of engines is kept.
fn is_kept() -> bool {
    let storage = crate::platform::local::storage();
    storage.is_some_and(|storage| storage.get_item(KEPT).is_ok_and(|kept| kept.is_some()))
}

/// The tools, or what is known of them, and what of them is open.
#[derive(Clone)]
pub struct LazyTools {
    loading: Loading<View>,
    wish: UseStateHandle<Option<Wish>>,
    load: Callback<()>,
}

/// The tools of the panel.
#[hook]
pub fn use_tools() -> LazyTools {
    let wish = use_state(|| None::<Wish>);
    let is_wanted = *use_memo((), |()| is_kept());
    let Part { loading, load } = use_part(|| fetch().boxed_local(), is_wanted);
    let adopted = use_callback(load.clone(), |_: Event, load| load.emit(()));
    use_window_event(ADOPTED, adopted);
    LazyTools { loading, wish, load }
}

impl LazyTools {
    /// Has the tools loaded, if they are not.
    pub fn load(&self) -> Callback<()> {
        self.load.clone()
    }

    /// Opens something of the tools.
    pub fn wish(&self) -> Callback<Wish> {
        let (wish, load) = (self.wish.setter(), self.load.clone());
        Callback::from(move |wanted| {
            wish.set(Some(wanted));
            load.emit(());
        })
    }

    /// The tools, or a word about them while somebody waits.
    pub fn view(&self, panel: &AnalysisPanelProps) -> Html {
        let is_awaited = self.wish.is_some();
        match self.loading {
            Loading::Done(view) => view(ToolsProps { panel: panel.clone(), wish: self.wish.clone() }),
            Loading::Underway if is_awaited => {
                html! { <p key="tools" class="engine-message" role="status">{ strings::LOADING_TOOLS }</p> }
            }
            Loading::Failed if is_awaited => {
                html! { <p key="tools" class="engine-message fault" role="alert">{ strings::PART_NOT_LOADED }</p> }
            }
            _ => html! {},
        }
    }
}
