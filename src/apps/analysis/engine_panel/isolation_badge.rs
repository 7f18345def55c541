//! Badge that explains why the engine shares no memory with the page, and how to fix that.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::platform::isolation::{NotShared, why_not_shared};
use yew::prelude::*;

/// Expandable badge; empty if the page shares memory.
#[component]
pub fn IsolationBadge() -> Html {
    let Some(reason) = why_not_shared() else { return html! {} };
    let why = match reason {
        NotShared::Insecure => strings::NOT_ISOLATED_INSECURE,
        NotShared::NoWorker => strings::NOT_ISOLATED_NO_WORKER,
        NotShared::Refused => strings::NOT_ISOLATED_REFUSED,
        NotShared::NoMemory => strings::NO_SHARED_MEMORY_WHY,
        NotShared::Other => strings::NOT_ISOLATED_OTHER,
    };
    let title = if reason == NotShared::NoMemory { strings::NO_SHARED_MEMORY } else { strings::NOT_ISOLATED };
    html! {
        <details class="isolation-badge">
            <summary><IconView icon={Icon::Info} />{ title }</summary>
            <p>{ strings::NOT_ISOLATED_EFFECT }</p>
            <p>{ why }</p>
        </details>
    }
}
