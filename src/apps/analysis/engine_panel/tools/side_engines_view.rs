//! Additional engines next to the board's.

use super::side_engine_panel::SideEnginePanel;
use super::side_engines::SideEngines;
use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::engine_panel::tool_request::ToolRequest;
use crate::apps::analysis::strings;
use crate::apps::analysis::target::use_threads;
use crate::platform::processor;
use crate::state::active_engines::ActiveEngines;
use crate::state::threads;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`SideEngineRows`].
#[derive(Properties, PartialEq)]
pub struct SideEngineRowsProps {
    /// Properties of the analysis panel.
    pub panel: AnalysisPanelProps,
    /// Engines in use and their options.
    pub active_engines: Rc<ActiveEngines>,
    /// Registry of the panel's engines.
    pub side_engines: SideEngines,
    /// Opens a tool, or closes it.
    pub on_request: Callback<Option<ToolRequest>>,
}

/// One panel per engine.
#[component]
pub fn SideEngineRows(props: &SideEngineRowsProps) -> Html {
    let SideEngineRowsProps { panel, active_engines, side_engines, on_request } = props;
    let cores = processor::cores() as u32;
    let running = active_engines.side_engines.iter().filter(|side_engine| side_engine.is_on).count() as u32
        + u32::from(panel.settings.0.engine_on);
    let threads = threads::of_each(cores, running);
    use_threads(&panel.engine, (!active_engines.side_engines.is_empty()).then_some(threads));
    html! {
        <div>
            { for active_engines.side_engines.iter().map(|side_engine| html! {
                <SideEnginePanel key={side_engine.id.clone()} panel={panel.clone()} side_engine={side_engine.clone()} options={active_engines.options_of(&side_engine.id)}
                    {threads} side_engines={side_engines.clone()} on_request={on_request.clone()} />
            }) }
            if running > cores && !active_engines.side_engines.is_empty() {
                <p key="cores" class="engine-message side-engine-note">{ strings::engines_share_cores(running, cores) }</p>
            }
        </div>
    }
}
