//! What the parts of the book page share.

use super::changes::Changes;
use crate::components::toasts::{Offer, ToastAction, ToastDispatcher, Tone};
use crate::services::books::client::BookClient;
use crate::services::books::feed::BookFeed;
use crate::state::text::sentence;

/// What every part of the page needs. Equal for the page's whole life.
#[derive(Clone, PartialEq)]
pub struct PageContext {
    /// The book of the analysis page, and the shelf.
    pub feed: BookFeed,
    /// Workers: each job takes [`BookClient::another`].
    pub client: BookClient,
    /// Where messages go.
    pub toasts: ToastDispatcher,
    /// What was changed in the editor and is not saved as a book.
    pub changes: Changes,
}

impl PageContext {
    /// Tells that something was done.
    pub fn news(&self, title: String) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), None));
    }

    /// Tells that something was done, and what can be done about it.
    pub fn offer(&self, title: String, offer: Offer) {
        self.toasts.dispatch(ToastAction::Show(Tone::News, title, String::new(), Some(offer)));
    }

    /// Tells that something could not be done.
    pub fn fault(&self, title: &str, reason: impl std::fmt::Display) {
        self.toasts.dispatch(ToastAction::Show(
            Tone::Fault,
            title.to_owned(),
            sentence(&reason.to_string()),
            None,
        ));
    }
}
