//! Perft: the number of leaf nodes depth by depth, compared with known counts.

use futures::future::{AbortHandle, abortable};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::known::KNOWN;
use super::measured::{PerftResult, subject};
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::fields::setting;
use crate::apps::tools::numbers::{compact, grouped, seconds};
use crate::apps::tools::strings;
use crate::components::events::typed;
use crate::components::icon::{Icon, IconView};
use crate::components::select_field::SelectField;
use crate::services::engine_loader::EngineLoader;
use crate::services::speed::measure::PerftCounter;

/// Maximum depth.
const DEEPEST: usize = 7;

/// Properties of [`PerftCard`].
#[derive(Properties, PartialEq)]
pub struct PerftCardProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Whether a measurement is running.
    pub is_busy: bool,
    /// Emits whether a count is running.
    pub on_busy: Callback<bool>,
    /// Emits the counts so far.
    pub on_result: Callback<PerftResult>,
}

/// Perft card.
#[component]
pub fn PerftCard(props: &PerftCardProps) -> Html {
    let PerftCardProps { context, is_busy, on_busy, on_result } = props;
    let place = use_state_eq(|| 0_usize);
    let own = use_state_eq(String::new);
    // Index in the list: the depth minus one.
    let depth = use_state_eq(|| 4_usize);
    let result = use_state_eq(PerftResult::default);
    // Present while a count is running: aborts it and ends its worker.
    let counting = use_state(|| None::<AbortHandle>);
    let names: Vec<AttrValue> =
        KNOWN.iter().map(|known| (known.name)().into()).chain([strings::another_position().into()]).collect();
    let depths: Vec<AttrValue> = (1..=DEEPEST).map(|depth| depth.to_string().into()).collect();
    let known = KNOWN.get(*place);
    let fen = known.map_or_else(|| own.trim().to_owned(), |known| known.fen.to_owned());
    let fault = (known.is_none() && !fen.is_empty())
        .then(|| tabia_pgn::position_from_fen(&fen).err().map(|error| error.to_string()))
        .flatten();
    let can_count = !is_busy && !fen.is_empty() && fault.is_none();
    let count = {
        let run = PerftRun {
            context: context.clone(),
            counting: counting.setter(),
            result: result.setter(),
            on_busy: on_busy.clone(),
            on_result: on_result.clone(),
        };
        let begun = PerftResult {
            name: names.get(*place).map(ToString::to_string).unwrap_or_default(),
            fen,
            known: known.map(|known| known.counts.to_vec()).unwrap_or_default(),
            depths: Vec::new(),
        };
        let depth = *depth + 1;
        Callback::from(move |_: MouseEvent| run.clone().begin(begun.clone(), depth))
    };
    let is_counting = counting.is_some();
    html! {
        <section class="card tools-card" aria-label={strings::perft()} data-counting={is_counting.to_string()}>
            <h2>{ strings::perft() }</h2>
            <p class="tools-hint">{ strings::perft_hint() }</p>
            <div class="tools-fields">
                <SelectField id="perft-position" class="tools-field" label={strings::position()} {names} chosen={*place} on_choose={setting(&place)} />
                <SelectField id="perft-depth" class="tools-field" label={strings::depth_in_plies()} names={depths} chosen={*depth} on_choose={setting(&depth)} />
            </div>
            if known.is_none() { { own_position(&own, fault) } }
            <div class="tools-buttons">
                if is_counting {
                    <button key="cancel" type="button" class="button" onclick={cancel(&counting)}><IconView icon={Icon::Stop} />{ strings::cancel() }</button>
                } else {
                    <button key="count" type="button" class="button primary" disabled={!can_count} onclick={count}><IconView icon={Icon::Play} />{ strings::count() }</button>
                }
            </div>
            { depth_table(&result) }
            { divide_table(&result) }
        </section>
    }
}

/// Field for a custom position, with its error message.
fn own_position(own: &UseStateHandle<String>, fault: Option<String>) -> Html {
    let oninput = typed(own);
    html! {
        <div class="tools-field">
            <label for="perft-fen">{ strings::fen() }</label>
            <input id="perft-fen" class="field mono" type="text" autocomplete="off" spellcheck="false" value={(**own).clone()} aria-invalid={fault.is_some().to_string()} {oninput} />
            if let Some(fault) = fault { <p class="field-error">{ fault }</p> }
        </div>
    }
}

/// Returns a callback that aborts the count.
fn cancel(counting: &UseStateHandle<Option<AbortHandle>>) -> Callback<MouseEvent> {
    let counting = (**counting).clone();
    Callback::from(move |_: MouseEvent| {
        if let Some(counting) = &counting {
            counting.abort();
        }
    })
}

/// Context of a count.
#[derive(Clone)]
struct PerftRun {
    context: ToolsContext,
    counting: UseStateSetter<Option<AbortHandle>>,
    result: UseStateSetter<PerftResult>,
    on_busy: Callback<bool>,
    on_result: Callback<PerftResult>,
}

impl PerftRun {
    fn begin(self, begun: PerftResult, depth: usize) {
        self.result.set(begun.clone());
        self.on_busy.emit(true);
        let run = self.clone();
        let (count, handle) = abortable(async move { run.count(begun, depth).await });
        self.counting.set(Some(handle));
        spawn_local(async move {
            // An abort is not an error.
            if let Ok(Err(reason)) = count.await {
                self.context.fault(strings::not_counted(), reason);
            }
            self.counting.set(None);
            self.on_busy.emit(false);
        });
    }

    /// Counts one depth after another.
    async fn count(&self, mut shown: PerftResult, depth: usize) -> Result<(), String> {
        let subject = subject(&EngineLoader::of_page()).await?;
        let counter = PerftCounter::start(&subject).await.map_err(|error| error.to_string())?;
        for plies in 1..=depth {
            let counted = counter.count(&shown.fen, plies as u32).await;
            shown.depths.push(counted.map_err(|error| error.to_string())?);
            self.result.set(shown.clone());
            self.on_result.emit(shown.clone());
        }
        Ok(())
    }
}

fn depth_table(result: &PerftResult) -> Html {
    if result.depths.is_empty() {
        return html! {};
    }
    html! {
        <div class="tools-scroll" tabindex="0" role="group" aria-label={strings::leaves()}>
            <table class="tools-table perft-table">
                <thead><tr><th scope="col">{ strings::depth() }</th><th scope="col">{ strings::leaves() }</th><th scope="col">{ strings::known_count() }</th><th scope="col">{ strings::time_text() }</th><th scope="col">{ strings::leaves_a_second() }</th></tr></thead>
                <tbody>
                    { for result.depths.iter().enumerate().map(|(place, counted)| {
                        let (class, word) = match result.is_right(place + 1) {
                            Some(true) => ("right", strings::count_right()),
                            Some(false) => ("wrong", strings::count_wrong()),
                            None => ("", strings::count_unknown()),
                        };
                        html! { <tr key={place}><th scope="row">{ (place + 1).to_string() }</th><td>{ grouped(counted.nodes) }</td><td {class}>{ word }</td><td>{ seconds(counted.ms) }</td><td>{ compact(counted.nodes as f64 * 1000.0 / counted.ms.max(0.1)) }</td></tr> }
                    }) }
                </tbody>
            </table>
        </div>
    }
}

/// Perft divide: leaf nodes below each root move.
fn divide_table(result: &PerftResult) -> Html {
    let Some(last) = result.depths.last().filter(|last| !last.divide.is_empty()) else { return html! {} };
    html! {
        <details class="perft-divide">
            <summary>{ strings::divide(result.depths.len()) }</summary>
            <ul>{ for last.divide.iter().map(|(uci, nodes)| html! { <li key={uci.clone()}><b>{ uci }</b>{ " " }{ grouped(*nodes) }</li> }) }</ul>
        </details>
    }
}
