//! Games that other applications put on the board: the board answers, wherever it is.

use crate::platform::observable::Subscription;
use crate::platform::requests::Requests;
use crate::storage::games::Origin;

/// What is to be put on the board. What is there now stands in the list of recent games afterwards.
#[derive(Debug, Clone, PartialEq)]
pub enum OpenRequest {
    /// A kept game: what is changed on the board is saved to it.
    Kept {
        /// Its id.
        id: String,
    },
    /// A text with one game or more. It is kept as a game of the user's own once it is edited, at once if it is kept nowhere else.
    Text {
        /// PGN.
        pgn: String,
        /// Where it comes from.
        origin: Origin,
    },
}

thread_local! {
    static REQUESTS: Requests<OpenRequest> = Requests::default();
}

/// Puts something on the board, as soon as there is one. The caller goes to the page of the board by its address.
pub fn open(request: OpenRequest) {
    REQUESTS.with(|requests| requests.add(request));
}

/// What is to be put on the board next.
pub fn take() -> Option<OpenRequest> {
    REQUESTS.with(Requests::take)
}

/// Calls `listener` when something waits to be [taken](take), until what is returned is dropped.
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
