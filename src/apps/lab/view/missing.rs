//! Engines of a match that this browser does not have, and how to add them.

use crate::apps::lab::strings;
use crate::components::file_button::FileButton;
use crate::services::matches::controller::MatchController;
use crate::state::lab::chart::grouped;
use crate::state::lab::engine::EngineInfo;
use std::rc::Rc;
use tabia_arena::{BuildFile, EngineSettings, MatchSettings};
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Returns the engines of a match that are not available here, each build once.
pub fn missing<'a>(settings: &'a MatchSettings, engines: &[Rc<EngineInfo>]) -> Vec<&'a EngineSettings> {
    let mut missing: Vec<&EngineSettings> = Vec::new();
    for engine in &settings.engines {
        let is_here = engines.iter().any(|info| info.sha256 == engine.build);
        if !is_here && missing.iter().all(|other| other.build.is_empty() || other.build != engine.build) {
            missing.push(engine);
        }
    }
    missing
}

/// Properties of [`MissingCard`].
#[derive(Properties, PartialEq)]
pub struct MissingCardProps {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// Missing engines.
    pub engines: Vec<EngineSettings>,
    /// Adds engine files.
    pub on_files: Callback<Vec<File>>,
}

/// Lists the files needed and accepts them. Engines that ship with the app are added automatically.
#[component]
pub fn MissingCard(props: &MissingCardProps) -> Html {
    use_effect_with(props.engines.clone(), {
        let controller = props.controller.clone();
        move |engines| {
            let engines = engines.clone();
            spawn_local(async move { controller.add_threads_for(&engines).await });
        }
    });
    let has_files = props.engines.iter().any(|engine| !engine.build.is_empty());
    html! {
        <section class="card lab-card lab-missing" aria-label={strings::missing_engines()}>
            <header class="panel-header">
                <h2>{ if props.engines.len() == 1 { strings::engine_not_stored() } else { strings::engines_not_stored() } }</h2>
                if has_files {
                    <FileButton label={strings::add_its_files()} accept=".wasm,.js,.mjs,application/wasm,text/javascript" on_files={props.on_files.clone()} />
                }
            </header>
            <p class="lab-explain">{ strings::missing_note() }</p>
            <ul class="lab-missing-list">
                { for props.engines.iter().map(engine) }
            </ul>
        </section>
    }
}

fn engine(engine: &EngineSettings) -> Html {
    if engine.build.is_empty() {
        let command =
            if engine.command.is_empty() { String::new() } else { format!(" ({})", engine.command) };
        return html! {
            <li key={engine.name.clone()}>
                <strong>{ &engine.name }</strong>
                <span>{ strings::native_engine(&command) }</span>
            </li>
        };
    }
    html! {
        <li key={engine.name.clone()} data-missing={engine.build.clone()}>
            <strong>{ &engine.name }</strong>
            if engine.files.is_empty() {
                <code>{ strings::sha256(&engine.build) }</code>
            }
            { for engine.files.iter().map(file) }
        </li>
    }
}

fn file(BuildFile { name, size, sha256 }: &BuildFile) -> Html {
    html! {
        <>
            <span>{ strings::missing_file(&name, &grouped(*size)) }</span>
            <code>{ strings::sha256(&sha256) }</code>
        </>
    }
}
