//! Says that the browser cannot run the net, and what can be done.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::engine::shipped::{NetState, net_state};
use yew::prelude::*;

/// A badge that opens; nothing where the net can run.
#[component]
pub fn NetBadge() -> Html {
    if net_state() != NetState::Unusable {
        return html! {};
    }
    html! {
        <details class="isolation-badge">
            <summary><IconView icon={Icon::Info} />{ strings::NO_NET }</summary>
            <p>{ strings::NO_NET_WHY }</p>
        </details>
    }
}
