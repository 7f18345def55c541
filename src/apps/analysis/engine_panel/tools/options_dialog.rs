//! Engine options, saved per engine.

use super::learned_section::LearnedSection;
use super::option_field::OptionField;
use super::option_hints::option_hint;
use crate::apps::analysis::analysis_feed::use_engine_status;
use crate::apps::analysis::strings;
use crate::apps::analysis::target::usual_threads;
use crate::components::modal::Modal;
use crate::services::active_engines::ActiveEnginesStore;
use crate::services::engine::service::Engine;
use crate::state::active_engines::{ActiveEngines, ActiveEnginesAction};
use std::rc::Rc;
use tabia_uci::EngineOption;
use yew::prelude::*;

/// Properties of [`OptionsDialog`].
#[derive(Properties, PartialEq)]
pub struct OptionsDialogProps {
    /// Key of the engine in [`ActiveEngines`].
    pub id: String,
    /// Engine.
    pub engine: Engine,
    /// Engines in use and their options.
    pub active_engines: Rc<ActiveEngines>,
    /// Default hash size in MiB, if none is chosen.
    pub hash_mib: u32,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Options set by the page (lines, castling, tablebases, WDL) and those that make no sense in analysis.
const OF_THE_PAGE: [&str; 5] = ["MultiPV", "UCI_Chess960", "UCI_ShowWDL", "SyzygyPath", "Ponder"];
/// Hardware options, listed first.
const OF_THE_MACHINE: [&str; 3] = ["Threads", "Hash", "Clear Hash"];

fn is_among(names: &[&str], option: &EngineOption) -> bool {
    names.iter().any(|name| option.name.eq_ignore_ascii_case(name))
}

/// One control per option.
#[component]
pub fn OptionsDialog(props: &OptionsDialogProps) -> Html {
    let OptionsDialogProps { id, engine, active_engines, hash_mib, on_close } = props;
    let (_, identity, title) = use_engine_status(engine);
    let name = title.as_deref().unwrap_or(&identity.name).to_owned();
    let chosen = active_engines.options.get(id);
    let (machine, others): (Vec<_>, Vec<_>) = identity
        .options
        .iter()
        .filter(|option| !is_among(&OF_THE_PAGE, option))
        .partition(|option| is_among(&OF_THE_MACHINE, option));
    let field = |option: &EngineOption| {
        let value = chosen.and_then(|chosen| chosen.get(&option.name)).cloned();
        let usual = match option.name.to_ascii_lowercase().as_str() {
            "hash" => Some(hash_mib.to_string()),
            "uci_analysemode" => Some(true.to_string()),
            "threads" if active_engines.side_engines.is_empty() => Some(usual_threads(id).to_string()),
            _ => None,
        };
        let on_value = {
            let (id, name) = (id.clone(), option.name.clone());
            Callback::from(move |value: Option<String>| {
                ActiveEnginesStore::of_page().act(ActiveEnginesAction::Option(
                    id.clone(),
                    name.clone(),
                    value,
                ));
            })
        };
        let on_press = {
            let (engine, name) = (engine.clone(), option.name.clone());
            Callback::from(move |()| engine.press(&name))
        };
        // The options of other engines are not documented here.
        let hint = id.is_empty().then(|| option_hint(&option.name)).flatten();
        html! { <OptionField key={option.name.clone()} option={option.clone()} {hint} {value} {usual} {on_value} {on_press} /> }
    };
    let group = |legend: &'static str, options: &[&EngineOption]| {
        if options.is_empty() {
            return html! {};
        }
        html! {
            <fieldset class="settings"><legend>{ legend }</legend>{ for options.iter().map(|option| field(option)) }</fieldset>
        }
    };
    let reset = {
        let id = id.clone();
        Callback::from(move |_: MouseEvent| {
            ActiveEnginesStore::of_page().act(ActiveEnginesAction::ResetOptions(id.clone()));
        })
    };
    html! {
        <Modal title={strings::options_of(&name)} on_close={on_close.clone()} class={classes!("engine-options")}>
            <p class="field-hint">{ strings::options_note() }</p>
            if identity.options.is_empty() { <p>{ strings::no_options() }</p> }
            { group(strings::memory_and_threads(), &machine) }
            { group(strings::engine_behaviour(), &others) }
            if id.is_empty() { <LearnedSection /> }
            <div class="modal-actions">
                <button type="button" class="button spread" disabled={chosen.is_none()} onclick={reset}>{ strings::reset_options() }</button>
                <button type="button" class="button primary" onclick={on_close.reform(|_: MouseEvent| ())}>{ strings::done() }</button>
            </div>
        </Modal>
    }
}
