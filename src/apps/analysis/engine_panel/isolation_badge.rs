//! Says that the engine shares no memory with the page, why, and what can be done.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::platform::isolation::{NotIsolated, why_not_isolated};
use yew::prelude::*;

/// A badge that opens; nothing on a page that is isolated.
#[component]
pub fn IsolationBadge() -> Html {
    let Some(reason) = why_not_isolated() else { return html! {} };
    let why = match reason {
        NotIsolated::Insecure => strings::NOT_ISOLATED_INSECURE,
        NotIsolated::NoWorker => strings::NOT_ISOLATED_NO_WORKER,
        NotIsolated::Refused => strings::NOT_ISOLATED_REFUSED,
        NotIsolated::Other => strings::NOT_ISOLATED_OTHER,
    };
    html! {
        <details class="isolation-badge">
            <summary><IconView icon={Icon::Info} />{ strings::NOT_ISOLATED }</summary>
            <p>{ strings::NOT_ISOLATED_EFFECT }</p>
            <p>{ why }</p>
        </details>
    }
}
