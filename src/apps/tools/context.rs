//! State shared by all parts of the tools page.

use yew::Callback;

use super::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::clipboard::copy_text;
use crate::state::text::sentence;

/// Shared state of the page; equal for the page's lifetime.
#[derive(Clone, PartialEq)]
pub struct ToolsContext {
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
}

impl ToolsContext {
    /// Shows a success message.
    pub fn news(&self, title: impl Into<String>) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title.into(), String::new(), None));
    }

    /// Copies a text to the clipboard and reports whether that worked.
    pub fn copy(&self, text: &str) {
        let context = self.clone();
        let done = Callback::from(move |is_done| {
            if is_done {
                context.news(strings::copied());
            } else {
                context.fault(strings::not_copied(), strings::clipboard_refused());
            }
        });
        copy_text(text, done);
    }

    /// Shows an error message.
    pub fn fault(&self, title: &str, reason: impl std::fmt::Display) {
        let reason = sentence(&reason.to_string());
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), reason, None));
    }
}
