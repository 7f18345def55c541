//! The games of a file, to choose from.

use crate::components::rows::Rows;
use std::rc::Rc;
use tabia_pgn::Game;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// `.game-item` has the same height.
const ROWS: Rows = Rows { height: 54.0, margin: 12 };

/// Rows that are taken to be seen until the list was measured.
const FIRST_ROWS: usize = 20;

/// From so many games on there is a search field.
const SEARCHED_FROM: usize = 8;

/// Properties of [`GamesList`].
#[derive(Properties)]
pub struct GamesListProps {
    /// The games; compared by identity.
    pub games: Rc<[Rc<Game>]>,
    /// The text that they belong to: another one is searched from the beginning.
    pub collection: u64,
    /// How much of the text was read, 0 to 99, while more games follow.
    pub percent_read: Option<u8>,
    /// Which one is on the board.
    pub current: usize,
    /// A click on one.
    pub on_choose: Callback<usize>,
}

impl PartialEq for GamesListProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.games, &other.games)
            && self.collection == other.collection
            && self.percent_read == other.percent_read
            && self.current == other.current
            && self.on_choose == other.on_choose
    }
}

/// All games of the file that is open.
#[component]
pub fn GamesList(props: &GamesListProps) -> Html {
    let filter = use_state(String::new);
    let seen = use_state_eq(|| 0..FIRST_ROWS);
    let list = use_node_ref();
    use_effect_with(props.collection, {
        let (filter, list) = (filter.setter(), list.clone());
        move |_| {
            filter.set(String::new());
            if let Some(list) = list.cast::<Element>() {
                list.set_scroll_top(0);
            }
        }
    });
    let onscroll = use_callback(seen.setter(), |event: Event, seen| {
        let list = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(list) = list {
            seen.set(ROWS.seen(f64::from(list.scroll_top()), f64::from(list.client_height())));
        }
    });
    let oninput = use_callback(filter.setter(), |event: InputEvent, filter| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            filter.set(input.value());
        }
    });
    // One listener for all games.
    let onclick = use_callback(props.on_choose.clone(), |event: MouseEvent, on_choose| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let item = target.and_then(|target| target.closest("[data-game]").ok().flatten());
        if let Some(index) =
            item.and_then(|item| item.get_attribute("data-game")).and_then(|text| text.parse().ok())
        {
            on_choose.emit(index);
        }
    });
    let key = (Games(Rc::clone(&props.games)), (*filter).clone());
    let found = use_memo(key, |(games, filter)| found_games(&games.0, filter));
    let count = found.as_ref().as_ref().map_or(props.games.len(), Vec::len);
    let drawn = ROWS.drawn(&seen, count);
    let rows = drawn.clone().filter_map(|row| {
        let index = found.as_ref().as_ref().map_or(Some(row), |found| found.get(row).copied())?;
        Some(item(index, row, count, props.games.get(index)?, index == props.current))
    });
    let style = ROWS.style(count, drawn.start);
    let title = match props.percent_read {
        Some(percent) => format!("{} games, {percent} % read", props.games.len()),
        None => format!("{} games", props.games.len()),
    };
    html! {
        <section class="card games" aria-label="Games of this file">
            <header class="panel-header"><h2>{ title }</h2></header>
            if props.games.len() >= SEARCHED_FROM {
                <div key="filter" class="filter">
                    <input class="field" type="search" placeholder="Player, event, year…" aria-label="Search the games" value={(*filter).clone()} {oninput} />
                </div>
            }
            <div key="list" ref={list} class="games-scroll" {onscroll}>
                <ul class="games-list" {style} {onclick}>{ for rows }</ul>
            </div>
            if count == 0 {
                <p key="none" class="games-more">{ "No game matches." }</p>
            }
        </section>
    }
}

/// The games, compared by identity.
struct Games(Rc<[Rc<Game>]>);

impl PartialEq for Games {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The games in which all words are found, by their place; `None` is all of them.
fn found_games(games: &[Rc<Game>], filter: &str) -> Option<Vec<usize>> {
    let wanted = filter.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let find = || games.iter().enumerate().filter(|(_, game)| matches(game, &words)).map(|(index, _)| index);
    (!words.is_empty()).then(|| find().collect())
}

fn item(index: usize, row: usize, count: usize, game: &Game, is_current: bool) -> Html {
    let tags = game.tags();
    let names = format!("{} – {}", surname(tags.known("White")), surname(tags.known("Black")));
    let year = tags.known("Date").and_then(|date| date.split('.').next()).filter(|year| !year.contains('?'));
    let event = [tags.known("Event").or(tags.known("Site")), year]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ");
    let result = match game.result().as_str() {
        "1/2-1/2" => "½–½",
        "*" => "",
        result => result,
    };
    html! {
        <li key={index} aria-posinset={(row + 1).to_string()} aria-setsize={count.to_string()}>
            <button type="button" class={classes!("game-item", is_current.then_some("current"))} data-game={index.to_string()}
                    aria-current={is_current.then_some("true")}>
                <span class="number">{ index + 1 }</span>
                <span class="names">{ names }</span>
                <span class="result">{ result }</span>
                <span class="event">{ event }</span>
            </button>
        </li>
    }
}

/// "Morphy" of "Morphy, Paul": PGN writes the surname first.
fn surname(name: Option<&str>) -> &str {
    name.map_or("?", |name| name.split(',').next().unwrap_or(name).trim())
}

/// Whether every word stands in one of the tags.
fn matches(game: &Game, words: &[&str]) -> bool {
    words.iter().all(|word| game.tags().iter().any(|(_, value)| contains(value, word)))
}

/// Whether the word, which is in lower case, stands in the value. Most values are ASCII: no copy is made of those.
fn contains(value: &str, word: &str) -> bool {
    if value.is_ascii() {
        value.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    } else {
        value.to_lowercase().contains(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_be_found_somewhere() {
        let collection =
            tabia_pgn::read("[White \"Morphy, P\"]\n[Site \"Paris\"]\n[Date \"1858.??.??\"]\n\n1. e4 *");
        let game = &collection.games[0];
        assert!(matches(game, &[]));
        assert!(matches(game, &["morphy", "1858"]));
        assert!(!matches(game, &["morphy", "london"]));
    }
}
