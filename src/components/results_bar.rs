//! A three-coloured bar of game results.

use crate::components::strings;
use yew::prelude::*;

/// Properties of [`ResultsBar`].
#[derive(Properties, PartialEq)]
pub struct ResultsBarProps {
    /// Games won, drawn and lost.
    pub results: [u32; 3],
}

/// Bar of the games won, drawn and lost by the side to move.
#[component]
pub fn ResultsBar(props: &ResultsBarProps) -> Html {
    let [wins, draws, losses] = props.results;
    let games = f64::from(wins) + f64::from(draws) + f64::from(losses);
    let part = |number: u32| format!("width: {:.1}%", 100.0 * f64::from(number) / games.max(1.0));
    let text = strings::results(&wins, &draws, &losses);
    html! {
        <span class="book-results" role="img" aria-label={text.clone()} title={text}>
            <span class="won" style={part(wins)} /><span class="drawn" style={part(draws)} /><span class="lost" style={part(losses)} />
        </span>
    }
}
