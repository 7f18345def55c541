//! Choice of the moves to search.

use crate::apps::analysis::strings;
use crate::apps::analysis::target::AnalysisTarget;
use crate::components::modal::Modal;
use crate::state::focus::Focus;
use std::rc::Rc;
use tabia_chess::Move;
use yew::prelude::*;

/// Properties of [`MovesDialog`].
#[derive(Properties, PartialEq)]
pub struct MovesDialogProps {
    /// Position to analyse.
    pub subject: Rc<AnalysisTarget>,
    /// Receives the choice.
    pub focus: UseStateHandle<Focus>,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Toggle buttons for all legal moves; none pressed means all.
#[component]
pub fn MovesDialog(props: &MovesDialogProps) -> Html {
    let MovesDialogProps { subject, focus, on_close } = props;
    let place = subject.place;
    let mut legal: Vec<(String, Move)> =
        subject.position.legal_moves().iter().map(|m| (subject.position.san(*m), *m)).collect();
    legal.sort_by(|(a, _), (b, _)| a.cmp(b));
    let all: Vec<Move> = legal.iter().map(|(_, m)| *m).collect();
    let chosen = focus.moves(place, &all);
    let toggle = |m: Move| {
        let mut next = chosen.clone();
        match next.iter().position(|other| *other == m) {
            Some(index) => _ = next.remove(index),
            None => next.push(m),
        }
        let focus = focus.clone();
        Callback::from(move |_: MouseEvent| focus.set(focus.chosen(place, next.clone())))
    };
    let everything = {
        let focus = focus.clone();
        Callback::from(move |_: MouseEvent| focus.set(focus.all_moves(place)))
    };
    html! {
        <Modal title={strings::moves_to_search()} on_close={on_close.clone()}>
            <p class="field-hint">{ strings::moves_to_search_note() }</p>
            <div class="chosen-list" role="group" aria-label={strings::moves_to_search()}>
                { for legal.iter().map(|(san, m)| html! {
                    <button key={san.clone()} type="button" class="button small san" aria-pressed={chosen.contains(m).to_string()} onclick={toggle(*m)}>{ san }</button>
                }) }
            </div>
            <div class="modal-actions">
                <button type="button" class="button spread" disabled={chosen.is_empty()} onclick={everything}>{ strings::search_all_moves() }</button>
                <button type="button" class="button primary" onclick={on_close.reform(|_: MouseEvent| ())}>{ strings::done() }</button>
            </div>
        </Modal>
    }
}
