//! Book panel: book moves with weights, where the line left the book, and the name of the opening.

use super::choosing::BookPlay;
use crate::apps::analysis::strings;
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::components::results_bar::ResultsBar;
use crate::components::select::Select;
use crate::hooks::{use_observable, use_when_seen};
use crate::platform::startup_done;
use crate::services::books::feed::BookFeed;
use crate::services::books::saved_book::SavedBook;
use crate::state::book::{BookChoice, BookLookup, BookState, BookStatus, learned_text, percent};
use crate::state::text::sentence;
use std::rc::Rc;
use tabia_chess::{Move, Position};
use tabia_polyglot::BookMove;
use tabia_worker::probe::messages::{Follow, Line, LookedMove, Mark};
use wasm_bindgen::JsCast;
use web_sys::{Element, File, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Properties of [`BookPanel`].
#[derive(Properties, PartialEq)]
pub struct BookPanelProps {
    /// Opening book.
    pub feed: BookFeed,
    /// The line on the board.
    pub line: Rc<Line>,
    /// Last position of the line.
    pub position: Position,
    /// Emits the clicked book move.
    pub on_play: Callback<Move>,
    /// Emits the chosen book files.
    pub on_files: Callback<Vec<File>>,
}

/// Book panel.
#[component]
pub fn BookPanel(props: &BookPanelProps) -> Html {
    let BookPanelProps { feed, line, position, .. } = props;
    let state = use_observable(feed, BookFeed::state);
    let books = use_observable(feed, |feed| feed.repository().list());
    let shown = state.shown.clone();
    let is_current = state.of_line(line).is_some();

    let toggle = use_callback((feed.clone(), state.choice.clone(), state.is_on()), {
        |_: MouseEvent, (feed, choice, on): &(BookFeed, BookChoice, bool)| feed.choose(choice.clone(), !on)
    });
    let retry = use_callback(feed.clone(), |_: MouseEvent, feed| feed.retry());
    // One listener for all rows; clicks on rows of an outdated line are ignored.
    let onclick = use_callback((*position, is_current, props.on_play.clone()), {
        |event: MouseEvent, (position, is_current, on_play): &(Position, bool, Callback<Move>)| {
            let m = code_of(event.target()).and_then(|code| BookMove(code).resolve(position));
            if let (true, Some(m)) = (*is_current, m) {
                on_play.emit(m);
            }
        }
    });
    let over = use_callback(feed.clone(), |event: PointerEvent, feed| {
        // A tap plays the move, so only a mouse hovers.
        if event.pointer_type() == "mouse" {
            feed.hover(code_of(event.target()));
        }
    });
    let out = use_callback(feed.clone(), |_: PointerEvent, feed| feed.hover(None));
    let focus = use_callback(feed.clone(), |event: FocusEvent, feed| feed.hover(code_of(event.target())));
    let blur = use_callback(feed.clone(), |_: FocusEvent, feed| feed.hover(None));

    let is_on = state.is_on();
    let node = use_node_ref();
    // The user didn't ask for the book, so load it only when the page has settled and the panel is visible.
    let begin = use_callback(feed.clone(), |(), feed| {
        let feed = feed.clone();
        startup_done::when_settled(move || feed.begin());
    });
    use_when_seen(&node, begin);
    html! {
        <section ref={node} class="book card" aria-label={strings::opening_book()} data-state={state_name(&state.status)} aria-busy={(is_on && !is_current).to_string()} data-look-ms={shown.as_ref().map(|shown| shown.looked.ms.to_string())}>
            <header class="panel-header">
                <button type="button" class="switch" role="switch" aria-checked={is_on.to_string()} title={strings::opening_book_on_or_off()} onclick={toggle}>
                    <span class="switch-track" /><span>{ strings::book() }</span>
                </button>
                <BookChooser feed={feed.clone()} choice={state.choice.clone()} {books} on_files={props.on_files.clone()} />
                <a class="button quiet icon small" href="#/book" aria-label={strings::build_and_edit_books()} title={strings::build_and_edit_books()}><IconView icon={Icon::Book} /></a>
            </header>
            if is_on {
                <div key="body" class={classes!("book-body", (!is_current).then_some("stale"))} {onclick} onpointerover={over} onpointerleave={out} onfocusin={focus} onfocusout={blur}>
                    { body(&state, shown.as_deref(), &retry) }
                </div>
                <BookPlay key="play" feed={feed.clone()} shown={shown.filter(|shown| is_current && !shown.looked.moves.is_empty())}
                    position={*position} on_play={props.on_play.clone()} />
            }
        </section>
    }
}

fn body(state: &BookState, shown: Option<&BookLookup>, retry: &Callback<MouseEvent>) -> Html {
    if let BookStatus::Failed(reason) = &state.status {
        return html! {
            <div key="fault" class="engine-message fault" role="alert">
                <IconView icon={Icon::Warning} /><span>{ sentence(reason) }</span>
                <button type="button" class="button small" onclick={retry.clone()}><IconView icon={Icon::Retry} />{ strings::try_again() }</button>
            </div>
        };
    }
    let Some(shown) = shown.filter(|_| state.status != BookStatus::Loading) else {
        return html! { <p key="wait" class="book-note">{ strings::opening_the_book() }</p> };
    };
    let looked = &shown.looked;
    let has_learning = looked.moves.iter().any(|m| m.learn != 0);
    let has_results = looked.moves.iter().any(|m| m.results.is_some());
    html! {
        <>
            if !looked.moves.is_empty() {
                if has_learning {
                    <p key="learn-head" class="book-head learned" aria-hidden="true">
                        <span>{ strings::move_text() }</span><span /><span>{ strings::share() }</span><span>{ strings::weight() }</span>
                        <abbr title={strings::learned_hint()}>{ strings::learned() }</abbr>
                    </p>
                }
                <ul key="moves" class={classes!("book-moves", has_learning.then_some("learned"), has_results.then_some("with-results"))} aria-label={strings::book_moves()}>
                    { for looked.moves.iter().enumerate().map(|(index, m)| row(index, m, shown, has_learning)) }
                </ul>
            } else if let Some(left) = &looked.left {
                <p key="left" class="book-note">
                    if left.was_book_move { { strings::book_ends_after() } } else { { strings::not_in_book_since() } }
                    <b>{ &left.text }</b>
                </p>
            } else {
                <p key="none" class="book-note">{ strings::this_position_is_not_in() }</p>
            }
            if looked.illegal > 0 {
                <p key="illegal" class="book-note warning">
                    { strings::illegal_entries(looked.illegal) }
                </p>
            }
            if let Some(follow) = shown.follow.as_ref().filter(|follow| !follow.transpositions.is_empty()) {
                { transpositions(follow, !looked.moves.is_empty()) }
            }
        </>
    }
}

/// Other moves that transpose back into the book. Collapsed if the position has book moves; the book doesn't recommend these moves, it only
/// has replies to them.
fn transpositions(follow: &Follow, is_in_book: bool) -> Html {
    let moves = follow.transpositions.iter().map(|m| {
        html! {
            <button key={m.code} type="button" class="pv-move" data-code={m.code.to_string()} title={strings::leads_to(m.replies)}>{ &m.san }</button>
        }
    });
    if is_in_book {
        html! {
            <details key="others" class="book-transpositions">
                <summary>{ strings::answers_to(follow.transpositions.len()) }</summary>
                { for moves }
            </details>
        }
    } else {
        html! {
            <p key="transpositions" class="book-transpositions"><span class="book-label">{ strings::back_to_the_book() }</span>{ for moves }</p>
        }
    }
}

fn row(index: usize, m: &LookedMove, shown: &BookLookup, has_learning: bool) -> Html {
    let follow = shown.follow.as_ref();
    let replies = follow.and_then(|follow| follow.replies.get(index)).copied();
    let name = follow.and_then(|follow| follow.names.get(index)).and_then(Option::as_deref);
    let reach = match replies {
        Some(0) => strings::the_book_ends_after_this().to_owned(),
        Some(replies) => strings::moves_after(replies),
        None => String::new(),
    };
    let title = name.map_or_else(|| reach.clone(), |name| format!("{name}\n{reach}"));
    html! {
        <li key={m.code}>
            <button type="button" class="book-move" data-code={m.code.to_string()} data-weight={m.weight.to_string()} {title}>
                <span class="book-san">{ &m.san }{ mark_text(m) }</span>
                <span class="book-share" aria-hidden="true"><span style={format!("width: {:.1}%", m.share * 100.0)} /></span>
                <span class="book-percent">{ if m.weight == 0 { strings::never_played().to_owned() } else { percent(m.share) } }</span>
                <span class="book-weight" title={strings::weight()}>{ m.weight }</span>
                if let Some(results) = m.results {
                    <ResultsBar {results} />
                }
                if has_learning {
                    <span class="book-learn" title={strings::learned_hint()}>{ learned_text(m.learn).unwrap_or_default() }</span>
                }
                if replies == Some(0) {
                    <span class="book-end" aria-label={strings::end_of_book()}>{ "⊣" }</span>
                }
            </button>
        </li>
    }
}

#[derive(Properties, PartialEq)]
struct BookChooserProps {
    feed: BookFeed,
    choice: BookChoice,
    books: Vec<SavedBook>,
    on_files: Callback<Vec<File>>,
}

/// Choice of book, with a button that opens a file.
#[component]
fn BookChooser(props: &BookChooserProps) -> Html {
    let input = use_node_ref();
    let choose = use_callback(props.feed.clone(), |event: Event, feed| {
        let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
        if let Some(select) = select {
            feed.choose(BookChoice::of_id(&select.value()), true);
        }
    });
    let browse = use_callback(input.clone(), |_: MouseEvent, input| {
        if let Some(input) = input.cast::<HtmlInputElement>() {
            input.click();
        }
    });
    let chosen = use_callback(props.on_files.clone(), |event: Event, on_files| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        let files = files_of(&input);
        // Lets the user choose the same file again.
        input.set_value("");
        on_files.emit(files);
    });
    let id = props.choice.id();
    let is_known = id == "default" || props.books.iter().any(|book| book.id == id);
    html! {
        <>
            <Select class={classes!("field", "book-choice")} label={strings::choose_a_book()} onchange={choose}>
                <option value="default" selected={id == "default"}>{ strings::default_book() }</option>
                { for props.books.iter().map(|book| html! {
                    <option key={book.id.clone()} value={book.id.clone()} selected={book.id == id}>{ &book.name }</option>
                }) }
                if !is_known {
                    <option value={id.to_owned()} selected=true>{ strings::no_longer_there() }</option>
                }
            </Select>
            <button type="button" class="button quiet icon small" aria-label={strings::open_book_file()} title={strings::open_book_file_hint()} onclick={browse}><IconView icon={Icon::Open} /></button>
            <input ref={input} type="file" accept=".bin" hidden=true aria-hidden="true" class="book-file" onchange={chosen} />
        </>
    }
}

/// Properties of [`OpeningLabel`].
#[derive(Properties, PartialEq)]
pub struct OpeningLabelProps {
    /// Book feed, which knows the opening names.
    pub feed: BookFeed,
}

/// ECO code and name of the opening on the board.
#[component]
pub fn OpeningLabel(props: &OpeningLabelProps) -> Html {
    let opening =
        use_observable(&props.feed, |feed| feed.state().shown.and_then(|shown| shown.looked.opening.clone()));
    html! {
        if let Some(opening) = opening {
            <p class="opening-name" title={format!("{} {}", opening.eco, opening.name)}><b>{ opening.eco }</b>{ format!(" {}", opening.name) }</p>
        }
    }
}

fn code_of(target: Option<web_sys::EventTarget>) -> Option<u16> {
    let element = target.and_then(|target| target.dyn_into::<Element>().ok())?;
    element.closest("[data-code]").ok()??.get_attribute("data-code")?.parse().ok()
}

/// The book author's marks, in Crafty's notation.
fn mark_text(m: &LookedMove) -> String {
    let mark = match m.mark {
        Mark::None => "",
        Mark::Recommended => "!",
        Mark::Avoided => "?",
    };
    if m.play_percent > 0 { format!("{mark} {}%", m.play_percent) } else { mark.to_owned() }
}

fn state_name(status: &BookStatus) -> &'static str {
    match status {
        BookStatus::Off => "off",
        BookStatus::Loading => "loading",
        BookStatus::Ready { .. } => "ready",
        BookStatus::Failed(_) => "failed",
    }
}
