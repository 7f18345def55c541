//! Dialog that asks whether to accept an offer from a link: a part of a match to save and play here, or a filled form.

use super::context::LabContext;
use super::links::{accept, fill};
use super::offered::{Offered, OfferedPart};
use super::strings;
use crate::components::question::Question;
use crate::state::lab::draft::Draft;
use std::rc::Rc;
use tabia_arena::MatchSettings;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Maximum number of engines named; the others are counted.
const NAMED: usize = 6;

/// Properties of [`OfferDialog`].
#[derive(Properties, PartialEq)]
pub struct OfferDialogProps {
    /// State shared by the components of the Lab.
    pub context: LabContext,
    /// Offer from the link.
    pub offered: Offered,
}

/// The dialog.
#[component]
pub fn OfferDialog(props: &OfferDialogProps) -> Html {
    let OfferDialogProps { context, offered } = props;
    let on_done = use_callback((context.clone(), offered.clone()), |(), (context, offered)| match offered {
        Offered::Part(part) => {
            let (context, part) = (context.clone(), Rc::clone(part));
            spawn_local(async move { accept(&context, &part).await });
        }
        Offered::Form(draft) => fill(context, draft),
    });
    let on_close = use_callback(context.offered.clone(), |(), offered| offered.set(None));
    let (title, button, what) = match offered {
        Offered::Part(part) => (strings::play_a_part(), strings::keep_match(), part_html(part)),
        Offered::Form(draft) => (strings::fill_the_form(), strings::fill(), form_html(draft)),
    };
    html! { <Question {title} {button} {on_done} {on_close}>{ what }</Question> }
}

fn part_html(part: &OfferedPart) -> Html {
    let settings = &part.header.settings;
    let games = settings.schedule().map_or(0, |schedule| schedule.total_games());
    html! {
        <>
            <p>{ strings::offered_part(&(part.share.part + 1), &part.share.of, games, &settings.limits_summary()) }</p>
            { engines_html(settings) }
            <p class="field-hint">{ strings::offer_note() }</p>
        </>
    }
}

fn form_html(draft: &Draft) -> Html {
    html! {
        <>
            <p>{ strings::offered_form() }</p>
            { engines_html(&draft.rough_settings()) }
            <p class="field-hint">{ strings::fill_note() }</p>
        </>
    }
}

fn engines_html(settings: &MatchSettings) -> Html {
    let more = settings.engines.len().saturating_sub(NAMED);
    html! {
        <ul class="lab-offered">
            { for settings.engines.iter().take(NAMED).map(|engine| html! { <li>{ &engine.name }</li> }) }
            if more > 0 { <li>{ strings::more_engines(&more) }</li> }
        </ul>
    }
}
