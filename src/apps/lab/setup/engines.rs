//! The players: two or more engines, each chosen from the catalogue or added from a file.

use super::limits::LimitFields;
use super::own_book::OwnBookFields;
use crate::apps::lab::components::fields::{DraftForm, DraftTextField, switch};
use crate::apps::lab::components::folded::Folded;
use crate::apps::lab::components::options::EngineOptions;
use crate::apps::lab::strings;
use crate::components::events::{checked, selected};
use crate::components::file_button::FileButton;
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::services::matches::build::no_pondering;
use crate::state::lab::draft::DraftAction;
use crate::state::lab::engine::{EngineInfo, option_faults};
use crate::state::lab::field::{DraftField, Switch};
use crate::state::lab::words::file_size;
use std::rc::Rc;
use web_sys::File;
use yew::prelude::*;

/// Properties of [`EngineCards`].
#[derive(Properties, PartialEq)]
pub struct EngineCardsProps {
    /// The form.
    pub form: DraftForm,
    /// Engines to choose from.
    pub engines: Rc<[Rc<EngineInfo>]>,
    /// Names of files being tried as engines.
    pub trying: Vec<String>,
    /// Adds engine files.
    pub on_files: Callback<Vec<File>>,
    /// Plays a build against itself to check whether it is deterministic.
    pub on_check: Callback<usize>,
    /// Measures a build's latency again.
    pub on_measure: Callback<String>,
    /// Chooses the multi-threaded version of the build for an engine.
    pub on_threads: Callback<usize>,
}

/// Cards of the engines in the match.
#[component]
pub fn EngineCards(props: &EngineCardsProps) -> Html {
    let EngineCardsProps { form, engines, trying, on_files, on_check, on_measure, on_threads } = props;
    let count = form.draft().engines.len();
    let same = form.draft().is_on(Switch::SameLimits);
    let swap = form.on(|_: MouseEvent| Some(DraftAction::Swap));
    let add = {
        let proposal = engines.get(count % engines.len().max(1)).or(engines.first()).cloned();
        form.on(move |_: MouseEvent| {
            let info = proposal.as_ref()?;
            Some(DraftAction::Add(info.sha256.clone(), info.name.clone()))
        })
    };
    html! {
        <section class="card lab-card lab-engines" aria-label={strings::engines()}>
            <header class="panel-header">
                <h2>{ strings::engines() }</h2>
                <div class="lab-header-actions">
                    <button type="button" class="button quiet small" onclick={swap} disabled={count < 2}><IconView icon={Icon::Flip} />{ strings::swap() }</button>
                    <button type="button" class="button quiet small" onclick={add} disabled={engines.is_empty()}><IconView icon={Icon::Plus} />{ strings::add() }</button>
                    <FileButton label={strings::file()} accept=".wasm,.js,.mjs,application/wasm,text/javascript" on_files={on_files.clone()} />
                </div>
            </header>
            <div class="lab-engine-grid">
                { for (0..count).map(|index| html! {
                    <EngineCard key={index} form={form.clone()} engine={index} engines={Rc::clone(engines)} can_go={count > 2} {same} on_check={on_check.clone()} on_measure={on_measure.clone()} on_threads={on_threads.clone()} />
                }) }
            </div>
            <div class="lab-same">
                if same {
                    <LimitFields form={form.clone()} engine={0} />
                } else {
                    { switch(form, Switch::SameLimits, strings::same_limits()) }
                }
            </div>
            <p class="lab-trying" role="status">{ if trying.is_empty() { String::new() } else { strings::trying_engines(&trying.join(", ")) } }</p>
            <p class="field-hint lab-drop-hint">
                { strings::drop_engines() }
            </p>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct EngineCardProps {
    form: DraftForm,
    engine: usize,
    engines: Rc<[Rc<EngineInfo>]>,
    can_go: bool,
    same: bool,
    on_check: Callback<usize>,
    on_measure: Callback<String>,
    on_threads: Callback<usize>,
}

#[component]
fn EngineCard(props: &EngineCardProps) -> Html {
    let EngineCardProps { form, engine, engines, can_go, same, on_check, on_measure, on_threads } = props;
    let index = *engine;
    let Some(chosen) = form.draft().engines.get(index) else { return html! {} };
    let info = engines.iter().find(|info| info.sha256 == chosen.build).cloned();
    let choose = {
        let engines = Rc::clone(engines);
        let has_unknown = info.is_none();
        form.on(move |event: Event| {
            // If the build is unknown, the first entry says so.
            let place = selected(&event)?.checked_sub(usize::from(has_unknown))?;
            let info = engines.get(place)?;
            Some(DraftAction::Build(index, info.sha256.clone(), info.name.clone()))
        })
    };
    let remove = form.on(move |_: MouseEvent| Some(DraftAction::Remove(index)));
    let title = match index {
        0 => strings::first_engine().to_owned(),
        1 => strings::second_engine().to_owned(),
        other => strings::engine_number(&(other + 1)),
    };
    let id = format!("build-{index}");
    let is_build = info.as_ref().is_none_or(|info| info.is_build);
    // The name is missing until the engines are loaded.
    let has_fault = chosen.ponder
        || !chosen.build.is_empty() && form.fault(DraftField::Name(index)).is_some()
        || form.fault(DraftField::Memory(index)).is_some()
        || info.as_ref().is_some_and(|info| !option_faults(info, &chosen.options).is_empty());
    html! {
        <fieldset class="lab-engine">
            <legend class="visually-hidden">{ title.clone() }</legend>
            <div class="lab-engine-head">
                <span class={classes!("lab-number", format!("number-{}", index % 4))} aria-hidden="true">{ index + 1 }</span>
                <div class="lab-field grow">
                    <label for={id.clone()} class="visually-hidden">{ strings::build_of_engine(&(index + 1)) }</label>
                    <Select {id} onchange={choose}>
                        if info.is_none() {
                            <option selected={true}>{ if chosen.build.is_empty() { strings::choose_a_build() } else { strings::not_stored() } }</option>
                        }
                        { for engines.iter().map(|entry| html! {
                            <option key={entry.sha256.clone()} selected={entry.sha256 == chosen.build}>{ option_text(entry) }</option>
                        }) }
                    </Select>
                </div>
                if *can_go {
                    <button type="button" class="button quiet icon small" aria-label={strings::remove_engine(&(index + 1))} onclick={remove}>
                        <IconView icon={Icon::Close} />
                    </button>
                }
            </div>
            <div class="lab-engine-body">
                { facts(info.as_deref(), &chosen.build) }
                if !*same {
                    <LimitFields form={form.clone()} engine={index} />
                }
                if let Some(book) = chosen.book.clone() {
                    <OwnBookFields form={form.clone()} engine={index} {book} />
                }
                <Folded label={strings::more_of_engine()} note={form.draft().engine_notes(index)} {has_fault}>
                    <DraftTextField form={form.clone()} field={DraftField::Name(index)} label={strings::name_in_results()} inputmode="text" />
                    if let Some(info) = info {
                        <EngineOptions form={form.clone()} engine={index} {info} on_threads={on_threads.clone()} />
                    }
                    <MoreSettings form={form.clone()} engine={index} build={chosen.build.clone()} ponders={chosen.ponder} {is_build} on_check={on_check.clone()} on_measure={on_measure.clone()} />
                </Folded>
            </div>
        </fieldset>
    }
}

/// Renders the known facts about an engine.
fn facts(info: Option<&EngineInfo>, build: &str) -> Html {
    html! {
        if let Some(info) = info {
            <p class="lab-facts">
                { format!("{} · {} · ", info.kind, file_size(info.size)) }
                <abbr title={strings::sha256(&info.sha256)}>{ info.short_hash() }</abbr>
                if let Some(signature) = info.signature { { strings::bench_suffix(&signature) } }
                if let Some(words) = info.timing.words() { { " · " }<span title={info.timing.explained()}>{ words }</span> }
            </p>
            if let Some(warning) = info.timing.warning() { <p class="field-error">{ warning }</p> }
        } else {
            <p class="lab-facts">{ if build.is_empty() { "\u{a0}".to_owned() } else { strings::sha256(&build) } }</p>
        }
    }
}

#[derive(Properties, PartialEq)]
struct MoreSettingsProps {
    form: DraftForm,
    engine: usize,
    /// SHA-256 of its build; empty while none is chosen.
    build: String,
    ponders: bool,
    is_build: bool,
    on_check: Callback<usize>,
    on_measure: Callback<String>,
}

/// Rarely needed settings.
#[component]
fn MoreSettings(props: &MoreSettingsProps) -> Html {
    let MoreSettingsProps { form, engine, build, ponders, is_build, on_check, on_measure } = props;
    let index = *engine;
    let ponder = form.on(move |event: Event| Some(DraftAction::Ponder(index, checked(&event)?)));
    let check = {
        let on_check = on_check.clone();
        Callback::from(move |_: MouseEvent| on_check.emit(index))
    };
    let measure = {
        let (on_measure, build) = (on_measure.clone(), build.clone());
        Callback::from(move |_: MouseEvent| on_measure.emit(build.clone()))
    };
    html! {
        <>
            <div class="lab-option-grid">
                <DraftTextField form={form.clone()} field={DraftField::Memory(index)} label={strings::max_memory()} />
                if *ponders {
                    // Set by a link or in a match of the native program; here it can only be switched off.
                    <label class="lab-switch" for={format!("ponder-{index}")}>
                        <input id={format!("ponder-{index}")} class="setting-switch" type="checkbox" checked={true} onchange={ponder} />
                        <span>{ strings::ponder() }</span>
                    </label>
                }
                <button type="button" class="button small" disabled={build.is_empty()} onclick={check}>{ strings::check_determinism() }</button>
                <button type="button" class="button small" disabled={build.is_empty()} title={strings::measure_latency_hint()} onclick={measure}>{ strings::measure_again() }</button>
            </div>
            <p class={if *ponders { "field-error" } else { "field-hint" }}>{ strings::no_pondering(&no_pondering(*is_build)) }</p>
        </>
    }
}

fn option_text(info: &EngineInfo) -> String {
    let origin = if info.is_builtin { strings::built_in() } else { info.short_hash() };
    format!("{} ({origin})", info.name)
}
