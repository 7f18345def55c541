//! State shared by the parts of the book page.

use super::changes::Changes;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::services::books::client::BookClient;
use crate::services::books::feed::BookFeed;
use crate::state::text::sentence;

/// Services that every part of the page needs. Equal throughout the page's lifetime.
#[derive(Clone, PartialEq)]
pub struct PageContext {
    /// Book of the analysis page, and the user's books.
    pub feed: BookFeed,
    /// Workers: each job gets [`BookClient::another`].
    pub client: BookClient,
    /// Dispatcher for messages.
    pub toasts: ToastDispatcher,
    /// Unsaved changes from the editor.
    pub changes: Changes,
}

impl PageContext {
    /// Reports success.
    pub fn news(&self, title: String) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
    }

    /// Reports success and offers a follow-up action.
    pub fn offer(&self, title: String, offer: Offer) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), Some(offer)));
    }

    /// Reports a failure.
    pub fn fault(&self, title: &str, reason: impl std::fmt::Display) {
        self.toasts.dispatch(ToastAction::Show(
            Tone::Fault,
            title.to_owned(),
            sentence(&reason.to_string()),
            None,
        ));
    }
}
