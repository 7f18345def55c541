//! The same match as a command for a native runner.

use super::match_request::MatchRequest;
use crate::apps::lab::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::lab::engine::EngineInfo;
use std::rc::Rc;
use tabia_arena::{BrowserEngine, CommandLineContext, EngineSettings};
use yew::prelude::*;

/// Properties of [`MatchCommandLine`].
#[derive(Properties, PartialEq)]
pub struct MatchCommandLineProps {
    /// Match to play; `None` while the form has faults.
    pub match_request: Option<MatchRequest>,
    /// Available engines; `None` while they are being loaded.
    pub engines: Option<Rc<[Rc<EngineInfo>]>>,
    /// Copies a text: its description and the text.
    pub on_copy: Callback<(&'static str, String)>,
}

/// Command line for fastchess, collapsed by default.
#[component]
pub fn MatchCommandLine(props: &MatchCommandLineProps) -> Html {
    let is_open = use_state_eq(|| false);
    let ontoggle = {
        let is_open = is_open.setter();
        use_callback((), move |event: Event, ()| {
            let element = event.target_dyn_into::<web_sys::Element>();
            is_open.set(element.is_some_and(|element| element.has_attribute("open")));
        })
    };
    let command = props.match_request.as_ref().filter(|_| *is_open).map(|match_request| {
        let engines = props.engines.as_deref().unwrap_or_default();
        let files = match_request.settings.engines.iter().map(|engine| file_of(engine, engines)).collect();
        let context =
            CommandLineContext { files, concurrency: match_request.workers, ..CommandLineContext::default() };
        match_request.settings.fastchess_command(&context)
    });
    html! {
        <details class="card lab-card lab-command" {ontoggle}>
            <summary>{ strings::fastchess_command() }</summary>
            if let Some(command) = command {
                <p class="field-hint">{ strings::run_natively() }</p>
                <ul class="lab-notes">
                    { for command.notes.iter().map(|note| html! { <li>{ note }</li> }) }
                </ul>
                <pre class="lab-code" tabindex="0" aria-label={strings::fastchess_command_line()}>{ &command.line }</pre>
                <button type="button" class="button small" onclick={let (on_copy, line) = (props.on_copy.clone(), command.line.clone()); Callback::from(move |_: MouseEvent| on_copy.emit((strings::command_line(), line.clone())))}>
                    <IconView icon={Icon::Copy} />{ strings::copy() }
                </button>
            } else if *is_open {
                <p class="field-hint">{ strings::fix_errors_first() }</p>
            }
        </details>
    }
}

/// Returns the file of an engine in the form.
fn file_of(engine: &EngineSettings, engines: &[Rc<EngineInfo>]) -> BrowserEngine {
    let info = engines.iter().find(|info| info.sha256 == engine.build);
    let files = info.map_or(&engine.files, |info| &info.files);
    // A worker comes with a module and is started by its script.
    let script = files.iter().find(|file| file.name.to_ascii_lowercase().ends_with(".js"));
    match (script, files.first()) {
        (Some(script), _) => BrowserEngine::Worker(script.name.clone()),
        (None, Some(file)) => BrowserEngine::Build(file.name.clone()),
        (None, None) if info.is_some_and(|info| !info.is_build) => BrowserEngine::Worker(engine.name.clone()),
        (None, None) => BrowserEngine::Build(format!("{}.wasm", engine.name)),
    }
}
