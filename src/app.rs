//! The application: what lives as long as the page.

use crate::engine::service::{Engine, EngineFiles};
use crate::hooks::{AnalysisFeed, use_settings};
use crate::pages::analysis::AnalysisPage;
use yew::prelude::*;

/// The whole application.
#[component]
pub fn App() -> Html {
    let settings = use_settings();
    // Loading starts here, with the first render: the board does not wait for it.
    let engine = (*use_memo((), |()| Engine::new(engine_files()))).clone();
    let feed = (*use_memo(engine.clone(), AnalysisFeed::new)).clone();
    html! { <AnalysisPage {settings} {engine} {feed} /> }
}

/// Where the engine is. `index.html` names its build (for the preloader) and its worker; a release build adds a hash of their
/// content to these addresses (`scripts/version-assets.mjs`).
fn engine_files() -> EngineFiles {
    let defaults = EngineFiles::default();
    EngineFiles {
        worker_url: attribute("meta[name=tabia-worker]", "content").unwrap_or(defaults.worker_url),
        build_url: attribute("link[data-engine]", "href").unwrap_or(defaults.build_url),
    }
}

fn attribute(selector: &str, name: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector(selector).ok()??.get_attribute(name)
}
