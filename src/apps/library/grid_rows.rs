//! Header and rows of the table.

use std::rc::Rc;

use tabia_library::{Column, Flag, Order};
use tabia_worker::library::messages::Row;
use yew::prelude::*;

use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::language::tr;
use crate::platform::local_time::{date_and_time, short_time};
use crate::state::library::columns::{COLUMNS, TableColumn};
use crate::state::library::text::{date_text, result_text};

/// Table row, cheap to clone.
pub type SharedRow = Rc<Row>;

/// Returns the names of a column: short for the header, and in full. The user's own games have the time when they were added in place of a
/// number.
pub fn column_name(column: Column, is_own: bool) -> (&'static str, &'static str) {
    match column {
        Column::White => (tr!("White"), tr!("White")),
        Column::WhiteElo => (tr!("Elo"), tr!("White's Elo")),
        Column::Black => (tr!("Black"), tr!("Black")),
        Column::BlackElo => (tr!("Elo"), tr!("Black's Elo")),
        Column::Result => (tr!("Result"), tr!("result")),
        Column::Date => (tr!("Date"), tr!("date")),
        Column::Eco => (tr!("ECO"), tr!("ECO code")),
        Column::Opening => (tr!("Opening"), tr!("opening")),
        Column::Event => (tr!("Event"), tr!("event")),
        Column::Plies => (tr!("Plies"), tr!("plies (half-moves)")),
        Column::Number if is_own => (tr!("Added"), tr!("time when it was added")),
        Column::Number | Column::Site | Column::Round => ("#", tr!("number in the file")),
    }
}

/// Renders the header row with the column names, which sort the table.
pub fn header(order: Order, is_own: bool, is_all: bool, on_sort: &Callback<Column>) -> Html {
    html! {
        <div class="library-grid-head" role="rowgroup">
            <div class="library-row" role="row" aria-rowindex="1">
                <div role="columnheader" class="cell-select"><input type="checkbox" data-select-all="" aria-label={strings::select_all()} checked={is_all} /></div>
                { for COLUMNS.iter().map(|column| column_header(column, order, is_own, on_sort)) }
            </div>
        </div>
    }
}

fn column_header(column: &TableColumn, order: Order, is_own: bool, on_sort: &Callback<Column>) -> Html {
    let (short, long) = column_name(column.column, is_own);
    let of = column.column;
    let onclick = {
        let on_sort = on_sort.clone();
        Callback::from(move |_: MouseEvent| on_sort.emit(of))
    };
    let sort = match (order.column == of, order.descending) {
        (false, _) => "none",
        (true, false) => "ascending",
        (true, true) => "descending",
    };
    html! {
        <div key={column.word} role="columnheader" class={format!("cell-{}", column.word)} aria-sort={sort}>
            <button type="button" aria-label={strings::sort_by(long)} title={strings::sort_by(long)} {onclick}>
                <span>{ short }</span>
                if sort != "none" {
                    <span class={classes!("sort-mark", sort)} aria-hidden="true"><IconView icon={Icon::Chevron} /></span>
                }
            </button>
        </div>
    }
}

/// Renders a row, or a placeholder while it is being loaded.
pub fn row_html(place: usize, top: f64, row: Option<SharedRow>, is_active: bool, is_marked: bool) -> Html {
    let style = format!("transform: translateY({top}px)");
    let class = classes!(
        "library-row",
        is_active.then_some("active"),
        is_marked.then_some("marked"),
        row.is_none().then_some("waiting")
    );
    let (number, index) = (place.to_string(), (place + 2).to_string());
    let id = format!("library-row-{place}");
    let Some(row) = row else {
        return html! { <div key={place} {id} {class} role="row" aria-rowindex={index} data-row={number} {style}><div role="gridcell">{ "…" }</div></div> };
    };
    let name = strings::row_name(player(&row.white), player(&row.black), result_text(row.result));
    html! {
        <div key={place} {id} {class} role="row" aria-rowindex={index} aria-selected={is_marked.to_string()} data-row={number} data-game={row.game.to_string()} {style}>
            <div role="gridcell" class="cell-select"><input type="checkbox" tabindex="-1" data-select="" aria-label={strings::select_row(&name)} checked={is_marked} /></div>
            { cells(&row) }
        </div>
    }
}

fn cells(row: &Row) -> Html {
    let elo = |elo: Option<u16>| elo.map(|elo| elo.to_string()).unwrap_or_default();
    let date = row.date.to_string();
    let is_faulty = row.flags.contains(&Flag::Error);
    let text = |word: &'static str, text: String| {
        html! { <div key={word} role="gridcell" class={format!("cell-{word}")} title={text.clone()}>{ text }</div> }
    };
    html! {
        <>
            <div key="number" role="gridcell" class="cell-number" title={row.added_ms.map(date_and_time)}>
                if is_faulty { <span class="row-fault" role="img" aria-label={strings::has_error()} title={strings::has_error()}><IconView icon={Icon::Warning} /></span> }
                { row.added_ms.map_or_else(|| (row.game + 1).to_string(), short_time) }
            </div>
            { text("white", player(&row.white).to_owned()) }
            { text("white-elo", elo(row.white_elo)) }
            { text("black", player(&row.black).to_owned()) }
            { text("black-elo", elo(row.black_elo)) }
            { text("result", result_text(row.result).to_owned()) }
            { text("date", date_text(&date).to_owned()) }
            { text("eco", row.eco.clone().unwrap_or_default()) }
            { text("opening", row.opening.clone()) }
            { text("event", row.event.clone()) }
            { text("plies", row.plies.to_string()) }
        </>
    }
}

fn player(name: &str) -> &str {
    if name.is_empty() { strings::UNKNOWN_PLAYER } else { name }
}
