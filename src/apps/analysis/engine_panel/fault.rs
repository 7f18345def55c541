//! An engine that does not run.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use yew::prelude::*;

/// Properties of [`Fault`].
#[derive(Properties, PartialEq)]
pub struct FaultProps {
    /// Why, as a sentence.
    pub reason: String,
    /// Tries again.
    pub on_retry: Callback<MouseEvent>,
}

/// Why the engine does not run, and what can be done.
#[component]
pub fn Fault(props: &FaultProps) -> Html {
    html! {
        <div class="engine-message fault" role="alert">
            <IconView icon={Icon::Warning} />
            <span>{ &props.reason }</span>
            <button type="button" class="button small" onclick={props.on_retry.clone()}>
                <IconView icon={Icon::Retry} />{ strings::TRY_AGAIN }
            </button>
        </div>
    }
}
