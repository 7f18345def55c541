//! Additional engines next to the board's.

use super::companion::CompanionPanel;
use super::squad::Squad;
use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::engine_panel::wish::Wish;
use crate::apps::analysis::strings;
use crate::apps::analysis::subject::use_threads;
use crate::platform::processor;
use crate::state::lineup::Lineup;
use crate::state::threads;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`Companions`].
#[derive(Properties, PartialEq)]
pub struct CompanionsProps {
    /// Properties of the analysis panel.
    pub panel: AnalysisPanelProps,
    /// Engines in use and their options.
    pub lineup: Rc<Lineup>,
    /// Registry of the panel's engines.
    pub squad: Squad,
    /// Opens a tool, or closes it.
    pub on_wish: Callback<Option<Wish>>,
}

/// One panel per engine.
#[component]
pub fn Companions(props: &CompanionsProps) -> Html {
    let CompanionsProps { panel, lineup, squad, on_wish } = props;
    let cores = processor::cores() as u32;
    let at_work = lineup.companions.iter().filter(|companion| companion.is_on).count() as u32
        + u32::from(panel.settings.0.engine_on);
    let threads = threads::of_each(cores, at_work);
    use_threads(&panel.engine, (!lineup.companions.is_empty()).then_some(threads));
    html! {
        <div>
            { for lineup.companions.iter().map(|companion| html! {
                <CompanionPanel key={companion.id.clone()} panel={panel.clone()} companion={companion.clone()} options={lineup.options_of(&companion.id)}
                    {threads} squad={squad.clone()} on_wish={on_wish.clone()} />
            }) }
            if at_work > cores && !lineup.companions.is_empty() {
                <p key="cores" class="engine-message companion-note">{ strings::engines_share_cores(at_work, cores) }</p>
            }
        </div>
    }
}
