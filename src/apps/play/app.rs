//! The play page's application.

use yew::prelude::*;

use super::context::PlayContext;
use super::focus::FocusReturn;
use super::game::GameView;
use super::notices::use_notices;
use super::rating::RatingPage;
use super::setup::SetupForm;
use super::sounds::use_sounds;
use super::{prefs_store, strings};
use crate::components::toasts::{ToastList, Toasts};
use crate::hooks::{use_observable, use_route, use_settings};
use crate::services::play::{PlayService, PlayStage, requests};
use crate::state::play::prefs::PlayPref;
use crate::state::play::setup::Start;
use crate::state::route::{PlaySubject, Route};

/// Root component of the play page.
#[component]
pub fn PlayApp() -> Html {
    let route = use_route();
    let is_seen = route == Route::Play(PlaySubject::Game);
    let is_rating_seen = route == Route::Play(PlaySubject::Rating);
    let toasts = use_reducer_eq(Toasts::default);
    let play = (*use_memo((), |()| PlayService::of_page())).clone();
    let focus = (*use_memo((), |()| FocusReturn::default())).clone();
    let (onfocusin, onfocusout) = focus.listeners();
    let prefs = use_state_eq(prefs_store::kept_or_first);
    let toggle = use_callback(prefs.clone(), |pref: PlayPref, prefs| {
        let new = prefs.toggled(pref);
        prefs_store::keep(new);
        prefs.set(new);
    });
    let context =
        PlayContext { play: play.clone(), toasts: toasts.dispatcher(), focus, prefs: *prefs, toggle };
    use_effect_with(play.clone(), PlayService::begin);
    use_notices(&context);
    let settings = use_settings();
    use_sounds(&context, settings.0.sound);
    let stage = use_observable(&play, |play| play.snapshot().stage);
    let (given, taken) = use_requests(&play, &stage);
    let name = match stage {
        _ if is_rating_seen => "rating",
        PlayStage::Game => "game",
        _ => "setup",
    };
    html! {
        <main class="play" hidden={!is_seen && !is_rating_seen} aria-label={strings::play()} data-stage={name} {onfocusin} {onfocusout}>
            <div key="stage" hidden={!is_seen}>
                { match stage {
                    PlayStage::Loading => html! { <p class="play-note" role="status">{ strings::loading() }</p> },
                    // On returning to this page, the form offers the position then on the analysis board.
                    PlayStage::BoardEditor => html! { <SetupForm key="setup" context={context.clone()} {is_seen} {given} {taken} /> },
                    PlayStage::Game => html! { <GameView key="game" context={context.clone()} {is_seen} /> },
                    PlayStage::Elsewhere { id } => elsewhere(&context, &id),
                } }
            </div>
            if is_rating_seen { <RatingPage key="rating" context={context.clone()} /> }
            <ToastList key="toasts" {toasts} />
        </main>
    }
}

/// Returns the position passed by another page for the next game, and a callback for when it has been used. A game on the board is
/// saved for later first.
#[hook]
fn use_requests(play: &PlayService, stage: &PlayStage) -> (Option<Start>, Callback<()>) {
    let given = use_state_eq(|| None::<Start>);
    use_effect_with((), {
        let given = given.setter();
        move |()| {
            let take = move || {
                if let Some(start) = requests::take() {
                    given.set(Some(start));
                }
            };
            take();
            let listener = requests::listen(take);
            move || drop(listener)
        }
    });
    use_effect_with((given.is_some(), stage.clone(), play.clone()), |(is_given, stage, play)| {
        if *is_given && *stage == PlayStage::Game {
            play.leave();
        }
    });
    let taken = use_callback(given.setter(), |(), given| given.set(None));
    ((*given).clone(), taken)
}

/// Renders the note that the game is being played in another tab.
fn elsewhere(context: &PlayContext, id: &str) -> Html {
    let take_over = {
        let (context, id) = (context.clone(), id.to_owned());
        Callback::from(move |_: MouseEvent| context.play.take_over(&id))
    };
    html! {
        <section class="card play-note">
            <h2>{ strings::elsewhere() }</h2>
            <p class="play-hint">{ strings::elsewhere_hint() }</p>
            <p class="play-actions">
                <button type="button" class="button primary" onclick={take_over}>{ strings::play_here() }</button>
                <button type="button" class="button" onclick={context.on(|context| context.play.leave())}>{ strings::new_game() }</button>
            </p>
        </section>
    }
}
