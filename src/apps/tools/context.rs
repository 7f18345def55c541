//! What the parts of the tools share.

use yew::Callback;

use super::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::clipboard::copy_text;
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

    /// Copies a text, and tells whether that was done.
    pub fn copy(&self, text: &str) {
        let context = self.clone();
        let done = Callback::from(move |is_done| {
            if is_done {
                context.news(strings::COPIED);
            } else {
                context.fault(strings::NOT_COPIED, strings::CLIPBOARD_REFUSED);
            }
        });
        copy_text(text, done);
    }

    /// Tells that something could not be done.
    pub fn fault(&self, title: &str, reason: impl std::fmt::Display) {
        let reason = sentence(&reason.to_string());
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), reason, None));
    }
}
