//! The games of a file, to choose from.

use std::rc::Rc;
use tabia_pgn::Game;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// More are not drawn at once: nobody reads them, and the search narrows them down.
const SHOWN: usize = 200;

/// From so many games on there is a search field.
const SEARCHED_FROM: usize = 8;

/// Properties of [`GamesList`].
#[derive(Properties)]
pub struct GamesListProps {
    /// The games; compared by identity.
    pub games: Rc<[Rc<Game>]>,
    /// Which one is on the board.
    pub current: usize,
    /// A click on one.
    pub on_choose: Callback<usize>,
}

impl PartialEq for GamesListProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.games, &other.games)
            && self.current == other.current
            && self.on_choose == other.on_choose
    }
}

/// All games of the file that is open.
#[component]
pub fn GamesList(props: &GamesListProps) -> Html {
    let filter = use_state(String::new);
    // Another file is searched from the beginning.
    use_effect_with(props.games.len(), {
        let filter = filter.setter();
        move |_| filter.set(String::new())
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
    let wanted = filter.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let mut found = props.games.iter().enumerate().filter(|(_, game)| matches(game, &words));
    let shown: Vec<_> = found.by_ref().take(SHOWN).collect();
    let more = found.count();
    html! {
        <section class="card games" aria-label="Games of this file">
            <header class="panel-header"><h2>{ format!("{} games", props.games.len()) }</h2></header>
            if props.games.len() >= SEARCHED_FROM {
                <div key="filter" class="filter">
                    <input class="field" type="search" placeholder="Player, event, year…" aria-label="Search the games" value={(*filter).clone()} {oninput} />
                </div>
            }
            <ul key="list" class="games-list" {onclick}>
                { for shown.iter().map(|(index, game)| item(*index, game, *index == props.current)) }
            </ul>
            if more > 0 {
                <p key="more" class="games-more">{ format!("{more} more: narrow the search to see them.") }</p>
            }
            if shown.is_empty() {
                <p key="none" class="games-more">{ "No game matches." }</p>
            }
        </section>
    }
}

fn item(index: usize, game: &Game, is_current: bool) -> Html {
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
        <li key={index}>
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
    words.iter().all(|word| game.tags().iter().any(|(_, value)| value.to_lowercase().contains(word)))
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
