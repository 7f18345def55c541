//! Presets, applied with one click.

use crate::apps::lab::components::fields::DraftForm;
use crate::apps::lab::strings;
use crate::language::Text;
use crate::state::lab::draft::{Draft, DraftAction};
use crate::state::lab::preset::is_preset;
use tabia_arena::{MatchSettings, Preset};
use yew::prelude::*;

/// Presets with their labels and hints.
const PRESETS: [(Preset, Text, Text); 7] = [
    (Preset::Stc, || "STC", strings::stc_hint),
    (Preset::Ltc, || "LTC", strings::ltc_hint),
    (Preset::FixedNodes, strings::fixed_nodes, strings::nodes_hint),
    (Preset::FixedDepth, strings::fixed_depth, strings::depth_hint),
    (Preset::Ply, strings::ply_testing, strings::ply_testing_hint),
    (Preset::SanityCheck, strings::sanity_check, strings::sanity_check_hint),
    (Preset::Determinism, strings::determinism, strings::determinism_hint),
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
        <div class="lab-presets" role="group" aria-label={strings::presets()}>
            { for PRESETS.iter().map(|&(preset, name, hint)| {
                let draft = form.draft().clone();
                let onclick = form.on(move |_: MouseEvent| Some(DraftAction::Replace(Box::new(draft.with_preset(preset)))));
                let is_current = is_current(preset);
                html! {
                    <button key={name()} type="button" class={classes!("lab-chip", is_current.then_some("current"))} title={hint()} aria-pressed={is_current.to_string()} {onclick}>{ name() }</button>
                }
            }) }
        </div>
        if let Some((_, name, hint)) = PRESETS.iter().find(|(preset, ..)| preset.is_self_play() && is_current(*preset)) {
            <p class="lab-preset-notes"><b>{ name() }</b>{ " " }{ hint() }</p>
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
