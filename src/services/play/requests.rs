//! Games that other applications ask for: "play from here". The page of play answers, wherever it is.

use crate::platform::observable::Subscription;
use crate::platform::requests::Requests;
use crate::state::play::setup::Start;

thread_local! {
    static REQUESTS: Requests<Start> = Requests::default();
}

/// Asks for a game from a position; a newer request takes the place of one that waits. The caller goes to the
/// page of play by its address.
pub fn play_from(start: Start) {
    REQUESTS.with(|requests| requests.replace(start));
}

/// Where the next game is to start, if anybody asked.
pub fn take() -> Option<Start> {
    REQUESTS.with(Requests::take)
}

/// Calls `listener` when a request waits to be [taken](take), until what is returned is dropped.
pub fn listen(listener: impl Fn() + 'static) -> Subscription {
    REQUESTS.with(|requests| requests.listen(listener))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_request_waits_for_the_page() {
        play_from(Start::Chess960(1));
        play_from(Start::Chess960(2));
        assert_eq!(take(), Some(Start::Chess960(2)));
        assert_eq!(take(), None);
    }
}
