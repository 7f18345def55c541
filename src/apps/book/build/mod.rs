//! A book made of games: the recipe as one form, run in a worker.

mod fields;
mod result;
mod task;

use super::context::PageContext;
use super::example::RecipeExample;
use super::game_files::{GameFiles, GameLists};
use super::{kept, recipes};
use crate::apps::book::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::toasts::Offer;
use crate::services::books::client::BookClient;
use crate::state::book::Choice;
use crate::state::recipe_form::{FormAction, FormFault, RecipeForm};
use crate::state::route::BookSubject;
use fields::{button_action, fault_html, field_action, part_html};
use result::run_html;
use std::rc::Rc;
use tabia_book_tools::recipe::Recipe;
use tabia_worker::book::messages::MakeProgress;
use task::{Run, Task};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Where the form is kept as it was typed.
const FORM_KEY: &str = "tabia.recipe-form";

/// Properties of [`Build`].
#[derive(Properties, PartialEq)]
pub struct BuildProps {
    /// What every part of the page needs.
    pub context: PageContext,
    /// Whether another subject of the page is seen.
    pub hidden: bool,
    /// The games that were chosen.
    pub lists: UseReducerHandle<GameLists>,
    /// A recipe from a file.
    pub recipe: Option<Rc<Recipe>>,
    /// Look into a book.
    pub on_edit: Callback<Choice>,
}

#[derive(Clone, PartialEq, Default)]
struct FormStore(RecipeForm);

impl FormStore {
    /// The form as it was left, or the usual one. A form always has a part with a pass.
    fn kept() -> Self {
        let form: Option<RecipeForm> = kept::load(FORM_KEY);
        let is_whole = |form: &RecipeForm| {
            !form.parts.is_empty() && form.parts.iter().all(|part| !part.passes.is_empty())
        };
        Self(form.filter(is_whole).unwrap_or_default())
    }
}

impl Reducible for FormStore {
    type Action = FormAction;

    fn reduce(self: Rc<Self>, action: FormAction) -> Rc<Self> {
        Rc::new(Self(self.0.reduce(action)))
    }
}

/// The form, and what comes of it.
#[component]
pub fn Build(props: &BuildProps) -> Html {
    let context = &props.context;
    let form = use_reducer_eq(FormStore::kept);
    let files = props.lists.of(BookSubject::Make).to_vec();
    let run = use_state_eq(Run::default);
    let faults = use_state_eq(Vec::<FormFault>::new);
    let saved = use_state_eq(recipes::load);
    // The worker of the job that runs; ended to cancel it.
    let job = use_mut_ref(|| None::<BookClient>);

    // Each keystroke is in the form, so that no drawing of the page brings an older text back.
    use_effect_with(form.0.clone(), |form| kept::save(FORM_KEY, form));
    use_effect_with(props.recipe.clone(), {
        let (form, context) = (form.clone(), context.clone());
        move |recipe| {
            if let Some(recipe) = recipe {
                fill(&form, &context, recipe);
            }
        }
    });
    // One listener for all fields.
    let oninput = use_callback((form.dispatcher(), faults.setter()), |event: InputEvent, (form, faults)| {
        if let Some(action) = field_action(&event) {
            faults.set(Vec::new());
            form.dispatch(action);
        }
    });
    let onclick = use_callback(form.dispatcher(), |event: MouseEvent, form| {
        if let Some(action) = button_action(&event) {
            form.dispatch(action);
        }
    });
    let choose_recipe = {
        let (form, saved, context) = (form.clone(), saved.clone(), context.clone());
        Callback::from(move |event: Event| {
            let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
            let Some(value) = select.map(|select| select.value()) else { return };
            let recipe = match value.as_str() {
                "default" => Some(Recipe { name: strings::MY_BOOK.to_owned(), ..Recipe::default() }),
                "two-sided" => Some(Recipe::two_sided(2400, 2200)),
                name => saved.iter().find(|recipe| format!("kept:{}", recipe.name) == name).cloned(),
            };
            if let Some(recipe) = recipe {
                fill(&form, &context, &recipe);
            }
        })
    };
    let save = {
        let (form, faults, saved, context) = (form.clone(), faults.setter(), saved.setter(), context.clone());
        Callback::from(move |_: MouseEvent| match form.0.recipe() {
            Ok(recipe) => match recipes::save(&recipe) {
                Ok(()) => {
                    saved.set(recipes::load());
                    context.news(strings::recipe_saved(&recipe.name));
                }
                Err(reason) => context.fault(strings::THE_RECIPE_WAS_NOT_SAVED, &reason),
            },
            Err(wrong) => faults.set(wrong),
        })
    };
    let forget = {
        let (form, saved, context) = (form.clone(), saved.setter(), context.clone());
        Callback::from(move |_: MouseEvent| match recipes::remove(form.0.name.trim()) {
            Ok(()) => saved.set(recipes::load()),
            Err(reason) => context.fault(strings::THE_RECIPE_WAS_NOT_DELETED, &reason),
        })
    };
    let start = {
        let (form, faults, files, run) = (form.clone(), faults.setter(), files.clone(), run.setter());
        let (context, job) = (context.clone(), job.clone());
        Callback::from(move |_: MouseEvent| match form.0.recipe() {
            Ok(recipe) => {
                let client = context.client.another();
                job.replace(Some(client.clone()));
                run.set(Run::Running(MakeProgress::default()));
                let task =
                    Task { context: context.clone(), client, recipe, files: files.clone(), run: run.clone() };
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
            run.set(Run::Cancelled);
        })
    };
    let is_running = matches!(*run, Run::Running(_));
    let is_saved = saved.iter().any(|recipe| recipe.name == form.0.name.trim());
    html! {
        <section class="card book-build" aria-label={strings::MAKE_A_BOOK_OF_GAMES} hidden={props.hidden}>
            <header class="panel-header"><h2>{ strings::MAKE_A_BOOK_OF_GAMES }</h2></header>
            <div class="form">
                <GameFiles lists={props.lists.clone()} subject={BookSubject::Make} class="pgn-files" />
            </div>
            <div class="form" {oninput} {onclick}>
                <div class="form-row">
                    <label class="grow">{ strings::RECIPE }
                        <select class="field" onchange={choose_recipe}>
                            <option value="" selected=true>{ strings::CHOOSE_A_RECIPE }</option>
                            <option value="default">{ strings::DEFAULT_RECIPE }</option>
                            <option value="two-sided">{ strings::TWO_SIDED_RECIPE }</option>
                            { for saved.iter().map(|recipe| html! { <option key={recipe.name.clone()} value={format!("kept:{}", recipe.name)}>{ &recipe.name }</option> }) }
                        </select>
                    </label>
                    <label class="grow">{ strings::NAME }<input class="field" data-field="name" value={form.0.name.clone()} /></label>
                    <button type="button" class="button" onclick={save}>{ strings::SAVE_RECIPE }</button>
                    if is_saved { <button type="button" class="button" onclick={forget}>{ strings::DELETE_RECIPE }</button> }
                </div>
                <RecipeExample />
                { for form.0.parts.iter().enumerate().map(|(index, part)| part_html(index, part, form.0.parts.len() > 1, &faults)) }
                <div class="form-row">
                    <button type="button" class="button small" data-do="add-part"><IconView icon={Icon::Plus} />{ strings::PART }</button>
                    <label>{ strings::WHERE_PARTS_AND_PASSES_OVERLAP }
                        <select class="field" data-field="merge">
                            <option value="sum" selected={!form.0.priority}>{ strings::ADD_WEIGHTS }</option>
                            <option value="priority" selected={form.0.priority}>{ strings::KEEP_THE_EARLIER_MOVES }</option>
                        </select>
                    </label>
                    <label>{ strings::MEMORY_MB }<input class="field number" inputmode="numeric" data-field="memory" value={form.0.memory.clone()} /></label>
                    { fault_html(&faults, None, None) }
                </div>
            </div>
            <p class="book-note">{ strings::MAIN_LINES_NOTE }</p>
            <div class="form-actions">
                if is_running {
                    <button type="button" class="button" onclick={cancel}>{ strings::CANCEL }</button>
                } else {
                    <button type="button" class="button primary" disabled={files.is_empty()} onclick={start}>{ strings::MAKE_THE_BOOK }</button>
                }
                if files.is_empty() && !is_running { <span class="form-note">{ strings::CHOOSE_GAMES_FIRST }</span> }
            </div>
            { run_html(&run, context, &props.on_edit) }
        </section>
    }
}

/// Puts a recipe into the form; what was typed before can be had back.
fn fill(form: &UseReducerHandle<FormStore>, context: &PageContext, recipe: &Recipe) {
    let (before, new) = (form.0.clone(), RecipeForm::from(recipe));
    if before == new {
        return;
    }
    form.dispatch(FormAction::Fill(Box::new(new)));
    let form = form.dispatcher();
    let action = Callback::from(move |()| form.dispatch(FormAction::Fill(Box::new(before.clone()))));
    context.offer(strings::recipe_loaded(&recipe.name), Offer { label: strings::UNDO, action });
}
