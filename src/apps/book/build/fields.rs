//! The fields of a recipe and their events. A field is identified by its part, pass and name.

use crate::apps::book::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::state::recipe_form::{PartForm, PassForm, RecipeAction, RecipeFault};
use crate::state::text::sentence;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

fn text_field(
    label: &'static str,
    field: &'static str,
    value: &str,
    hint: &'static str,
    at: (usize, Option<usize>),
    class: &'static str,
) -> Html {
    html! {
        <label class={class}>{ label }
            <input class="field" data-part={at.0.to_string()} data-pass={at.1.map(|pass| pass.to_string())} data-field={field} placeholder={hint} value={value.to_owned()} />
        </label>
    }
}

fn check_box(label: &'static str, field: &'static str, on: bool, at: (usize, Option<usize>)) -> Html {
    html! {
        <label class="check">
            <input type="checkbox" data-part={at.0.to_string()} data-pass={at.1.map(|pass| pass.to_string())} data-field={field} checked={on} />{ label }
        </label>
    }
}

pub(super) fn part_html(index: usize, part: &PartForm, can_go: bool, faults: &[RecipeFault]) -> Html {
    let at = (index, None);
    let title =
        if part.name.trim().is_empty() { strings::games_text().to_owned() } else { part.name.clone() };
    html! {
        <fieldset key={index} class="recipe-part">
            <legend>{ title }</legend>
            <div class="form-row">
                { text_field(strings::white_elo_from(), "white-elo", &part.white_elo, strings::any(), at, "number") }
                { text_field(strings::black_elo_from(), "black-elo", &part.black_elo, strings::any(), at, "number") }
                <div class="checks" role="group" aria-label={strings::results()}>
                    { check_box("1–0", "white-wins", part.results[0], at) }
                    { check_box("½–½", "draws", part.results[1], at) }
                    { check_box("0–1", "black-wins", part.results[2], at) }
                </div>
                { check_box(strings::no_duplicates(), "no-duplicates", part.no_duplicates, at) }
            </div>
            <div class="form-row">
                { text_field(strings::players(), "players", &part.players, strings::players_hint(), at, "grow") }
                { text_field(strings::from(), "from", &part.from, "1990.01.31", at, "date") }
                { text_field(strings::to(), "to", &part.to, "2024", at, "date") }
                { text_field("ECO", "eco", &part.eco, "B20-B99, C50", at, "date") }
            </div>
            if let Some(words) = part.words() { <p class="recipe-words">{ words }</p> }
            { for part.passes.iter().enumerate().map(|(number, pass)| pass_html(index, number, pass, part.passes.len() > 1, faults)) }
            <div class="form-row">
                <button type="button" class="button small" data-do="add-pass" data-part={index.to_string()}><IconView icon={Icon::Plus} />{ strings::pass() }</button>
                if can_go { <button type="button" class="button small" data-do="remove-part" data-part={index.to_string()}>{ strings::remove_this_part() }</button> }
                { fault_html(faults, Some(index), None) }
            </div>
        </fieldset>
    }
}

fn pass_html(part: usize, number: usize, pass: &PassForm, can_go: bool, faults: &[RecipeFault]) -> Html {
    let at = (part, Some(number));
    let (part_text, pass_text) = (part.to_string(), number.to_string());
    html! {
        <div key={number} class="form-row pass">
            { text_field(strings::half_moves(), "max-ply", &pass.max_ply, "1024", at, "number") }
            { text_field(strings::minimum_games(), "min-game", &pass.min_game, "3", at, "number") }
            { text_field(strings::minimum_score(), "min-score", &pass.min_score, "0", at, "number") }
            <label data-part={part_text.clone()} data-pass={pass_text.clone()} data-field="only">{ strings::moves_by() }
                <Select>
                    <option value="" selected={pass.only.is_empty()}>{ strings::both_sides() }</option>
                    <option value="white" selected={pass.only == "white"}>{ strings::white() }</option>
                    <option value="black" selected={pass.only == "black"}>{ strings::black() }</option>
                </Select>
            </label>
            { check_box(strings::equal_weights(), "uniform", pass.uniform, at) }
            if can_go {
                <button type="button" class="button quiet icon small" aria-label={strings::remove_this_pass()} title={strings::remove_this_pass()} data-do="remove-pass" data-part={part_text} data-pass={pass_text}><IconView icon={Icon::Close} /></button>
            }
            if let Some(words) = pass.words() { <p class="recipe-words">{ words }</p> }
            { fault_html(faults, Some(part), Some(number)) }
        </div>
    }
}

pub(super) fn fault_html(faults: &[RecipeFault], part: Option<usize>, pass: Option<usize>) -> Html {
    let here = faults.iter().filter(|fault| fault.part == part && fault.pass == pass);
    html! { { for here.map(|fault| html! { <p class="field-error" role="alert">{ sentence(&fault.reason) }</p> }) } }
}

fn index_of(element: &Element, name: &str) -> Option<usize> {
    element.get_attribute(name)?.parse().ok()
}

pub(super) fn field_action(event: &Event) -> Option<RecipeAction> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    // In a drop-down list, the attribute is on a surrounding element.
    let named = element.closest("[data-field]").ok()??;
    let field = named.get_attribute("data-field")?;
    let value = match element.dyn_ref::<HtmlInputElement>() {
        Some(input) if input.type_() == "checkbox" => if input.checked() { "on" } else { "" }.to_owned(),
        Some(input) => input.value(),
        None => element.dyn_ref::<HtmlSelectElement>()?.value(),
    };
    Some(RecipeAction::Set {
        part: index_of(&named, "data-part"),
        pass: index_of(&named, "data-pass"),
        field,
        value,
    })
}

pub(super) fn button_action(event: &MouseEvent) -> Option<RecipeAction> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let button = target.closest("[data-do]").ok()??;
    let (part, pass) = (index_of(&button, "data-part"), index_of(&button, "data-pass"));
    Some(match (button.get_attribute("data-do")?.as_str(), part, pass) {
        ("add-part", ..) => RecipeAction::AddPart,
        ("remove-part", Some(part), _) => RecipeAction::RemovePart(part),
        ("add-pass", Some(part), _) => RecipeAction::AddPass(part),
        ("remove-pass", Some(part), Some(pass)) => RecipeAction::RemovePass(part, pass),
        _ => return None,
    })
}
