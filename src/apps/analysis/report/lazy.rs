//! Lazy loading of the report, a separate part of the program that is loaded when first switched on or when a report is to be resumed.

use super::panel::{ReportPanel, ReportPanelProps};
use super::remembered::{ON_KEY, storage};
use crate::apps::analysis::strings;
use crate::components::lazy_part::{Loading, use_part};
use crate::platform::document::meta;
use crate::platform::styles;
use crate::services::reports::WORK_KEY;
use futures::{FutureExt, join};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

/// View of the report.
type ReportView = fn(ReportPanelProps) -> Html;

#[wasm_split(report, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn view() -> Result<ReportView, SplitLoaderError> {
    Ok(|props| html! { <ReportPanel ..props /> })
}

/// Loads program and style sheet of the part; `None` if either fails.
async fn load() -> Option<ReportView> {
    let href = meta("tabia-report-styles").unwrap_or_else(|| "report.css".to_owned());
    let (view, has_styles) = join!(view(), styles::load(&href));
    view.ok().filter(|_| has_styles)
}

/// Report, or the switch that loads it.
#[derive(Clone)]
pub struct LazyReport {
    loading: Loading<ReportView>,
    switch_on: Callback<()>,
    analyse: Callback<MouseEvent>,
    asked: u32,
}

/// Creates the page's report, loaded at once if it was on when the page was last open or a report was in progress.
#[hook]
pub fn use_report() -> LazyReport {
    let was_on = *use_memo((), |()| {
        let is_kept = |key| storage().is_some_and(|storage| matches!(storage.get_item(key), Ok(Some(_))));
        is_kept(ON_KEY) || is_kept(WORK_KEY)
    });
    let part = use_part(|| load().boxed_local(), was_on);
    let asked = use_state_eq(|| 0);
    let switch_on = use_callback(part.load, |(), load| {
        // The part reads this when it starts. If storage is unavailable, a second click switches it on.
        let _ = storage().map(|storage| storage.set_item(ON_KEY, ""));
        load.emit(());
    });
    let analyse = use_callback((asked.clone(), switch_on.clone()), |_: MouseEvent, (asked, switch_on)| {
        asked.set(**asked + 1);
        switch_on.emit(());
    });
    LazyReport { loading: part.loading, switch_on, analyse, asked: *asked }
}

impl LazyReport {
    /// Returns a callback that loads the panel and switches it on.
    pub fn switch_on(&self) -> Callback<()> {
        self.switch_on.clone()
    }

    /// Returns a callback that loads the panel, switches it on and has the game on the board analysed unless it is already.
    pub fn analyse(&self) -> Callback<MouseEvent> {
        self.analyse.clone()
    }

    /// Number of requests to analyse the game on the board so far.
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// Panel, or its placeholder until it is switched on.
    pub fn panel(&self, props: ReportPanelProps) -> Html {
        let note = match self.loading {
            Loading::Done(view) => return view(props),
            Loading::Underway => {
                html! { <p class="book-note" role="status">{ strings::loading_report() }</p> }
            }
            Loading::Failed => html! { <p class="book-note" role="alert">{ strings::part_not_loaded() }</p> },
            Loading::NotWanted => html! {},
        };
        let is_on = matches!(self.loading, Loading::Underway);
        html! {
            <section class="report card" aria-label={strings::report()} data-state="off">
                <header class="panel-header">
                    <button type="button" class="switch" role="switch" aria-checked={is_on.to_string()} title={strings::report_on_or_off()} onclick={self.switch_on.reform(|_: MouseEvent| ())}>
                        <span class="switch-track" /><span>{ strings::report() }</span>
                    </button>
                </header>
                { note }
            </section>
        }
    }
}
