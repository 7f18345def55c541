//! Engines that the host of the page offers, below the engine list.

use super::adopt::adopt_offered;
use crate::apps::analysis::strings;
use crate::components::toasts::ToastDispatcher;
use crate::services::catalogue::EngineEntry;
use crate::services::catalogue::offers::{self, OfferedEngine, OffersError};
use crate::state::lab::words::file_size;
use crate::state::text::sentence;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`OfferedEngines`].
#[derive(Properties, PartialEq)]
pub struct OfferedEnginesProps {
    /// Engines of this browser; those are not offered again.
    pub entries: Rc<Vec<EngineEntry>>,
    /// Whether an engine is being added.
    pub is_trying: bool,
    /// Receives whether an engine is being added.
    pub on_trying: Callback<bool>,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
}

/// Offered engines with licence and size; nothing where there are none.
#[component]
pub fn OfferedEngines(props: &OfferedEnginesProps) -> Html {
    let offers = use_offers();
    let offered = match &offers {
        None => return html! {},
        Some(Err(error)) => {
            return html! { <p class="field-hint" role="alert">{ sentence(&error.to_string()) }</p> };
        }
        Some(Ok(offered)) => offered,
    };
    let is_new = |offer: &&OfferedEngine| !props.entries.iter().any(|entry| offer.is(entry));
    let rows: Html = offered.iter().filter(is_new).map(|offer| row(offer, props)).collect();
    if !offered.iter().any(|offer| is_new(&offer)) {
        return html! {};
    }
    html! {
        <>
            <h3 class="engine-offers">{ strings::offered_engines() }</h3>
            <ul class="engine-list" aria-label={strings::offered_engines()}>{ rows }</ul>
        </>
    }
}

fn row(offer: &OfferedEngine, props: &OfferedEnginesProps) -> Html {
    let OfferedEnginesProps { is_trying, on_trying, toasts, .. } = props;
    let onclick = {
        let (offer, on_trying, toasts) = (offer.clone(), on_trying.clone(), toasts.clone());
        Callback::from(move |_: MouseEvent| {
            let (offer, on_trying, toasts) = (offer.clone(), on_trying.clone(), toasts.clone());
            on_trying.emit(true);
            spawn_local(async move {
                adopt_offered(&offer, &toasts).await;
                on_trying.emit(false);
            });
        })
    };
    let facts = format!("{} · {}", offer.license, file_size(offer.size()));
    html! {
        <li key={offer.name.clone()} class="engine-row">
            <div class="engine-offer">
                if let Some(url) = offer.homepage.clone() {
                    <a class="engine-row-name" href={url} target="_blank" rel="noreferrer">{ &offer.name }</a>
                } else {
                    <span class="engine-row-name">{ &offer.name }</span>
                }
                <span class="engine-row-facts">{ facts }</span>
            </div>
            <button type="button" class="button small" aria-label={strings::add_offered_engine(&offer.name)} disabled={*is_trying} {onclick}>{ strings::add_offered() }</button>
        </li>
    }
}

/// Fetches the offered engines once; `None` until they are there.
#[hook]
fn use_offers() -> Option<Result<Rc<Vec<OfferedEngine>>, OffersError>> {
    let offers = use_state_eq(|| None);
    use_effect_with((), {
        let offers = offers.setter();
        move |()| spawn_local(async move { offers.set(Some(offers::of_site().await.map(Rc::new))) })
    });
    (*offers).clone()
}
