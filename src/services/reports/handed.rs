//! Games that another application wants annotated: the form of the tools takes them as soon as it is there.

use crate::platform::observable::Subscription;
use crate::platform::requests::Requests;

/// Games that are to be annotated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// The games as PGN.
    pub pgn: String,
    /// How many there are.
    pub count: usize,
}

thread_local! {
    static DESK: Requests<Handed> = Requests::default();
}

/// Hands games over, in place of any that were not taken. The caller goes to the page by its address.
pub fn hand_over(games: Handed) {
    DESK.with(|desk| desk.replace(games));
}

/// Takes what was handed over.
pub fn take() -> Option<Handed> {
    DESK.with(Requests::take)
}

/// Calls `listener` when something can be [taken](take), until what is returned is dropped.
pub fn listen(listener: impl Fn() + 'static) -> Subscription {
    DESK.with(|desk| desk.listen(listener))
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
