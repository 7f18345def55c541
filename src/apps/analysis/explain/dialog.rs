//! Dialog: navigation through the game, and one of four views of the position.

use super::comparing::Comparing;
use super::hooks::{RequestState, use_explanation};
use super::pieces::Pieces;
use super::squares::Squares;
use super::terms::Terms;
use crate::apps::analysis::analysis_feed::AnalysisFeed;
use crate::apps::analysis::game_store::{GameDispatcher, StoreAction};
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::language::Text;
use crate::services::explain::Explainer;
use crate::state::explanation::Explanation;
use crate::state::game::{GameAction, GameState};
use crate::state::text::sentence;
use tabia_chess::Color;
use tabia_pgn::NodeId;
use yew::prelude::*;

/// Properties of [`ExplainDialog`].
#[derive(Clone, Properties, PartialEq)]
pub struct ExplainProps {
    /// Game and current position.
    pub state: GameState,
    /// Dispatcher for navigation and new variations.
    pub game: GameDispatcher,
    /// Engine analysis of the position; its best moves are suggested for comparison.
    pub feed: AnalysisFeed,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// View of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExplainTab {
    Terms,
    Pieces,
    Squares,
    Compare,
}

const VIEWS: [(ExplainTab, Text); 4] = [
    (ExplainTab::Terms, strings::explain_terms),
    (ExplainTab::Pieces, strings::explain_pieces),
    (ExplainTab::Squares, strings::explain_squares),
    (ExplainTab::Compare, strings::explain_compare),
];

/// Explain dialog. Its engine is paused when it closes.
#[component]
pub fn ExplainDialog(props: &ExplainProps) -> Html {
    let ExplainProps { state, game, feed, on_close } = props;
    let explainer = (*use_memo((), |()| Explainer::default())).clone();
    use_effect_with(explainer.clone(), |explainer| {
        let explainer = explainer.clone();
        move || explainer.rest()
    });
    let view = use_state_eq(|| ExplainTab::Terms);
    let position = *state.position();
    let asked = use_explanation(&explainer, &position);
    let choices = VIEWS.map(|(choice, name)| {
        let choose = {
            let view = view.setter();
            Callback::from(move |_: MouseEvent| view.set(choice))
        };
        html! {
            <button type="button" class="button small" aria-pressed={(*view == choice).to_string()} onclick={choose}>{ name() }</button>
        }
    });
    let orientation = state.orientation();
    let content = match (*view, &asked.answer) {
        (ExplainTab::Squares, answer) => {
            let phase = answer.as_ref().map_or(24, |answer| answer.phase);
            html! { <Squares {explainer} {position} {orientation} {phase} /> }
        }
        (ExplainTab::Compare, _) => {
            html! { <Comparing {explainer} state={state.clone()} game={game.clone()} feed={feed.clone()} /> }
        }
        (_, None) => html! {},
        (ExplainTab::Terms, Some(explanation)) => html! { <Terms explanation={explanation.clone()} /> },
        (ExplainTab::Pieces, Some(explanation)) => {
            html! { <Pieces explanation={explanation.clone()} {position} {orientation} /> }
        }
    };
    html! {
        <Modal title={strings::explain()} class={classes!("explain")} on_close={on_close.clone()}>
            { place(state, game) }
            <p class="explain-verdict" role="status">{ verdict(&asked) }</p>
            if let Some(fault) = &asked.fault {
                <p class="problem" role="alert">{ sentence(&strings::not_explained(fault)) }</p>
            }
            <div class="explain-views" role="group" aria-label={strings::explain_views()}>{ for choices }</div>
            <div class={classes!("explain-content", asked.is_waiting.then_some("stale"))} aria-busy={asked.is_waiting.to_string()}>{ content }</div>
            <p class="field-note">{ strings::explain_note() }</p>
        </Modal>
    }
}

/// Current move with buttons to step back and forward.
fn place(state: &GameState, game: &GameDispatcher) -> Html {
    let step = |action: GameAction, icon: Icon, label: &'static str, enabled: bool| {
        let game = game.clone();
        let onclick = Callback::from(move |_: MouseEvent| game.dispatch(StoreAction::Do(action.clone())));
        html! {
            <button type="button" class="button icon small" aria-label={label} title={label} disabled={!enabled} {onclick}><IconView {icon} /></button>
        }
    };
    let node = state.node();
    let positions = state.positions();
    let before = positions.len().checked_sub(2).and_then(|index| positions.get(index));
    let name = match (before, state.last_move()) {
        (Some(before), Some(m)) => {
            let is_white = before.turn() == Color::White;
            strings::explained_move(before.fullmove_number(), is_white, &before.san(m))
        }
        _ => strings::start_of_the_game().to_owned(),
    };
    let turn = strings::explained_turn(state.position().turn() == Color::White);
    let can_go_on = state.game().main_child(node).is_some();
    html! {
        <div class="explain-place">
            { step(GameAction::Previous, Icon::Previous, strings::back_one_move(), node != NodeId::ROOT) }
            { step(GameAction::Next, Icon::Next, strings::forward_one_move(), can_go_on) }
            <span>{ name }{ " · " }{ turn }</span>
        </div>
    }
}

/// Summarizes the evaluation in a sentence.
fn verdict(asked: &RequestState<Explanation>) -> String {
    let Some(explanation) = &asked.answer else {
        return if asked.is_waiting { strings::explain_wait().to_owned() } else { String::new() };
    };
    if explanation.check {
        return strings::explain_in_check().to_owned();
    }
    let net = explanation.net.as_ref().filter(|_| !explanation.known_ending);
    let net = net.map(|net| strings::explain_net(net.total)).unwrap_or_default();
    strings::explain_verdict(explanation.total, explanation.known_ending) + &net
}
