//! Library list that the current game was opened from, with its filter and order.

use super::rows::{Item, ROWS, clicked_row, item_html, surname, use_seen_rows};
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_observable;
use crate::platform::observable::Observe;
use crate::services::browsed::{Browsed, BrowsedEvent, BrowsedList};
use crate::services::game_table::GameTable;
use crate::services::games::repository::GameRepository;
use crate::services::library::LibraryService;
use crate::services::library::opening::open_on_board;
use crate::state::library::address::LibraryPlace;
use crate::state::library::filter::read;
use crate::state::library::listing::{ShownRows, TableQuery};
use crate::state::library::text::{date_text, result_text};
use crate::state::text::{grouped, sentence};
use std::cell::Cell;
use std::rc::Rc;
use tabia_worker::library::messages::{OWN, Row};
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`BrowsedGames`].
#[derive(Properties, PartialEq)]
pub struct BrowsedGamesProps {
    /// List, and position in it.
    pub browsed: Browsed,
}

/// Opens games of the list; equal to its clones.
#[derive(Clone)]
struct BrowsedOpener {
    table: GameTable,
    fault: UseStateSetter<Option<String>>,
    /// Row that is being opened; further steps continue from it.
    wanted: Rc<Cell<Option<usize>>>,
}

impl PartialEq for BrowsedOpener {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
    }
}

impl BrowsedOpener {
    /// Opens the game of a row on the board.
    fn open(&self, row: usize) {
        let opener = self.clone();
        self.wanted.set(Some(row));
        spawn_local(async move {
            let Some(browsed) = BrowsedList::of_page().get() else { return };
            let database = opener.table.database().unwrap_or_default();
            let opened = match opener.table.rows(row..row + 1).await {
                Ok(rows) => match rows.into_iter().next() {
                    // Superseded by a newer step.
                    Some(_) if opener.wanted.get() != Some(row) => return,
                    Some(game) => open_on_board(&LibraryService::of_page(), &database, game).await,
                    None => return opener.wanted.set(None),
                },
                Err(error) => Err(error),
            };
            if opener.wanted.get() != Some(row) {
                return;
            }
            opener.wanted.set(None);
            match opened {
                Ok(()) => {
                    opener.fault.set(None);
                    BrowsedList::of_page().set(Some(Browsed { row, ..browsed }));
                }
                Err(error) if error.is_quiet() => {}
                Err(error) => opener.fault.set(Some(sentence(&error.to_string()))),
            }
        });
    }

    /// Opens the next or previous game, if there is one.
    fn step(&self, is_forward: bool) {
        let Some(Browsed { row, .. }) = BrowsedList::of_page().get() else { return };
        let row = self.wanted.get().unwrap_or(row);
        let next = if is_forward { Some(row + 1) } else { row.checked_sub(1) };
        if let Some(next) = next.filter(|next| *next < self.table.shown().count) {
            self.open(next);
        }
    }
}

/// List of games.
#[component]
pub fn BrowsedGames(props: &BrowsedGamesProps) -> Html {
    let Browsed { address, row: current } = &props.browsed;
    let fault = use_state_eq(|| None::<String>);
    let table =
        (*use_memo((), |()| GameTable::new(LibraryService::of_page(), GameRepository::of_page()))).clone();
    let wanted = use_mut_ref(Rc::<Cell<Option<usize>>>::default).borrow().clone();
    let opener = BrowsedOpener { table: table.clone(), fault: fault.setter(), wanted };
    let shown = use_wanted(&table, address);
    use_effect_with(opener.clone(), |opener| {
        let opener = opener.clone();
        let subscription = BrowsedList::of_page().subscribe(move |event| {
            if let BrowsedEvent::Step(is_forward) = event {
                opener.step(*is_forward);
            }
        });
        move || drop(subscription)
    });
    let (seen, onscroll) = use_seen_rows();
    let list = use_node_ref();
    use_in_view(&list, *current, shown.version);
    let drawn = ROWS.drawn(&seen, shown.count);
    use_effect_with((table.clone(), drawn.clone(), shown.version, shown.count), |(table, rows, ..)| {
        table.see(rows.clone());
    });
    let onclick = use_callback(opener, |event: MouseEvent, opener| {
        if let Some(row) = clicked_row(&event) {
            opener.open(row);
        }
    });
    let rows = drawn.clone().map(|row| row_html(row, shown.count, table.row(row), row == *current));
    let style = ROWS.style(shown.count, drawn.start);
    let fault = (*fault).clone().or_else(|| shown.fault.as_deref().map(sentence));
    html! {
        <section class="card games browsed" aria-label={strings::games_of_the_library()} aria-busy={shown.is_searching.to_string()}>
            { head_html(address, *current, &shown) }
            if let Some(fault) = fault {
                <p key="fault" class="games-more" role="alert">{ fault }</p>
            }
            <div key="list" ref={list} class="games-scroll" {onscroll}>
                <ul class="games-list" {style} {onclick}>{ for rows }</ul>
            </div>
        </section>
    }
}

/// Returns the games that a library page address stands for.
#[hook]
fn use_wanted(table: &GameTable, address: &str) -> ShownRows {
    use_effect_with((table.clone(), address.to_owned()), |(table, address)| {
        let place = LibraryPlace::of_hash(address).unwrap_or_default();
        let order = place.order();
        let database = place.database.unwrap_or_else(|| OWN.to_owned());
        table.want(TableQuery { database, filter: read(&place.form).0, order });
        table.set_seen(true);
    });
    use_observable(table, GameTable::shown)
}

/// Scrolls to the current game if it is out of view, when the game or the list changes.
#[hook]
fn use_in_view(list: &NodeRef, current: usize, version: u32) {
    use_effect_with((list.clone(), current, version), |(list, current, _)| {
        let Some(list) = list.cast::<Element>() else { return };
        let (top, height) = (f64::from(list.scroll_top()), f64::from(list.client_height()));
        let row = *current as f64 * ROWS.height;
        if row < top || row + ROWS.height > top + height {
            list.set_scroll_top((row - (height - ROWS.height) / 2.0).max(0.0) as i32);
        }
    });
}

fn head_html(address: &str, current: usize, shown: &ShownRows) -> Html {
    let step = |is_forward: bool| {
        Callback::from(move |_: MouseEvent| {
            BrowsedList::of_page().step(is_forward);
        })
    };
    let close = Callback::from(|_: MouseEvent| BrowsedList::of_page().set(None));
    let title = if shown.version == 0 {
        strings::searching_the_library().to_owned()
    } else {
        strings::game_of(&grouped(current + 1), &grouped(shown.count))
    };
    let is_last = current + 1 >= shown.count;
    html! {
        <header class="panel-header">
            <h2 aria-live="polite">{ title }</h2>
            <span class="games-steps">
                <button type="button" class="button quiet icon small" aria-label={strings::previous_game()} title={strings::previous_game_title()} disabled={current == 0} onclick={step(false)}><IconView icon={Icon::Previous} /></button>
                <button type="button" class="button quiet icon small" aria-label={strings::next_game()} title={strings::next_game_title()} disabled={is_last} onclick={step(true)}><IconView icon={Icon::Next} /></button>
                <a class="button quiet icon small" href={address.to_owned()} aria-label={strings::show_in_the_library()} title={strings::show_in_the_library()}><IconView icon={Icon::Library} /></a>
                <button type="button" class="button quiet icon small" aria-label={strings::close_the_list()} title={strings::close_the_list()} onclick={close}><IconView icon={Icon::Close} /></button>
            </span>
        </header>
    }
}

fn row_html(row: usize, count: usize, game: Option<Rc<Row>>, is_current: bool) -> Html {
    let (names, result, event) = game.map_or_else(
        || ("…".to_owned(), "", String::new()),
        |game| {
            let player = |name: &str| surname(Some(name).filter(|name| !name.is_empty())).to_owned();
            let date = game.date.to_string();
            let year = date_text(&date).get(..4).unwrap_or_default();
            let event: Vec<_> =
                [game.event.as_str(), year].into_iter().filter(|text| !text.is_empty()).collect();
            let names = format!("{} – {}", player(&game.white), player(&game.black));
            (names, result_text(game.result), event.join(", "))
        },
    );
    item_html(Item { id: row, place: (row, count), number: row + 1, names, result, event, is_current })
}
