//! Lazy loading of the explorer, a separate part of the program that is loaded when first switched on.

use super::arrow::{ExplorerArrow, ExplorerArrowProps};
use super::panel::{ExplorerPanel, ExplorerPanelProps};
use crate::apps::analysis::strings;
use crate::components::lazy_part::{Loading, use_part};
use crate::platform::document::meta;
use crate::platform::local::storage;
use crate::platform::styles;
use crate::services::board;
use crate::services::explorer::ON_KEY;
use futures::{FutureExt, join};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

/// Views of the explorer.
#[derive(Clone, Copy)]
struct ExplorerViews {
    panel: fn(ExplorerPanelProps) -> Html,
    arrow: fn(ExplorerArrowProps) -> Html,
}

#[wasm_split(explorer, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn views() -> Result<ExplorerViews, SplitLoaderError> {
    Ok(ExplorerViews {
        panel: |props| html! { <ExplorerPanel ..props /> },
        arrow: |props| html! { <ExplorerArrow ..props /> },
    })
}

/// Loads program and style sheet of the part; `None` if either fails.
async fn load() -> Option<ExplorerViews> {
    let href = meta("tabia-explorer-styles").unwrap_or_else(|| "explorer.css".to_owned());
    let (views, has_styles) = join!(views(), styles::load(&href));
    views.ok().filter(|_| has_styles)
}

/// Explorer, or the switch that loads it.
#[derive(Clone)]
pub struct LazyExplorer {
    loading: Loading<ExplorerViews>,
    switch_on: Callback<MouseEvent>,
}

/// Creates the page's explorer, loaded at once if it was on when the page was last open. Also publishes the board's position `fen` to the
/// other pages.
#[hook]
pub fn use_explorer(fen: &AttrValue) -> LazyExplorer {
    use_effect_with(fen.clone(), |fen| board::set_position(fen));
    let was_on = *use_memo((), |()| {
        storage().is_some_and(|storage| storage.get_item(ON_KEY).is_ok_and(|kept| kept.is_some()))
    });
    let part = use_part(|| load().boxed_local(), was_on);
    let switch_on = use_callback(part.load, |_: MouseEvent, load| {
        // The part reads this when it starts. If storage is unavailable, a second click switches it on.
        let _ = storage().map(|storage| storage.set_item(ON_KEY, ""));
        load.emit(());
    });
    LazyExplorer { loading: part.loading, switch_on }
}

impl LazyExplorer {
    /// Arrow over the board.
    pub fn arrow(&self, props: ExplorerArrowProps) -> Html {
        if let Loading::Done(views) = self.loading {
            (views.arrow)(props)
        } else {
            html! {}
        }
    }

    /// Panel, or its placeholder until it is switched on.
    pub fn panel(&self, props: ExplorerPanelProps) -> Html {
        if let Loading::Done(views) = self.loading {
            return (views.panel)(props);
        }
        let note = match self.loading {
            Loading::Underway => {
                html! { <p class="book-note" role="status">{ strings::loading_explorer() }</p> }
            }
            Loading::Failed => html! { <p class="book-note" role="alert">{ strings::part_not_loaded() }</p> },
            _ => html! {},
        };
        let is_on = matches!(self.loading, Loading::Underway);
        html! {
            <section class="explorer card" aria-label={strings::explorer()} data-state="off">
                <header class="panel-header">
                    <button type="button" class="switch" role="switch" aria-checked={is_on.to_string()} title={strings::explorer_on_or_off()} onclick={self.switch_on.clone()}>
                        <span class="switch-track" /><span>{ strings::explorer() }</span>
                    </button>
                </header>
                { note }
            </section>
        }
    }
}
