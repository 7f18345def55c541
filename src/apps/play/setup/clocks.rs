//! Time controls.

use yew::prelude::*;

use crate::apps::play::fields::{PlayFormHandle, PlayTextField, SelectOption, chips, choice, text_field};
use crate::apps::play::strings;
use crate::state::play_form::{CLOCKS, FormField, PlayForm};

/// Returns what a typed time control means, followed by the input format.
pub(super) fn hint(text: &str) -> String {
    match PlayForm::clock_in_words(text) {
        Some(words) => strings::clock_is(&words),
        None => strings::clock_hint().to_owned(),
    }
}

/// Renders the preset time controls and a field for any other.
pub fn view(form: &PlayFormHandle) -> Html {
    let value = form.value();
    // Index of the choice; the field comes after the last preset.
    let offered = CLOCKS.iter().position(|clock| *clock == value.clock);
    let chosen = offered.filter(|_| !value.is_clock_typed).unwrap_or(CLOCKS.len());
    let names = CLOCKS.iter().map(|&clock| match clock {
        "" => strings::no_clock().to_owned(),
        clock if clock.contains('+') => clock.to_owned(),
        clock => format!("{clock}+0"),
    });
    let mut choices: Vec<SelectOption<usize>> =
        names.enumerate().map(|(place, name)| choice(place, name)).collect();
    choices.push(choice(CLOCKS.len(), strings::other()));
    let field = PlayTextField {
        id: "play-clock",
        label: strings::clock_label(),
        hint: &hint(&value.clock),
        field: Some(FormField::Clock),
    };
    html! {
        <>
            { chips(form, "clock", strings::clock(), &chosen, choices, |form, place: usize| {
                form.is_clock_typed = place >= CLOCKS.len();
                if let Some(clock) = CLOCKS.get(place) {
                    (*clock).clone_into(&mut form.clock);
                }
            }) }
            if chosen == CLOCKS.len() {
                { text_field(form, &field, &value.clock, |form, text| { form.is_clock_typed = true; form.clock = text; }) }
            }
        </>
    }
}
