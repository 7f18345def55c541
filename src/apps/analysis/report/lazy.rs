//! The report is a part of the program of its own, loaded when it is first switched on, or when a report is to be gone on with.

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

/// What draws the report.
type View = fn(ReportPanelProps) -> Html;

#[wasm_split(report, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is that of fetching the part.
fn view() -> Result<View, SplitLoaderError> {
    Ok(|props| html! { <ReportPanel ..props /> })
}

/// Program and style sheet of the part; `None` if one of them does not arrive.
async fn load() -> Option<View> {
    let href = meta("tabia-report-styles").unwrap_or_else(|| "report.css".to_owned());
    let (view, has_styles) = join!(view(), styles::load(&href));
    view.ok().filter(|_| has_styles)
}

/// The report, or the switch that has it loaded.
#[derive(Clone)]
pub struct LazyReport {
    loading: Loading<View>,
    switch_on: Callback<()>,
}

/// The report of the page; loaded at once if it was on when the page was last open, or if one was in work.
#[hook]
pub fn use_report() -> LazyReport {
    let was_on = *use_memo((), |()| {
        let is_kept = |key| storage().is_some_and(|storage| matches!(storage.get_item(key), Ok(Some(_))));
        is_kept(ON_KEY) || is_kept(WORK_KEY)
    });
    let part = use_part(|| load().boxed_local(), was_on);
    let switch_on = use_callback(part.load, |(), load| {
        // The part reads it as it begins. Where nothing can be kept, a second click switches it on.
        let _ = storage().map(|storage| storage.set_item(ON_KEY, ""));
        load.emit(());
    });
    LazyReport { loading: part.loading, switch_on }
}

impl LazyReport {
    /// Has the panel loaded and switched on.
    pub fn switch_on(&self) -> Callback<()> {
        self.switch_on.clone()
    }

    /// The panel, or what stands in its place until it is switched on.
    pub fn panel(&self, props: ReportPanelProps) -> Html {
        let note = match self.loading {
            Loading::Done(view) => return view(props),
            Loading::Underway => {
                html! { <p class="book-note" role="status">{ strings::LOADING_REPORT }</p> }
            }
            Loading::Failed => html! { <p class="book-note" role="alert">{ strings::PART_NOT_LOADED }</p> },
            Loading::NotWanted => html! {},
        };
        let is_on = matches!(self.loading, Loading::Underway);
        html! {
            <section class="report card" aria-label={strings::REPORT} data-state="off">
                <header class="panel-header">
                    <button type="button" class="switch" role="switch" aria-checked={is_on.to_string()} title={strings::REPORT_ON_OR_OFF} onclick={self.switch_on.reform(|_: MouseEvent| ())}>
                        <span class="switch-track" /><span>{ strings::REPORT }</span>
                    </button>
                </header>
                { note }
            </section>
        }
    }
}
