//! A player: name, level, captured pieces, clock.

use tabia_chess::{Color, Role};
use yew::prelude::*;

use super::clock::ClockView;
use super::shown::{ShownGame, side};
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::board::describe::role_name;
use crate::state::captured::captured;

/// Properties of [`Player`].
#[derive(Properties, PartialEq)]
pub struct PlayerProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// Side of the player.
    pub color: Color,
}

/// Player strip above or below the board.
#[component]
pub fn Player(props: &PlayerProps) -> Html {
    let PlayerProps { context, shown, color } = props;
    let player = shown.game.setup().player(*color);
    let is_turn = !shown.game.is_over() && shown.game.turn() == *color;
    let color_class = if color.is_white() { "white" } else { "black" };
    let elo = player.measured_elo().map(|(elo, error)| strings::elo(elo, error));
    html! {
        <div class={classes!("play-player", is_turn.then_some("turn"))} data-color={color_class}>
            <span class={classes!("play-disc", color_class)} role="img" aria-label={side(*color)} />
            <div class="play-name">
                <strong>{ player.name() }</strong>
                if let Some(elo) = elo { <span class="play-elo">{ elo }</span> }
                { material(shown, *color) }
            </div>
            <ClockView context={context.clone()} shown={shown.clone()} color={*color} />
        </div>
    }
}

/// Renders the captured pieces beyond those lost.
fn material(shown: &ShownGame, color: Color) -> Html {
    let position = shown.game.positions().get(shown.place()).copied().unwrap_or(*shown.game.position());
    let captured = captured(&position, color);
    if captured.pieces.is_empty() {
        return Html::default();
    }
    let list: Vec<&str> = captured.pieces.iter().map(|&role| role_name(role)).collect();
    let words = strings::captured(side(color), &list.join(", "), captured.ahead);
    let piece_class = if color.is_white() { "black" } else { "white" };
    html! {
        <span class="play-captured" role="img" aria-label={words}>
            { for captured.pieces.iter().enumerate().map(|(place, &role)| piece(place, role, piece_class)) }
            if captured.ahead > 0 { <span class="play-ahead">{ format!("+{}", captured.ahead) }</span> }
        </span>
    }
}

fn piece(place: usize, role: Role, color: &'static str) -> Html {
    html! { <span key={place} class={classes!("piece", color, role.upper_char().to_string())} /> }
}
