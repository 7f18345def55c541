//! Badge that explains why the classical evaluation is used instead of the net.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::engine::shipped::{NetState, net_state};
use yew::prelude::*;

/// Properties of [`NetBadge`].
#[derive(Properties, PartialEq)]
pub struct NetBadgeProps {
    /// Whether the built-in engine uses the classical evaluation until the net is loaded.
    pub awaits_net: bool,
}

/// Expandable badge; empty while the net evaluates.
#[component]
pub fn NetBadge(props: &NetBadgeProps) -> Html {
    let (title, why) = match net_state() {
        NetState::Unusable => (strings::no_net(), strings::no_net_why()),
        _ if props.awaits_net => (strings::net_awaited(), strings::net_awaited_why()),
        _ => return html! {},
    };
    html! {
        <details class="isolation-badge">
            <summary><IconView icon={Icon::Info} />{ title }</summary>
            <p>{ why }</p>
        </details>
    }
}

/// Strips the suffix that the built-in engine's name has during classical evaluation, and returns whether it had one: the displayed name
/// stays the same before and after the net is loaded.
pub fn without_classic(name: &str) -> (&str, bool) {
    match name.strip_suffix(" classic") {
        Some(name) if net_state() != NetState::Unusable => (name, true),
        _ => (name, false),
    }
}
