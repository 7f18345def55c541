//! Asks whether a part of a match that a link offers is to be kept and played here.

use super::context::LabContext;
use super::links::accept;
use super::offered::OfferedPart;
use super::strings;
use crate::components::question::Question;
use crate::state::lab::chart::grouped;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// So many engines are named; the others are counted.
const NAMED: usize = 6;

/// Properties of [`Offer`].
#[derive(Properties, PartialEq)]
pub struct OfferProps {
    /// What the parts of the Lab share.
    pub context: LabContext,
    /// What is offered.
    pub offered: Rc<OfferedPart>,
}

/// The question.
#[component]
pub fn Offer(props: &OfferProps) -> Html {
    let OfferProps { context, offered } = props;
    let settings = &offered.header.settings;
    let on_done = use_callback((context.clone(), Rc::clone(offered)), |(), (context, offered)| {
        let (context, offered) = (context.clone(), Rc::clone(offered));
        spawn_local(async move { accept(&context, &offered).await });
    });
    let on_close = use_callback(context.offered.clone(), |(), offered| offered.set(None));
    let games = settings.schedule().map_or(0, |schedule| schedule.total_games());
    let more = settings.engines.len().saturating_sub(NAMED);
    html! {
        <Question title={strings::PLAY_A_PART} button={strings::KEEP_MATCH} {on_done} {on_close}>
            <p>{ strings::offered_part(&(offered.share.part + 1), &offered.share.of, &grouped(games as u64), &settings.limits_summary()) }</p>
            <ul class="lab-offered">
                { for settings.engines.iter().take(NAMED).map(|engine| html! { <li>{ &engine.name }</li> }) }
                if more > 0 { <li>{ strings::more_engines(&more) }</li> }
            </ul>
            <p class="field-hint">{ strings::OFFER_NOTE }</p>
        </Question>
    }
}
