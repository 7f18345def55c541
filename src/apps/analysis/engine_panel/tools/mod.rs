//! Tools of the engine panel: choice of engines, their options, and line actions.

mod adopt;
mod board_engine;
mod companion;
mod companions;
mod engine_dialogs;
mod engines_dialog;
mod line_menu;
mod line_moves;
mod moves_dialog;
mod option_field;
mod option_hints;
mod options_dialog;
mod panel_menu;
mod preview;
mod search_dialog;
mod squad;
mod viewer;

use super::panel_props::AnalysisPanelProps;
use super::wish::Wish;
use crate::hooks::use_observable;
use crate::services::lineup::LineupStore;
use crate::state::lineup::Lineup;
pub use adopt::{Adopter, adopt};
use board_engine::{BuiltInOffer, use_board_engine};
use companions::Companions;
use engines_dialog::EnginesDialog;
use line_menu::LineMenu;
use line_moves::{LineMoves, chosen_line};
use moves_dialog::MovesDialog;
use options_dialog::OptionsDialog;
use panel_menu::PanelMenu;
use preview::Preview;
use search_dialog::SearchDialog;
use squad::Squad;
use std::rc::Rc;
use viewer::Viewer;
use yew::prelude::*;

/// Properties of [`Tools`].
#[derive(Clone, Properties, PartialEq)]
pub struct ToolsProps {
    /// Properties of the panel.
    pub panel: AnalysisPanelProps,
    /// Open tool.
    pub wish: UseStateHandle<Option<Wish>>,
}

/// Tools; invisible until one is opened or additional engines analyse.
#[component]
pub fn Tools(props: &ToolsProps) -> Html {
    let ToolsProps { panel, wish } = props;
    let store = use_memo((), |()| LineupStore::of_page());
    let lineup = use_observable(&*store, LineupStore::lineup);
    use_board_engine(&panel.engine, &lineup, &panel.toasts);
    let squad = (*use_memo((), |()| Squad::default())).clone();
    squad.set_board(&panel.engine, &panel.feed);
    let on_wish = use_callback(wish.setter(), |wanted: Option<Wish>, wish| wish.set(wanted));
    // Snapshot of the line, because the engine keeps searching.
    let line = use_memo((**wish).clone(), {
        let (squad, panel) = (squad.clone(), panel.clone());
        move |wish| match wish {
            Some(Wish::Line(place, _) | Wish::Viewer(place)) => chosen_line(&squad, &panel, place),
            _ => None,
        }
    });
    html! {
        <div>
            <BuiltInOffer key="offer" engine={panel.engine.clone()} lineup={lineup.clone()} />
            <Companions key="companions" panel={panel.clone()} lineup={lineup.clone()} squad={squad.clone()} on_wish={on_wish.clone()} />
            <Preview key="preview" panel={panel.clone()} squad={squad.clone()} />
            { opened(props, &lineup, &squad, (*line).clone(), &on_wish) }
        </div>
    }
}

/// Open tool.
fn opened(
    props: &ToolsProps,
    lineup: &Rc<Lineup>,
    squad: &Squad,
    line: Option<LineMoves>,
    on_wish: &Callback<Option<Wish>>,
) -> Html {
    let panel = props.panel.clone();
    let lineup = lineup.clone();
    let on_close = on_wish.reform(|()| None);
    let on_wish = on_wish.clone();
    match ((*props.wish).clone(), line) {
        (Some(Wish::Menu(at)), _) => html! { <PanelMenu key="menu" {panel} {at} {lineup} {on_wish} /> },
        (Some(Wish::Engines), _) => {
            html! { <EnginesDialog key="engines" engine={panel.engine} {lineup} toasts={panel.toasts} {on_wish} /> }
        }
        (Some(Wish::Search), _) => {
            html! { <SearchDialog key="search" settings={panel.settings} {on_close} /> }
        }
        (Some(Wish::Moves), _) => {
            html! { <MovesDialog key="moves" subject={panel.subject} focus={panel.focus} {on_close} /> }
        }
        (Some(Wish::Options(id)), _) => match squad.engine(&id, &lineup.board) {
            Some(engine) => {
                let hash_mib = panel.settings.0.hash_mib;
                html! { <OptionsDialog key="options" {id} {engine} {lineup} {hash_mib} {on_close} /> }
            }
            None => html! {},
        },
        (Some(Wish::Line(place, at)), Some(line)) => {
            html! { <LineMenu key="line" {panel} {line} {place} {at} {on_wish} /> }
        }
        (Some(Wish::Viewer(_)), Some(line)) => html! { <Viewer key="viewer" {panel} {line} {on_close} /> },
        _ => html! {},
    }
}
