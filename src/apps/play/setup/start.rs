//! Start position of the game.

use yew::prelude::*;

use super::openings::OpeningSearch;
use crate::apps::play::fields::{PlayFormHandle, PlayTextField, chips, choice, fault_line, text_field};
use crate::apps::play::strings;
use crate::state::play_form::{FormField, StartChoice};

/// Properties of [`StartFields`].
#[derive(Properties, PartialEq)]
pub struct StartFieldsProps {
    /// The form.
    pub form: PlayFormHandle,
    /// Position on the analysis board, as FEN.
    pub board: String,
}

/// Choice of the start position, with its fields.
#[component]
pub fn StartFields(props: &StartFieldsProps) -> Html {
    let form = &props.form;
    let value = form.value();
    let mut choices = vec![
        choice(StartChoice::Standard, strings::start_standard()),
        choice(StartChoice::Opening, strings::start_opening()),
        choice(StartChoice::Chess960, strings::start_960()),
        choice(StartChoice::Board, strings::start_board()),
        choice(StartChoice::Fen, strings::start_fen()),
    ];
    if value.given.is_some() {
        choices.push(choice(StartChoice::Given, strings::start_given()));
    }
    let doubt = value.fen_doubt().unwrap_or_default();
    let fen = PlayTextField {
        id: "play-fen",
        label: strings::fen_label(),
        hint: &doubt,
        field: Some(FormField::Fen),
    };
    let number = PlayTextField {
        id: "play-number",
        label: strings::number_label(),
        hint: strings::number_hint(),
        field: Some(FormField::Number),
    };
    html! {
        <>
            { chips(form, "start", strings::start(), &value.start, choices, |form, start| form.start = start) }
            { match value.start {
                StartChoice::Standard => Html::default(),
                StartChoice::Fen => text_field(form, &fen, &value.fen, |form, text| form.fen = text),
                StartChoice::Chess960 => text_field(form, &number, &value.number, |form, text| form.number = text),
                StartChoice::Opening => html! { <><OpeningSearch form={form.clone()} />{ fault_line(form, FormField::Opening) }</> },
                StartChoice::Given => fault_line(form, FormField::Given),
                StartChoice::Board => html! {
                    <>
                        if !props.board.is_empty() { <p class="play-hint play-fen">{ strings::board_is(&props.board) }</p> }
                        { fault_line(form, FormField::Board) }
                    </>
                },
            } }
        </>
    }
}
