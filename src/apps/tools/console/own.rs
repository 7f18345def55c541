//! Separate engines started from the console, for free experiments.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::fields::setting;
use crate::apps::tools::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::select_field::SelectField;
use crate::services::catalogue::EngineEntry;
use crate::services::engine_loader::EngineLoader;
use crate::services::own_engine::OwnEngine;

/// Properties of [`OwnEngines`].
#[derive(Properties, PartialEq)]
pub struct OwnEnginesProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Whether the section is visible.
    pub is_seen: bool,
    /// Emits the number of an engine that was started.
    pub on_started: Callback<u32>,
}

/// Card that starts and stops these engines.
#[component]
pub fn OwnEngines(props: &OwnEnginesProps) -> Html {
    let OwnEnginesProps { context, is_seen, on_started } = props;
    let loader = (*use_memo((), |()| Rc::new(EngineLoader::of_page()))).clone();
    let engines = use_state(|| Rc::new(Vec::<EngineEntry>::new()));
    let place = use_state_eq(|| 0_usize);
    let own = use_mut_ref(Vec::<(String, OwnEngine)>::new);
    let count = use_state_eq(|| 0_usize);
    use_effect_with(*is_seen, {
        let (engines, loader) = (engines.setter(), Rc::clone(&loader));
        move |is_seen| {
            if *is_seen {
                spawn_local(async move { engines.set(Rc::new(loader.list().await.unwrap_or_default())) });
            }
        }
    });
    let start = {
        let (loader, engines, place, own) = (Rc::clone(&loader), Rc::clone(&engines), *place, own.clone());
        let (context, on_started, count) = (context.clone(), on_started.clone(), count.setter());
        Callback::from(move |_: MouseEvent| {
            let Some(entry) = engines.get(place).cloned() else { return };
            let (loader, own, context, on_started, count) =
                (Rc::clone(&loader), own.clone(), context.clone(), on_started.clone(), count.clone());
            spawn_local(async move {
                match OwnEngine::start(&loader, &entry.id).await {
                    Ok(engine) => {
                        on_started.emit(engine.number());
                        own.borrow_mut().push((entry.name, engine));
                        count.set(own.borrow().len());
                    }
                    Err(error) => context.fault(strings::the_engine_was_not_started(), error),
                }
            });
        })
    };
    let names: Vec<AttrValue> = engines.iter().map(|entry| entry.name.clone().into()).collect();
    let is_empty = names.is_empty();
    let rows = own.borrow().iter().map(|(name, engine)| {
        let (own, count, number) = (own.clone(), count.setter(), engine.number());
        let end = Callback::from(move |_: MouseEvent| {
            own.borrow_mut().retain(|(_, engine)| engine.number() != number);
            count.set(own.borrow().len());
        });
        html! { <li key={number}><span>{ name }</span><button type="button" class="button small" aria-label={strings::end_engine(name)} onclick={end}>{ strings::end() }</button></li> }
    }).collect::<Vec<_>>();
    html! {
        <section class="card tools-card" aria-label={strings::own_engine()} data-own={count.to_string()}>
            <h2>{ strings::own_engine() }</h2>
            <p class="tools-hint">{ strings::own_engine_hint() }</p>
            <div class="tools-fields"><SelectField id="console-own" class="tools-field" label={strings::engine()} {names} chosen={*place} on_choose={setting(&place)} />
                <button type="button" class="button" disabled={is_empty} onclick={start}><IconView icon={Icon::Play} />{ strings::start_engine() }</button></div>
            if !rows.is_empty() { <ul class="tools-list">{ for rows }</ul> }
        </section>
    }
}
