//! The board of a game: moves, premoves, hints and drawings.

use std::rc::Rc;

use tabia_chess::{Move, Position, Rank, Role, Square};
use tabia_pgn::comment::{Shape, ShapeColor};
use yew::prelude::*;

use super::draft::MoveDraft;
use super::shown::ShownGame;
use crate::apps::play::context::PlayContext;
use crate::components::board::promotion::PromotionPicker;
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::hooks::use_settings;
use crate::services::play::Hint;
use crate::state::play::game::LiveGame;
use crate::state::premove::{self, Premove};

/// Properties of [`BoardPane`].
#[derive(Properties, PartialEq)]
pub struct BoardPaneProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// Move that is being entered.
    pub draft: Option<MoveDraft>,
    /// Sets or clears the draft.
    pub set_draft: Callback<Option<MoveDraft>>,
    /// Plays a person's move, or makes it a draft.
    pub enter: Callback<Move>,
}

/// The board.
#[component]
pub fn BoardPane(props: &BoardPaneProps) -> Html {
    let BoardPaneProps { context, shown, draft, set_draft, enter } = props;
    let settings = use_settings();
    let drawn = use_state_eq(Vec::<Shape>::new);
    let place = (shown.game.game().id.clone(), shown.place());
    use_effect_with(place, {
        let drawn = drawn.setter();
        move |_| drawn.set(Vec::new())
    });
    let view = use_memo(
        (view(shown, *draft), settings.0.always_promote_to_queen, settings.0.move_input),
        |(view, queens, input)| view.clone().with_queens(*queens).with_input(*input),
    );
    let on_move = {
        let (context, game, set_draft) = (context.clone(), Rc::clone(&shown.game), set_draft.clone());
        use_callback(
            (context, game, *draft, set_draft, enter.clone()),
            |m: Move, (context, game, draft, set_draft, enter)| {
                if *draft == Some(MoveDraft::Replace) {
                    set_draft.emit(None);
                    let uci = before_last(game).uci_with(m, game.start().chess960);
                    context.done(context.play.replace_reply(&uci));
                } else {
                    enter.emit(m);
                }
            },
        )
    };
    let promoting = use_state_eq(|| None::<(Square, Square)>);
    use_effect_with(shown.game.game().id.clone(), {
        let promoting = promoting.setter();
        move |_| promoting.set(None)
    });
    let on_premove = use_callback(
        (context.clone(), Rc::clone(&view), settings.0.always_promote_to_queen, promoting.setter()),
        |(from, to): (Square, Square), (context, view, queens, promoting)| {
            if !*queens && is_promotion(&view.position, from, to) {
                promoting.set(Some((from, to)));
            } else {
                context.play.premove(Some(Premove::new(from, to).uci(&view.position)));
            }
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
            { picker(context, shown, &promoting) }
        </div>
    }
}

/// Renders the picker for the piece that a premoved pawn promotes to.
fn picker(
    context: &PlayContext,
    shown: &ShownGame,
    promoting: &UseStateHandle<Option<(Square, Square)>>,
) -> Html {
    let Some(((from, to), color)) = (**promoting).zip(shown.game.setup().human()) else {
        return Html::default();
    };
    if shown.game.is_over() {
        return Html::default();
    }
    let on_choose = {
        let (context, promoting) = (context.clone(), promoting.setter());
        Callback::from(move |promotion: Role| {
            promoting.set(None);
            let uci = format!("{from}{to}{}", promotion.char());
            // The opponent may have moved in the meantime.
            if context.play.snapshot().may_premove().is_some() {
                context.play.premove(Some(uci));
            } else {
                context.done(context.play.play(&uci));
            }
        })
    };
    let on_cancel = {
        let promoting = promoting.setter();
        Callback::from(move |()| promoting.set(None))
    };
    html! { <PromotionPicker key="promotion" square={to} {color} orientation={shown.orientation} {on_choose} {on_cancel} /> }
}

/// Returns whether a premove takes a pawn to the last rank.
fn is_promotion(position: &Position, from: Square, to: Square) -> bool {
    position
        .piece_at(from)
        .is_some_and(|piece| piece.role == Role::Pawn && to.relative_to(piece.color).rank() == Rank::Eighth)
}

/// Returns the position before the last move.
fn before_last(game: &LiveGame) -> Position {
    game.positions().iter().nth_back(1).copied().unwrap_or(*game.position())
}

/// Returns the position shown and what can be moved on it.
fn view(shown: &ShownGame, draft: Option<MoveDraft>) -> BoardView {
    let place = shown.place();
    let game = &shown.game;
    if shown.is_at_end() && !game.is_over() {
        match draft {
            Some(MoveDraft::Confirm { m, .. }) if game.position().is_legal(m) => {
                let mut after = *game.position();
                after.play_unchecked(m);
                return BoardView::new(after, shown.orientation, Some(marked_squares(m))).fixed();
            }
            Some(MoveDraft::Replace) if shown.snapshot.replaceable().is_some() => {
                let last = game.line().iter().nth_back(1).copied().map(marked_squares);
                return BoardView::new(before_last(game), shown.orientation, last);
            }
            _ => {}
        }
    }
    let position = game.positions().get(place).copied().unwrap_or(*game.position());
    let last = place.checked_sub(1).and_then(|before| game.line().get(before)).copied().map(marked_squares);
    let view = BoardView::new(position, shown.orientation, last);
    let snapshot = &shown.snapshot;
    if !shown.is_at_end() || (shown.to_move().is_none() && snapshot.may_premove().is_none()) {
        return view.fixed();
    }
    match game.setup().human() {
        Some(color) => {
            let (board, _) = premove::made(&position, &snapshot.premoves);
            BoardView::new(board, shown.orientation, last)
                .for_player(color, premove::marked(&snapshot.premoves))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::play::PlaySnapshot;
    use crate::state::play::game::PlayedMove;
    use crate::state::play::setup::PlaySetup;
    use tabia_chess::Color;

    /// Returns a game of White, a person, against a level after 1. e4 e5.
    fn shown() -> ShownGame {
        let mut game = LiveGame::new("id".to_owned(), PlaySetup::default(), 0.0).unwrap();
        for uci in ["e2e4", "e7e5"] {
            game.play(game.read_move(uci).unwrap(), &PlayedMove::default()).unwrap();
        }
        let game = Rc::new(game);
        let snapshot = PlaySnapshot { game: Some(Rc::clone(&game)), ..PlaySnapshot::default() };
        ShownGame { snapshot: Rc::new(snapshot), game, ply: None, orientation: Color::White }
    }

    #[test]
    fn a_draft_is_shown_on_the_board() {
        let shown = shown();
        let m = shown.game.read_move("g1f3").unwrap();
        let waiting = view(&shown, Some(MoveDraft::Confirm { m, blunder: None }));
        assert!(waiting.position.piece_at(Square::F3).is_some());
        assert_eq!((waiting.last_move, waiting.mover()), (Some((Square::G1, Square::F3)), None));
        let replaced = view(&shown, Some(MoveDraft::Replace));
        assert_eq!(replaced.mover(), Some(Color::Black));
        assert!(replaced.targets().destinations(Square::C7).contains(Square::C5));
        // An earlier position is shown as it was.
        let earlier = ShownGame { ply: Some(0), ..shown.clone() };
        assert_eq!(view(&earlier, Some(MoveDraft::Replace)).position, Position::default());
        assert_eq!(view(&earlier, Some(MoveDraft::Replace)).mover(), None);
        assert_eq!(view(&shown, None).mover(), Some(Color::White));
    }

    #[test]
    fn only_pawns_on_the_last_rank_promote() {
        let position = "k7/4P3/8/8/8/8/3p4/K6R w - - 0 1".parse::<tabia_chess::Setup>().unwrap();
        let position = position.position().unwrap();
        assert!(is_promotion(&position, Square::E7, Square::E8));
        assert!(is_promotion(&position, Square::D2, Square::D1));
        assert!(!is_promotion(&position, Square::H1, Square::H8));
    }
}
