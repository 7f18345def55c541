//! Notices from the library, shown as toasts.

use yew::prelude::*;

use super::context::LibraryContext;
use super::place::HistoryStep;
use super::strings;
use crate::components::toasts::{Offer, Tone};
use crate::hooks::current_route;
use crate::platform::observable::Observe;
use crate::services::library::{LibraryEvent, LibraryNotice};
use crate::state::library::address::LibraryPlace;
use crate::state::route::Route;
use crate::state::text::sentence;

/// Shows the library's notices while the page exists.
#[hook]
pub fn use_notices(context: &LibraryContext) {
    use_effect_with(context.clone(), |context| {
        let told = context.clone();
        let subscription = context.library.subscribe(move |event| {
            if let LibraryEvent::Notice(notice) = event {
                show_toast(&told, notice);
            }
        });
        move || drop(subscription)
    });
}

fn show_toast(context: &LibraryContext, notice: &LibraryNotice) {
    match notice {
        LibraryNotice::Added(entry) => {
            let record = &entry.record;
            let (title, detail) = strings::added(&record.name, record.games, record.errors);
            let place = LibraryPlace { database: Some(record.id.clone()), ..LibraryPlace::default() };
            let is_shown = current_route() == Route::Library(place.database.clone());
            let go = context.go.clone();
            let action = Callback::from(move |()| go.emit((place.clone(), HistoryStep::Push)));
            let offer = (!is_shown).then_some(Offer { label: strings::show(), action });
            context.show(Tone::News, title, detail, offer);
        }
        LibraryNotice::NotAdded { reason, .. } if reason.is_quiet() => {}
        LibraryNotice::NotAdded { name, reason } => {
            context.fault(&strings::not_added(name), &reason.to_string());
        }
        LibraryNotice::Unfinished { name } => {
            let (title, detail) = strings::unfinished(name);
            context.show(Tone::Warning, title, sentence(&detail), None);
        }
        LibraryNotice::RemovedElsewhere { name, .. } => {
            context.show(Tone::Warning, strings::removed_elsewhere(name), String::new(), None);
        }
    }
}
