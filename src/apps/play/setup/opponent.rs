//! Opponent: a level, an engine, a person, or two engines.

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::engines::EngineChoices;
use crate::apps::play::fields::{
    PlayFormHandle, PlayTextField, SelectOption, chips, choice, select, text_field,
};
use crate::apps::play::strings;
use crate::state::play::levels::{FIRST_WITH_PERSONALITY, LEVELS, level, personality};
use crate::state::play_form::{ColorChoice, Contestant, EngineChoice, Opponent};

/// Renders the opponent and the notes about it.
pub fn view(form: &PlayFormHandle, engines: &EngineChoices) -> Html {
    let value = form.value();
    let choices = vec![
        choice(Opponent::Level, strings::AGAINST_LEVEL),
        choice(Opponent::Engine, strings::AGAINST_ENGINE),
        choice(Opponent::Person, strings::AGAINST_PERSON),
        choice(Opponent::Engines, strings::ENGINES),
    ];
    html! {
        <>
            { chips(form, "opponent", strings::OPPONENT, &value.opponent, choices, |form, chosen| form.opponent = chosen) }
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
    let has_personality = level.number >= FIRST_WITH_PERSONALITY && personality(&value.personality).is_some();
    let (words, elo) = if has_personality {
        (strings::level_name(level.number, level.name), strings::ELO_NOT_MEASURED.to_owned())
    } else {
        let words = strings::level_words(level.number, level.name, level.elo, level.error);
        (words, strings::elo(level.elo, level.error))
    };
    let read: fn(&InputEvent) -> Option<u8> =
        |event| event.target()?.dyn_into::<HtmlInputElement>().ok()?.value().parse().ok();
    let oninput = form.on(read, |form, number| form.level = number);
    html! {
        <div class="play-level">
            <label for="play-level">{ strings::LEVEL }</label>
            <input id="play-level" type="range" min="1" max={LEVELS.len().to_string()} step="1" value={level.number.to_string()} {oninput}
                   aria-valuetext={words} aria-describedby="play-level-sentence" />
            <p class="play-level-name"><strong>{ strings::level_name(level.number, level.name) }</strong>
                <span class="play-elo">{ elo }</span></p>
            <p id="play-level-sentence" class="play-hint">{ level.sentence }</p>
        </div>
    }
}

fn engine(form: &PlayFormHandle, engines: &EngineChoices) -> Html {
    let Some(engines) = engines else {
        return html! { <p class="play-hint" role="status">{ strings::ENGINES_LOADING }</p> };
    };
    let choices = engines.iter().map(|engine| choice(engine.clone(), engine.name.clone())).collect();
    let chosen = form.value().engine.clone();
    html! {
        <>
            { select(form, "play-engine", strings::ENGINE, &chosen, choices, |form, engine: EngineChoice| form.engine = engine) }
            <p class="play-hint">{ strings::ENGINE_ADD_HINT }</p>
        </>
    }
}

fn people(form: &PlayFormHandle) -> Html {
    let [white, black] = &form.value().names;
    let field = |id, label| PlayTextField { id, label, hint: "", field: None };
    html! {
        <>
            <div class="play-pair">
                { text_field(form, &field("play-white", strings::WHITE_PLAYER), white, |form, name| form.names[0] = name) }
                { text_field(form, &field("play-black", strings::BLACK_PLAYER), black, |form, name| form.names[1] = name) }
            </div>
            <p class="play-hint">{ strings::PERSON_HINT }</p>
        </>
    }
}

fn contestants(form: &PlayFormHandle, engines: &EngineChoices) -> Html {
    let list = || -> Vec<SelectOption<Contestant>> {
        let levels = LEVELS.iter().map(|level| {
            choice(Contestant::Level(level.number), strings::level_name(level.number, level.name))
        });
        let others = engines.iter().flat_map(|engines| engines.iter());
        levels
            .chain(others.map(|engine| choice(Contestant::Engine(engine.clone()), engine.name.clone())))
            .collect()
    };
    let [white, black] = &form.value().contestants;
    html! {
        <div class="play-pair">
            { select(form, "play-first", strings::WHITE, white, list(), |form, who: Contestant| form.contestants[0] = who) }
            { select(form, "play-second", strings::BLACK, black, list(), |form, who: Contestant| form.contestants[1] = who) }
        </div>
    }
}

/// Renders the choice of the user's colour.
pub fn color(form: &PlayFormHandle) -> Html {
    let choices = vec![
        choice(ColorChoice::White, strings::WHITE),
        choice(ColorChoice::Random, strings::RANDOM),
        choice(ColorChoice::Black, strings::BLACK),
    ];
    chips(form, "color", strings::COLOR, &form.value().color, choices, |form, color| form.color = color)
}
