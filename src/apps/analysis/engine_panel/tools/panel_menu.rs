//! Menu of the analysis panel.

use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::engine_panel::tool_request::ToolRequest;
use crate::apps::analysis::strings;
use crate::components::menu::{Menu, MenuEntry, MenuPart};
use crate::state::active_engines::ActiveEngines;
use crate::state::analysis_request::Limits;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`PanelMenu`].
#[derive(Properties, PartialEq)]
pub struct PanelMenuProps {
    /// Properties of the analysis panel.
    pub panel: AnalysisPanelProps,
    /// Position of the menu.
    pub at: (f64, f64),
    /// Engines in use and their options.
    pub active_engines: Rc<ActiveEngines>,
    /// Opens another tool, or closes this one.
    pub on_request: Callback<Option<ToolRequest>>,
}

/// Menu of the panel.
#[component]
pub fn PanelMenu(props: &PanelMenuProps) -> Html {
    let PanelMenuProps { panel, at, active_engines, on_request } = props;
    let open = |label: &'static str, tool_request: ToolRequest| {
        MenuEntry::new(label, "", on_request.reform(move |()| Some(tool_request.clone())))
    };
    let deeper = {
        let (focus, place) = (panel.focus.clone(), panel.subject.place);
        MenuEntry::new(strings::search_on(), "", Callback::from(move |()| focus.set(focus.deeper(place))))
            .enabled(panel.subject.request.limits != Limits::Infinite)
    };
    let engines = vec![
        open(strings::engines_entry(), ToolRequest::Engines),
        open(strings::options_entry(), ToolRequest::Options(active_engines.board.clone())),
    ];
    let search = vec![
        open(strings::search_entry(), ToolRequest::Search),
        open(strings::moves_entry(), ToolRequest::Moves)
            .enabled(panel.subject.is_open && !panel.subject.is_threat),
        deeper,
    ];
    let parts = vec![MenuPart::List(engines), MenuPart::List(search)];
    html! {
        <Menu label={strings::analysis()} at={*at} {parts} on_close={on_request.reform(|()| None)} />
    }
}
