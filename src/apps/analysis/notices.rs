//! Toasts of the analysis page: opened games, failed actions and engine messages.

use super::game_store::{GameStore, OpenedNotice, StoreAction};
use super::strings;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::platform::clipboard::copy_text;
use crate::platform::observable::Observe;
use crate::services::engine::service::{Engine, EngineEvent};
use yew::prelude::*;

/// Reports failed actions on the game.
#[hook]
pub fn use_fault_toasts(store: &UseReducerHandle<GameStore>, toasts: &ToastDispatcher) {
    let toasts = toasts.clone();
    use_effect_with(store.fault().map(|(version, fault)| (version, fault.to_owned())), move |fault| {
        if let Some((_, fault)) = fault {
            toasts.dispatch(ToastAction::Show(
                Tone::Fault,
                strings::not_possible().to_owned(),
                fault.clone(),
                None,
            ));
        }
    });
}

/// Reports what was opened and what was lost, and offers to restore the previous games.
#[hook]
pub fn use_opened_toasts(store: &UseReducerHandle<GameStore>, toasts: &ToastDispatcher) {
    let (game, toasts) = (store.dispatcher(), toasts.clone());
    use_effect_with(store.news().cloned(), move |news| {
        let Some((_, OpenedNotice { title, loss, can_take_back })) = news.clone() else { return };
        let back = can_take_back.then(|| Offer {
            label: strings::undo(),
            action: Callback::from(move |()| game.dispatch(StoreAction::TakeBack)),
        });
        let (tone, title, detail) = match loss {
            None => (Tone::News, title, String::new()),
            // The other problems are listed next to the board.
            Some(first) => (Tone::Warning, strings::opened_in_part(&title), first),
        };
        toasts.dispatch(ToastAction::Show(tone, title, detail, back));
    });
}

/// Shows the engine's messages to the user.
#[hook]
pub fn use_engine_notices(engine: &Engine, toasts: &ToastDispatcher) {
    let toasts = toasts.clone();
    use_effect_with(engine.clone(), move |engine| {
        let subscription = engine.subscribe(move |event| {
            if let EngineEvent::Notice(notice) = event {
                toasts.dispatch(ToastAction::Show(
                    Tone::Warning,
                    strings::engine().to_owned(),
                    notice.clone(),
                    None,
                ));
            }
        });
        move || drop(subscription)
    });
}

/// Copies a text and reports whether that worked.
pub fn copy(what: &'static str, text: &str, toasts: ToastDispatcher) {
    copy_text(
        text,
        Callback::from(move |done| {
            let action = if done {
                ToastAction::Show(Tone::News, strings::copied(&what), String::new(), None)
            } else {
                let advice = strings::copy_blocked();
                ToastAction::Show(Tone::Fault, strings::not_copied(&what), advice.to_owned(), None)
            };
            toasts.dispatch(action);
        }),
    );
}
