//! Lazily loaded part of the panel: other engines, engine options, line actions and tablebase moves. Loaded on first use, or at once if
//! another engine was chosen earlier or there are tablebases.

use super::panel_props::AnalysisPanelProps;
use super::tool_request::{ADOPTED, ToolRequest};
use super::tools::{Adopter, Tools, ToolsProps};
use crate::apps::analysis::strings;
use crate::components::lazy_part::{LazyPart, Loading, use_part};
use crate::hooks::use_window_event;
use crate::platform::observable::Observe;
use crate::platform::{document, styles};
use crate::services::engine::service::{Engine, EngineEvent};
use futures::FutureExt;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

/// Local-storage key of the chosen engines (`services/active_engines.rs`); if set, this part is loaded at once.
const KEPT: &str = "tabia.engines";

type ToolsView = fn(ToolsProps) -> Html;

#[wasm_split(panel, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn view() -> Result<ToolsView, SplitLoaderError> {
    Ok(|props| html! { <Tools ..props /> })
}

/// Returns the function that adds the engines among files to those of the browser.
#[wasm_split(panel, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
pub fn adopter() -> Result<Adopter, SplitLoaderError> {
    Ok(|files, engine, toasts| super::tools::adopt(files, engine, toasts).boxed_local())
}

/// Loads program and style sheet of the part; `None` if either fails.
async fn fetch() -> Option<ToolsView> {
    let href = document::meta("tabia-panel-styles").unwrap_or_else(|| "panel.css".to_owned());
    let (view, is_styled) = futures::join!(view(), styles::load(&href));
    view.ok().filter(|_| is_styled)
}

/// Returns whether a choice of engines is saved.
fn is_kept() -> bool {
    let storage = crate::platform::local::storage();
    storage.is_some_and(|storage| storage.get_item(KEPT).is_ok_and(|kept| kept.is_some()))
}

/// Tools with their load state, and the tool that is open.
#[derive(Clone)]
pub struct LazyTools {
    loading: Loading<ToolsView>,
    tool_request: UseStateHandle<Option<ToolRequest>>,
    load: Callback<()>,
}

/// Creates the panel's tools; loads them as soon as there are tablebases.
#[hook]
pub fn use_tools(engine: &Engine) -> LazyTools {
    let tool_request = use_state(|| None::<ToolRequest>);
    let is_wanted = *use_memo((), |()| is_kept());
    let LazyPart { loading, load } = use_part(|| fetch().boxed_local(), is_wanted);
    let adopted = use_callback(load.clone(), |_: Event, load| load.emit(()));
    use_window_event(ADOPTED, adopted);
    use_effect_with((engine.clone(), load.clone()), |(engine, load)| {
        let (engine, load) = (engine.clone(), load.clone());
        let with_tables = engine.clone();
        // The files are known before the build that reads them arrives.
        let subscription = engine.subscribe(move |event| {
            let is_another = matches!(event, EngineEvent::Replaced | EngineEvent::Identity(_));
            if is_another && !with_tables.tables().borrow().is_empty() {
                load.emit(());
            }
        });
        move || drop(subscription)
    });
    LazyTools { loading, tool_request, load }
}

impl LazyTools {
    /// Returns a callback that loads the tools if necessary.
    pub fn load(&self) -> Callback<()> {
        self.load.clone()
    }

    /// Returns a callback that opens one of the tools.
    pub fn tool_request(&self) -> Callback<ToolRequest> {
        let (tool_request, load) = (self.tool_request.setter(), self.load.clone());
        Callback::from(move |wanted| {
            tool_request.set(Some(wanted));
            load.emit(());
        })
    }

    /// Renders the tools, or a placeholder while the user waits for them.
    pub fn view(&self, panel: &AnalysisPanelProps) -> Html {
        let is_awaited = self.tool_request.is_some();
        match self.loading {
            Loading::Done(view) => {
                view(ToolsProps { panel: panel.clone(), tool_request: self.tool_request.clone() })
            }
            Loading::Underway if is_awaited => {
                html! { <p key="tools" class="engine-message" role="status">{ strings::loading_tools() }</p> }
            }
            Loading::Failed if is_awaited => {
                html! { <p key="tools" class="engine-message fault" role="alert">{ strings::part_not_loaded() }</p> }
            }
            _ => html! {},
        }
    }
}
