//! Rarely changed settings.

use yew::prelude::*;

use super::clocks;
use crate::apps::play::fields::{
    PlayFormHandle, PlayTextField, SelectOption, choice, select, switch, text_field,
};
use crate::apps::play::strings;
use crate::language::translate;
use crate::state::play::levels::{FIRST_WITH_PERSONALITY, PERSONALITIES, personality};
use crate::state::play_form::{Contestant, FormField, LimitChoice, Opponent, PlayForm};

/// Renders the rarely changed settings.
pub fn view(form: &PlayFormHandle) -> Html {
    let value = form.value();
    let has_engine = value.opponent == Opponent::Engine
        || (value.opponent == Opponent::Engines
            && value.contestants.iter().any(|who| matches!(who, Contestant::Engine(_))));
    let other = PlayTextField {
        id: "play-other-clock",
        label: strings::other_clock(),
        hint: &clocks::hint(&value.other_clock),
        field: Some(FormField::OtherClock),
    };
    let is_faulty =
        [FormField::OtherClock, FormField::Limit].iter().any(|&field| form.fault(field).is_some());
    let name = PlayTextField { id: "play-name", label: strings::your_name(), hint: "", field: None };
    let is_against_engine = matches!(value.opponent, Opponent::Level | Opponent::Engine);
    html! {
        <details class="play-more" open={is_faulty}>
            <summary>{ strings::more() }</summary>
            <div class="play-more-fields">
                if value.opponent == Opponent::Level {
                    if value.level >= FIRST_WITH_PERSONALITY { { personalities(form) } }
                    { switch(form, "play-adaptive", strings::adaptive(), value.adaptive, |form, is_on| form.adaptive = is_on) }
                    if value.adaptive { <p class="play-hint">{ adaptive_hint(value) }</p> }
                }
                if has_engine { { limits(form) } }
                if is_against_engine { { text_field(form, &name, &value.names[0], |form, name| form.names[0] = name) } }
                if value.opponent != Opponent::Person {
                    { switch(form, "play-book", strings::book(), value.book, |form, is_on| form.book = is_on) }
                    { switch(form, "play-resigns", strings::engines_resign(), value.engines_resign, |form, is_on| form.engines_resign = is_on) }
                    if is_against_engine {
                        { switch(form, "play-offers", strings::engines_offer_draws(), value.engines_offer_draws, |form, is_on| form.engines_offer_draws = is_on) }
                    }
                    { switch(form, "play-ponder", strings::ponder(), value.ponder, |form, is_on| form.ponder = is_on) }
                }
                { switch(form, "play-flag", strings::flag(), value.flag, |form, is_on| form.flag = is_on) }
                { switch(form, "play-separate", strings::separate(), value.is_clock_separate, |form, is_on| form.is_clock_separate = is_on) }
                if value.is_clock_separate {
                    { text_field(form, &other, &value.other_clock, |form, text| form.other_clock = text) }
                }
            </div>
        </details>
    }
}

/// Describes what the adaptive level does, or why it is fixed.
fn adaptive_hint(value: &PlayForm) -> &'static str {
    let has_personality = value.level >= FIRST_WITH_PERSONALITY && !value.personality.is_empty();
    if has_personality { strings::adaptive_stands() } else { strings::adaptive_hint() }
}

fn personalities(form: &PlayFormHandle) -> Html {
    let mut choices: Vec<SelectOption<String>> = vec![choice(String::new(), strings::no_personality())];
    choices.extend(PERSONALITIES.iter().map(|own| choice(own.id.to_owned(), translate(own.name))));
    let chosen = &form.value().personality;
    html! {
        <>
            { select(form, "play-personality", strings::personality(), chosen, choices, |form, id: String| form.personality = id) }
            if let Some(own) = personality(chosen) { <p class="play-hint">{ translate(own.sentence) }</p> }
        </>
    }
}

fn limits(form: &PlayFormHandle) -> Html {
    let choices = vec![
        choice(LimitChoice::Clock, strings::limit_clock()),
        choice(LimitChoice::Depth, strings::limit_depth()),
        choice(LimitChoice::Nodes, strings::limit_nodes()),
        choice(LimitChoice::Time, strings::limit_time()),
    ];
    let value = form.value();
    let label = match value.limit {
        LimitChoice::Clock => strings::limit_value(),
        LimitChoice::Depth => strings::limit_depth(),
        LimitChoice::Nodes => strings::limit_nodes(),
        LimitChoice::Time => strings::limit_time(),
    };
    let field = PlayTextField { id: "play-limit-value", label, hint: "", field: Some(FormField::Limit) };
    html! {
        <>
            { select(form, "play-limit", strings::limit(), &value.limit, choices, |form, limit: LimitChoice| form.limit = limit) }
            if value.limit != LimitChoice::Clock {
                { text_field(form, &field, &value.limit_value, |form, text| form.limit_value = text) }
            }
        </>
    }
}
