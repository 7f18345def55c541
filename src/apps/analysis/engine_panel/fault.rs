//! An engine that does not run.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::engine::service::Engine;
use yew::prelude::*;

/// Properties of [`Fault`].
#[derive(Properties, PartialEq)]
pub struct FaultProps {
    /// Why, as a sentence.
    pub reason: String,
    /// The engine, to try again.
    pub engine: Engine,
}

/// Why the engine does not run, and what can be done.
#[component]
pub fn Fault(props: &FaultProps) -> Html {
    let retry = use_callback(props.engine.clone(), |_: MouseEvent, engine| engine.retry());
    html! {
        <div class="engine-message fault" role="alert">
            <IconView icon={Icon::Warning} />
            <span>{ &props.reason }</span>
            <button type="button" class="button small" onclick={retry}>
                <IconView icon={Icon::Retry} />{ strings::TRY_AGAIN }
            </button>
        </div>
    }
}
