//! Annotates many games in one run, like `tabia annotate` on the command line.

mod fields;
mod form;
mod games;
mod refresh;
mod results;
mod source;

use std::rc::Rc;

use yew::prelude::*;

pub use self::fields::{Commented, Whose, Wrong};
use self::form::RunForm;
use self::refresh::refresh;
use self::results::RunResults;
use super::context::ToolsContext;
use super::strings;
use crate::hooks::use_observable_when;
use crate::platform::observable::Observe;
use crate::services::reports::{ReportEvent, ReportService};

/// Properties of [`Annotate`].
#[derive(Properties, PartialEq)]
pub struct AnnotateProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Whether the section is visible.
    pub is_seen: bool,
}

/// Annotate section.
#[component]
pub fn Annotate(props: &AnnotateProps) -> Html {
    let context = &props.context;
    let service = &*use_memo((), |()| ReportService::of_page());
    use_effect_with((service.clone(), props.is_seen), |(service, is_seen)| {
        if *is_seen {
            service.begin();
            // Another tab may have started a new run.
            service.find_run();
        }
    });
    use_effect_with((service.clone(), context.clone()), |(service, context)| {
        let context = context.clone();
        let subscription = service.events().subscribe(move |event| {
            if let ReportEvent::Fault(reason) = event {
                context.fault(strings::no_report(), reason);
            }
        });
        move || drop(subscription)
    });
    let run = use_observable_when(service, refresh, ReportService::run);
    let run = run.filter(|run| !run.games.is_empty());
    html! {
        <>
            <section class="card tools-card" aria-label={strings::annotate()}>
                <h2>{ strings::annotate() }</h2>
                <p class="tools-hint">{ strings::annotate_introduction() }</p>
                <RunForm service={service.clone()} context={context.clone()} has_run={run.is_some()} />
            </section>
            if let Some(run) = run {
                <RunResults key={run.id.clone()} run={Rc::clone(&run)} service={service.clone()} context={context.clone()} />
            }
        </>
    }
}
