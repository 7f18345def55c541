//! Toggles for all glyphs of a move.

use super::game_store::{GameDispatcher, StoreAction};
use super::move_menu::move_name;
use super::strings;
use crate::components::modal::Modal;
use crate::state::game::{GameAction, GameState};
use crate::state::glyphs::{GLYPHS, GlyphGroup, glyph_text, other_glyphs};
use tabia_pgn::{Nag, NodeId};
use yew::prelude::*;

/// Properties of [`GlyphDialog`].
#[derive(Properties, PartialEq)]
pub struct GlyphDialogProps {
    /// Games.
    pub state: GameState,
    /// Move.
    pub node: NodeId,
    /// Dispatcher for edits.
    pub game: GameDispatcher,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Glyphs by group.
#[component]
pub fn GlyphDialog(props: &GlyphDialogProps) -> Html {
    let GlyphDialogProps { state, node, game, on_close } = props;
    if !state.game().contains(*node) {
        return html! {};
    }
    let set = &state.game().annotations(*node).nags;
    let button = |nag: Nag| {
        let (game, node) = (game.clone(), *node);
        let onclick = Callback::from(move |_: MouseEvent| {
            game.dispatch(StoreAction::Do(GameAction::ToggleNag(node, nag)));
        });
        let is_set = set.contains(&nag);
        html! {
            <button key={nag.0} type="button" class={classes!("glyph-button", is_set.then_some("on"))} aria-pressed={is_set.to_string()} aria-label={strings::nag_label(nag)} {onclick}>
                <span class={format!("nag nag-{}", nag.0)}>{ glyph_text(nag) }</span>
                // The visible text reads like the button's name: "N Novelty".
                { " " }
                <span class="glyph-meaning">{ strings::nag_meaning(nag).unwrap_or(strings::other_glyph()) }</span>
            </button>
        }
    };
    let group = |name: &'static str, nags: &[Nag]| {
        html! {
            <fieldset key={name} class="glyph-group">
                <legend>{ name }</legend>
                <div class="glyph-grid">{ for nags.iter().map(|&nag| button(nag)) }</div>
            </fieldset>
        }
    };
    let others = other_glyphs(set);
    let title = strings::glyphs_of(&move_name(state, *node).unwrap_or_default());
    html! {
        <Modal {title} on_close={on_close.clone()}>
            { for GLYPHS.iter().map(|(kind, nags)| group(group_name(*kind), nags)) }
            if !others.is_empty() { { group(strings::other_glyphs(), &others) } }
            <div class="modal-actions">
                <button type="button" class="button primary" onclick={on_close.reform(|_: MouseEvent| ())}>{ strings::done() }</button>
            </div>
        </Modal>
    }
}

fn group_name(group: GlyphGroup) -> &'static str {
    match group {
        GlyphGroup::Move => strings::the_move(),
        GlyphGroup::Position => strings::the_position(),
        GlyphGroup::Observation => strings::observations(),
    }
}
