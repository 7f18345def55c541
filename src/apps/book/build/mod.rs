//! Building a book from games: the recipe as a form, run in a worker.

mod fields;
mod form;
mod result;
mod task;

use super::context::PageContext;
use super::game_files::{GameFiles, GameLists};
use super::strings;
use crate::services::books::client::BookClient;
use crate::state::book::BookChoice;
use crate::state::recipe_form::RecipeFault;
use crate::state::route::BookSubject;
use form::{RecipeFields, use_form};
use result::run_html;
use std::rc::Rc;
use tabia_book_tools::recipe::Recipe;
use tabia_worker::book::messages::MakeProgress;
use task::{BuildState, BuildTask};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`Build`].
#[derive(Properties, PartialEq)]
pub struct BuildProps {
    /// Shared services.
    pub context: PageContext,
    /// Whether another subject of the page is visible.
    pub hidden: bool,
    /// The chosen games.
    pub lists: UseReducerHandle<GameLists>,
    /// A recipe from a file.
    pub recipe: Option<Rc<Recipe>>,
    /// Called to open a book in the editor.
    pub on_edit: Callback<BookChoice>,
}

/// The form and its result.
#[component]
pub fn Build(props: &BuildProps) -> Html {
    let context = &props.context;
    let form = use_form(context, props.recipe.as_ref());
    let files = props.lists.of(BookSubject::Make).to_vec();
    let run = use_state_eq(BuildState::default);
    let faults = use_state_eq(Vec::<RecipeFault>::new);
    // Worker of the current job; terminated to cancel it.
    let job = use_mut_ref(|| None::<BookClient>);
    let start = {
        let (form, faults, files, run) = (form.clone(), faults.setter(), files.clone(), run.setter());
        let (context, job) = (context.clone(), job.clone());
        Callback::from(move |_: MouseEvent| match form.0.recipe() {
            Ok(recipe) => {
                let client = context.client.another();
                job.replace(Some(client.clone()));
                run.set(BuildState::Running(MakeProgress::default()));
                let task = BuildTask {
                    context: context.clone(),
                    client,
                    recipe,
                    files: files.clone(),
                    run: run.clone(),
                };
                spawn_local(task.carry_out(job.clone()));
            }
            Err(wrong) => faults.set(wrong),
        })
    };
    let cancel = {
        let (job, run) = (job.clone(), run.setter());
        Callback::from(move |_: MouseEvent| {
            if let Some(client) = job.borrow_mut().take() {
                client.end();
            }
            run.set(BuildState::Cancelled);
        })
    };
    let is_running = matches!(*run, BuildState::Running(_));
    html! {
        <section class="card book-build" aria-label={strings::make_a_book_of_games()} hidden={props.hidden}>
            <header class="panel-header"><h2>{ strings::make_a_book_of_games() }</h2></header>
            <div class="form">
                <GameFiles lists={props.lists.clone()} subject={BookSubject::Make} class="pgn-files" />
            </div>
            <RecipeFields context={context.clone()} {form} {faults} />
            <p class="book-note">{ strings::main_lines_note() }</p>
            <div class="form-actions">
                if is_running {
                    <button type="button" class="button" onclick={cancel}>{ strings::cancel() }</button>
                } else {
                    <button type="button" class="button primary" disabled={files.is_empty()} onclick={start}>{ strings::make_the_book() }</button>
                }
                if files.is_empty() && !is_running { <span class="form-note">{ strings::choose_games_first() }</span> }
            </div>
            { run_html(&run, context, &props.on_edit) }
        </section>
    }
}
