//! Requests by other applications to open games on the board. The board handles them wherever it is.

use crate::platform::observable::Subscription;
use crate::platform::requests::Requests;
use crate::storage::games::Origin;

/// What to open on the board. What is there now remains in the list of recent games.
#[derive(Debug, Clone, PartialEq)]
pub enum OpenRequest {
    /// A saved game: changes on the board are saved to it.
    Kept {
        /// Its id.
        id: String,
    },
    /// A text with one game or more. A game is saved separately once it is edited, or at once if it is stored nowhere else.
    Text {
        /// PGN.
        pgn: String,
        /// Origin of the text.
        origin: Origin,
    },
}

thread_local! {
    static REQUESTS: Requests<OpenRequest> = Requests::default();
}

/// Requests that something be opened on the board, as soon as there is one. The caller navigates to the board.
pub fn open(request: OpenRequest) {
    REQUESTS.with(|requests| requests.add(request));
}

/// Takes the next request.
pub fn take() -> Option<OpenRequest> {
    REQUESTS.with(Requests::take)
}

/// Calls `listener` when a request is ready to be [taken](take), until the subscription is dropped.
pub fn listen(listener: impl Fn() + 'static) -> Subscription {
    REQUESTS.with(|requests| requests.listen(listener))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn requests_wait_for_the_board_and_come_in_their_order() {
        let kept = |id: &str| OpenRequest::Kept { id: id.to_owned() };
        open(kept("a"));
        let heard = Rc::new(RefCell::new(Vec::new()));
        let listener = listen({
            let heard = Rc::clone(&heard);
            move || heard.borrow_mut().extend(take())
        });
        open(kept("b"));
        assert_eq!(*heard.borrow(), [kept("a")]);
        assert_eq!(take(), Some(kept("b")));
        drop(listener);
        assert_eq!(take(), None);
    }
}
