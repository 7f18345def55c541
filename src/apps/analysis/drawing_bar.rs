//! Toolbar of drawing mode: shape and colour.

use super::strings;
use crate::components::board::drawings::paint;
use crate::components::icon::{Icon, IconView};
use crate::state::drawing::{COLORS, DrawingMode, DrawingTool};
use yew::prelude::*;

/// Properties of [`DrawingBar`].
#[derive(Properties, PartialEq)]
pub struct DrawingBarProps {
    /// Drawing mode, which is on.
    pub mode: DrawingMode,
    /// Changes or leaves drawing mode.
    pub on_change: Callback<DrawingMode>,
}

/// Circle or arrow, four colours, and a button to leave.
#[component]
pub fn DrawingBar(props: &DrawingBarProps) -> Html {
    let DrawingBarProps { mode, on_change } = props;
    let tool = |tool: DrawingTool, icon: Icon, label: &'static str, hint: &'static str| {
        let (is_chosen, next) = (mode.pen.tool == tool, mode.with_tool(tool));
        let onclick = on_change.reform(move |_: MouseEvent| next);
        html! {
            <button type="button" class={classes!("button", is_chosen.then_some("on"))} aria-label={label} title={hint}
                aria-pressed={is_chosen.to_string()} {onclick}>
                <IconView {icon} />
            </button>
        }
    };
    let colors = COLORS.iter().enumerate().map(|(index, &color)| {
        let (is_chosen, next) = (mode.pen.color == color, mode.with_color(color));
        let (name, onclick) = (strings::shape_color(color), on_change.reform(move |_: MouseEvent| next));
        html! {
            <button type="button" class={classes!("button", "pen-color", is_chosen.then_some("on"))} aria-label={name}
                title={strings::with_key(&name, &(index + 1))} aria-pressed={is_chosen.to_string()} {onclick}>
                <span class="pen-ink" style={format!("--ink: {}", paint(color))}></span>
            </button>
        }
    });
    let end = mode.toggled();
    html! {
        <div class="drawing-bar" role="group" aria-label={strings::drawing_mode()}>
            <p class="drawing-hint">{ strings::drawing_hint(mode.pen.tool) }</p>
            { tool(DrawingTool::Circle, Icon::Circle, strings::circles(), strings::circles_hint()) }
            { tool(DrawingTool::Arrow, Icon::Arrow, strings::arrows(), strings::arrows_hint()) }
            { for colors }
            <button type="button" class="button" onclick={on_change.reform(move |_: MouseEvent| end)} title={strings::end_drawing_hint()}>
                { strings::end_drawing() }
            </button>
        </div>
    }
}
