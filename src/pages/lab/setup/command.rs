//! The same match for a native runner, to be copied.

use super::Wish;
use crate::components::icon::{Icon, IconView};
use tabia_arena::CommandContext;
use yew::prelude::*;

/// Properties of [`CommandLine`].
#[derive(Properties, PartialEq)]
pub struct CommandLineProps {
    /// The match; `None` while the form has faults.
    pub wish: Option<Wish>,
    /// Copies a text: what it is, and the text.
    pub on_copy: Callback<(&'static str, String)>,
}

/// The command line for fastchess, folded away.
#[component]
pub fn CommandLine(props: &CommandLineProps) -> Html {
    let is_open = use_state_eq(|| false);
    let ontoggle = {
        let is_open = is_open.setter();
        use_callback((), move |event: Event, ()| {
            let element = event.target_dyn_into::<web_sys::Element>();
            is_open.set(element.is_some_and(|element| element.has_attribute("open")));
        })
    };
    let command = props.wish.as_ref().filter(|_| *is_open).map(|wish| {
        let context = CommandContext { concurrency: wish.workers, ..CommandContext::default() };
        wish.settings.fastchess_command(&context)
    });
    html! {
        <details class="card lab-card lab-command" {ontoggle}>
            <summary>{ "The same match as a fastchess command line" }</summary>
            if let Some(command) = command {
                <pre class="lab-code" tabindex="0" aria-label="fastchess command line">{ &command.line }</pre>
                { for command.notes.iter().map(|note| html! { <p class="field-hint">{ crate::text::sentence(note) }</p> }) }
                <button type="button" class="button small" onclick={let (on_copy, line) = (props.on_copy.clone(), command.line.clone()); Callback::from(move |_: MouseEvent| on_copy.emit(("Command line", line.clone())))}>
                    <IconView icon={Icon::Copy} />{ "Copy" }
                </button>
            } else if *is_open {
                <p class="field-hint">{ "Mend what is marked above first." }</p>
            }
        </details>
    }
}
