//! Where engines go that were just added: into the form, as long as nobody has chosen what plays there.

use crate::apps::lab::components::fields::DraftStore;
use crate::apps::lab::strings;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::state::lab::draft::{Draft, DraftAction, Seat};
use crate::state::lab::engine::EngineInfo;
use std::rc::Rc;
use yew::prelude::*;

/// Seats engines one after the other. One that finds no place is told of, with a button that puts it first.
pub fn seat(
    mut form: Draft,
    added: &[Rc<EngineInfo>],
    draft: &UseReducerDispatcher<DraftStore>,
    toasts: &ToastDispatcher,
) {
    for info in added {
        match form.seat_for(&info.sha256) {
            Seat::Free(place) => {
                let action = DraftAction::Build(place, info.sha256.clone(), info.name.clone());
                form = form.reduce(action.clone());
                draft.dispatch(action);
                tell(toasts, info, strings::seated(&(place + 1)), None);
            }
            Seat::Taken(place) => {
                tell(toasts, info, strings::already_seated(&(place + 1)), None);
            }
            Seat::None => {
                let action = {
                    let (draft, info) = (draft.clone(), Rc::clone(info));
                    Callback::from(move |()| {
                        draft.dispatch(DraftAction::Build(0, info.sha256.clone(), info.name.clone()));
                    })
                };
                let offer = Offer { label: strings::USE_AS_ENGINE_1, action };
                tell(toasts, info, strings::ENGINES_NOT_CHANGED.to_owned(), Some(offer));
            }
        }
    }
}

fn tell(toasts: &ToastDispatcher, info: &EngineInfo, detail: String, offer: Option<Offer>) {
    toasts.dispatch(ToastAction::Show(Tone::News, strings::engine_added(&info.name), detail, offer));
}
