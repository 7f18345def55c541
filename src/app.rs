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

/// Where the engine is. `index.html` names its build for the preloader, with a hash of its content once it is released; the
/// same name must be asked for here.
fn engine_files() -> EngineFiles {
    let mut files = EngineFiles::default();
    let document = web_sys::window().and_then(|window| window.document());
    let link = document.and_then(|document| document.query_selector("link[data-engine]").ok().flatten());
    if let Some(address) = link.and_then(|link| link.get_attribute("href")) {
        files.build_url = address;
    }
    files
}
