//! State shared by the components of the Lab.

use super::components::fields::DraftStore;
use super::offered::Offered;
use super::strings;
use super::waiting::WaitingMatch;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::clipboard::copy_text;
use crate::services::matches::controller::MatchController;
use crate::state::text::sentence;
use yew::prelude::*;

/// Matches and engines, the set-up form and the toasts. Compares equal for the Lab's whole lifetime.
#[derive(Clone, PartialEq)]
pub struct LabContext {
    /// Controller of matches and engines.
    pub controller: MatchController,
    /// The set-up form.
    pub draft: UseReducerDispatcher<DraftStore>,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
    /// Offer from a link that the user has not accepted or declined yet.
    pub offered: UseStateSetter<Option<Offered>>,
    /// Match waiting for the user to confirm that another one may be paused.
    pub waiting: UseStateSetter<Option<WaitingMatch>>,
}

impl LabContext {
    /// Shows that something failed, and why.
    pub fn fault(&self, title: impl Into<String>, reason: &str) {
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.into(), sentence(reason), None));
    }

    /// Copies a text to the clipboard; `what` describes it.
    pub fn copy(&self, what: &'static str, text: &str) {
        let toasts = self.toasts.clone();
        let done = Callback::from(move |done: bool| {
            let action = if done {
                ToastAction::Show(Tone::News, strings::copied(&what), String::new(), None)
            } else {
                let advice = strings::copy_blocked().to_owned();
                ToastAction::Show(Tone::Fault, strings::not_copied(&what), advice, None)
            };
            toasts.dispatch(action);
        });
        copy_text(text, done);
    }
}
