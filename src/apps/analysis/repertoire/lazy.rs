//! Lazy loading of the repertoire, a separate part of the program that is loaded when first switched on.

use super::panel::{RepertoirePanel, RepertoirePanelProps};
use super::strings;
use crate::apps::analysis::strings::part_not_loaded;
use crate::components::lazy_part::{Loading, use_part};
use crate::platform::document::meta;
use crate::platform::local::storage;
use crate::platform::styles;
use crate::services::repertoire::ON_KEY;
use futures::{FutureExt, join};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

/// View of the repertoire.
type RepertoireView = fn(RepertoirePanelProps) -> Html;

#[wasm_split(repertoire, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn view() -> Result<RepertoireView, SplitLoaderError> {
    Ok(|props| html! { <RepertoirePanel ..props /> })
}

/// Loads program and style sheet of the part, which it has in common with the report; `None` if either fails.
async fn load() -> Option<RepertoireView> {
    let href = meta("tabia-report-styles").unwrap_or_else(|| "report.css".to_owned());
    let (view, has_styles) = join!(view(), styles::load(&href));
    view.ok().filter(|_| has_styles)
}

/// Repertoire, or the switch that loads it.
#[derive(Clone)]
pub struct LazyRepertoire {
    loading: Loading<RepertoireView>,
    switch_on: Callback<MouseEvent>,
}

/// Creates the page's repertoire, loaded at once if it was on when the page was last open.
#[hook]
pub fn use_repertoire() -> LazyRepertoire {
    let was_on = *use_memo((), |()| {
        storage().is_some_and(|storage| storage.get_item(ON_KEY).is_ok_and(|kept| kept.is_some()))
    });
    let part = use_part(|| load().boxed_local(), was_on);
    let switch_on = use_callback(part.load, |_: MouseEvent, load| {
        // The part reads this when it starts. If storage is unavailable, a second click switches it on.
        let _ = storage().map(|storage| storage.set_item(ON_KEY, ""));
        load.emit(());
    });
    LazyRepertoire { loading: part.loading, switch_on }
}

impl LazyRepertoire {
    /// Panel, or its placeholder until it is switched on.
    pub fn panel(&self, props: RepertoirePanelProps) -> Html {
        let note = match self.loading {
            Loading::Done(view) => return view(props),
            Loading::Underway => {
                html! { <p class="book-note" role="status">{ strings::loading_repertoire() }</p> }
            }
            Loading::Failed => html! { <p class="book-note" role="alert">{ part_not_loaded() }</p> },
            Loading::NotWanted => html! {},
        };
        let is_on = matches!(self.loading, Loading::Underway);
        html! {
            <section class="repertoire card" aria-label={strings::repertoire()} data-state="off">
                <header class="panel-header">
                    <button type="button" class="switch" role="switch" aria-checked={is_on.to_string()} title={strings::repertoire_on_or_off()} onclick={self.switch_on.clone()}>
                        <span class="switch-track" /><span>{ strings::repertoire() }</span>
                    </button>
                </header>
                { note }
            </section>
        }
    }
}
