//! Choice of two moves to compare.

use super::compared::Compared;
use super::hooks::{RequestState, show};
use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::apps::analysis::game_store::{GameDispatcher, StoreAction};
use crate::apps::analysis::strings;
use crate::components::events::selected;
use crate::components::select::Select;
use crate::services::explain::Explainer;
use crate::state::explanation::Comparison;
use crate::state::game::{GameAction, GameState};
use crate::state::text::sentence;
use std::cell::Cell;
use std::rc::Rc;
use tabia_chess::{Move, Position};
use yew::prelude::*;

/// Properties of [`Comparing`].
#[derive(Properties, PartialEq)]
pub struct ComparingProps {
    /// Engine that compares.
    pub explainer: Explainer,
    /// Game and current position.
    pub state: GameState,
    /// Dispatcher for added lines.
    pub game: GameDispatcher,
    /// Engine analysis of the position.
    pub feed: AnalysisFeed,
}

/// Choice of two moves, and their comparison.
#[component]
pub fn Comparing(props: &ComparingProps) -> Html {
    let ComparingProps { explainer, state, game, feed } = props;
    let position = *state.position();
    let moves = use_memo(position, sorted_moves);
    let chosen = use_state_eq(|| None::<(Position, [Move; 2])>);
    let compared = use_state_eq(RequestState::<(Position, Comparison)>::nothing);
    let waiting = use_mut_ref(|| None::<Rc<Cell<bool>>>);
    // The suggested moves don't change with every line of the engine.
    let offered = use_memo(position, |_| proposed(state, feed, &moves));
    let pair = (*chosen).filter(|(of, _)| *of == position).map(|(_, pair)| pair);
    let Some(pair) = pair.or(*offered) else {
        return html! { <p>{ strings::nothing_to_compare() }</p> };
    };
    use_effect_with(position, {
        let waiting = Rc::clone(&waiting);
        // When the position changes, the pending comparison is obsolete.
        move |_| move || waiting.take().into_iter().for_each(|wanted| wanted.set(false))
    });
    let choose = |side: usize, label: &'static str| {
        let (chosen, of_index) = (chosen.setter(), Rc::clone(&moves));
        let onchange = Callback::from(move |event: Event| {
            let index = selected(&event);
            if let Some((m, _)) = index.and_then(|index| of_index.get(index)) {
                let mut pair = pair;
                pair[side] = *m;
                chosen.set(Some((position, pair)));
            }
        });
        html! {
            <label>{ label }
                <Select {onchange}>
                    { for moves.iter().map(|(m, san)| html! { <option key={san.clone()} selected={*m == pair[side]}>{ san }</option> }) }
                </Select>
            </label>
        }
    };
    let compare = {
        let (explainer, compared) = (explainer.clone(), compared.clone());
        Callback::from(move |_: MouseEvent| {
            let explainer = explainer.clone();
            let question = async move { Ok((position, explainer.compare(&position, pair).await?)) };
            waiting.replace(Some(show(&compared, question)));
        })
    };
    let on_keep = use_callback(game.clone(), |moves: Vec<Move>, game| keep(game, &moves));
    let found = compared.answer.clone().filter(|found| found.0 == position);
    html! {
        <div class="explain-compare">
            <div class="explain-pair">
                { choose(0, strings::first_move()) }{ choose(1, strings::second_move()) }
                <button type="button" class="button primary" disabled={compared.is_waiting || pair[0] == pair[1]} onclick={compare}>{ strings::compare() }</button>
            </div>
            if pair[0] == pair[1] { <p role="status">{ strings::choose_two_moves() }</p> }
            if compared.is_waiting { <p role="status">{ strings::comparing() }</p> }
            if let Some(fault) = &compared.fault { <p class="problem" role="alert">{ sentence(&strings::not_explained(fault)) }</p> }
            if let Some(found) = found {
                <Compared {found} {on_keep} />
            }
        </div>
    }
}

/// Legal moves sorted by name.
fn sorted_moves(position: &Position) -> Vec<(Move, String)> {
    let mut moves: Vec<_> = position.legal_moves().iter().map(|&m| (m, position.san(m))).collect();
    moves.sort_by(|(_, one), (_, other)| one.cmp(other));
    moves
}

/// Suggests the engine's best move and the move played, else its two best moves, else the first two.
fn proposed(state: &GameState, feed: &AnalysisFeed, moves: &[(Move, String)]) -> Option<[Move; 2]> {
    let played = state.game().main_child(state.node());
    let played = played.and_then(|child| state.game().played(child)?.as_move());
    let lines = feed.state();
    let best = lines.lines().iter().filter_map(|line| line.pv.first().map(|first| first.m));
    let candidates =
        best.clone().take(1).chain(played).chain(best.skip(1)).chain(moves.iter().map(|(m, _)| *m));
    let mut pair: Vec<Move> = Vec::with_capacity(2);
    for m in candidates.filter(|m| moves.iter().any(|(legal, _)| legal == m)) {
        if pair.len() < 2 && !pair.contains(&m) {
            pair.push(m);
        }
    }
    <[Move; 2]>::try_from(pair).ok()
}

/// Adds a line to the game as a variation; the current position doesn't change.
fn keep(game: &GameDispatcher, moves: &[Move]) {
    for &m in moves {
        game.dispatch(StoreAction::Do(GameAction::Play(m)));
    }
    for _ in moves {
        game.dispatch(StoreAction::Do(GameAction::Previous));
    }
}
