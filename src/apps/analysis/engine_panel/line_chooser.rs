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
    html! {
        <div class="stepper" role="group" aria-label={strings::number_of_lines()}>
            <button type="button" class="button quiet icon small" aria-label={strings::fewer_lines()} disabled={props.lines <= *LINES.start()}
                    onclick={change(-1)}><IconView icon={Icon::Minus} /></button>
            <output>{ strings::lines(props.lines) }</output>
            <button type="button" class="button quiet icon small" aria-label={strings::more_lines()} disabled={props.lines >= *LINES.end()}
                    onclick={change(1)}><IconView icon={Icon::Plus} /></button>
        </div>
    }
}
