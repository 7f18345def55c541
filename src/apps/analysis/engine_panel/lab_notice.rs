//! Notice while the Lab plays a timed match.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use yew::prelude::*;

/// Behaviour of the engine during timed Lab matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhileLabPlays {
    /// No timed match is running.
    Free,
    /// The engine is paused.
    Rests,
    /// The engine analyses because the user wants it to.
    Disturbs,
}

/// Properties of [`LabNotice`].
#[derive(Properties, PartialEq)]
pub struct LabNoticeProps {
    /// Behaviour of the engine.
    pub state: WhileLabPlays,
    /// Emits whether to analyse during the match.
    pub on_analyse: Callback<bool>,
}

/// Notice; empty while no timed match is running.
#[component]
pub fn LabNotice(props: &LabNoticeProps) -> Html {
    let rests = match props.state {
        WhileLabPlays::Free => return html! {},
        state => state == WhileLabPlays::Rests,
    };
    let onclick = props.on_analyse.reform(move |_: MouseEvent| rests);
    let (text, button) = if rests {
        (strings::lab_plays_resting(), strings::analyse_anyway())
    } else {
        (strings::lab_plays_analysing(), strings::pause_analysis())
    };
    html! {
        <div class="engine-message" role="status">
            <IconView icon={if rests { Icon::Pause } else { Icon::Warning }} />
            <span>{ text }</span>
            <button type="button" class="button small" {onclick}>{ button }</button>
        </div>
    }
}
