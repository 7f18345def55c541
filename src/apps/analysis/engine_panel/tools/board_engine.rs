//! Keeps the engine of the board that which was chosen.

use super::adopt::take_fresh;
use crate::apps::analysis::analysis_feed::use_engine_status;
use crate::apps::analysis::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::observable::Observe;
use crate::services::catalogue::news;
use crate::services::engine::service::{Engine, EngineEvent, EngineState};
use crate::services::lineup::LineupStore;
use crate::services::roster;
use crate::state::lineup::{Lineup, LineupAction};
use crate::state::text::sentence;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Has the chosen engine analyse, with the options that were chosen for it. One that is gone or broken is told of, and the app's own
/// goes on in its place.
#[hook]
pub fn use_board_engine(engine: &Engine, lineup: &Rc<Lineup>, toasts: &ToastDispatcher) {
    let board = lineup.board.clone();
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
        (engine.clone(), board.clone(), lineup.options_of(&board)),
        |(engine, board, options)| {
            if engine.key() == *board {
                engine.choose_options(options.clone());
            }
        },
    );
    use_effect_with(engine.clone(), |engine| {
        let of = engine.clone();
        let subscription = engine.subscribe(move |event| {
            let store = LineupStore::of_page();
            let lineup = store.lineup();
            match event {
                // Its options may have been changed while it was loaded.
                EngineEvent::Replaced if of.key() == lineup.board => {
                    of.choose_options(lineup.options_of(&lineup.board));
                }
                EngineEvent::Refused(key) if *key == lineup.board => {
                    store.act(LineupAction::Board(String::new()));
                }
                _ => {}
            }
        });
        move || drop(subscription)
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

/// Properties of [`BuiltInOffer`].
#[derive(Properties, PartialEq)]
pub struct BuiltInOfferProps {
    /// The engine of the board.
    pub engine: Engine,
    /// The engines that analyse.
    pub lineup: Rc<Lineup>,
}

/// The built-in engine in place of a chosen one that has failed.
#[component]
pub fn BuiltInOffer(props: &BuiltInOfferProps) -> Html {
    let (state, ..) = use_engine_status(&props.engine);
    let is_offered = !props.lineup.board.is_empty() && matches!(state, EngineState::Failed(_));
    let onclick =
        Callback::from(|_: MouseEvent| LineupStore::of_page().act(LineupAction::Board(String::new())));
    html! {
        // An element that is always there: what comes and goes does so inside of it.
        <div>
            if is_offered {
                <p class="engine-message"><button type="button" class="button small" {onclick}>{ strings::USE_BUILT_IN }</button></p>
            }
        </div>
    }
}

async fn take(engine: Engine, id: String, toasts: ToastDispatcher) {
    let file = take_fresh(&id);
    let newcomer = roster::newcomer(&engine, &id).await;
    let store = LineupStore::of_page();
    let lineup = store.lineup();
    // Somebody may have changed his mind meanwhile.
    if lineup.board != id {
        return;
    }
    match newcomer {
        Ok(mut newcomer) => {
            newcomer.is_introduced = file.is_some();
            newcomer.name = file.unwrap_or(newcomer.name);
            newcomer.choices = Some(lineup.options_of(&id));
            engine.take(newcomer);
        }
        Err(error) => {
            let detail = strings::built_in_goes_on(&sentence(&error.to_string()));
            let title = strings::CHOSEN_ENGINE_MISSING.to_owned();
            toasts.dispatch(ToastAction::Show(Tone::Warning, title, detail, None));
            store.act(LineupAction::Forget(id));
        }
    }
}

/// The list of engines has changed: the engine may have another name, or be gone.
async fn follow(engine: Engine, id: String, toasts: ToastDispatcher) {
    let found = roster::name(&id).await;
    let store = LineupStore::of_page();
    if store.lineup().board != id {
        return;
    }
    if let Some(name) = found {
        engine.set_title(&id, &name);
    } else {
        let detail = strings::BUILT_IN_ANALYSES.to_owned();
        let title = strings::ENGINE_WAS_REMOVED.to_owned();
        toasts.dispatch(ToastAction::Show(Tone::News, title, detail, None));
        store.act(LineupAction::Forget(id));
    }
}
