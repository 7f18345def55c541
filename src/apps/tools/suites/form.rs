//! What a suite is solved with.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::apps::tools::fields::{TextField, choice, is_checked};
use crate::apps::tools::strings;
use crate::components::icon::{Icon, IconView};
use crate::platform::processor;
use crate::services::catalogue::EngineEntry;
use crate::services::suites::{SuiteEngine, SuiteService, SuiteSettings};

/// Where the form is kept.
const KEY: &str = "tabia.suite-form";

/// What a search is limited by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Limit {
    #[default]
    Nodes,
    Time,
    Depth,
}

impl Limit {
    const ALL: [Self; 3] = [Self::Nodes, Self::Time, Self::Depth];
}

/// What was typed and chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Typed {
    limit: Limit,
    nodes: String,
    seconds: String,
    depth: String,
    early_exit: String,
    workers: String,
    hash: String,
    /// Ids of the engines; the first one if there are none.
    engines: Vec<String>,
}

impl Default for Typed {
    fn default() -> Self {
        let text = str::to_owned;
        Self {
            limit: Limit::Nodes,
            nodes: text("1000000"),
            seconds: text("5"),
            depth: text("14"),
            early_exit: String::new(),
            workers: processor::cores().min(64).saturating_sub(1).max(1).to_string(),
            hash: text("64"),
            engines: Vec::new(),
        }
    }
}

/// A field, and what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Limit,
    EarlyExit,
    Workers,
    Hash,
}

impl Typed {
    fn kept() -> Self {
        let storage = web_sys::window().and_then(|window| window.local_storage().ok()?);
        let text = storage.and_then(|storage| storage.get_item(KEY).ok()?);
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    fn keep(&self) {
        let storage = web_sys::window().and_then(|window| window.local_storage().ok()?);
        if let (Some(storage), Ok(text)) = (storage, serde_json::to_string(self)) {
            // Where nothing can be written the form begins anew.
            let _ = storage.set_item(KEY, &text);
        }
    }

    fn limit_text(&self) -> &str {
        match self.limit {
            Limit::Nodes => &self.nodes,
            Limit::Time => &self.seconds,
            Limit::Depth => &self.depth,
        }
    }

    /// The settings, or what is wrong.
    fn settings(&self, engines: &[EngineEntry]) -> Result<SuiteSettings, Vec<(Field, String)>> {
        let mut faults = Vec::new();
        let mut number = |field: Field, text: &str, least: u64, most: u64| {
            let digits: String = text.chars().filter(|c| !matches!(c, ' ' | ',' | '_')).collect();
            match digits.parse::<u64>() {
                Ok(value) if (least..=most).contains(&value) => value,
                _ => {
                    faults.push((field, strings::whole_number(least, most)));
                    least
                }
            }
        };
        let mut settings = SuiteSettings { nodes: None, ..SuiteSettings::default() };
        match self.limit {
            Limit::Nodes => settings.nodes = Some(number(Field::Limit, &self.nodes, 1, 1_000_000_000_000)),
            Limit::Depth => settings.depth = Some(number(Field::Limit, &self.depth, 1, 200) as u32),
            Limit::Time => {}
        }
        if !self.early_exit.trim().is_empty() {
            settings.early_exit = Some(number(Field::EarlyExit, &self.early_exit, 1, 100) as u32);
        }
        settings.workers = number(Field::Workers, &self.workers, 1, 64) as usize;
        settings.hash_mb = number(Field::Hash, &self.hash, 1, 1024) as u32;
        if self.limit == Limit::Time {
            match self.seconds.trim().replace(',', ".").parse::<f64>() {
                Ok(seconds) if (0.01..=86_400.0).contains(&seconds) => {
                    settings.time_ms = Some((seconds * 1000.0).round() as u64);
                }
                _ => faults.push((Field::Limit, strings::SECONDS_FAULT.to_owned())),
            }
        }
        settings.engines = self.chosen(engines);
        if faults.is_empty() { Ok(settings) } else { Err(faults) }
    }

    /// The engines that are chosen, in their order in the list; the first one if none is.
    fn chosen(&self, engines: &[EngineEntry]) -> Vec<SuiteEngine> {
        let named = |entry: &EngineEntry| SuiteEngine { id: entry.id.clone(), name: entry.name.clone() };
        let chosen: Vec<SuiteEngine> =
            engines.iter().filter(|entry| self.engines.contains(&entry.id)).map(named).collect();
        if chosen.is_empty() { engines.first().map(named).into_iter().collect() } else { chosen }
    }
}

/// Properties of [`Form`].
#[derive(Properties, PartialEq)]
pub struct FormProps {
    /// The suites.
    pub service: SuiteService,
}

/// The form, with the button that starts the run.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let service = &props.service;
    let typed = use_state_eq(Typed::kept);
    let engines = use_engines(service);
    let change = |edit: fn(&mut Typed, String)| {
        let typed = typed.clone();
        Callback::from(move |text: String| {
            let mut next = (*typed).clone();
            edit(&mut next, text);
            next.keep();
            typed.set(next);
        })
    };
    let settings = typed.settings(&engines);
    let fault = |field: Field| -> AttrValue {
        let faults = settings.as_ref().err();
        let text =
            faults.and_then(|all| all.iter().find(|(of, _)| *of == field)).map(|(_, text)| text.clone());
        text.unwrap_or_default().into()
    };
    let limits = [strings::BY_NODES, strings::BY_TIME, strings::BY_DEPTH].map(str::to_owned);
    let on_limit = {
        let typed = typed.clone();
        Callback::from(move |place: usize| {
            let limit = Limit::ALL.get(place).copied().unwrap_or_default();
            let next = Typed { limit, ..(*typed).clone() };
            next.keep();
            typed.set(next);
        })
    };
    let on_limit_text = match typed.limit {
        Limit::Nodes => change(|typed, text| typed.nodes = text),
        Limit::Time => change(|typed, text| typed.seconds = text),
        Limit::Depth => change(|typed, text| typed.depth = text),
    };
    let limit_label = match typed.limit {
        Limit::Nodes => strings::NODES_A_POSITION,
        Limit::Time => strings::SECONDS_A_POSITION,
        Limit::Depth => strings::DEPTH_IN_PLIES,
    };
    let problems = service.problems().len();
    let can_start = settings.as_ref().is_ok_and(|settings| !settings.engines.is_empty()) && problems > 0;
    let start = {
        let (service, settings) = (service.clone(), settings.clone().ok());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(settings) = settings.clone() {
                service.start(settings);
            }
        })
    };
    let close = use_callback(service.clone(), |_: MouseEvent, service| service.close());
    html! {
        <form class="card tools-card" aria-label={strings::SUITES} onsubmit={start}>
            <header class="tools-head"><h2>{ service.name() }</h2><button type="button" class="button small" onclick={close}>{ strings::ANOTHER_SUITE }</button></header>
            <p class="tools-hint">{ strings::positions(problems) }</p>
            { faults(service) }
            <div class="tools-fields">
                { choice("suite-limit", strings::LIMIT, Limit::ALL.iter().position(|limit| *limit == typed.limit).unwrap_or(0), &limits, on_limit) }
                <TextField id="suite-limit-value" label={limit_label} value={typed.limit_text().to_owned()} on_input={on_limit_text} fault={fault(Field::Limit)} />
                <TextField id="suite-workers" label={strings::WORKERS} value={typed.workers.clone()} on_input={change(|typed, text| typed.workers = text)} fault={fault(Field::Workers)} />
                <TextField id="suite-hash" label={strings::HASH_MB} value={typed.hash.clone()} on_input={change(|typed, text| typed.hash = text)} fault={fault(Field::Hash)} />
                <TextField id="suite-early-exit" label={strings::EARLY_EXIT} value={typed.early_exit.clone()} placeholder={strings::NEVER} on_input={change(|typed, text| typed.early_exit = text)} fault={fault(Field::EarlyExit)} />
            </div>
            { engine_choice(&typed, &engines) }
            <div class="tools-buttons"><button type="submit" class="button primary" disabled={!can_start}><IconView icon={Icon::Play} />{ strings::START }</button></div>
        </form>
    }
}

/// What of the suite was left out.
fn faults(service: &SuiteService) -> Html {
    let faults = service.faults();
    if faults.is_empty() {
        return html! {};
    }
    html! {
        <details class="tools-faults" open={service.problems().is_empty()}>
            <summary>{ strings::left_out(faults.len()) }</summary>
            <ul>{ for faults.iter().take(100).enumerate().map(|(key, fault)| html! { <li {key}>{ fault.to_string() }</li> }) }</ul>
        </details>
    }
}

fn engine_choice(typed: &UseStateHandle<Typed>, engines: &[EngineEntry]) -> Html {
    let chosen = typed.chosen(engines);
    html! {
        <fieldset class="tools-engines">
            <legend>{ strings::ENGINES }</legend>
            if engines.is_empty() { <p class="tools-hint" role="status">{ strings::LOOKING_FOR_ENGINES }</p> }
            { for engines.iter().map(|entry| {
                let is_chosen = chosen.iter().any(|engine| engine.id == entry.id);
                let onchange = {
                    let (typed, id, ids) = (typed.clone(), entry.id.clone(), chosen.iter().map(|engine| engine.id.clone()).collect::<Vec<_>>());
                    Callback::from(move |event: Event| {
                        let mut engines = ids.clone();
                        engines.retain(|other| *other != id);
                        if is_checked(&event) {
                            engines.push(id.clone());
                        }
                        let next = Typed { engines, ..(*typed).clone() };
                        next.keep();
                        typed.set(next);
                    })
                };
                html! { <label key={entry.id.clone()} class="tools-check"><input type="checkbox" checked={is_chosen} {onchange} /><span>{ &entry.name }</span></label> }
            }) }
            <p class="tools-hint">{ strings::ENGINES_HINT }</p>
        </fieldset>
    }
}

/// The engines of the catalogue, read when the form is first drawn.
#[hook]
fn use_engines(service: &SuiteService) -> Rc<Vec<EngineEntry>> {
    let engines = use_state(|| Rc::new(Vec::<EngineEntry>::new()));
    use_effect_with(service.clone(), {
        let engines = engines.setter();
        move |service| {
            let room = service.room();
            spawn_local(async move {
                // Those of the app are listed even if the database cannot be read.
                engines.set(Rc::new(room.list().await.unwrap_or_default()));
            });
        }
    });
    Rc::clone(&engines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_says_what_is_wrong_with_it() {
        let good = Typed { workers: "2".to_owned(), ..Typed::fresh() };
        let settings = good.settings(&[]).unwrap();
        assert_eq!(
            (settings.nodes, settings.workers, settings.hash_mb, settings.early_exit),
            (Some(1_000_000), 2, 64, None)
        );
        let timed = Typed {
            limit: Limit::Time,
            seconds: "0,5".to_owned(),
            early_exit: "3".to_owned(),
            ..good.clone()
        };
        let settings = timed.settings(&[]).unwrap();
        assert_eq!((settings.time_ms, settings.nodes, settings.early_exit), (Some(500), None, Some(3)));
        let bad = Typed {
            nodes: "many".to_owned(),
            workers: "0".to_owned(),
            hash: String::new(),
            early_exit: "-1".to_owned(),
            ..good
        };
        let fields: Vec<Field> = bad.settings(&[]).unwrap_err().into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, [Field::Limit, Field::EarlyExit, Field::Workers, Field::Hash]);
    }

    impl Typed {
        /// The defaults, without asking a browser.
        fn fresh() -> Self {
            serde_json::from_str(
                r#"{"limit":"Nodes","nodes":"1 000 000","seconds":"5","depth":"14","early_exit":"","workers":"1","hash":"64","engines":[]}"#,
            )
            .unwrap()
        }
    }
}
