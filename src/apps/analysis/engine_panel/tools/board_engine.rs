//! Keeps the board's engine in sync with the choice.

use super::adopt::take_fresh;
use crate::apps::analysis::analysis_feed::use_engine_status;
use crate::apps::analysis::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::observable::{Observe, Subscription};
use crate::services::active_engines::ActiveEnginesStore;
use crate::services::catalogue::news;
use crate::services::engine::service::{Engine, EngineEvent, EngineState, LEARN_OPTION};
use crate::services::load_engine;
use crate::services::position_learning::PositionLearning;
use crate::state::active_engines::{ActiveEngines, ActiveEnginesAction};
use crate::state::learned_positions::learned_from;
use crate::state::text::sentence;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Loads the chosen engine and applies its options. If it is missing or broken, the user is notified and the built-in engine takes over.
#[hook]
pub fn use_board_engine(engine: &Engine, active_engines: &Rc<ActiveEngines>, toasts: &ToastDispatcher) {
    let board = active_engines.board.clone();
    use_effect_with((engine.clone(), board.clone()), {
        let toasts = toasts.clone();
        move |(engine, board)| {
            if board.is_empty() {
                engine.take_shipped();
            } else {
                spawn_local(take(engine.clone(), board.clone(), toasts));
            }
        }
    });
    use_effect_with(
        (engine.clone(), board.clone(), active_engines.options_of(&board)),
        |(engine, board, options)| {
            if engine.key() == *board {
                engine.choose_options(options.clone());
            }
        },
    );
    use_effect_with(engine.clone(), |engine| {
        let of = engine.clone();
        let subscription = engine.subscribe(move |event| {
            let store = ActiveEnginesStore::of_page();
            let active_engines = store.active_engines();
            match event {
                // Its options may have changed while it was loading.
                EngineEvent::Replaced if of.key() == active_engines.board => {
                    of.choose_options(active_engines.options_of(&active_engines.board));
                }
                EngineEvent::Refused(key) if *key == active_engines.board => {
                    store.act(ActiveEnginesAction::Board(String::new()));
                }
                _ => {}
            }
        });
        move || drop(subscription)
    });
    let learns = board.is_empty()
        && active_engines
            .options_of(&board)
            .iter()
            .any(|(name, value)| name.eq_ignore_ascii_case(LEARN_OPTION) && value == "true");
    use_effect_with((engine.clone(), learns), |(engine, learns)| {
        let listeners = learns.then(|| learn(engine));
        let engine = engine.clone();
        move || {
            if listeners.is_some() {
                engine.set_learned(Rc::default());
            }
        }
    });
    use_effect_with((engine.clone(), board), {
        let toasts = toasts.clone();
        move |(engine, board)| {
            let (engine, board) = (engine.clone(), board.clone());
            let news = news::listen(move || {
                if !board.is_empty() {
                    spawn_local(follow(engine.clone(), board.clone(), toasts.clone()));
                }
            });
            move || drop(news)
        }
    });
}

/// Gives the engine the positions that were learned, and learns from its searches, until the result is dropped.
fn learn(engine: &Engine) -> [Subscription; 2] {
    let learning = PositionLearning::of_page();
    let changes = learning.subscribe({
        let (engine, learning) = (engine.clone(), learning.clone());
        move |()| engine.set_learned(learning.positions().lines().into())
    });
    let results = engine.subscribe({
        let learning = learning.clone();
        move |event| {
            if let EngineEvent::Analysis(update) = event
                && let Some(learned) = learned_from(update)
            {
                learning.keep(learned);
            }
        }
    });
    spawn_local(async move {
        // The dialog of the engine's options says why, if they cannot be read.
        let _ = learning.load().await;
    });
    [changes, results]
}

/// Properties of [`BuiltInOffer`].
#[derive(Properties, PartialEq)]
pub struct BuiltInOfferProps {
    /// Engine of the board.
    pub engine: Engine,
    /// Engines in use and their options.
    pub active_engines: Rc<ActiveEngines>,
}

/// Offer to switch to the built-in engine after the chosen one has failed.
#[component]
pub fn BuiltInOffer(props: &BuiltInOfferProps) -> Html {
    let (state, ..) = use_engine_status(&props.engine);
    let is_offered = !props.active_engines.board.is_empty() && matches!(state, EngineState::Failed(_));
    let onclick = Callback::from(|_: MouseEvent| {
        ActiveEnginesStore::of_page().act(ActiveEnginesAction::Board(String::new()));
    });
    html! {
        // Permanent element; only its content comes and goes.
        <div>
            if is_offered {
                <p class="engine-message"><button type="button" class="button small" {onclick}>{ strings::use_built_in() }</button></p>
            }
        </div>
    }
}

async fn take(engine: Engine, id: String, toasts: ToastDispatcher) {
    let file = take_fresh(&id);
    let candidate = load_engine::candidate(&engine, &id).await;
    let store = ActiveEnginesStore::of_page();
    let active_engines = store.active_engines();
    // The user may have changed the choice in the meantime.
    if active_engines.board != id {
        return;
    }
    match candidate {
        Ok(mut candidate) => {
            candidate.is_introduced = file.is_some();
            candidate.name = file.unwrap_or(candidate.name);
            candidate.choices = Some(active_engines.options_of(&id));
            engine.take(candidate);
        }
        Err(error) => {
            let detail = strings::built_in_goes_on(&sentence(&error.to_string()));
            let title = strings::chosen_engine_missing().to_owned();
            toasts.dispatch(ToastAction::Show(Tone::Warning, title, detail, None));
            store.act(ActiveEnginesAction::Forget(id));
        }
    }
}

/// Updates the engine after a change of the engine list: it may have been renamed or removed.
async fn follow(engine: Engine, id: String, toasts: ToastDispatcher) {
    let found = load_engine::name(&id).await;
    let store = ActiveEnginesStore::of_page();
    if store.active_engines().board != id {
        return;
    }
    if let Some(name) = found {
        engine.set_title(&id, &name);
    } else {
        let detail = strings::built_in_analyses().to_owned();
        let title = strings::engine_was_removed().to_owned();
        toasts.dispatch(ToastAction::Show(Tone::News, title, detail, None));
        store.act(ActiveEnginesAction::Forget(id));
    }
}
