//! Summary of the chosen openings: their number, and the parts of the file that are skipped and why.

use crate::apps::lab::components::fields::DraftForm;
use crate::apps::lab::strings;
use crate::services::matches::controller::MatchController;
use crate::state::lab::engine::{EngineInfo, chess960_faults};
use crate::state::lab::openings::OpeningFileContents;
use crate::state::text::sentence;
use gloo_timers::callback::Timeout;
use std::cell::Cell;
use std::rc::Rc;
use tabia_arena::OpeningSource;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Delay after the last keystroke before a file is read, in milliseconds.
const REST_MS: u32 = 200;

/// Returns the available opening files. Reloaded when another one is chosen, because it may be new.
#[hook]
pub fn use_opening_files(controller: &MatchController, chosen: &OpeningSource) -> Rc<Vec<OpeningSource>> {
    let files = use_state_eq(|| Rc::new(Vec::new()));
    let name = chosen.file().map(|(_, sha256)| sha256.to_owned());
    use_effect_with((controller.clone(), name), {
        let files = files.setter();
        move |(controller, _)| {
            let controller = controller.clone();
            spawn_local(async move {
                // An unreadable database has been reported; the built-in set is still available.
                files.set(Rc::new(controller.opening_files().await.unwrap_or_default()));
            });
        }
    });
    Rc::clone(&files)
}

/// Properties of [`FoundLine`].
#[derive(Properties, PartialEq)]
pub struct FoundLineProps {
    /// Controller, which reads the files.
    pub controller: MatchController,
    /// The form.
    pub form: DraftForm,
    /// Engines to choose from.
    pub engines: Rc<[Rc<EngineInfo>]>,
}

/// One line about the openings, with the faults of the file collapsed below it.
#[component]
pub fn FoundLine(props: &FoundLineProps) -> Html {
    let settings = props.form.draft().rough_settings();
    let seed = matches!(settings.openings.source, OpeningSource::Polyglot { .. }).then_some(settings.seed);
    let found = use_state_eq(|| None::<Result<Rc<OpeningFileContents>, String>>);
    let (source, plies) = (settings.openings.source.clone(), settings.openings.plies);
    use_effect_with((props.controller.clone(), source.clone(), plies, seed), {
        let (found, openings) = (found.setter(), settings.openings.clone());
        move |(controller, .., seed)| {
            let is_wanted = Rc::new(Cell::new(true));
            let timer = Timeout::new(REST_MS, {
                let (controller, seed, is_wanted) = (controller.clone(), *seed, Rc::clone(&is_wanted));
                move || {
                    spawn_local(async move {
                        let answer = controller.find_openings(&openings, seed.unwrap_or(0)).await;
                        if is_wanted.get() {
                            let answer =
                                answer.map(|found| found.map(Rc::new)).map_err(|error| error.to_string());
                            found.set(answer.transpose());
                        }
                    });
                }
            });
            move || {
                is_wanted.set(false);
                drop(timer);
            }
        }
    });
    match (*found).clone() {
        None => html! {},
        Some(Err(reason)) => {
            html! { <p class="field-error lab-wide" role="status">{ sentence(&reason) }</p> }
        }
        Some(Ok(found)) => {
            let (lines, more) = found.listed();
            let repeats = found.repeats(settings.games, settings.repeat);
            let engines = settings.engines.iter().map(|engine| (engine.name.as_str(), engine.build.as_str()));
            let strangers = chess960_faults(engines, &props.engines, found.has_chess960);
            html! {
                <div class="lab-wide lab-found">
                    <p class={if found.has_losses() { "field-error" } else { "field-hint" }} role="status">{ format!("{}.", found.summary(&source)) }</p>
                    if !lines.is_empty() {
                        <details class="lab-options lab-found-faults">
                            <summary>{ strings::skipped_openings() }</summary>
                            <ul>
                                { for lines.into_iter().map(|line| html! { <li>{ line }</li> }) }
                                if more > 0 { <li>{ strings::and_more(&more) }</li> }
                            </ul>
                        </details>
                    }
                    { for strangers.into_iter().map(|text| html! { <p class="field-error" role="status">{ text }</p> }) }
                    if let Some(repeats) = repeats { <p class="field-hint">{ repeats }</p> }
                </div>
            }
        }
    }
}
