//! Opponent: a level, an engine, a person, or two engines.

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::engines::EngineChoices;
use crate::apps::play::fields::{
    PlayFormHandle, PlayTextField, SelectOption, chips, choice, select, text_field,
};
use crate::apps::play::strings;
use crate::language::translate;
use crate::state::play::levels::{FIRST_WITH_PERSONALITY, LEVELS, level, personality};
use crate::state::play_form::{ColorChoice, Contestant, EngineChoice, Opponent};

/// Renders the opponent and the notes about it.
pub fn view(form: &PlayFormHandle, engines: &EngineChoices) -> Html {
    let value = form.value();
    let choices = vec![
        choice(Opponent::Level, strings::against_level()),
        choice(Opponent::Engine, strings::against_engine()),
        choice(Opponent::Person, strings::against_person()),
        choice(Opponent::Engines, strings::engines()),
    ];
    html! {
        <>
            { chips(form, "opponent", strings::opponent(), &value.opponent, choices, |form, chosen| form.opponent = chosen) }
            { match value.opponent {
                Opponent::Level => levels(form),
                Opponent::Engine => engine(form, engines),
                Opponent::Person => people(form),
                Opponent::Engines => contestants(form, engines),
            } }
        </>
    }
}

/// Renders the level slider.
fn levels(form: &PlayFormHandle) -> Html {
    let value = form.value();
    let level = level(value.level);
    let name = translate(level.name);
    let has_personality = level.number >= FIRST_WITH_PERSONALITY && personality(&value.personality).is_some();
    let (words, elo) = if has_personality {
        (strings::level_name(level.number, name), strings::elo_not_measured().to_owned())
    } else {
        let words = strings::level_words(level.number, name, level.elo, level.error);
        (words, strings::elo(level.elo, level.error))
    };
    let read: fn(&InputEvent) -> Option<u8> =
        |event| event.target()?.dyn_into::<HtmlInputElement>().ok()?.value().parse().ok();
    let oninput = form.on(read, |form, number| form.level = number);
    html! {
        <div class="play-level">
            <label for="play-level">{ strings::level() }</label>
            <input id="play-level" type="range" min="1" max={LEVELS.len().to_string()} step="1" value={level.number.to_string()} {oninput}
                   aria-valuetext={words} aria-describedby="play-level-sentence" />
            <p class="play-level-name"><strong>{ strings::level_name(level.number, name) }</strong>
                <span class="play-elo">{ elo }</span></p>
            <p id="play-level-sentence" class="play-hint">{ translate(level.sentence) }</p>
        </div>
    }
}

fn engine(form: &PlayFormHandle, engines: &EngineChoices) -> Html {
    let Some(engines) = engines else {
        return html! { <p class="play-hint" role="status">{ strings::engines_loading() }</p> };
    };
    let choices = engines.iter().map(|engine| choice(engine.clone(), engine.name.clone())).collect();
    let chosen = form.value().engine.clone();
    html! {
        <>
            { select(form, "play-engine", strings::engine(), &chosen, choices, |form, engine: EngineChoice| form.engine = engine) }
            <p class="play-hint">{ strings::engine_add_hint() }</p>
        </>
    }
}

fn people(form: &PlayFormHandle) -> Html {
    let [white, black] = &form.value().names;
    let field = |id, label| PlayTextField { id, label, hint: "", field: None };
    html! {
        <>
            <div class="play-pair">
                { text_field(form, &field("play-white", strings::white_player()), white, |form, name| form.names[0] = name) }
                { text_field(form, &field("play-black", strings::black_player()), black, |form, name| form.names[1] = name) }
            </div>
            <p class="play-hint">{ strings::person_hint() }</p>
        </>
    }
}

fn contestants(form: &PlayFormHandle, engines: &EngineChoices) -> Html {
    let list = || -> Vec<SelectOption<Contestant>> {
        let levels = LEVELS.iter().map(|level| {
            choice(Contestant::Level(level.number), strings::level_name(level.number, translate(level.name)))
        });
        let others = engines.iter().flat_map(|engines| engines.iter());
        levels
            .chain(others.map(|engine| choice(Contestant::Engine(engine.clone()), engine.name.clone())))
            .collect()
    };
    let [white, black] = &form.value().contestants;
    html! {
        <div class="play-pair">
            { select(form, "play-first", strings::white(), white, list(), |form, who: Contestant| form.contestants[0] = who) }
            { select(form, "play-second", strings::black(), black, list(), |form, who: Contestant| form.contestants[1] = who) }
        </div>
    }
}

/// Renders the choice of the user's colour.
pub fn color(form: &PlayFormHandle) -> Html {
    let choices = vec![
        choice(ColorChoice::White, strings::white()),
        choice(ColorChoice::Random, strings::random()),
        choice(ColorChoice::Black, strings::black()),
    ];
    chips(form, "color", strings::color(), &form.value().color, choices, |form, color| form.color = color)
}
