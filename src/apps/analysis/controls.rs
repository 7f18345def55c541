//! The buttons below the moves: step through the game, turn the board.

use crate::apps::analysis::game_store::{GameDispatcher, StoreAction};
use crate::components::icon::{Icon, IconView};
use crate::state::game::GameAction;
use yew::prelude::*;

/// Properties of [`Controls`].
#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    /// Where the buttons send what they do.
    pub game: GameDispatcher,
    /// There is a move before this position.
    pub can_go_back: bool,
    /// There is a move after it.
    pub can_go_on: bool,
}

/// First, back, on, last, flip.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let button = |icon: Icon, label: &'static str, keys: &'static str, action: GameAction, enabled: bool| {
        let game = props.game.clone();
        let onclick = Callback::from(move |_: MouseEvent| game.dispatch(StoreAction::Do(action.clone())));
        html! {
            <button type="button" class="button" aria-label={label} title={format!("{label} ({keys})")} disabled={!enabled} {onclick}>
                <IconView {icon} />
            </button>
        }
    };
    html! {
        <nav class="controls" aria-label="Step through the game">
            { button(Icon::First, "To the start", "Home", GameAction::First, props.can_go_back) }
            { button(Icon::Previous, "Back one move", "←", GameAction::Previous, props.can_go_back) }
            { button(Icon::Next, "Forward one move", "→", GameAction::Next, props.can_go_on) }
            { button(Icon::Last, "To the end", "End", GameAction::Last, props.can_go_on) }
            { button(Icon::Flip, "Turn the board", "f", GameAction::Flip, true) }
        </nav>
    }
}
