//! Error message of a failed engine.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use yew::prelude::*;

/// Properties of [`Fault`].
#[derive(Properties, PartialEq)]
pub struct FaultProps {
    /// Reason, as a sentence.
    pub reason: String,
    /// Restarts the engine.
    pub on_retry: Callback<MouseEvent>,
}

/// Reason why the engine isn't running, with a retry button.
#[component]
pub fn Fault(props: &FaultProps) -> Html {
    html! {
        <div class="engine-message fault" role="alert">
            <IconView icon={Icon::Warning} />
            <span>{ &props.reason }</span>
            <button type="button" class="button small" onclick={props.on_retry.clone()}>
                <IconView icon={Icon::Retry} />{ strings::try_again() }
            </button>
        </div>
    }
}
