//! Filters: the player name always visible, everything else collapsed, with active filters as chips.

use std::rc::Rc;

use tabia_library::{EloOf, Order};
use tabia_pgn::GameResult;
use yew::prelude::*;

use super::grid_rows::column_name;
use super::place::HistoryStep;
use super::strings;
use crate::components::events::{checked, input_value, selected};
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::language::Text;
use crate::services::board;
use crate::state::library::address::LibraryPlace;
use crate::state::library::columns::COLUMNS;
use crate::state::library::filter::{FilterFault, read};
use crate::state::library::form::{QueryAction, QueryField, QueryForm, QueryPart, RESULTS};

const ELO_OF: [(EloOf, Text); 3] = [
    (EloOf::Both, strings::both_players),
    (EloOf::Either, strings::one_player),
    (EloOf::Average, strings::average),
];

/// Properties of [`Filters`].
#[derive(Properties, PartialEq)]
pub struct FiltersProps {
    /// Current place.
    pub place: Rc<LibraryPlace>,
    /// Navigates to another place in the library.
    pub go: Callback<(LibraryPlace, HistoryStep)>,
    /// Description of the result.
    pub found: AttrValue,
    /// Content next to it.
    pub children: Html,
}

/// Filter bar.
#[component]
pub fn Filters(props: &FiltersProps) -> Html {
    let FiltersProps { place, go, found, children } = props;
    let is_open = use_state_eq(|| false);
    let act = use_callback(
        (Rc::clone(place), go.clone()),
        |(action, step): (QueryAction, HistoryStep), (place, go)| {
            go.emit((LibraryPlace { form: place.form.reduce(action), ..(**place).clone() }, step));
        },
    );
    let oninput = use_callback(act.clone(), |event: InputEvent, act| {
        if let Some(text) = input_value(&event) {
            act.emit((QueryAction::Type(QueryField::Player, text), HistoryStep::Replace));
        }
    });
    let toggle = {
        let is_open = is_open.clone();
        Callback::from(move |_: MouseEvent| is_open.set(!*is_open))
    };
    let faults = read(&place.form).1;
    let parts = place.form.parts();
    let set = parts.iter().filter(|part| **part != QueryPart::Text(QueryField::Player)).count();
    html! {
        <div class="library-filters" role="search">
            <div class="library-filter-row">
                <input class="field library-player" type="search" placeholder={strings::player_placeholder()} aria-label={strings::search_player()} value={place.form.text(QueryField::Player).to_owned()} {oninput} autocomplete="off" spellcheck="false" />
                <button type="button" class="button" aria-expanded={is_open.to_string()} aria-controls="library-filter-panel" onclick={toggle}>
                    <IconView icon={Icon::Filter} /><span>{ strings::filters() }</span>
                    if set > 0 { <span class="library-badge">{ set }</span> }
                </button>
                <p class="library-found" role="status">{ found }</p>
                { children.clone() }
            </div>
            <div id="library-filter-panel" class="library-filter-panel" hidden={!*is_open}>
                <Panel form={place.form.clone()} {faults} act={act.clone()} />
                <Sorting place={Rc::clone(place)} go={go.clone()} />
            </div>
            { chips(&parts, &place.form, &act) }
        </div>
    }
}

/// Renders the active filters, each with a button to remove it.
fn chips(parts: &[QueryPart], form: &QueryForm, act: &Callback<(QueryAction, HistoryStep)>) -> Html {
    if parts.is_empty() {
        return html! {};
    }
    let chip = |part: &QueryPart| {
        let text = strings::chip(part, form);
        let onclick = {
            let (act, part) = (act.clone(), part.clone());
            Callback::from(move |_: MouseEvent| {
                act.emit((QueryAction::Remove(part.clone()), HistoryStep::Push));
            })
        };
        html! {
            <li key={format!("{part:?}")}>
                <button type="button" class="library-chip" aria-label={strings::remove_filter(&text)} {onclick}><span>{ text }</span><IconView icon={Icon::Close} /></button>
            </li>
        }
    };
    let clear = {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| act.emit((QueryAction::Clear, HistoryStep::Push)))
    };
    html! {
        <ul class="library-chips" aria-label={strings::active_filters()}>
            { for parts.iter().map(chip) }
            if parts.len() > 1 {
                <li key="clear"><button type="button" class="button quiet small" onclick={clear}>{ strings::clear_all() }</button></li>
            }
        </ul>
    }
}

#[derive(Properties, PartialEq)]
struct PanelProps {
    form: QueryForm,
    faults: Vec<FilterFault>,
    act: Callback<(QueryAction, HistoryStep)>,
}

/// Panel with all fields. Each shows its fault right below.
#[component]
fn Panel(props: &PanelProps) -> Html {
    let PanelProps { form, act, .. } = props;
    let field =
        |field: QueryField, hint: &'static str, class: &'static str| text_field(props, field, hint, class);
    let of = {
        let act = act.clone();
        Callback::from(move |event: Event| {
            if let Some((of, _)) = selected(&event).and_then(|index| ELO_OF.get(index)) {
                act.emit((QueryAction::EloOf(*of), HistoryStep::Replace));
            }
        })
    };
    let check = |label: &'static str, is_on: bool, action: fn(bool) -> QueryAction| {
        let act = act.clone();
        let onchange = Callback::from(move |event: Event| {
            act.emit((action(checked(&event).unwrap_or(false)), HistoryStep::Replace));
        });
        html! { <label class="library-check"><input type="checkbox" checked={is_on} {onchange} /><span>{ label }</span></label> }
    };
    let on_board = {
        let act = act.clone();
        let fen = board::position();
        Callback::from(move |_: MouseEvent| {
            act.emit((QueryAction::Type(QueryField::Position, fen.clone()), HistoryStep::Push));
        })
    };
    html! {
        <>
            <div class="library-field-group names">{ field(QueryField::White, "", "") }{ field(QueryField::Black, "", "") }</div>
            <div class="library-field-group elo">
                { field(QueryField::EloMin, "", "short") }{ field(QueryField::EloMax, "", "short") }
                <label class="library-field"><span>{ strings::elo_of() }</span>
                    <Select onchange={of}>{ for ELO_OF.iter().map(|(of, name)| html! { <option key={name()} selected={form.elo_of == *of}>{ name() }</option> }) }</Select>
                </label>
            </div>
            <div class="library-field-group">{ field(QueryField::From, strings::date_hint(), "short") }{ field(QueryField::To, "", "short") }</div>
            { results(form, act) }
            <div class="library-field-group">{ field(QueryField::Eco, strings::eco_hint(), "short") }{ field(QueryField::Opening, "", "") }</div>
            <div class="library-field-group event">{ field(QueryField::Event, "", "") }</div>
            <div class="library-field-group">{ field(QueryField::PliesMin, "", "short") }{ field(QueryField::PliesMax, "", "short") }</div>
            <div class="library-field-group material">
                { field(QueryField::Material, strings::material_hint(), "") }
                { check(strings::either_colour(), form.either_colour, QueryAction::EitherColour) }
            </div>
            <div class="library-field-group wide">
                { field(QueryField::Position, "", "") }
                <button type="button" class="button" onclick={on_board}><IconView icon={Icon::Board} />{ strings::position_on_board() }</button>
                { check(strings::errors_only(), form.faulty, QueryAction::Faulty) }
            </div>
        </>
    }
}

fn text_field(props: &PanelProps, field: QueryField, hint: &'static str, class: &'static str) -> Html {
    let fault = props.faults.iter().find(|fault| fault.field == field).map(|fault| fault.fault.to_string());
    let act = props.act.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        if let Some(text) = input_value(&event) {
            act.emit((QueryAction::Type(field, text), HistoryStep::Replace));
        }
    });
    let id = format!("library-{field:?}");
    let note = format!("{id}-note");
    html! {
        <div key={id.clone()} class={classes!("library-field", class)}>
            <label for={id.clone()}>{ strings::field(field) }</label>
            <input {id} class="field" value={props.form.text(field).to_owned()} autocomplete="off" spellcheck="false"
                aria-invalid={fault.is_some().to_string()} aria-describedby={(fault.is_some() || !hint.is_empty()).then(|| note.clone())} {oninput} />
            if let Some(fault) = fault {
                <p id={note} class="field-error">{ crate::state::text::sentence(&fault) }</p>
            } else if !hint.is_empty() {
                <p id={note} class="library-hint">{ hint }</p>
            }
        </div>
    }
}

/// Renders the results as toggles.
fn results(form: &QueryForm, act: &Callback<(QueryAction, HistoryStep)>) -> Html {
    let button = |result: GameResult| {
        let is_on = form.has_result(result);
        let act = act.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            act.emit((QueryAction::Result(result, !is_on), HistoryStep::Replace));
        });
        html! { <button key={result.as_str()} type="button" class="button small" aria-pressed={is_on.to_string()} {onclick}>{ strings::result_choice(result) }</button> }
    };
    html! {
        <div class="library-field-group results">
            <div class="library-field" role="group" aria-label={strings::any_result()}>
                <span class="library-legend">{ strings::any_result() }</span>
                <div class="library-results">{ for RESULTS.map(button) }</div>
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SortingProps {
    place: Rc<LibraryPlace>,
    go: Callback<(LibraryPlace, HistoryStep)>,
}

/// Sort order: narrow pages have no column headers to click on.
#[component]
fn Sorting(props: &SortingProps) -> Html {
    let SortingProps { place, go } = props;
    let (own, order) = (place.database.is_none(), place.order());
    let set = |order: Order| (LibraryPlace { order: Some(order), ..(**place).clone() }, HistoryStep::Replace);
    let on_column = {
        let (go, choices) = (
            go.clone(),
            COLUMNS.map(|column| set(Order { column: column.column, descending: column.is_greatest_first })),
        );
        Callback::from(move |event: Event| {
            if let Some(choice) = selected(&event).and_then(|index| choices.get(index)) {
                go.emit(choice.clone());
            }
        })
    };
    let on_direction = {
        let (go, turned) = (go.clone(), set(Order { descending: !order.descending, ..order }));
        Callback::from(move |_: Event| go.emit(turned.clone()))
    };
    html! {
        <div class="library-field-group library-sorting">
            <label class="library-field"><span>{ strings::sort_by_text() }</span>
                <Select onchange={on_column}>
                    { for COLUMNS.iter().map(|column| html! { <option key={column.word} selected={order.column == column.column}>{ column_name(column.column, own).1 }</option> }) }
                </Select>
            </label>
            <label class="library-check"><input type="checkbox" checked={order.descending} onchange={on_direction} /><span>{ strings::descending() }</span></label>
        </div>
    }
}
