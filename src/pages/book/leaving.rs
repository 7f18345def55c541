//! "Where did I leave the book": a table over the games of some files.

use super::Desk;
use crate::book::feed::use_book;
use crate::components::book::files_of;
use crate::state::book::{Choice, percent};
use crate::text::sentence;
use std::rc::Rc;
use tabia_worker::book::messages::{Answer, FileBytes, LeavingReport, LeavingRow, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`Leaving`].
#[derive(Properties, PartialEq)]
pub struct LeavingProps {
    /// What every part of the page needs.
    pub desk: Desk,
}

#[derive(Clone, Debug, PartialEq)]
enum State {
    Idle,
    Running,
    Done(Rc<LeavingReport>),
    Failed(String),
}

/// The form and its table.
#[component]
pub fn Leaving(props: &LeavingProps) -> Html {
    let desk = &props.desk;
    let choice = use_book(&desk.feed, |feed| feed.state().choice);
    let name = use_book(&desk.feed, |feed| match feed.state().choice {
        Choice::Default => "the default book".to_owned(),
        choice @ Choice::Kept(_) => feed.shelf().name(&choice),
    });
    let state = use_state_eq(|| State::Idle);
    let files = use_state(Vec::<File>::new);
    let player = use_node_ref();
    let chosen = use_callback(files.setter(), |event: Event, files| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(input) = input {
            files.set(files_of(&input));
        }
    });
    let start = {
        let (desk, files, state, player) = (desk.clone(), files.clone(), state.setter(), player.clone());
        Callback::from(move |_: MouseEvent| {
            let player = player.cast::<HtmlInputElement>().map(|input| input.value()).unwrap_or_default();
            let (desk, files, state, choice) =
                (desk.clone(), (*files).clone(), state.clone(), choice.clone());
            state.set(State::Running);
            spawn_local(async move {
                state.set(match look(&desk, &choice, &files, player).await {
                    Ok(report) => State::Done(Rc::new(report)),
                    Err(reason) => State::Failed(reason),
                });
            });
        })
    };
    html! {
        <section class="card book-leaving" aria-label="Where the book was left">
            <header class="panel-header"><h2>{ "Where did I leave the book?" }</h2></header>
            <div class="form">
                <div class="form-row">
                    <label class="grow">{ "Games (PGN files)" }<input type="file" class="field" accept=".pgn,.txt" multiple=true onchange={chosen} /></label>
                    <label class="grow">{ "Player" }<input ref={player} class="field" placeholder="anybody, or a part of the name" /></label>
                    <button type="button" class="button" disabled={files.is_empty() || *state == State::Running} onclick={start}>{ "Compare" }</button>
                </div>
                <p class="form-note">{ format!("Compared with {name}, the one chosen for the board.") }</p>
                { match &*state {
                    State::Idle => html! {},
                    State::Running => html! { <p class="form-note" role="status">{ "Reading the games…" }</p> },
                    State::Failed(reason) => html! { <p class="field-error" role="alert">{ sentence(reason) }</p> },
                    State::Done(report) => report_html(report),
                } }
            </div>
        </section>
    }
}

async fn look(desk: &Desk, choice: &Choice, files: &[File], player: String) -> Result<LeavingReport, String> {
    let book = FileBytes(desk.feed.shelf().bytes(choice).await?.book);
    let names = files.iter().map(File::name).collect();
    let files = files.iter().map(|file| FileBytes(file.clone().into())).collect();
    match desk.client.another().ask(Request::Leaving { book, names, files, player }, |_| {}).await? {
        Answer::Left(report) => Ok(report),
        _ => Err("the book worker gave another answer".to_owned()),
    }
}

fn report_html(report: &LeavingReport) -> Html {
    let left_out = match report.problems.len() {
        0 => String::new(),
        count => format!(", {count} could not be read (the first: {})", report.problems[0]),
    };
    html! {
        <>
            <p role="status">{ format!("{} games{left_out}. {} times a side stayed in the book as far as it goes.", report.games, report.never_left) }</p>
            if !report.rows.is_empty() {
                <div class="leaving-scroll">
                    <table class="leaving-table">
                        <thead><tr><th>{ "Left with" }</th><th>{ "Games" }</th><th>{ "Score" }</th><th>{ "The book plays" }</th></tr></thead>
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
