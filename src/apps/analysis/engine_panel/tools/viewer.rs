//! Line on a separate board: step through it with keys, buttons or the mouse wheel.

use super::line_menu::{copy_line, keep_variation};
use super::line_moves::LineMoves;
use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::mini_board::MiniBoard;
use crate::components::modal::Modal;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Properties of [`Viewer`].
#[derive(Properties, PartialEq)]
pub struct ViewerProps {
    /// Properties of the analysis panel.
    pub panel: AnalysisPanelProps,
    /// The line.
    pub line: LineMoves,
    /// Closes the viewer.
    pub on_close: Callback<()>,
}

/// Board, moves of the line, and actions.
#[component]
pub fn Viewer(props: &ViewerProps) -> Html {
    let ViewerProps { panel, line, on_close } = props;
    let last = line.pv.len().saturating_sub(1);
    let ply = use_state_eq(|| line.ply);
    let shown = (*ply).min(last);
    let go = |to: usize| {
        let ply = ply.setter();
        Callback::from(move |_: MouseEvent| ply.set(to.min(last)))
    };
    let onkeydown = {
        let ply = ply.clone();
        Callback::from(move |event: KeyboardEvent| {
            let next = match event.key().as_str() {
                "ArrowRight" => shown + 1,
                "ArrowLeft" => shown.saturating_sub(1),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            ply.set(next.min(last));
        })
    };
    let onwheel = {
        let ply = ply.clone();
        Callback::from(move |event: WheelEvent| {
            event.prevent_default();
            let next = if event.delta_y() > 0.0 { shown + 1 } else { shown.saturating_sub(1) };
            ply.set(next.min(last));
        })
    };
    // Keeps the current move in view.
    let list = use_node_ref();
    use_effect_with((list.clone(), shown), |(list, _)| {
        let list = list.cast::<HtmlElement>();
        let current = list.and_then(|list| list.query_selector("[aria-current]").ok().flatten());
        if let Some(current) = current.and_then(|current| current.dyn_into::<HtmlElement>().ok())
            && let Some(parent) =
                current.offset_parent().and_then(|parent| parent.dyn_into::<HtmlElement>().ok())
        {
            parent.set_scroll_top(current.offset_top() - parent.client_height() / 2);
        }
    });
    let position = line.position(shown);
    let label = line.pv.get(shown).map(|pv_move| strings::board_after(&pv_move.san)).unwrap_or_default();
    let button = |label: &'static str, icon: Icon, to: usize, disabled: bool| {
        html! {
            <button type="button" class="button icon" aria-label={label} title={label} {disabled} onclick={go(to)}><IconView {icon} /></button>
        }
    };
    html! {
        <Modal title={strings::line_viewer()} on_close={on_close.clone()} class={classes!("viewer")}>
            <div class="viewer-body" {onkeydown}>
                <div class="viewer-board" {onwheel}>
                    <MiniBoard {position} orientation={panel.orientation} last_move={line.squares(shown)} {label} />
                </div>
                <div class="viewer-steps" role="group" aria-label={strings::steps()}>
                    { button(strings::first_of_line(), Icon::First, 0, shown == 0) }
                    { button(strings::previous_of_line(), Icon::Previous, shown.saturating_sub(1), shown == 0) }
                    { button(strings::next_of_line(), Icon::Next, shown + 1, shown == last) }
                    { button(strings::last_of_line(), Icon::Last, last, shown == last) }
                </div>
                <p ref={list} class="viewer-moves">
                    { for line.pv.iter().enumerate().map(|(index, pv_move)| html! {
                        <span key={index} class="pv-ply">
                            if !pv_move.number.is_empty() { <span class="pv-number">{ pv_move.number.replace("...", "…") }</span> }
                            <button type="button" class="pv-move" aria-current={(index == shown).then_some("step")} onclick={go(index)}>{ &pv_move.san }</button>
                        </span>
                    }) }
                </p>
            </div>
            { actions(props, shown) }
        </Modal>
    }
}

fn actions(props: &ViewerProps, shown: usize) -> Html {
    let ViewerProps { panel, line, on_close } = props;
    let is_threat = panel.subject.is_threat;
    let and_close = |act: Callback<()>| {
        let on_close = on_close.clone();
        Callback::from(move |_: MouseEvent| {
            act.emit(());
            on_close.emit(());
        })
    };
    let play = {
        let (on_play, moves) = (panel.on_play.clone(), line.moves(shown));
        and_close(Callback::from(move |()| on_play.emit(moves.clone())))
    };
    let keep = and_close(keep_variation(panel, line));
    let copy = copy_line(panel, strings::the_line(), line.san()).reform(|_: MouseEvent| ());
    html! {
        <div class="modal-actions">
            <button type="button" class="button" onclick={copy}><IconView icon={Icon::Copy} />{ strings::copy_san() }</button>
            <button type="button" class="button" disabled={is_threat} onclick={keep}>{ strings::keep_variation() }</button>
            <button type="button" class="button primary" disabled={is_threat} onclick={play}>{ strings::play_to_here() }</button>
        </div>
    }
}
