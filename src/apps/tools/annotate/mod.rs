//! Many games, annotated in one run.

use yew::prelude::*;

use super::context::ToolsContext;
use super::strings;

/// Properties of [`Annotate`].
#[derive(Properties, PartialEq)]
pub struct AnnotateProps {
    /// What the parts of the page share.
    pub context: ToolsContext,
    /// Whether it can be seen.
    pub is_seen: bool,
}

/// The subject.
#[component]
pub fn Annotate(_props: &AnnotateProps) -> Html {
    html! {
        <section class="card tools-card">
            <h2>{ strings::ANNOTATE }</h2>
            <p class="tools-hint">{ strings::ANNOTATE_HINT }</p>
        </section>
    }
}
