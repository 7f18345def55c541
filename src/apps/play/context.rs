//! State shared by the components of the play page.

use yew::prelude::*;

use super::focus::FocusReturn;
use super::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::services::play::PlayService;
use crate::state::play::prefs::{PlayPref, PlayPrefs};
use crate::state::text::sentence;

/// State shared by all components of the page.
#[derive(Clone, PartialEq)]
pub struct PlayContext {
    /// Game service.
    pub play: PlayService,
    /// Toast dispatcher.
    pub toasts: ToastDispatcher,
    /// Restores the keyboard focus when its element disappears.
    pub focus: FocusReturn,
    /// Preferences during games.
    pub prefs: PlayPrefs,
    /// Switches a preference on or off.
    pub toggle: Callback<PlayPref>,
}

impl PlayContext {
    /// Shows that something has happened.
    pub fn news(&self, title: String) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
    }

    /// Shows that something failed, and why.
    pub fn fault(&self, title: &str, reason: &str) {
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), sentence(reason), None));
    }

    /// Shows that something was not as expected.
    pub fn warning(&self, title: String, reason: &str) {
        let reason = if reason.is_empty() { String::new() } else { sentence(reason) };
        self.toasts.dispatch(ToastAction::Show(Tone::Warning, title, reason, None));
    }

    /// Shows the error, if any.
    pub fn done<E: std::fmt::Display>(&self, result: Result<(), E>) {
        if let Err(error) = result {
            self.fault(strings::not_done(), &error.to_string());
        }
    }

    /// Creates a button callback.
    pub fn on(&self, action: fn(&Self)) -> Callback<MouseEvent> {
        let context = self.clone();
        Callback::from(move |_| action(&context))
    }
}
