//! Games passed by another application for annotation: the tools form takes them as soon as it is there.

use crate::platform::observable::Subscription;
use crate::platform::requests::Requests;

/// Games to annotate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// The games as PGN.
    pub pgn: String,
    /// Number of games.
    pub count: usize,
}

thread_local! {
    static GAMES: Requests<Handed> = Requests::default();
}

/// Passes games on, replacing any that were not taken. The caller navigates to the page.
pub fn hand_over(games: Handed) {
    GAMES.with(|games_to_annotate| games_to_annotate.replace(games));
}

/// Takes the games.
pub fn take() -> Option<Handed> {
    GAMES.with(Requests::take)
}

/// Calls `listener` when games can be [taken](take), until the subscription is dropped.
pub fn listen(listener: impl Fn() + 'static) -> Subscription {
    GAMES.with(|games_to_annotate| games_to_annotate.listen(listener))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    #[test]
    fn what_is_handed_over_is_taken_once_and_the_newest_counts() {
        let heard = Rc::new(Cell::new(0));
        let listener = {
            let heard = Rc::clone(&heard);
            listen(move || heard.set(heard.get() + 1))
        };
        for count in [1, 2] {
            hand_over(Handed { pgn: "1. e4 *".to_owned(), count });
        }
        assert_eq!((heard.get(), take().map(|games| games.count), take()), (2, Some(2), None));
        drop(listener);
    }
}
