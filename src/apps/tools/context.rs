//! What the parts of the tools share.

use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::state::text::sentence;

/// What every part of the page needs. Equal for the page's whole life.
#[derive(Clone, PartialEq)]
pub struct ToolsContext {
    /// Where messages go.
    pub toasts: ToastDispatcher,
}

impl ToolsContext {
    /// Tells that something was done.
    pub fn news(&self, title: impl Into<String>) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title.into(), String::new(), None));
    }

    /// Tells that something could not be done.
    pub fn fault(&self, title: &str, reason: impl std::fmt::Display) {
        let reason = sentence(&reason.to_string());
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), reason, None));
    }
}
