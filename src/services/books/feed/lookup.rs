//! Questions to the book worker: one is in flight, and the newest waits.

use tabia_worker::book::messages::{Answer, Reply, Request};
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;

use super::BookFeed;
use crate::services::books::client::AskError;
use crate::services::books::kept_book::BookBytes;
use crate::state::book::{BookAction, BookStatus};

/// The number of the panel's book in its worker.
const BOOK: u32 = 1;

impl BookFeed {
    /// What is shown has to be looked up again.
    pub(super) fn again(&self) {
        let shown = self.0.state.borrow().shown.as_ref().map(|shown| shown.line.clone());
        let line = self.0.in_flight.borrow_mut().take().or(shown);
        if let Some(line) = line {
            self.0.wanted.borrow_mut().get_or_insert(line);
        }
    }

    pub(super) fn open(&self) {
        let opening = self.0.opening.get() + 1;
        self.0.opening.set(opening);
        let state = self.state();
        if !state.is_on() {
            self.send();
            return;
        }
        let feed = self.clone();
        spawn_local(async move {
            let bytes = feed.0.shelf.bytes(&state.choice).await;
            // The worker opens what arrives last: bytes that took long must not come behind those of a newer choice.
            if feed.0.opening.get() != opening {
                return;
            }
            let result = match bytes {
                Ok(bytes) => feed.open_bytes(bytes).await.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            if feed.0.opening.get() != opening {
                return;
            }
            match result {
                Ok(entries) => {
                    // It may be kept by now, under another name: the choice of that time would never be found again.
                    let choice = feed.0.state.borrow().choice.clone();
                    feed.0.opened.replace(Some((feed.0.client.generation(), choice)));
                    feed.act(BookAction::Opened { entries });
                }
                Err(reason) => feed.act(BookAction::Failed(reason)),
            }
            feed.send();
        });
    }

    pub(super) async fn open_bytes(&self, bytes: BookBytes) -> Result<u64, AskError> {
        let open =
            Request::Open { book: BOOK, file: FileBytes(bytes.book), stats: bytes.stats.map(FileBytes) };
        match self.0.client.ask(open, |_| {}).await? {
            Answer::Opened { entries, .. } => Ok(entries as u64),
            other => Err(AskError::Failed(format!("the book worker answered {other:?}"))),
        }
    }

    /// Sends the newest question, unless one is in flight.
    pub(super) fn send(&self) {
        if self.0.in_flight.borrow().is_some() {
            return;
        }
        let state = self.state();
        let opened = self.0.opened.borrow().clone();
        let is_open = opened == Some((self.0.client.generation(), state.choice.clone()));
        let loading = state.status == BookStatus::Loading;
        if loading && !is_open {
            // Sent when the book is open.
            return;
        }
        let Some(line) = self.0.wanted.borrow_mut().take() else { return };
        self.0.in_flight.replace(Some(line.clone()));
        let book = (is_open && state.is_on()).then_some(BOOK);
        let feed = self.clone();
        let opening = self.0.opening.get();
        self.0.client.request(Request::Look { book, line: line.clone() }, move |reply| {
            if feed.0.opening.get() != opening {
                return;
            }
            let done = match reply {
                Reply::Answer { answer: Answer::Looked(looked), done } => {
                    feed.act(BookAction::Looked(line.clone(), looked));
                    done
                }
                Reply::Answer { answer: Answer::Follow(follow), done } => {
                    feed.act(BookAction::Follow(line.clone(), follow));
                    done
                }
                Reply::Answer { done, .. } => done,
                Reply::Failed(reason) => {
                    feed.act(BookAction::Failed(reason));
                    true
                }
            };
            if done {
                feed.0.in_flight.replace(None);
                feed.send();
            }
        });
    }
}
