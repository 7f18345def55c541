//! What the parts of the Lab share.

use super::components::fields::DraftStore;
use super::offered::Offered;
use super::strings;
use super::waiting::Waiting;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::clipboard::copy_text;
use crate::services::matches::controller::MatchController;
use crate::state::text::sentence;
use yew::prelude::*;

/// Matches and engines, the set-up form, and where messages go. Equal for the Lab's whole life.
#[derive(Clone, PartialEq)]
pub struct LabContext {
    /// Matches and engines.
    pub controller: MatchController,
    /// The set-up form.
    pub draft: UseReducerDispatcher<DraftStore>,
    /// Where messages go.
    pub toasts: ToastDispatcher,
    /// What a link offers, until the user has answered.
    pub offered: UseStateSetter<Option<Offered>>,
    /// A match that waits until the user agrees that another one is paused.
    pub waiting: UseStateSetter<Option<Waiting>>,
}

impl LabContext {
    /// Tells that something could not be done, and why.
    pub fn fault(&self, title: impl Into<String>, reason: &str) {
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.into(), sentence(reason), None));
    }

    /// Copies a text: `what` it is, and the text.
    pub fn copy(&self, what: &'static str, text: &str) {
        let toasts = self.toasts.clone();
        let done = Callback::from(move |done: bool| {
            let action = if done {
                ToastAction::Show(Tone::News, strings::copied(&what), String::new(), None)
            } else {
                let advice = strings::COPY_BLOCKED.to_owned();
                ToastAction::Show(Tone::Fault, strings::not_copied(&what), advice, None)
            };
            toasts.dispatch(action);
        });
        copy_text(text, done);
    }
}
