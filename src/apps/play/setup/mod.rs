//! Set-up of a game: players, clock, start position. A single press starts the chosen game.

mod clocks;
mod engines;
mod more;
mod openings;
mod opponent;
mod rating;
mod start;
mod unfinished;

use std::rc::Rc;

use yew::prelude::*;

use self::engines::use_engines;
use self::unfinished::Unfinished;
use super::context::PlayContext;
use super::fields::{PlayFormHandle, PlayFormStore};
use super::focus::use_focus_return;
use super::{form_store, strings};
use crate::components::icon::{Icon, IconView};
use crate::language::translate;
use crate::services::board;
use crate::state::play::levels::level;
use crate::state::play::setup::Start;
use crate::state::play_form::{Circumstances, ColorChoice, Opponent, PlayForm, StartChoice};

/// Properties of [`SetupForm`].
#[derive(Properties, PartialEq)]
pub struct SetupFormProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Whether the page is visible.
    pub is_seen: bool,
    /// Position passed by another page.
    pub given: Option<Start>,
    /// Called when the position has been used.
    pub taken: Callback<()>,
}

/// Set-up form.
#[component]
pub fn SetupForm(props: &SetupFormProps) -> Html {
    let store = use_reducer_eq(|| PlayFormStore(form_store::kept_or_first()));
    use_effect_with(store.0.clone(), form_store::keep);
    // A position passed by another page is the start of the next game.
    use_effect_with(props.given.clone(), {
        let (store, taken) = (store.dispatcher(), props.taken.clone());
        move |given| {
            if let Some(start) = given.clone() {
                store.dispatch(Box::new(move |form: &mut PlayForm| {
                    form.start = StartChoice::Given;
                    form.given = Some(start);
                }));
                taken.emit(());
            }
        }
    });
    // The analysis board's position is read on every rendering, as there is no notification of changes.
    let fen = board::position();
    let faults = Rc::new(store.0.faults(&fen));
    let form = PlayFormHandle { store, faults };
    let engines = use_engines(matches!(form.value().opponent, Opponent::Engine | Opponent::Engines));
    // Use the first engine until an available one is chosen, so that the engine shown is the one played.
    use_effect_with((engines.clone(), form.value().engine.clone()), {
        let store = form.store.dispatcher();
        move |(engines, chosen)| {
            let engines = engines.as_deref().map(Vec::as_slice).unwrap_or_default();
            // The engine may have been renamed.
            let same = engines.iter().find(|engine| engine.id == chosen.id).or(engines.first());
            if let Some(engine) = same.filter(|engine| *engine != chosen).cloned() {
                store.dispatch(Box::new(move |form: &mut PlayForm| form.engine = engine));
            }
        }
    });
    use_focus_return(&props.context.focus);
    let begin = {
        let (context, form) = (props.context.clone(), form.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            begin(&context, form.value());
        })
    };
    let example = {
        let context = props.context.clone();
        Callback::from(move |_: MouseEvent| begin_example(&context))
    };
    html! {
        <div class="play-setup">
            <form class="card play-form" onsubmit={begin} aria-label={strings::new_game()}>
                <header>
                    <h2 tabindex="-1">{ strings::new_game() }</h2>
                    <p class="play-help">{ strings::first_help() }</p>
                </header>
                { opponent::view(&form, &engines) }
                if matches!(form.value().opponent, Opponent::Level | Opponent::Engine) {
                    { opponent::color(&form) }
                }
                { clocks::view(&form) }
                <start::StartFields form={form.clone()} board={fen} />
                { more::view(&form) }
                <div class="play-begin">
                    <button type="submit" class="button primary play-button" disabled={!form.faults.is_empty()} aria-describedby="play-summary">
                        <IconView icon={Icon::Play} />{ strings::play() }
                    </button>
                    <p id="play-summary" class="play-summary">{ summary(&form) }</p>
                </div>
            </form>
            <aside class="play-aside">
                <Unfinished context={props.context.clone()} />
                <rating::OwnRating context={props.context.clone()} />
                <section class="card play-example">
                    <p>{ strings::example() }</p>
                    <button type="button" class="button" onclick={example}>{ strings::example_mate() }</button>
                </section>
            </aside>
        </div>
    }
}

/// Summarizes what the button starts.
fn summary(form: &PlayFormHandle) -> String {
    if !form.faults.is_empty() {
        return strings::fix_first().to_owned();
    }
    let value = form.value();
    let whom = match value.opponent {
        Opponent::Level => {
            let level = level(value.level);
            strings::level_name(level.number, translate(level.name))
        }
        Opponent::Engine if value.engine.name.is_empty() => strings::against_engine().to_owned(),
        Opponent::Engine => value.engine.name.clone(),
        Opponent::Person => strings::against_person().to_owned(),
        Opponent::Engines => strings::engines().to_owned(),
    };
    let color = match value.color {
        _ if matches!(value.opponent, Opponent::Person | Opponent::Engines) => None,
        ColorChoice::White => Some(strings::white()),
        ColorChoice::Black => Some(strings::black()),
        ColorChoice::Random => Some(strings::random()),
    };
    let clock = if value.clock.trim().is_empty() { strings::no_clock() } else { value.clock.trim() };
    [Some(whom.as_str()), color, Some(clock)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn begin(context: &PlayContext, form: &PlayForm) {
    let drawn = js_sys::Math::random();
    let circumstances = Circumstances {
        is_white: js_sys::Math::random() < 0.5,
        number: (drawn * 960.0) as u16,
        board: &board::position(),
    };
    // Faults are shown at their fields and disable the button.
    let Ok(setup) = form.setup(circumstances) else { return };
    start_game(context, setup);
}

/// Starts a game, or shows why it could not be started.
pub fn start_game(context: &PlayContext, setup: crate::state::play::setup::PlaySetup) {
    if let Err(fault) = context.play.start(setup) {
        context.fault(strings::not_started(), &fault.to_string());
    }
}

fn begin_example(context: &PlayContext) {
    let form = PlayForm {
        level: 12,
        start: StartChoice::Fen,
        fen: strings::example_mate_fen().to_owned(),
        book: false,
        ..PlayForm::default()
    };
    begin(context, &form);
}
