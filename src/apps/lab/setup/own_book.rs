//! Own book of an engine and its move selection.

use crate::apps::lab::components::fields::DraftForm;
use crate::apps::lab::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::state::lab::draft::DraftAction;
use tabia_arena::{EngineBook, SelectionMode, SelectionOptions};
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Properties of [`OwnBookFields`].
#[derive(Properties, PartialEq)]
pub struct OwnBookFieldsProps {
    /// The form.
    pub form: DraftForm,
    /// Index of the engine, from 0.
    pub engine: usize,
    /// Book of the engine.
    pub book: EngineBook,
}

/// Name of the book and selection of its moves.
#[component]
pub fn OwnBookFields(props: &OwnBookFieldsProps) -> Html {
    let OwnBookFieldsProps { form, engine, book } = props;
    let index = *engine;
    let with = move |book: &EngineBook, choosing: SelectionOptions| {
        Some(DraftAction::Book(index, Some(EngineBook { choosing, ..book.clone() })))
    };
    let no_book = form.on(move |_: MouseEvent| Some(DraftAction::Book(index, None)));
    let way = form.on({
        let book = book.clone();
        move |event: Event| {
            let select: HtmlSelectElement = event.target()?.dyn_into().ok()?;
            with(&book, SelectionOptions { mode: SelectionMode::of_name(&select.value())?, ..book.choosing })
        }
    });
    let width = form.on({
        let book = book.clone();
        move |event: InputEvent| {
            let input: HtmlInputElement = event.target()?.dyn_into().ok()?;
            let width = input.value().trim().parse().ok().filter(|&width: &u8| width > 0)?;
            with(&book, SelectionOptions { width, ..book.choosing })
        }
    });
    let has_width = matches!(book.choosing.mode, SelectionMode::Ranked | SelectionMode::Search);
    let option = |way: SelectionMode, text: &'static str| {
        html! { <option value={way.name()} selected={book.choosing.mode == way}>{ text }</option> }
    };
    html! {
        <div class="lab-own-book">
            <p class="lab-facts">{ strings::own_book() }<abbr title={strings::sha256(&book.sha256)}>{ &book.name }</abbr></p>
            <button type="button" class="button quiet icon small" aria-label={strings::remove_book(&(index + 1))} title={strings::play_without_this_book()} onclick={no_book}><IconView icon={Icon::Close} /></button>
            <label>{ strings::selection() }
                <Select label={strings::book_selection(&(index + 1))} onchange={way}>
                    { option(SelectionMode::Random, strings::by_weight()) }
                    { option(SelectionMode::Best, strings::highest_weight()) }
                    { option(SelectionMode::Ranked, strings::among_best_random()) }
                    { option(SelectionMode::Search, strings::engine_decides()) }
                </Select>
            </label>
            if has_width {
                <label>{ strings::among_the_best() }
                    <input class="field" type="number" min="1" max="255" aria-label={strings::book_among(&(index + 1))} value={book.choosing.width.to_string()} oninput={width} />
                </label>
            }
        </div>
    }
}
