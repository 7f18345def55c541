//! What is said while the Lab plays a match in which time counts.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use yew::prelude::*;

/// How the engine behaves meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhileLabPlays {
    /// No such match is being played.
    Free,
    /// The engine rests.
    Rests,
    /// It analyses, because the user wants it to.
    Disturbs,
}

/// Properties of [`LabNotice`].
#[derive(Properties, PartialEq)]
pub struct LabNoticeProps {
    /// What the engine does.
    pub state: WhileLabPlays,
    /// Whether it is to analyse all the same.
    pub on_analyse: Callback<bool>,
}

/// The notice; nothing where no such match is being played.
#[component]
pub fn LabNotice(props: &LabNoticeProps) -> Html {
    let rests = match props.state {
        WhileLabPlays::Free => return html! {},
        state => state == WhileLabPlays::Rests,
    };
    let onclick = props.on_analyse.reform(move |_: MouseEvent| rests);
    let (text, button) = if rests {
        (strings::LAB_PLAYS_RESTING, strings::ANALYSE_ANYWAY)
    } else {
        (strings::LAB_PLAYS_ANALYSING, strings::PAUSE_ANALYSIS)
    };
    html! {
        <div class="engine-message" role="status">
            <IconView icon={if rests { Icon::Pause } else { Icon::Warning }} />
            <span>{ text }</span>
            <button type="button" class="button small" {onclick}>{ button }</button>
        </div>
    }
}
