//! Tools of the engine panel: choice of engines, their options, and line actions.

mod adopt;
mod board_engine;
mod engine_dialogs;
mod engines_dialog;
mod learned_section;
mod line_menu;
mod line_moves;
mod moves_dialog;
mod offered_engines;
mod option_field;
mod option_hints;
mod options_dialog;
mod panel_menu;
mod preview;
mod search_dialog;
mod side_engine_panel;
mod side_engines;
mod side_engines_view;
mod tablebase_table;
mod viewer;

use super::panel_props::AnalysisPanelProps;
use super::tool_request::ToolRequest;
use crate::hooks::use_observable;
use crate::services::active_engines::ActiveEnginesStore;
use crate::state::active_engines::ActiveEngines;
pub use adopt::{Adopter, adopt};
use board_engine::{BuiltInOffer, use_board_engine};
use engines_dialog::EnginesDialog;
use line_menu::LineMenu;
use line_moves::{LineMoves, chosen_line};
use moves_dialog::MovesDialog;
use options_dialog::OptionsDialog;
use panel_menu::PanelMenu;
use preview::LinePreview;
use search_dialog::SearchDialog;
use side_engines::SideEngines;
use side_engines_view::SideEngineRows;
use std::rc::Rc;
use tablebase_table::TablebaseTable;
use viewer::Viewer;
use yew::prelude::*;

/// Properties of [`Tools`].
#[derive(Clone, Properties, PartialEq)]
pub struct ToolsProps {
    /// Properties of the panel.
    pub panel: AnalysisPanelProps,
    /// Open tool.
    pub tool_request: UseStateHandle<Option<ToolRequest>>,
}

/// Tools; invisible until one is opened, additional engines analyse or the position is in the tablebases.
#[component]
pub fn Tools(props: &ToolsProps) -> Html {
    let ToolsProps { panel, tool_request } = props;
    let store = use_memo((), |()| ActiveEnginesStore::of_page());
    let active_engines = use_observable(&*store, ActiveEnginesStore::active_engines);
    use_board_engine(&panel.engine, &active_engines, &panel.toasts);
    let side_engines = (*use_memo((), |()| SideEngines::default())).clone();
    side_engines.set_board(&panel.engine, &panel.feed);
    let on_request = use_callback(tool_request.setter(), |wanted: Option<ToolRequest>, tool_request| {
        tool_request.set(wanted);
    });
    // Snapshot of the line, because the engine keeps searching.
    let line = use_memo((**tool_request).clone(), {
        let (side_engines, panel) = (side_engines.clone(), panel.clone());
        move |tool_request| match tool_request {
            Some(ToolRequest::Line(place, _) | ToolRequest::Viewer(place)) => {
                chosen_line(&side_engines, &panel, place)
            }
            _ => None,
        }
    });
    html! {
        <div>
            <BuiltInOffer key="offer" engine={panel.engine.clone()} active_engines={active_engines.clone()} />
            <SideEngineRows key="side-engines" panel={panel.clone()} active_engines={active_engines.clone()} side_engines={side_engines.clone()} on_request={on_request.clone()} />
            <TablebaseTable key="tablebase" panel={panel.clone()} />
            <LinePreview key="preview" panel={panel.clone()} side_engines={side_engines.clone()} />
            { opened(props, &active_engines, &side_engines, (*line).clone(), &on_request) }
        </div>
    }
}

/// Open tool.
fn opened(
    props: &ToolsProps,
    active_engines: &Rc<ActiveEngines>,
    side_engines: &SideEngines,
    line: Option<LineMoves>,
    on_request: &Callback<Option<ToolRequest>>,
) -> Html {
    let panel = props.panel.clone();
    let active_engines = active_engines.clone();
    let on_close = on_request.reform(|()| None);
    let on_request = on_request.clone();
    match ((*props.tool_request).clone(), line) {
        (Some(ToolRequest::Menu(at)), _) => {
            html! { <PanelMenu key="menu" {panel} {at} {active_engines} {on_request} /> }
        }
        (Some(ToolRequest::Engines), _) => {
            html! { <EnginesDialog key="engines" engine={panel.engine} {active_engines} toasts={panel.toasts} {on_request} /> }
        }
        (Some(ToolRequest::Search), _) => {
            html! { <SearchDialog key="search" settings={panel.settings} {on_close} /> }
        }
        (Some(ToolRequest::Moves), _) => {
            html! { <MovesDialog key="moves" subject={panel.subject} focus={panel.focus} {on_close} /> }
        }
        (Some(ToolRequest::Options(id)), _) => match side_engines.engine(&id, &active_engines.board) {
            Some(engine) => {
                let hash_mib = panel.settings.0.hash_mib;
                html! { <OptionsDialog key="options" {id} {engine} {active_engines} {hash_mib} {on_close} /> }
            }
            None => html! {},
        },
        (Some(ToolRequest::Line(place, at)), Some(line)) => {
            html! { <LineMenu key="line" {panel} {line} {place} {at} {on_request} /> }
        }
        (Some(ToolRequest::Viewer(_)), Some(line)) => {
            html! { <Viewer key="viewer" {panel} {line} {on_close} /> }
        }
        _ => html! {},
    }
}
