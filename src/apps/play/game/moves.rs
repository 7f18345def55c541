//! The move list. A click on a move shows the position after it.

use std::rc::Rc;

use tabia_chess::Color;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::shown::{ShownGame, side};
use crate::apps::play::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::play::game::LiveGame;

/// Properties of [`Moves`].
#[derive(Properties, PartialEq)]
pub struct MovesProps {
    /// Game and position shown.
    pub shown: ShownGame,
    /// Goes to a ply of the game.
    pub go: Callback<Option<usize>>,
}

/// Move list.
#[component]
pub fn Moves(props: &MovesProps) -> Html {
    let MovesProps { shown, go } = props;
    let list = use_node_ref();
    let key = (shown.game.game().id.clone(), shown.game.line().to_vec());
    let sans = use_memo(key, {
        let game = Rc::clone(&shown.game);
        move |_| sans(&game)
    });
    // Keep the move shown in view: in a column, or on a phone in one line.
    use_effect_with((sans.len(), shown.place()), {
        let list = list.clone();
        move |_| {
            if let Some(list) = list.cast::<HtmlElement>() {
                show_current(&list);
            }
        }
    });
    let first = shown.game.start().position;
    let offset = usize::from(first.turn() == Color::Black);
    let rows = (sans.len() + offset).div_ceil(2);
    let cell = |place: Option<usize>| {
        let text = place.and_then(|place| Some((place, sans.get(place)?)));
        text.map_or_else(|| html! { <span /> }, |(place, san)| move_button(shown, go, place, san))
    };
    html! {
        <section class="card play-moves" aria-label={strings::moves()}>
            if sans.is_empty() {
                <p class="play-hint">{ strings::no_moves() }</p>
            } else {
                <ol ref={list} tabindex="-1">
                    { for (0..rows).map(|row| html! {
                        <li key={row}>
                            <span class="play-number">{ first.fullmove_number() as usize + row }{ "." }</span>
                            { cell((2 * row).checked_sub(offset)) }
                            { cell(Some(2 * row + 1 - offset)) }
                        </li>
                    }) }
                </ol>
            }
            <Steps shown={shown.clone()} go={go.clone()} />
        </section>
    }
}

/// Scrolls the list, and nothing else, to the move shown.
fn show_current(list: &HtmlElement) {
    let current = list.query_selector("[aria-current]").ok().flatten();
    let Some(current) = current.and_then(|current| current.dyn_into::<HtmlElement>().ok()) else {
        list.set_scroll_top(0);
        list.set_scroll_left(0);
        return;
    };
    let middle = |at: i32, size: i32, room: i32| at - (room - size) / 2;
    let (top, left) = (current.offset_top() - list.offset_top(), current.offset_left() - list.offset_left());
    list.set_scroll_top(middle(top, current.offset_height(), list.client_height()));
    list.set_scroll_left(middle(left, current.offset_width(), list.client_width()));
}

/// Buttons that step through the game.
#[component]
fn Steps(props: &MovesProps) -> Html {
    let MovesProps { shown, go } = props;
    let (place, last) = (shown.place(), shown.game.line().len());
    let step = |class: &'static str, icon: Icon, name: &'static str, to: usize| {
        let onclick = {
            let go = go.clone();
            Callback::from(move |_: MouseEvent| go.emit((to < last).then_some(to)))
        };
        html! {
            <button key={name} type="button" class={classes!("button", "quiet", "icon", class)} aria-label={name} title={name} disabled={to == place} {onclick}>
                <IconView {icon} />
            </button>
        }
    };
    html! {
        <div class="play-steps" role="group" aria-label={strings::steps()}>
            { step("play-edge", Icon::First, strings::first_position(), 0) }
            { step("", Icon::Previous, strings::previous_move(), place.saturating_sub(1)) }
            { step("", Icon::Next, strings::next_move(), (place + 1).min(last)) }
            { step("play-edge", Icon::Last, strings::last_position(), last) }
        </div>
    }
}

fn move_button(shown: &ShownGame, go: &Callback<Option<usize>>, place: usize, san: &str) -> Html {
    let behind = place + 1;
    let is_last = behind == shown.game.line().len();
    let onclick = {
        let go = go.clone();
        Callback::from(move |_: MouseEvent| go.emit((!is_last).then_some(behind)))
    };
    let current = (shown.place() == behind).then_some("step");
    let color = shown.game.positions().get(place).map_or(Color::White, tabia_chess::Position::turn);
    let number = shown.game.positions().get(place).map_or(0, tabia_chess::Position::fullmove_number);
    let title = strings::move_number(number, side(color));
    html! { <button type="button" class="play-move" aria-current={current} {title} {onclick}>{ san }</button> }
}

/// Returns every move in SAN.
fn sans(game: &LiveGame) -> Vec<String> {
    game.line().iter().zip(game.positions()).map(|(&m, position)| position.san(m)).collect()
}
