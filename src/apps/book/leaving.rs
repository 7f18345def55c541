//! "Where did I leave the book": a table of the games in some files.

use super::book_select::{BookSelect, book_of};
use super::context::PageContext;
use super::game_files::{GameFiles, GameLists};
use super::saved_inputs::use_saved_text;
use crate::apps::book::error::BookError;
use crate::apps::book::strings;
use crate::state::book::{BookChoice, percent};
use crate::state::route::BookSubject;
use crate::state::text::sentence;
use std::rc::Rc;
use tabia_worker::book::messages::{BookAnswer, BookRequest, LeavingReport, LeavingRow};
use tabia_worker::wire::FileBytes;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

/// Properties of [`Leaving`].
#[derive(Properties, PartialEq)]
pub struct LeavingProps {
    /// Shared services.
    pub context: PageContext,
    /// The chosen games.
    pub lists: UseReducerHandle<GameLists>,
}

#[derive(Clone, Debug, PartialEq)]
enum LeavingState {
    Idle,
    Running,
    Done(Rc<LeavingReport>),
    Failed(String),
}

/// The form and its table.
#[component]
pub fn Leaving(props: &LeavingProps) -> Html {
    let context = &props.context;
    let chosen = use_state_eq(|| None::<BookChoice>);
    let state = use_state_eq(|| LeavingState::Idle);
    let files = props.lists.of(BookSubject::Compare).to_vec();
    let (player, oninput) = use_saved_text("tabia.book.compare.player");
    let start = {
        let (context, files, state, player) =
            (context.clone(), files.clone(), state.setter(), (*player).clone());
        let chosen = chosen.clone();
        Callback::from(move |_: MouseEvent| {
            let choice = book_of(chosen.as_ref(), &context.feed);
            let (context, files, state, player) =
                (context.clone(), files.clone(), state.clone(), player.clone());
            state.set(LeavingState::Running);
            spawn_local(async move {
                state.set(match look(&context, &choice, &files, player).await {
                    Ok(report) => LeavingState::Done(Rc::new(report)),
                    Err(error) => LeavingState::Failed(error.to_string()),
                });
            });
        })
    };
    html! {
        <section class="card book-leaving" aria-label={strings::where_the_book_was_left()}>
            <header class="panel-header"><h2>{ strings::where_did_i_leave_the() }</h2></header>
            <div class="form">
                <GameFiles lists={props.lists.clone()} subject={BookSubject::Compare} class="compare-games" />
                <div class="form-row">
                    <BookSelect feed={context.feed.clone()} label={strings::book()} chosen={chosen.clone()} />
                    <label class="grow">{ strings::player() }<input class="field" placeholder={strings::player_hint()} value={(*player).clone()} {oninput} /></label>
                    <button type="button" class="button primary" disabled={files.is_empty() || *state == LeavingState::Running} onclick={start}>{ strings::compare() }</button>
                </div>
                { match &*state {
                    LeavingState::Idle => html! {},
                    LeavingState::Running => html! { <p class="form-note" role="status">{ strings::reading_the_games() }</p> },
                    LeavingState::Failed(reason) => html! { <p class="field-error" role="alert">{ sentence(reason) }</p> },
                    LeavingState::Done(report) => report_html(report),
                } }
            </div>
        </section>
    }
}

async fn look(
    context: &PageContext,
    choice: &BookChoice,
    files: &[File],
    player: String,
) -> Result<LeavingReport, BookError> {
    let book = context.feed.repository().bytes(choice).await?.book;
    let book = FileBytes(book);
    let names = files.iter().map(File::name).collect();
    let files = files.iter().map(|file| FileBytes(file.clone().into())).collect();
    let request = BookRequest::Leaving { book, names, files, player };
    match context.client.another().ask(request, |_| {}).await? {
        BookAnswer::Left(report) => Ok(report),
        _ => Err(BookError::UnexpectedAnswer),
    }
}

/// Summarises the report in words. Makes no claim about games that were never in the book.
fn summary(report: &LeavingReport) -> String {
    let mut parts = Vec::new();
    if report.games == 0 && report.filtered == 0 {
        parts.push(strings::no_games().to_owned());
    } else if report.games == 0 {
        parts.push(strings::no_games_found().to_owned());
    } else {
        parts.push(strings::compared(report.games));
        if report.never_in > 0 {
            parts.push(strings::never_in_book(report.never_in));
        }
        if report.never_left > 0 {
            parts.push(strings::followed_to_end(report.never_left));
        }
    }
    if let Some(first) = report.problems.first() {
        parts.push(strings::unreadable_games(report.problems.len(), &first));
    }
    parts.join("; ") + "."
}

fn report_html(report: &LeavingReport) -> Html {
    html! {
        <>
            <p role="status">{ sentence(&summary(report)) }</p>
            if !report.rows.is_empty() {
                <div class="leaving-scroll">
                    <table class="leaving-table">
                        <thead><tr><th>{ strings::left_with() }</th><th>{ strings::games_text() }</th><th>{ strings::score() }</th><th>{ strings::the_book_plays() }</th></tr></thead>
                        <tbody>{ for report.rows.iter().map(row_html) }</tbody>
                    </table>
                </div>
            }
        </>
    }
}

fn row_html(row: &LeavingRow) -> Html {
    let [wins, draws, losses] = row.results;
    let games = f64::from(wins) + f64::from(draws) + f64::from(losses);
    let score = if games > 0.0 {
        percent((f64::from(wins) + f64::from(draws) / 2.0) / games)
    } else {
        "–".to_owned()
    };
    let book: Vec<String> =
        row.book_moves.iter().take(4).map(|(san, share)| format!("{san} {}", percent(*share))).collect();
    html! {
        <tr><td><b>{ &row.text }</b><br /><small>{ &row.line }</small></td><td>{ row.games }</td><td>{ score }</td><td>{ book.join(", ") }</td></tr>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_claimed_of_games_that_the_book_never_knew() {
        let report = LeavingReport { games: 2, never_in: 2, ..LeavingReport::default() };
        assert_eq!(summary(&report), "2 games compared; 2 games never reached a position of the book.");
        let report = LeavingReport { games: 3, never_left: 1, ..LeavingReport::default() };
        assert_eq!(summary(&report), "3 games compared; once a side followed the book until it ended.");
        assert_eq!(summary(&LeavingReport::default()), "These files contain no games.");
        let report = LeavingReport { filtered: 1, ..LeavingReport::default() };
        assert_eq!(
            summary(&report),
            "No games by that player were found: part of the name is enough, spelled as in the file."
        );
    }
}
