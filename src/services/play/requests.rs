//! Requests by other applications for a game: "play from here". The play page handles them wherever it is.

use crate::platform::observable::Subscription;
use crate::platform::requests::Requests;
use crate::state::play::setup::Start;

thread_local! {
    static REQUESTS: Requests<Start> = Requests::default();
}

/// Requests a game from a position, replacing any pending request. The caller navigates to the play page.
pub fn play_from(start: Start) {
    REQUESTS.with(|requests| requests.replace(start));
}

/// Takes the start of the next game, if one was requested.
pub fn take() -> Option<Start> {
    REQUESTS.with(Requests::take)
}

/// Calls `listener` when a request is ready to be [taken](take), until the subscription is dropped.
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
