//! Test suites: choosing one, running it, and its results.

mod choose;
mod curve;
mod detail;
mod earlier;
mod form;
mod naming;
mod progress;
mod rows;
mod table;
mod totals;
mod typed;

use web_sys::File;
use yew::prelude::*;

use super::context::ToolsContext;
use super::strings;
use crate::components::drop_overlay::DropOverlay;
use crate::hooks::{Refresh, use_observable_when};
use crate::platform::observable::Observe;
use crate::services::suites::service::SuiteEvent;
use crate::services::suites::{SuiteService, SuiteStage};
use choose::{Choose, open_files};
use earlier::Earlier;
use form::Form;
use progress::SuiteProgress;
use table::ProblemTable;
use totals::Totals;

/// Properties of [`Suites`].
#[derive(Properties, PartialEq)]
pub struct SuitesProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Whether the section is visible.
    pub is_seen: bool,
}

/// Refresh interval of the results, in milliseconds.
const SHOW_MS: u32 = 150;

/// Suites section.
#[component]
pub fn Suites(props: &SuitesProps) -> Html {
    let context = &props.context;
    let service = (*use_memo((), |()| SuiteService::of_page())).clone();
    use_effect_with(service.clone(), SuiteService::begin);
    use_notices(&service, context);
    let (stage, version) = use_observable_when(
        &service,
        |event| match event {
            SuiteEvent::Changed => Refresh::Within(SHOW_MS),
            SuiteEvent::Ended => Refresh::Now,
            SuiteEvent::Notice(..) => Refresh::Never,
        },
        |service| (service.stage(), service.version()),
    );
    let on_files = {
        let (service, context) = (service.clone(), context.clone());
        Callback::from(move |files: Vec<File>| open_files(&service, &context, files))
    };
    let on_text = {
        let service = service.clone();
        Callback::from(move |text: String| service.open(strings::pasted_suite().to_owned(), text))
    };
    let has_run = service.run_id().is_some();
    let body = match stage {
        SuiteStage::Loading => {
            html! { <p class="tools-hint" role="status">{ strings::loading_suites() }</p> }
        }
        SuiteStage::Reading { name, percent } => html! {
            <section class="card tools-card"><h2>{ name.clone() }</h2><p class="tools-hint" role="status">{ strings::reading(percent) }</p><progress max="100" value={percent.to_string()} aria-label={strings::reading(percent)} /></section>
        },
        SuiteStage::Empty => html! {
            <>
                <Choose key="choose" context={context.clone()} service={service.clone()} />
                <Earlier key="earlier" service={service.clone()} {version} />
            </>
        },
        SuiteStage::Suite => html! {
            <>
                if has_run {
                    <SuiteProgress key="progress" context={context.clone()} service={service.clone()} {version} />
                    <Totals key="totals" service={service.clone()} {version} />
                } else {
                    <Form key="form" service={service.clone()} />
                }
                <ProblemTable key={format!("table {}", service.run_id().unwrap_or_default())} context={context.clone()} service={service.clone()} {version} />
            </>
        },
    };
    html! {
        <>
            { body }
            if props.is_seen { <DropOverlay key="drop" {on_files} {on_text} hint={strings::suite_drop_hint()} /> }
        </>
    }
}

/// Shows the service's messages as toasts.
#[hook]
fn use_notices(service: &SuiteService, context: &ToolsContext) {
    use_effect_with((service.clone(), context.clone()), |(service, context)| {
        let context = context.clone();
        let of = service.clone();
        let subscription = service.subscribe(move |event| match event {
            SuiteEvent::Notice(title, reason) => context.fault(title, reason),
            SuiteEvent::Ended => context.news(strings::suite_ended(&of.name())),
            SuiteEvent::Changed => {}
        });
        move || drop(subscription)
    });
}
