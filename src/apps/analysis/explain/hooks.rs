//! Hooks for the explaining engine's results.

use crate::services::explain::{ExplainError, Explainer};
use crate::state::explanation::{Explanation, PieceSquareTables};
use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;
use tabia_chess::Position;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// State of a request. The previous result stays until there is a new one.
#[derive(Clone, PartialEq)]
pub struct RequestState<T> {
    /// Latest result.
    pub answer: Option<Rc<T>>,
    /// Error, if there is no newer result.
    pub fault: Option<String>,
    /// Whether a request is pending.
    pub is_waiting: bool,
}

impl<T> RequestState<T> {
    /// Returns the state before any request.
    pub fn nothing() -> Self {
        Self { answer: None, fault: None, is_waiting: false }
    }

    /// Returns the state after a reply.
    fn answered(&self, answer: Result<T, ExplainError>) -> Self {
        match answer {
            Ok(answer) => Self { answer: Some(Rc::new(answer)), fault: None, is_waiting: false },
            Err(error) => {
                Self { answer: self.answer.clone(), fault: Some(error.to_string()), is_waiting: false }
            }
        }
    }
}

/// Shows the result of `question` in `state`, unless a newer request replaces it; setting the returned cell to `false` cancels the request.
pub fn show<T: PartialEq + 'static>(
    state: &UseStateHandle<RequestState<T>>,
    question: impl Future<Output = Result<T, ExplainError>> + 'static,
) -> Rc<Cell<bool>> {
    let is_wanted = Rc::new(Cell::new(true));
    let before = RequestState { answer: state.answer.clone(), fault: None, is_waiting: true };
    let setter = state.setter();
    setter.set(RequestState { answer: before.answer.clone(), fault: None, is_waiting: true });
    let wanted = Rc::clone(&is_wanted);
    spawn_local(async move {
        let answer = question.await;
        if wanted.get() {
            setter.set(before.answered(answer));
        }
    });
    is_wanted
}

/// Requests the evaluation of a position.
#[hook]
pub fn use_explanation(explainer: &Explainer, position: &Position) -> RequestState<Explanation> {
    let state = use_state_eq(RequestState::nothing);
    use_effect_with((explainer.clone(), *position), {
        let state = state.clone();
        move |(explainer, position): &(Explainer, Position)| {
            let (explainer, position) = (explainer.clone(), *position);
            let is_wanted = show(&state, async move { explainer.explain(&position).await });
            move || is_wanted.set(false)
        }
    });
    (*state).clone()
}

/// Requests the piece-square tables.
#[hook]
pub fn use_tables(explainer: &Explainer) -> RequestState<PieceSquareTables> {
    let state = use_state_eq(RequestState::nothing);
    use_effect_with(explainer.clone(), {
        let state = state.clone();
        move |explainer: &Explainer| {
            let explainer = explainer.clone();
            let is_wanted = show(&state, async move { explainer.tables().await });
            move || is_wanted.set(false)
        }
    });
    (*state).clone()
}
