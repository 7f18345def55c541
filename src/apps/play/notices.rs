//! One-off notices from the service, shown as toasts.

use tabia_chess::Color;
use yew::prelude::*;

use super::context::PlayContext;
use super::{strings, unsaved};
use crate::components::toasts::{Offer, ToastAction, Tone};
use crate::platform::observable::Observe;
use crate::services::play::{PlayEvent, PlayNotice};

/// Shows the service's notices.
#[hook]
pub fn use_notices(context: &PlayContext) {
    use_effect_with(context.clone(), |context| {
        let own = context.clone();
        let subscription = context.play.subscribe(move |event| {
            if let PlayEvent::Notice(notice) = event {
                show_toast(&own, notice);
            }
        });
        move || drop(subscription)
    });
}

/// Returns the name of a side's player.
fn name(context: &PlayContext, color: Color) -> String {
    context.play.snapshot().game.map(|game| game.setup().player(color).name()).unwrap_or_default()
}

fn show_toast(context: &PlayContext, notice: &PlayNotice) {
    match notice {
        PlayNotice::EngineRestarted { color, reason } => {
            context.warning(strings::engine_restarted(&name(context, *color)), reason);
        }
        PlayNotice::EngineGivenUp { color, reason } => {
            context.fault(&strings::engine_given_up(&name(context, *color)), reason);
        }
        PlayNotice::IllegalMove { color, text } => {
            context.warning(strings::illegal_move(&name(context, *color), text), "");
        }
        // The offer is shown next to the board with its buttons, and so are replies (game/answer.rs).
        PlayNotice::DrawOffered(_) | PlayNotice::DrawDeclined(_) | PlayNotice::PremoveDropped => {}
        PlayNotice::NoHint(reason) => context.warning(strings::no_hint().to_owned(), reason),
        PlayNotice::NoBook(reason) => context.warning(strings::no_book().to_owned(), reason),
        PlayNotice::KeptAsCopy => context.warning(strings::kept_as_copy().to_owned(), ""),
        PlayNotice::NotSaved { reason, is_remembered, pgn } => {
            let offer = pgn.clone().map(|pgn| {
                let context = context.clone();
                let action = Callback::from(move |()| unsaved::save_as_file(&context, &pgn));
                Offer { label: strings::download_pgn(), action }
            });
            let detail = unsaved::detail(reason, *is_remembered);
            let title = strings::not_saved_title().to_owned();
            context.toasts.dispatch(ToastAction::Show(Tone::Fault, title, detail, offer));
        }
        PlayNotice::NotForgotten(reason) => context.fault(strings::not_forgotten(), reason),
        PlayNotice::TakenOver => context.news(strings::taken_over().to_owned()),
        PlayNotice::NotTakenOver => context.warning(strings::not_taken_over().to_owned(), ""),
        PlayNotice::NotOpened(reason) => context.fault(strings::not_opened(), reason),
    }
}
