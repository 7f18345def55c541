//! Controls below the moves: navigation, flip, drawing, and the move input field.

use super::drawing_bar::DrawingBar;
use super::move_input::MoveField;
use crate::apps::analysis::game_store::{GameDispatcher, StoreAction};
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::drawing::DrawingMode;
use crate::state::game::GameAction;
use crate::state::typed_move::TypedMove;
use tabia_chess::Position;
use yew::prelude::*;

/// Properties of [`Controls`].
#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    /// Dispatcher for the actions.
    pub game: GameDispatcher,
    /// Whether there is a previous move.
    pub can_go_back: bool,
    /// Whether there is a next move.
    pub can_go_on: bool,
    /// The position on the board.
    pub position: Position,
    /// Drawing mode.
    pub drawing: DrawingMode,
    /// Changes the drawing mode.
    pub on_drawing: Callback<DrawingMode>,
}

/// First, previous, next, last, flip and draw buttons.
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
    let on_move = use_callback(props.game.clone(), |typed: TypedMove, game| {
        let action = match typed {
            TypedMove::Move(m) => GameAction::Play(m),
            TypedMove::Null => GameAction::PlayNull,
        };
        game.dispatch(StoreAction::Do(action));
    });
    let toggled = props.drawing.toggled();
    let onclick = props.on_drawing.reform(move |_: MouseEvent| toggled);
    html! {
        <div class="controls">
        if props.drawing.is_on {
            <DrawingBar mode={props.drawing} on_change={props.on_drawing.clone()} />
        }
        <nav class="controls-buttons" aria-label={strings::step_through_the_game()}>
            { button(Icon::First, strings::to_the_start(), strings::home(), GameAction::First, props.can_go_back) }
            { button(Icon::Previous, strings::back_one_move(), "←", GameAction::Previous, props.can_go_back) }
            { button(Icon::Next, strings::forward_one_move(), "→", GameAction::Next, props.can_go_on) }
            { button(Icon::Last, strings::to_the_end(), strings::end(), GameAction::Last, props.can_go_on) }
            { button(Icon::Flip, strings::turn_the_board(), "f", GameAction::Flip, true) }
            <button type="button" class={classes!("button", props.drawing.is_on.then_some("on"))} aria-label={strings::draw()}
                title={strings::with_key(&strings::draw(), &"w")} aria-pressed={props.drawing.is_on.to_string()} {onclick}>
                <IconView icon={Icon::Draw} />
            </button>
        </nav>
        <MoveField position={props.position} {on_move} />
        </div>
    }
}
