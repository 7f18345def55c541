//! The board of a game: moves, premoves, hints and drawings.

use std::rc::Rc;

use tabia_chess::{Move, Square};
use tabia_pgn::comment::{Shape, ShapeColor};
use yew::prelude::*;

use super::shown::Shown;
use crate::apps::play::context::PlayContext;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::hooks::use_settings;
use crate::services::play::Hint;
use crate::state::premove::Premove;

/// Properties of [`BoardPane`].
#[derive(Properties, PartialEq)]
pub struct BoardPaneProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: Shown,
}

/// The board.
#[component]
pub fn BoardPane(props: &BoardPaneProps) -> Html {
    let BoardPaneProps { context, shown } = props;
    let settings = use_settings();
    let drawn = use_state_eq(Vec::<Shape>::new);
    let place = (shown.game.game().id.clone(), shown.place());
    use_effect_with(place, {
        let drawn = drawn.setter();
        move |_| drawn.set(Vec::new())
    });
    let view = use_memo(
        (view(shown), settings.0.always_promote_to_queen, settings.0.move_input),
        |(view, queens, input)| view.clone().with_queens(*queens).with_input(*input),
    );
    let on_move = {
        let (context, game) = (context.clone(), Rc::clone(&shown.game));
        use_callback((context, game), |m: Move, (context, game)| {
            context.done(context.play.play(&game.position().uci_with(m, game.start().chess960)));
        })
    };
    let on_premove = use_callback(
        (context.clone(), Rc::clone(&shown.game)),
        |(from, to): (Square, Square), (context, game)| {
            context.play.premove(Some(Premove::new(from, to).uci(game.position())));
        },
    );
    let on_premove_cancel = use_callback(context.clone(), |(), context| context.play.premove(None));
    let on_shape = use_callback(drawn.clone(), |shape: Shape, drawn| {
        let mut shapes = (**drawn).clone();
        let is_there = shapes.contains(&shape);
        shapes.retain(|other| (other.from, other.to) != (shape.from, shape.to));
        if !is_there {
            shapes.push(shape);
        }
        drawn.set(shapes);
    });
    let mut shapes = (*drawn).clone();
    shapes.extend(shown.snapshot.hint.filter(|_| shown.is_at_end()).and_then(hint_shape));
    html! {
        <div class="board-frame">
            <Board view={Rc::clone(&view)} {on_move} {on_premove} {on_premove_cancel} shapes={Some(shapes)} {on_shape} />
        </div>
    }
}

/// Returns the position shown and what can be moved on it.
fn view(shown: &Shown) -> BoardView {
    let place = shown.place();
    let game = &shown.game;
    let position = game.positions().get(place).copied().unwrap_or(*game.position());
    let last = place.checked_sub(1).and_then(|before| game.line().get(before)).copied().map(marked_squares);
    let view = BoardView::new(position, shown.orientation, last);
    let snapshot = &shown.snapshot;
    if !shown.is_at_end() || (shown.to_move().is_none() && snapshot.may_premove().is_none()) {
        return view.fixed();
    }
    match game.setup().human() {
        Some(color) => {
            let premove = snapshot.premove.as_deref().and_then(Premove::squares);
            view.for_player(color, premove)
        }
        None => view,
    }
}

fn hint_shape(hint: Hint) -> Option<Shape> {
    let color = ShapeColor::Blue;
    match hint {
        Hint::Searching => None,
        Hint::Piece(square) => Some(Shape { color, from: square, to: square }),
        Hint::Move(m) => {
            let (from, to) = marked_squares(m);
            Some(Shape { color, from, to })
        }
    }
}
