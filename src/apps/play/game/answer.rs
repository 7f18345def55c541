//! The last reply to the player (draw declined, premove dropped), in the card next to the board, where it covers neither pieces nor
//! buttons.

use yew::prelude::*;

use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::platform::observable::Observe;
use crate::services::play::{PlayEvent, PlayNotice};

/// Reply with the ply at which it was given.
#[derive(Clone, Debug, PartialEq)]
struct LastReply {
    game: String,
    ply: usize,
    text: String,
}

impl LastReply {
    /// Returns whether the reply is still relevant. It outlasts one move, because a thinking engine declines a draw by moving.
    fn is_new(&self, game: &str, ply: usize) -> bool {
        self.game == game && (self.ply..=self.ply + 1).contains(&ply)
    }
}

/// Returns the last reply while it is relevant; empty if there is none.
#[hook]
pub fn use_answer(context: &PlayContext) -> String {
    let answer = use_state_eq(|| None::<LastReply>);
    use_effect_with(context.clone(), {
        let answer = answer.setter();
        move |context| {
            let own = context.clone();
            let subscription = context.play.subscribe(move |event| {
                let PlayEvent::Notice(notice) = event else { return };
                let Some(game) = own.play.snapshot().game else { return };
                let text = match notice {
                    PlayNotice::DrawDeclined(color) => {
                        strings::draw_declined(&game.setup().player(*color).name())
                    }
                    PlayNotice::PremoveDropped => strings::premove_dropped().to_owned(),
                    _ => return,
                };
                answer.set(Some(LastReply { game: game.game().id.clone(), ply: game.ply(), text }));
            });
            move || drop(subscription)
        }
    });
    let place = context.play.snapshot().game.map(|game| (game.game().id.clone(), game.ply()));
    let is_new = match (&*answer, &place) {
        (Some(answer), Some((game, ply))) => answer.is_new(game, *ply),
        _ => false,
    };
    // Remove an outdated reply for good: a takeback and new moves may reach its ply again.
    use_effect_with((is_new, (*answer).clone()), {
        let setter = answer.setter();
        move |(is_new, answer)| {
            if !is_new && answer.is_some() {
                setter.set(None);
            }
        }
    });
    (*answer).clone().filter(|_| is_new).map(|answer| answer.text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_outlasts_the_move_that_it_comes_with() {
        let answer = LastReply { game: "a".to_owned(), ply: 7, text: String::new() };
        assert_eq!([6, 7, 8, 9].map(|ply| answer.is_new("a", ply)), [false, true, true, false]);
        assert!(!answer.is_new("b", 7), "another game");
    }
}
