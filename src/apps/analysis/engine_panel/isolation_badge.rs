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
        NotShared::Insecure => strings::not_isolated_insecure(),
        NotShared::NoWorker => strings::not_isolated_no_worker(),
        NotShared::Refused => strings::not_isolated_refused(),
        NotShared::NoMemory => strings::no_shared_memory_why(),
        NotShared::Other => strings::not_isolated_other(),
    };
    let title =
        if reason == NotShared::NoMemory { strings::no_shared_memory() } else { strings::not_isolated() };
    html! {
        <details class="isolation-badge">
            <summary><IconView icon={Icon::Info} />{ title }</summary>
            <p>{ strings::not_isolated_effect() }</p>
            <p>{ why }</p>
        </details>
    }
}
