//! The tools app.

use yew::prelude::*;

use super::annotate::Annotate;
use super::console::Console;
use super::context::ToolsContext;
use super::speed::Speed;
use super::strings;
use super::suites::Suites;
use crate::components::toasts::{ToastList, Toasts};
use crate::hooks::use_route;
use crate::services::suites;
use crate::state::route::{Route, ToolsSubject};

/// Tools page. A section is rendered when first shown and kept from then on.
#[component]
pub fn ToolsApp() -> Html {
    let toasts = use_reducer_eq(Toasts::default);
    let context = ToolsContext { toasts: toasts.dispatcher() };
    let route = use_route();
    let is_page_seen = matches!(route, Route::Tools(_));
    // While another page is shown, this one keeps its state.
    let last = use_mut_ref(|| {
        // A run that was in progress resumes, whichever section is shown.
        let opened = if suites::was_running().is_some() { vec![ToolsSubject::Suites] } else { Vec::new() };
        (ToolsSubject::default(), opened)
    });
    if let Route::Tools(subject) = route {
        let mut last = last.borrow_mut();
        last.0 = subject;
        if !last.1.contains(&subject) {
            last.1.push(subject);
        }
    }
    let (subject, opened) = last.borrow().clone();
    html! {
        <main class="page tools-page" hidden={!is_page_seen} aria-label={strings::tools()}>
            <nav key="subjects" class="tools-subjects" aria-label={strings::tools()}>
                { for ToolsSubject::ALL.map(|other| html! {
                    <a key={other.word()} href={Route::Tools(other).to_string()} aria-current={(other == subject).then_some("page")}>{ subject_name(other) }</a>
                }) }
            </nav>
            { for opened.iter().map(|&other| {
                let is_seen = other == subject;
                html! { <div key={other.word()} class="tools-subject" hidden={!is_seen}>{ subject_view(other, &context, is_page_seen && is_seen) }</div> }
            }) }
            <ToastList key="toasts" {toasts} />
        </main>
    }
}

fn subject_view(subject: ToolsSubject, context: &ToolsContext, is_seen: bool) -> Html {
    let context = context.clone();
    match subject {
        ToolsSubject::Annotate => html! { <Annotate {context} {is_seen} /> },
        ToolsSubject::Suites => html! { <Suites {context} {is_seen} /> },
        ToolsSubject::Speed => html! { <Speed {context} {is_seen} /> },
        ToolsSubject::Console => html! { <Console {context} {is_seen} /> },
    }
}

/// Display name of a section.
fn subject_name(subject: ToolsSubject) -> &'static str {
    match subject {
        ToolsSubject::Suites => strings::suites(),
        ToolsSubject::Annotate => strings::annotate(),
        ToolsSubject::Speed => strings::speed(),
        ToolsSubject::Console => strings::console(),
    }
}
