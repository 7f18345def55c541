//! A clock, which is rendered separately whenever its text changes.

use gloo_timers::callback::Timeout;
use tabia_chess::Color;
use yew::prelude::*;

use super::shown::{ShownGame, side};
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::clock_text::{clock_in_words, clock_text, is_short, until_next_text};

/// Properties of [`ClockView`].
#[derive(Properties, PartialEq)]
pub struct ClockViewProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// Side of the clock.
    pub color: Color,
}

/// Clock of a side; nothing if it has none.
#[component]
pub fn ClockView(props: &ClockViewProps) -> Html {
    let ClockViewProps { context, shown, color } = props;
    let update = use_force_update();
    let reading = context.play.clocks()[color.index()];
    // Scheduled after every rendering: the next one is due when the text changes.
    let due =
        reading.filter(|reading| reading.is_running).map(|reading| until_next_text(reading.remaining_ms));
    use_effect(move || {
        let timer = due.map(|ms| Timeout::new(ms, move || update.force_update()));
        move || drop(timer)
    });
    let Some(reading) = reading else { return Html::default() };
    let initial_ms = shown.game.setup().initial_ms(*color);
    let is_low = !shown.game.is_over() && is_short(reading.remaining_ms, initial_ms);
    let class = classes!("play-clock", reading.is_running.then_some("running"), is_low.then_some("low"));
    let mut words = strings::clock_words(side(*color), &clock_in_words(reading.remaining_ms));
    if is_low {
        words.push_str(", ");
        words.push_str(strings::low_time());
    }
    html! {
        <div {class} role="timer" aria-label={words} data-ms={(reading.remaining_ms as u64).to_string()}>
            if is_low { <IconView icon={Icon::Warning} /> }
            <span class="play-time">{ clock_text(reading.remaining_ms) }</span>
            if let Some(moves) = reading.moves_to_go { <span class="play-to-go">{ strings::moves_to_go(moves) }</span> }
        </div>
    }
}
