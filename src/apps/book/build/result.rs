//! Progress and result of building a book.

use super::task::{BuildState, Done};
use crate::apps::book::context::PageContext;
use crate::apps::book::error::BookError;
use crate::apps::book::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::results_bar::ResultsBar;
use crate::language::tr;
use crate::platform::download::download;
use crate::services::books::files::size_text;
use crate::state::book::{BookChoice, percent};
use crate::state::route::Route;
use crate::state::text::sentence;
use crate::storage::Content;
use std::rc::Rc;
use tabia_worker::book::messages::MakeProgress;
use tabia_worker::probe::messages::LookedMove;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Maximum number of unreadable games shown; all known ones can be downloaded.
const SHOWN_PROBLEMS: usize = 50;
/// Number of moves shown for the start position.
const SHOWN_MOVES: usize = 8;
/// Reasons for leaving games out, in the order of the summary.
const REASONS: [fn(u64) -> String; 6] = [
    strings::left_out_by_elo,
    strings::left_out_by_result,
    strings::left_out_by_player,
    strings::left_out_by_date,
    strings::left_out_by_opening,
    strings::left_out_as_duplicates,
];

pub(super) fn run_html(run: &BuildState, context: &PageContext, on_edit: &Callback<BookChoice>) -> Html {
    match run {
        BuildState::Idle => html! {},
        BuildState::Cancelled => html! { <p class="book-note" role="status">{ strings::cancelled() }</p> },
        BuildState::Failed(reason) => {
            html! { <div class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ sentence(reason) }</p></div> }
        }
        BuildState::Running(progress) => progress_html(progress),
        BuildState::Done(done) => done_html(done, context, on_edit),
    }
}

fn progress_html(progress: &MakeProgress) -> Html {
    let seconds = progress.ms / 1000.0;
    let speed = if seconds > 0.05 { progress.games as f64 / seconds } else { 0.0 };
    let left = if progress.fraction > 0.01 {
        seconds * (1.0 - progress.fraction) / progress.fraction
    } else {
        f64::NAN
    };
    let again = if progress.reading > 1 { strings::reading_file(&progress.reading) } else { String::new() };
    let rejected =
        if progress.rejected > 0 { strings::skipped_suffix(progress.rejected) } else { String::new() };
    html! {
        <div class="build-progress" role="status">
            <progress max="1" value={progress.fraction.to_string()} aria-label={strings::making_the_book()} />
            <p>
                { strings::make_progress(&(progress.fraction * 100.0), progress.games, &rejected, &again) }
                if progress.reading <= 1 && speed > 0.0 { { strings::games_per_second(&speed) } }
                if left.is_finite() { { strings::time_left_suffix(&time_text(left)) } }
                { strings::memory_suffix(&size_text(progress.bytes_used as f64)) }
            </p>
        </div>
    }
}

fn time_text(seconds: f64) -> String {
    if seconds < 90.0 {
        tr!("{seconds} s", seconds = format_args!("{:.0}", seconds.ceil()))
    } else {
        tr!("{minutes} min", minutes = format_args!("{:.0}", (seconds / 60.0).ceil()))
    }
}

fn done_html(done: &Rc<Done>, context: &PageContext, on_edit: &Callback<BookChoice>) -> Html {
    let summary = &done.summary;
    let choice = BookChoice::of_id(&done.id);
    let act = |label: &'static str, action: Callback<MouseEvent>| html! { <button type="button" class="button small" onclick={action}>{ label }</button> };
    let use_it = {
        let (context, choice) = (context.clone(), choice.clone());
        Callback::from(move |_: MouseEvent| {
            context.feed.choose(choice.clone(), true);
            // The analysis page. Setting an address of our own never fails.
            let _ = web_sys::window().map(|window| window.location().set_hash(&Route::Analysis.to_string()));
        })
    };
    let look = on_edit.reform({
        let choice = choice.clone();
        move |_: MouseEvent| choice.clone()
    });
    let save = {
        let (context, choice, name) = (context.clone(), choice, done.name.clone());
        Callback::from(move |_: MouseEvent| {
            let (context, choice, name) = (context.clone(), choice.clone(), name.clone());
            spawn_local(async move {
                let bytes = context.feed.repository().bytes(&choice).await;
                let saved =
                    bytes.map_err(BookError::from).and_then(|bytes| Ok(download(&name, &bytes.book)?));
                if let Err(error) = saved {
                    context.fault(strings::the_book_was_not_downloaded(), error);
                }
            });
        })
    };
    let problems = {
        let (context, done) = (context.clone(), Rc::clone(done));
        Callback::from(move |_: MouseEvent| {
            let text = done.summary.problems.join("\n") + "\n";
            let file = Content::from(text.as_str()).blob().map_err(BookError::from);
            if let Err(error) = file.and_then(|file| Ok(download("left-out.txt", &file)?)) {
                context.fault(strings::the_list_was_not_downloaded(), error);
            }
        })
    };
    let filtered: Vec<String> = summary
        .filtered
        .iter()
        .zip(REASONS)
        .filter(|(count, _)| **count > 0)
        .map(|(count, reason)| reason(*count))
        .collect();
    html! {
        <div class="build-done" role="status" data-entries={summary.entries.to_string()} data-ms={summary.ms.to_string()}>
            if summary.entries == 0 {
                <p><b>{ strings::empty_book() }</b>{ strings::empty_book_note(summary.games, summary.taken) }</p>
            } else {
                <p><b>{ &done.name }</b>{ strings::book_made(summary.entries, &size_text(done.size), summary.taken, &(summary.ms / 1000.0), &(summary.games as f64 / (summary.ms / 1000.0).max(0.001))) }</p>
                if let Some(reason) = &done.not_kept { <p class="field-error">{ sentence(&strings::book_not_kept(&reason)) }</p> }
                { first_moves_html(&done.first_moves) }
                <div class="form-row">{ act(strings::open_in_the_editor(), look) }{ act(strings::use_on_the_board(), use_it) }{ act(strings::download(), save) }</div>
            }
            if !filtered.is_empty() { <p>{ strings::skipped(&filtered.join(", ")) }</p> }
            if summary.rejected > 0 {
                <details open={summary.entries == 0}>
                    <summary>{ strings::unreadable(summary.rejected) }</summary>
                    <ul class="book-report">{ for summary.problems.iter().take(SHOWN_PROBLEMS).map(|problem| html! { <li>{ problem }</li> }) }</ul>
                    { act(strings::download_the_list(), problems) }
                </details>
            }
        </div>
    }
}

/// Renders the moves of the start position, most played first.
fn first_moves_html(moves: &[LookedMove]) -> Html {
    if moves.is_empty() {
        return html! {};
    }
    let hidden = moves.len().saturating_sub(SHOWN_MOVES);
    html! {
        <>
            <ol class="made-moves" aria-label={strings::first_moves()}>
                { for moves.iter().take(SHOWN_MOVES).map(|m| html! {
                    <li key={m.code}>
                        <b>{ &m.san }</b>
                        <span class="book-share" aria-hidden="true"><span style={format!("width: {:.1}%", m.share * 100.0)} /></span>
                        <span>{ percent(m.share) }</span>
                        if let Some(results) = m.results { <ResultsBar {results} /> }
                    </li>
                }) }
            </ol>
            if hidden > 0 { <p class="form-note">{ strings::and_more(&hidden) }</p> }
        </>
    }
}
