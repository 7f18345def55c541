//! Games of a file.

use super::rows::{Item, ROWS, clicked_row, item_html, surname, use_seen_rows};
use crate::apps::analysis::strings;
use crate::hooks::ByIdentity;
use crate::platform::clock::now_ms;
use crate::platform::turns::next_turn;
use crate::state::game_search::GameSearch;
use crate::state::text::grouped;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tabia_pgn::Game;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// Duration of a search slice before yielding to the browser, in milliseconds: half a frame.
const SLICE_MS: f64 = 8.0;
/// Refresh interval of the results during a search, in milliseconds.
const SHOW_MS: f64 = 100.0;

/// Minimum number of games for a search field.
const SEARCHED_FROM: usize = 8;

/// Properties of [`GamesList`].
#[derive(Clone, Properties)]
pub struct GamesListProps {
    /// Games; compared by identity.
    pub games: Rc<[Rc<Game>]>,
    /// Text that they belong to; a search starts over if it changes.
    pub collection: u64,
    /// Percentage of the text read, 0 to 99, while more games follow.
    pub percent_read: Option<u8>,
    /// Index of the current game.
    pub current: usize,
    /// Emits the clicked game.
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

/// List of all games of the open file.
#[component]
pub fn GamesList(props: &GamesListProps) -> Html {
    let filter = use_state(String::new);
    let (seen, onscroll) = use_seen_rows();
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
    let oninput = use_callback(filter.setter(), |event: InputEvent, filter| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            filter.set(input.value());
        }
    });
    // One listener for all games.
    let onclick = use_callback(props.on_choose.clone(), |event: MouseEvent, on_choose| {
        if let Some(index) = clicked_row(&event) {
            on_choose.emit(index);
        }
    });
    let found = use_search(&props.games, props.collection, &filter);
    let count = found.as_ref().map_or(props.games.len(), |(found, _)| found.len());
    let is_searching = found.as_ref().is_some_and(|(_, is_searching)| *is_searching);
    let drawn = ROWS.drawn(&seen, count);
    let rows = drawn.clone().filter_map(|row| {
        let index = found.as_ref().map_or(Some(row), |(found, _)| found.get(row).copied())?;
        Some(item(index, row, count, props.games.get(index)?, index == props.current))
    });
    let style = ROWS.style(count, drawn.start);
    let all = strings::games(props.games.len());
    let title = match (props.percent_read, found.is_some()) {
        (Some(percent), _) => strings::partly_read(&all, percent),
        (None, true) => strings::found_of(&grouped(count), &all),
        (None, false) => all,
    };
    html! {
        <section class="card games" aria-label={strings::games_in_this_file()}>
            <header class="panel-header"><h2 aria-live="polite">{ title }</h2></header>
            if props.games.len() >= SEARCHED_FROM {
                <div key="filter" class="filter">
                    <input class="field" type="search" placeholder={strings::search_placeholder()} aria-label={strings::search_the_games()} value={(*filter).clone()} {oninput} />
                </div>
            }
            <div key="list" ref={list} class="games-scroll" {onscroll}>
                <ul class="games-list" {style} {onclick}>{ for rows }</ul>
            </div>
            if count == 0 && !is_searching {
                <p key="none" class="games-more">{ strings::no_games_match() }</p>
            }
        </section>
    }
}

/// Finds the games whose tags contain all words of a text. Returns their indices and whether more may follow; `None` without words.
///
/// The search runs in slices of [`SLICE_MS`]; results are shown at once and then every [`SHOW_MS`].
#[hook]
fn use_search(games: &Rc<[Rc<Game>]>, collection: u64, text: &str) -> Option<(Rc<[usize]>, bool)> {
    let shown = use_state(|| (Rc::<[usize]>::from([]), false));
    let kept = use_mut_ref(|| (0, String::new(), None::<GameSearch>));
    let key = (ByIdentity(Rc::clone(games)), collection, text.to_owned());
    use_effect_with(key, {
        let shown = shown.setter();
        move |(games, collection, text): &(ByIdentity<[Rc<Game>]>, u64, String)| {
            // If only more games of the same text arrive, the results so far stay valid.
            if kept.borrow().0 != *collection || kept.borrow().1 != *text {
                kept.replace((*collection, text.clone(), GameSearch::new(text)));
            }
            let is_wanted = Rc::new(Cell::new(true));
            spawn_local(search(kept, Rc::clone(&games.0), shown, Rc::clone(&is_wanted)));
            move || is_wanted.set(false)
        }
    });
    (!text.trim().is_empty()).then(|| (*shown).clone())
}

/// Continues a search until all games are done or it is cancelled.
async fn search(
    kept: Rc<RefCell<(u64, String, Option<GameSearch>)>>,
    games: Rc<[Rc<Game>]>,
    shown: UseStateSetter<(Rc<[usize]>, bool)>,
    is_wanted: Rc<Cell<bool>>,
) {
    let mut show_at = 0.0;
    while is_wanted.get() {
        let end = now_ms() + SLICE_MS;
        let is_done = {
            let mut kept = kept.borrow_mut();
            let Some(search) = &mut kept.2 else { return };
            let is_done = search.look(&games, || now_ms() < end);
            if is_done || now_ms() >= show_at {
                shown.set((search.found().into(), !is_done));
                show_at = now_ms() + SHOW_MS;
            }
            is_done
        };
        if is_done {
            return;
        }
        next_turn().await;
    }
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
    item_html(Item { id: index, place: (row, count), number: index + 1, names, result, event, is_current })
}
