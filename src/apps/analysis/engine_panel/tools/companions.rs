//! The engines that analyse beside that of the board.

use super::companion::CompanionPanel;
use super::squad::Squad;
use crate::apps::analysis::engine_panel::panel_props::AnalysisPanelProps;
use crate::apps::analysis::engine_panel::wish::Wish;
use crate::apps::analysis::strings;
use crate::platform::observable::Observe;
use crate::platform::processor;
use crate::services::engine::service::EngineEvent;
use crate::state::lineup::Lineup;
use std::rc::Rc;
use yew::prelude::*;

/// How many threads each of so many engines may have on a machine with so many cores: they share them evenly.
pub fn threads_of_each(cores: u32, engines: u32) -> u32 {
    (cores / engines.max(1)).max(1)
}

/// Properties of [`Companions`].
#[derive(Properties, PartialEq)]
pub struct CompanionsProps {
    /// The panel.
    pub panel: AnalysisPanelProps,
    /// The engines that analyse.
    pub lineup: Rc<Lineup>,
    /// Where they are found.
    pub squad: Squad,
    /// Opens something.
    pub on_wish: Callback<Option<Wish>>,
}

/// A panel for each.
#[component]
pub fn Companions(props: &CompanionsProps) -> Html {
    let CompanionsProps { panel, lineup, squad, on_wish } = props;
    let cores = processor::cores() as u32;
    let at_work = lineup.companions.iter().filter(|companion| companion.is_on).count() as u32
        + u32::from(panel.settings.0.engine_on);
    let threads = threads_of_each(cores, at_work);
    // Alone, the engine of the board has what was chosen for it, or its own number.
    let share = (!lineup.companions.is_empty()).then_some(threads);
    use_effect_with((panel.engine.clone(), share), |(engine, share)| {
        let set = {
            let (engine, threads) = (engine.clone(), share.unwrap_or(1).to_string());
            move || engine.set_option("Threads", &threads)
        };
        set();
        // Told again to an engine that takes its place.
        let subscription = engine.subscribe(move |event| {
            if matches!(event, EngineEvent::Identity(_)) {
                set();
            }
        });
        move || drop(subscription)
    });
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

#[cfg(test)]
mod tests {
    use super::threads_of_each;

    #[test]
    fn cores_are_shared_evenly() {
        assert_eq!(threads_of_each(8, 1), 8);
        assert_eq!(threads_of_each(8, 3), 2);
        assert_eq!(threads_of_each(2, 6), 1);
        assert_eq!(threads_of_each(4, 0), 4);
    }
}
