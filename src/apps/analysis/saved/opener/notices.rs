//! Messages about saving.

use super::GameOpener;
use crate::apps::analysis::strings;
use crate::components::toasts::{Offer, ToastAction, Tone};
use crate::platform::download::download;
use crate::services::games::autosave::AutosaveNotice;
use crate::state::text::sentence;
use crate::storage::{Content, StoreError};
use yew::Callback;

impl GameOpener {
    pub(super) fn show_faults(&self, faults: &[StoreError]) {
        if let Some(error) = faults.first() {
            self.fault(strings::board_not_found_again(), error);
        }
    }

    pub(super) fn fault(&self, title: &str, error: &StoreError) {
        let reason = sentence(&error.to_string());
        self.toasts.dispatch(ToastAction::Show(Tone::Fault, title.to_owned(), reason, None));
    }

    pub(super) fn show_notice(&self, notice: &AutosaveNotice) {
        let (tone, title, detail, offer) = match notice {
            AutosaveNotice::NotSaved(trouble) => {
                let opener = self.clone();
                let action = Callback::from(move |()| opener.download());
                let offer = Offer { label: strings::download_pgn(), action };
                (Tone::Fault, strings::not_saved(), strings::not_saved_advice(trouble), Some(offer))
            }
            AutosaveNotice::SavedAgain => (Tone::News, strings::saved_again(), String::new(), None),
            AutosaveNotice::BecameCopy(_) => {
                (Tone::Warning, strings::became_copy(), strings::became_copy_why().to_owned(), None)
            }
        };
        self.toasts.dispatch(ToastAction::Show(tone, title.to_owned(), detail, offer));
    }

    /// Offers the open games as a file download.
    fn download(&self) {
        let pgn = self.latest.borrow().state().pgn_of_all();
        let saved = Content::from(pgn.as_str())
            .blob()
            .map_err(|error| error.to_string())
            .and_then(|blob| download(strings::GAMES_FILE, &blob).map_err(|error| error.to_string()));
        if let Err(reason) = saved {
            let title = strings::not_downloaded().to_owned();
            self.toasts.dispatch(ToastAction::Show(Tone::Fault, title, sentence(&reason), None));
        }
    }
}
