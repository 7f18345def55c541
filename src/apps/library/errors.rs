//! Games with errors: location, reason, and the text as in the file.

use tabia_worker::library::messages::{ProblemRow, Problems};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::context::LibraryContext;
use super::listed::{Empty, frame, use_listed};
use super::{actions, strings};
use crate::components::icon::{Icon, IconView};
use crate::state::library::text::result_text;
use crate::state::text::sentence;

/// Number of games fetched at a time.
const PART: u32 = 100;
/// Maximum number of characters of a text shown.
const LONGEST: usize = 20_000;

/// Properties of [`ErrorsView`].
#[derive(Properties, PartialEq)]
pub struct ErrorsViewProps {
    /// State shared by all components of the page.
    pub context: LibraryContext,
    /// Database to check.
    pub database: AttrValue,
}

/// View of the games with errors.
#[component]
pub fn ErrorsView(props: &ErrorsViewProps) -> Html {
    let ErrorsViewProps { context, database } = props;
    let (listed, fetch) = {
        let (library, of) = (context.library.clone(), database.clone());
        use_listed(database, move |from| {
            let (library, of) = (library.clone(), of.clone());
            async move {
                let Problems { count, problems, .. } = library.problems(&of, from, PART).await?;
                Ok((count, problems))
            }
        })
    };
    let count = listed.head;
    let export = {
        // Includes games not listed yet.
        let (context, database) = (context.clone(), database.to_string());
        Callback::from(move |_: MouseEvent| {
            actions::export_with_errors(&context, database.clone(), count as usize);
        })
    };
    let empty = Empty { asked: strings::searching(), none: strings::no_errors() };
    let head = html! {
        <>
            <p role="status">{ strings::errors(count) }</p>
            <p class="library-list-note">{ strings::errors_note() }</p>
            <div class="library-list-actions"><button type="button" class="button small" onclick={export}><IconView icon={Icon::Download} />{ strings::export_errors() }</button></div>
        </>
    };
    let row = |problem: &ProblemRow| html! { <Problem key={problem.row.game} context={context.clone()} database={database.clone()} problem={problem.clone()} /> };
    frame(&listed, count, empty, &fetch, (head, listed.rows.iter().map(row).collect()))
}

#[derive(Properties, PartialEq)]
struct ProblemProps {
    context: LibraryContext,
    database: AttrValue,
    problem: ProblemRow,
}

/// A game with an error. Its text is fetched on demand.
#[component]
fn Problem(props: &ProblemProps) -> Html {
    let ProblemProps { context, database, problem } = props;
    let text = use_state_eq(|| None::<String>);
    let ontoggle = {
        let (context, database, game, text) =
            (context.clone(), database.clone(), problem.row.game, text.clone());
        Callback::from(move |_: Event| {
            if text.is_some() {
                return;
            }
            let (context, database, text) = (context.clone(), database.clone(), text.setter());
            spawn_local(async move {
                let found = context.library.text(&database, game).await;
                let found = found.map_or_else(|error| sentence(&error.to_string()), |found| found.pgn);
                text.set(Some(found.chars().take(LONGEST).collect()));
            });
        })
    };
    let open = {
        let (context, database, row) = (context.clone(), database.to_string(), problem.row.clone());
        Callback::from(move |_: MouseEvent| actions::open_row(&context, database.clone(), row.clone()))
    };
    let row = &problem.row;
    html! {
        <li class="library-group card" data-game={row.game.to_string()}>
            <p class="problem-place">{ strings::place_of_error(row.game, problem.line, problem.column) }</p>
            <p class="problem-reason">{ sentence(&problem.reason) }</p>
            <p><button type="button" class="library-open" title={strings::open_on_board()} onclick={open}>{ strings::row_name(&row.white, &row.black, result_text(row.result)) }</button></p>
            <details {ontoggle}><summary>{ strings::show_text() }</summary><pre tabindex="0">{ (*text).clone().unwrap_or_default() }</pre></details>
        </li>
    }
}
