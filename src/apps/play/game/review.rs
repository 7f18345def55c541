//! Quick review of a finished game: accuracy and worst moves, found in the background.

use std::rc::Rc;

use tabia_chess::Color;
use yew::prelude::*;

use super::shown::ShownGame;
use crate::apps::play::strings;
use crate::services::reports::quick::QuickLook;
use crate::state::play::review::{Review, WorstMove, is_reviewed, moves_played};

/// Reviews the game shown while the page is visible, and renders the outcome; nothing for games without a review, or if the engines fail.
#[hook]
pub fn use_review(shown: &ShownGame, go: &Callback<Option<usize>>, is_seen: bool) -> Html {
    let found = use_state(|| None::<(String, Option<Review>)>);
    let game = Rc::clone(&shown.game);
    let human = game.setup().human();
    let id = game.game().id.clone();
    let own = found.as_ref().filter(|(of, _)| *of == id).map(|(_, review)| review.clone());
    let is_looking = is_reviewed(&game) && own.is_none();
    use_effect_with((id, is_looking && is_seen), {
        let (found, game) = (found.setter(), Rc::clone(&game));
        move |(id, wants)| {
            let look = wants.then(|| {
                let (id, moves, start_plies) = (id.clone(), moves_played(&game), game.start_plies());
                QuickLook::begin(&moves.clone(), move |findings| {
                    let review = findings.map(|findings| Review::new(&moves, &findings, start_plies, human));
                    found.set(Some((id, review)));
                })
            });
            move || drop(look)
        }
    });
    if is_looking {
        return html! { <p class="play-hint play-accuracy" role="status">{ strings::looking_at_game() }</p> };
    }
    let Some(Some(Review { accuracy, worst })) = own else { return Html::default() };
    let last = game.line().len();
    let row = |own: &WorstMove| {
        let (ply, go) = (own.ply, go.clone());
        let onclick = Callback::from(move |_: MouseEvent| go.emit((ply < last).then_some(ply)));
        let is_here = (shown.place() == ply).then_some("step");
        html! {
            <li key={ply}>
                <button type="button" class="play-worst" aria-current={is_here} {onclick}><strong>{ &own.name }</strong><span>{ &own.remark }</span></button>
            </li>
        }
    };
    html! {
        <>
            <p class="play-hint play-accuracy" role="status">{ accuracy_text(accuracy, human) }</p>
            if worst.is_empty() {
                <p class="play-hint">{ strings::no_mistakes() }</p>
            } else {
                <ul class="play-worst-moves" aria-label={strings::worst_moves()}>{ for worst.iter().map(row) }</ul>
            }
        </>
    }
}

/// Says the accuracy of both sides, the user's first.
fn accuracy_text(accuracy: [Option<f64>; 2], human: Option<Color>) -> String {
    let names = if human.is_some() {
        [strings::you(), strings::the_opponent()]
    } else {
        [strings::white(), strings::black()]
    };
    let first = human.unwrap_or(Color::White);
    let of =
        |name: &str, color: Color| accuracy[color.index()].map(|percent| format!("{name} {percent:.0}%"));
    let both = [of(names[0], first), of(names[1], !first)];
    strings::accuracy(&both.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_accuracy_comes_first() {
        let accuracy = [Some(91.26), Some(78.6)];
        assert_eq!(
            accuracy_text(accuracy, Some(Color::Black)),
            "Accuracy at a quick look: you 79%, opponent 91%."
        );
        assert_eq!(accuracy_text(accuracy, None), "Accuracy at a quick look: White 91%, Black 79%.");
        assert_eq!(
            accuracy_text([None, Some(50.0)], Some(Color::White)),
            "Accuracy at a quick look: opponent 50%."
        );
    }
}
