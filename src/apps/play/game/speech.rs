//! What a screen reader is told: each move once, the result once, and the clocks when somebody asks.

use yew::prelude::*;

use super::shown::{Shown, side};
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::board::describe::move_in_words;
use crate::state::clock_text::clock_in_words;
use tabia_chess::Color;

/// What was asked for, and how to say something. The same words again are spoken again only if the element changes: a blank makes the
/// difference.
#[hook]
pub fn use_speech() -> (String, Callback<String>) {
    let said = use_state_eq(String::new);
    let speak = use_callback(said.clone(), |text: String, said| {
        let is_repeated = **said == text;
        said.set(if is_repeated { format!("{text}\u{a0}") } else { text });
    });
    ((*said).clone(), speak)
}

/// Properties of [`Spoken`].
#[derive(Properties, PartialEq)]
pub struct SpokenProps {
    /// What is shown.
    pub shown: Shown,
    /// What was asked for.
    pub text: String,
}

/// The regions that are read out.
#[component]
pub fn Spoken(props: &SpokenProps) -> Html {
    html! {
        <>
            <p class="visually-hidden play-announcement" aria-live="polite" aria-atomic="true">{ announcement(&props.shown) }</p>
            <p class="visually-hidden play-answer" aria-live="assertive" aria-atomic="true">{ &props.text }</p>
        </>
    }
}

/// The last move of the game, and its result.
fn announcement(shown: &Shown) -> String {
    let game = &shown.game;
    let last = game.line().len().checked_sub(1);
    let words =
        last.and_then(|last| Some(move_in_words(game.positions().get(last)?, *game.line().get(last)?)));
    let mut words = words.unwrap_or_default();
    if let Some(end) = game.end() {
        if !words.is_empty() {
            words.push_str(". ");
        }
        words.push_str(&end.sentence());
    }
    words
}

/// What both clocks show, in words.
pub fn clocks_in_words(context: &PlayContext) -> String {
    let readings = context.play.clocks();
    let words: Vec<String> = Color::ALL
        .into_iter()
        .filter_map(|color| {
            let reading = readings[color.index()]?;
            Some(strings::clock_words(side(color), &clock_in_words(reading.remaining_ms)))
        })
        .collect();
    if words.is_empty() { strings::NO_CLOCKS.to_owned() } else { words.join(". ") }
}
