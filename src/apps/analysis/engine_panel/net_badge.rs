//! Says that the classical terms evaluate in place of the net, and why.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::engine::shipped::{NetState, net_state};
use yew::prelude::*;

/// Properties of [`NetBadge`].
#[derive(Properties, PartialEq)]
pub struct NetBadgeProps {
    /// The app's own engine evaluates by the terms until the net is here.
    pub awaits_net: bool,
}

/// A badge that opens; nothing where the net evaluates.
#[component]
pub fn NetBadge(props: &NetBadgeProps) -> Html {
    let (title, why) = match net_state() {
        NetState::Unusable => (strings::NO_NET, strings::NO_NET_WHY),
        _ if props.awaits_net => (strings::NET_AWAITED, strings::NET_AWAITED_WHY),
        _ => return html! {},
    };
    html! {
        <details class="isolation-badge">
            <summary><IconView icon={Icon::Info} />{ title }</summary>
            <p>{ why }</p>
        </details>
    }
}

/// The name of the app's own engine without what it adds while it evaluates by the terms, and whether it did: it has one name, before
/// the net is here and afterwards.
pub fn without_classic(name: &str) -> (&str, bool) {
    match name.strip_suffix(" classic") {
        Some(name) if net_state() != NetState::Unusable => (name, true),
        _ => (name, false),
    }
}
