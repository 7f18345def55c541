//! Engine behaviour during Lab matches.

use super::engine_panel::WhileLabPlays;
use crate::hooks::use_lab_play;
use crate::platform::bus::LabPlay;
use yew::prelude::*;

/// Pauses the engine during timed Lab matches, unless the user wants to analyse anyway, which holds until the match is over.
#[hook]
pub fn use_while_lab_plays() -> (WhileLabPlays, Callback<bool>) {
    let play = use_lab_play();
    let analyses = use_state_eq(|| false);
    use_effect_with(play, {
        let analyses = analyses.setter();
        move |play| {
            if *play != LabPlay::Timed {
                analyses.set(false);
            }
        }
    });
    let state = match (play, *analyses) {
        (LabPlay::Timed, false) => WhileLabPlays::Rests,
        (LabPlay::Timed, true) => WhileLabPlays::Disturbs,
        _ => WhileLabPlays::Free,
    };
    let on_analyse = use_callback(analyses.setter(), |on: bool, analyses| analyses.set(on));
    (state, on_analyse)
}
