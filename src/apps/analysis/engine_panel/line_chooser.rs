//! Choice of the number of lines.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::settings::LINES;
use yew::prelude::*;

/// Properties of [`LineChooser`].
#[derive(Properties, PartialEq)]
pub struct LineChooserProps {
    /// Number of lines.
    pub lines: u8,
    /// Emits the new number.
    pub on_lines: Callback<u8>,
}

/// Number with a decrease and an increase button.
#[component]
pub fn LineChooser(props: &LineChooserProps) -> Html {
    let change = |by: i8| {
        let lines = props.lines.saturating_add_signed(by);
        props.on_lines.reform(move |_: MouseEvent| lines)
    };
    let text = if props.lines == 1 { strings::ONE_LINE.to_owned() } else { strings::lines(&props.lines) };
    html! {
        <div class="stepper" role="group" aria-label={strings::NUMBER_OF_LINES}>
            <button type="button" class="button quiet icon small" aria-label={strings::FEWER_LINES} disabled={props.lines <= *LINES.start()}
                    onclick={change(-1)}><IconView icon={Icon::Minus} /></button>
            <output>{ text }</output>
            <button type="button" class="button quiet icon small" aria-label={strings::MORE_LINES} disabled={props.lines >= *LINES.end()}
                    onclick={change(1)}><IconView icon={Icon::Plus} /></button>
        </div>
    }
}
