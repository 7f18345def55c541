//! Learned positions in the dialog of the engine's options: how many there are, export, import, and clearing them.

use crate::apps::analysis::strings;
use crate::components::file_button::FileButton;
use crate::platform::download::download;
use crate::platform::observable::Observe;
use crate::services::position_learning::{PositionLearning, PositionLearningError};
use crate::state::text::sentence;
use crate::storage::Content;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Learned positions of the app's own engine.
#[component]
pub fn LearnedSection() -> Html {
    let count = use_state_eq(|| PositionLearning::of_page().positions().len());
    let news = use_state_eq(String::new);
    let show = {
        let news = news.setter();
        move |outcome: Result<String, String>| news.set(outcome.unwrap_or_else(|error| sentence(&error)))
    };
    use_effect_with((), {
        let (count, show) = (count.setter(), show.clone());
        move |()| {
            let learning = PositionLearning::of_page();
            let shown = learning.clone();
            let subscription = learning.subscribe(move |()| count.set(shown.positions().len()));
            spawn_local(async move {
                if let Err(error) = learning.load().await {
                    show(Err(error.to_string()));
                }
            });
            move || drop(subscription)
        }
    });
    let on_files = {
        let show = show.clone();
        Callback::from(move |files: Vec<File>| {
            for file in files {
                let show = show.clone();
                spawn_local(async move {
                    let name = file.name();
                    show(match import(file).await {
                        Ok(imported) => Ok(strings::learned_imported(imported, &name)),
                        Err(error) => Err(strings::learned_not_imported(&name, &error)),
                    });
                });
            }
        })
    };
    let export = {
        let show = show.clone();
        Callback::from(move |_: MouseEvent| {
            let mut text = PositionLearning::of_page().positions().lines().join("\n");
            text.push('\n');
            let saved = Content::from(text.as_str())
                .blob()
                .map_err(|error| error.to_string())
                .and_then(|file| download("learned.txt", &file).map_err(|error| error.to_string()));
            show(saved.map(|()| String::new()));
        })
    };
    let clear = Callback::from(move |_: MouseEvent| {
        let show = show.clone();
        spawn_local(async move {
            show(
                PositionLearning::of_page()
                    .clear()
                    .await
                    .map(|()| String::new())
                    .map_err(|error| error.to_string()),
            );
        });
    });
    html! {
        <fieldset class="settings learned-positions">
            <legend>{ strings::position_learning() }</legend>
            <p class="field-hint">{ strings::position_learning_hint() }</p>
            <div class="form-row">
                <span>{ strings::learned_count(*count) }</span>
                <button type="button" class="button small" disabled={*count == 0} onclick={export}>{ strings::learned_export() }</button>
                <FileButton label={strings::learned_import()} accept=".txt" class="button small" {on_files} />
                <button type="button" class="button small" onclick={clear}>{ strings::learned_clear() }</button>
            </div>
            <p class="field-hint" role="status">{ (*news).clone() }</p>
        </fieldset>
    }
}

async fn import(file: File) -> Result<usize, PositionLearningError> {
    let text = Content::from(file).text().await?;
    PositionLearning::of_page().import(&text).await
}
