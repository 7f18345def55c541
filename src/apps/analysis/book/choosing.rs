//! Move selection options of the book, and the button that plays a book move.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::platform::local::storage;
use crate::services::books::feed::BookFeed;
use crate::services::books::play;
use crate::state::book::BookLookup;
use crate::state::text::sentence;
use std::rc::Rc;
use tabia_chess::{Move, Position};
use tabia_polyglot::select::{SelectionMode, SelectionOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Local-storage key of the selection options.
const KEY: &str = "tabia.book.choosing";

/// Properties of [`BookPlay`].
#[derive(Properties, PartialEq)]
pub struct BookPlayProps {
    /// Opening book.
    pub feed: BookFeed,
    /// Book moves of the position; `None` while looking them up, or if there are none.
    pub shown: Option<Rc<BookLookup>>,
    /// The position.
    pub position: Position,
    /// Plays a move.
    pub on_play: Callback<Move>,
}

/// State of a choice.
#[derive(Clone, PartialEq)]
enum ChoosingState {
    Idle,
    Thinking,
    Fault(String),
}

/// Play button with the selection options.
#[component]
pub fn BookPlay(props: &BookPlayProps) -> Html {
    let choosing = use_state_eq(load);
    let state = use_state_eq(|| ChoosingState::Idle);
    let oninput = use_callback((choosing.clone(), state.setter()), |event: InputEvent, (choosing, state)| {
        if let Some(new) = changed(&event, **choosing) {
            save(new);
            choosing.set(new);
            state.set(ChoosingState::Idle);
        }
    });
    // An error in one position doesn't apply to the next.
    use_effect_with(props.shown.as_ref().map(|shown| shown.line.clone()), {
        let state = state.clone();
        move |_| {
            if matches!(*state, ChoosingState::Fault(_)) {
                state.set(ChoosingState::Idle);
            }
        }
    });
    let play = {
        let (feed, shown, position) = (props.feed.clone(), props.shown.clone(), props.position);
        let (on_play, choosing, state) = (props.on_play.clone(), *choosing, state.setter());
        Callback::from(move |_: MouseEvent| {
            let Some(shown) = shown.clone() else { return };
            let (feed, on_play, state) = (feed.clone(), on_play.clone(), state.clone());
            state.set(ChoosingState::Thinking);
            spawn_local(async move {
                let chosen = play::choose(&feed, &shown.line, &position, &shown.looked.moves, choosing).await;
                // If the user has moved on, don't play into the new position.
                let is_current = feed.state().of_line(&shown.line).is_some();
                state.set(match chosen {
                    Ok(Some(mv)) => {
                        if is_current {
                            on_play.emit(mv);
                        }
                        ChoosingState::Idle
                    }
                    Ok(None) => ChoosingState::Fault(strings::no_book_move().to_owned()),
                    Err(error) => ChoosingState::Fault(error.to_string()),
                });
            });
        })
    };
    html! {
        <div class="book-play" {oninput}>
            <div class="book-play-row">
                <button type="button" class="button small" disabled={*state == ChoosingState::Thinking || props.shown.is_none()} onclick={play}><IconView icon={Icon::Next} />{ if *state == ChoosingState::Thinking { strings::choosing() } else { strings::play_a_book_move() } }</button>
                { selection(*choosing) }
            </div>
            if let ChoosingState::Fault(reason) = &*state { <p class="field-error" role="alert">{ sentence(reason) }</p> }
        </div>
    }
}

/// Move selection options.
fn selection(choosing: SelectionOptions) -> Html {
    let option = |way: SelectionMode| {
        html! { <option value={way.name()} selected={choosing.mode == way}>{ words(way) }</option> }
    };
    let number = |label: &'static str,
                  field: &'static str,
                  value: u8,
                  range: (u8, u8),
                  title: &'static str| {
        html! {
            <label {title}>{ label }<input class="field" type="number" min={range.0.to_string()} max={range.1.to_string()} data-choose={field} value={value.to_string()} /></label>
        }
    };
    let ranks = matches!(choosing.mode, SelectionMode::Ranked | SelectionMode::Search);
    let percent = (0, 100);
    html! {
        <details class="book-how">
            <summary title={strings::move_selection()}>{ words(choosing.mode) }</summary>
            <Select label={strings::move_selection()}>{ for SelectionMode::ALL.map(|(_, way)| option(way)) }</Select>
            if ranks {
                <div class="book-factors" role="group" aria-label={strings::weighting()}>
                    { number(strings::best_moves(), "width", choosing.width, (1, 255), strings::best_moves_hint()) }
                    { number(strings::weight_percent(), "frequency", choosing.frequency, percent, strings::weight_hint()) }
                    { number(strings::results(), "results", choosing.results, percent, strings::results_hint()) }
                    { number(strings::evaluation_text(), "evaluation", choosing.evaluation, percent, strings::evaluation_hint()) }
                    { number(strings::learned_percent(), "learned", choosing.learned, percent, strings::learned_weight_hint()) }
                </div>
            }
        </details>
    }
}

/// Display name of a selection mode.
fn words(way: SelectionMode) -> &'static str {
    match way {
        SelectionMode::Best => strings::highest_weight(),
        SelectionMode::Random => strings::by_weight(),
        SelectionMode::Ranked => strings::among_best(),
        SelectionMode::Search => strings::engine_decides(),
    }
}

/// Returns the edited options; `None` while a number is invalid.
fn changed(event: &InputEvent, mut choosing: SelectionOptions) -> Option<SelectionOptions> {
    let element: Element = event.target()?.dyn_into().ok()?;
    if let Some(select) = element.dyn_ref::<HtmlSelectElement>() {
        choosing.mode = SelectionMode::of_name(&select.value())?;
        return Some(choosing);
    }
    let field = element.get_attribute("data-choose")?;
    let value: u8 = element.dyn_ref::<HtmlInputElement>()?.value().trim().parse().ok()?;
    match field.as_str() {
        "width" => choosing.width = value.max(1),
        "frequency" => choosing.frequency = value.min(100),
        "results" => choosing.results = value.min(100),
        "evaluation" => choosing.evaluation = value.min(100),
        "learned" => choosing.learned = value.min(100),
        _ => return None,
    }
    Some(choosing)
}

fn load() -> SelectionOptions {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok()?);
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn save(choosing: SelectionOptions) {
    if let (Some(storage), Ok(json)) = (storage(), serde_json::to_string(&choosing)) {
        // In a private window or with a full disk, the options last as long as the page.
        let _ = storage.set_item(KEY, &json);
    }
}
