//! Games that reached the position on the board.

use crate::apps::analysis::strings;
use crate::services::explorer::Explorer;
use crate::services::library::opening::open_on_board;
use crate::state::library::explorer::{Example, ExplorerResult};
use crate::state::library::text::{date_text, result_text};
use crate::state::text::sentence;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`Examples`].
#[derive(Properties, PartialEq)]
pub struct ExamplesProps {
    /// Explorer.
    pub explorer: Explorer,
    /// Results for the position.
    pub known: Rc<ExplorerResult>,
}

/// List of games, strongest or newest first.
#[component]
pub fn Examples(props: &ExamplesProps) -> Html {
    let ExamplesProps { explorer, known } = props;
    let is_newest = use_state_eq(|| false);
    let fault = use_state_eq(|| None::<String>);
    let turn = |to: bool| {
        let is_newest = is_newest.setter();
        Callback::from(move |_: MouseEvent| is_newest.set(to))
    };
    let list = if *is_newest { &known.newest } else { &known.strongest };
    let item = |example: &Example| {
        let (explorer, fault, of) = (explorer.clone(), fault.setter(), example.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            let (explorer, fault, of) = (explorer.clone(), fault.clone(), of.clone());
            spawn_local(
                async move { fault.set(open(&explorer, of).await.err().map(|reason| sentence(&reason))) },
            );
        });
        item_html(example, onclick)
    };
    html! {
        <details class="explorer-games">
            <summary>{ strings::explorer_games() }</summary>
            <div class="explorer-order" role="group" aria-label={strings::order()}>
                <button type="button" class="button small quiet" aria-pressed={(!*is_newest).to_string()} onclick={turn(false)}>{ strings::strongest() }</button>
                <button type="button" class="button small quiet" aria-pressed={is_newest.to_string()} onclick={turn(true)}>{ strings::newest() }</button>
            </div>
            <ul>{ for list.iter().map(item) }</ul>
            if let Some(fault) = (*fault).clone() { <p class="field-error" role="alert">{ fault }</p> }
        </details>
    }
}

fn item_html(example: &Example, onclick: Callback<MouseEvent>) -> Html {
    let row = &example.row;
    let date = row.date.to_string();
    let year = date_text(&date).get(..4).unwrap_or_default().to_owned();
    let player = |name: &str, elo: Option<u16>| {
        let family = name.split(',').next().unwrap_or(name).trim();
        let family = if family.is_empty() { "?" } else { family };
        elo.map_or_else(|| family.to_owned(), |elo| format!("{family} {elo}"))
    };
    let names = format!("{} – {}", player(&row.white, row.white_elo), player(&row.black, row.black_elo));
    html! {
        <li key={format!("{} {}", example.database, row.game)}>
            <button type="button" class="explorer-game" title={format!("{} – {}, {}", row.white, row.black, row.event)} {onclick}>
                <span class="names">{ names }</span><span>{ result_text(row.result) }</span><span class="year">{ year }</span>
            </button>
        </li>
    }
}

/// Opens a game on the board.
async fn open(explorer: &Explorer, example: Example) -> Result<(), String> {
    let Example { database, row } = example;
    open_on_board(explorer.library(), &database, row).await.map_err(|error| error.to_string())
}
