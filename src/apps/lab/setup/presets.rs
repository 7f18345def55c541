//! Presets, applied with one click.

use crate::apps::lab::components::fields::DraftForm;
use crate::apps::lab::strings;
use crate::state::lab::draft::{Draft, DraftAction};
use crate::state::lab::preset::is_preset;
use tabia_arena::{MatchSettings, Preset};
use yew::prelude::*;

/// Presets with their labels and hints.
const PRESETS: [(Preset, &str, &str); 7] = [
    (Preset::Stc, "STC", strings::STC_HINT),
    (Preset::Ltc, "LTC", strings::LTC_HINT),
    (Preset::FixedNodes, strings::FIXED_NODES, strings::NODES_HINT),
    (Preset::FixedDepth, strings::FIXED_DEPTH, strings::DEPTH_HINT),
    (Preset::Ply, strings::PLY_TESTING, strings::PLY_TESTING_HINT),
    (Preset::SanityCheck, strings::SANITY_CHECK, strings::SANITY_CHECK_HINT),
    (Preset::Determinism, strings::DETERMINISM, strings::DETERMINISM_HINT),
];

/// Properties of [`Presets`].
#[derive(Properties, PartialEq)]
pub struct PresetsProps {
    /// The form.
    pub form: DraftForm,
}

/// Row of preset buttons.
#[component]
pub fn Presets(props: &PresetsProps) -> Html {
    let form = &props.form;
    let current = form.draft().settings().ok();
    let is_current = |preset: Preset| current.as_ref().is_some_and(|settings| is_preset(settings, preset));
    html! {
        <>
        <div class="lab-presets" role="group" aria-label={strings::PRESETS}>
            { for PRESETS.iter().map(|&(preset, name, hint)| {
                let draft = form.draft().clone();
                let onclick = form.on(move |_: MouseEvent| Some(DraftAction::Replace(Box::new(draft.with_preset(preset)))));
                let is_current = is_current(preset);
                html! {
                    <button key={name} type="button" class={classes!("lab-chip", is_current.then_some("current"))} title={hint} aria-pressed={is_current.to_string()} {onclick}>{ name }</button>
                }
            }) }
        </div>
        if let Some((_, name, hint)) = PRESETS.iter().find(|(preset, ..)| preset.is_self_play() && is_current(*preset)) {
            <p class="lab-preset-notes"><b>{ *name }</b>{ " " }{ *hint }</p>
        }
        </>
    }
}

/// Returns the settings of a determinism check for one engine in the form.
pub fn determinism_check(draft: &Draft, engine: usize) -> Option<MatchSettings> {
    let mut settings = draft.rough_settings();
    let chosen = settings.engines.get(engine)?.clone();
    settings.engines = vec![chosen];
    settings.apply(Preset::Determinism);
    settings.validate().ok().map(|()| settings)
}
