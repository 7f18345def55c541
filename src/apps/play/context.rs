//! What the parts of the play page share.

use yew::prelude::*;

use super::focus::FocusReturn;
use super::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::services::play::PlayService;
use crate::state::text::sentence;

/// What every part of the page needs.
#[derive(Clone, PartialEq)]
pub struct PlayContext {
    /// The games.
    pub play: PlayService,
    /// Where messages go.
    pub toasts: ToastDispatcher,
    /// Returns the keyboard's focus when its element disappears.
    pub focus: FocusReturn,
}

impl PlayContext {
    /// Tells that something has happened.
    pub fn news(&self, title: String) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
    }

    /// Tells that something could not be done, and why.
    pub fn fault(&self, title: &str, reason: &str) {
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), sentence(reason), None));
    }

    /// Tells that something is not as it was expected.
    pub fn warning(&self, title: String, reason: &str) {
        let reason = if reason.is_empty() { String::new() } else { sentence(reason) };
        self.toasts.dispatch(ToastAction::Show(Tone::Warning, title, reason, None));
    }

    /// Tells of an error, if there is one.
    pub fn done<E: std::fmt::Display>(&self, result: Result<(), E>) {
        if let Err(error) = result {
            self.fault(strings::NOT_DONE, &error.to_string());
        }
    }

    /// A callback of a button.
    pub fn on(&self, deed: fn(&Self)) -> Callback<MouseEvent> {
        let context = self.clone();
        Callback::from(move |_| deed(&context))
    }
}
