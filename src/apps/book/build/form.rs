//! The recipe form, and the saved recipes.

use super::fields::{button_action, fault_html, field_action, part_html};
use crate::apps::book::context::PageContext;
use crate::apps::book::example::RecipeExample;
use crate::apps::book::{recipes, saved_inputs, strings};
use crate::components::events::selected_value;
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::components::toasts::Offer;
use crate::state::recipe_form::{RecipeAction, RecipeFault, RecipeForm};
use crate::state::text::sentence;
use std::rc::Rc;
use tabia_book_tools::recipe::Recipe;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Key in local storage for the form as typed.
const FORM_KEY: &str = "tabia.recipe-form";

/// The form as a store for Yew.
#[derive(Clone, PartialEq, Default)]
pub struct RecipeFormStore(pub RecipeForm);

impl RecipeFormStore {
    /// Loads the saved form, or the default. Every form has at least one part, and every part a pass.
    fn kept() -> Self {
        let form: Option<RecipeForm> = saved_inputs::load(FORM_KEY);
        let is_whole = |form: &RecipeForm| {
            !form.parts.is_empty() && form.parts.iter().all(|part| !part.passes.is_empty())
        };
        Self(form.filter(is_whole).unwrap_or_default())
    }
}

impl Reducible for RecipeFormStore {
    type Action = RecipeAction;

    fn reduce(self: Rc<Self>, action: RecipeAction) -> Rc<Self> {
        Rc::new(Self(self.0.reduce(action)))
    }
}

/// Returns the form. Every keystroke is stored in it, so that re-rendering never restores an older text. A recipe from a file fills it.
#[hook]
pub fn use_form(context: &PageContext, recipe: Option<&Rc<Recipe>>) -> UseReducerHandle<RecipeFormStore> {
    let form = use_reducer_eq(RecipeFormStore::kept);
    use_effect_with(form.0.clone(), |form| saved_inputs::save(FORM_KEY, form));
    use_effect_with(recipe.cloned(), {
        let (form, context) = (form.clone(), context.clone());
        move |recipe| {
            if let Some(recipe) = recipe {
                fill(&form, &context, recipe);
            }
        }
    });
    form
}

/// Properties of [`RecipeFields`].
#[derive(Properties, PartialEq)]
pub struct RecipeFieldsProps {
    /// Shared services.
    pub context: PageContext,
    /// The form.
    pub form: UseReducerHandle<RecipeFormStore>,
    /// Errors in the form.
    pub faults: UseStateHandle<Vec<RecipeFault>>,
}

/// Fields of the recipe.
#[component]
pub fn RecipeFields(props: &RecipeFieldsProps) -> Html {
    let RecipeFieldsProps { context, form, faults } = props;
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
    html! {
        <div class="form" {oninput} {onclick}>
            <SavedRecipes context={context.clone()} form={form.clone()} faults={faults.clone()} />
            <RecipeExample />
            <>{ for form.0.parts.iter().enumerate().map(|(index, part)| part_html(index, part, form.0.parts.len() > 1, faults)) }</>
            <div class="form-row">
                <button type="button" class="button small" data-do="add-part"><IconView icon={Icon::Plus} />{ strings::part() }</button>
                <label data-field="merge">{ strings::where_parts_and_passes_overlap() }
                    <Select>
                        <option value="sum" selected={!form.0.priority}>{ strings::add_weights() }</option>
                        <option value="priority" selected={form.0.priority}>{ strings::keep_the_earlier_moves() }</option>
                    </Select>
                </label>
                <label>{ strings::memory_mb() }<input class="field number" inputmode="numeric" data-field="memory" value={form.0.memory.clone()} /></label>
                { fault_html(faults, None, None) }
            </div>
        </div>
    }
}

/// Controls to choose, save and delete recipes.
#[component]
fn SavedRecipes(props: &RecipeFieldsProps) -> Html {
    let RecipeFieldsProps { context, form, faults } = props;
    let saved = use_state_eq(|| recipes::load().unwrap_or_default());
    let unreadable = use_state_eq(|| recipes::load().err());
    let choose_recipe = {
        let (form, saved, context) = (form.clone(), saved.clone(), context.clone());
        Callback::from(move |event: Event| {
            let Some(value) = selected_value(&event) else { return };
            let recipe = match value.as_str() {
                "default" => Some(Recipe { name: strings::my_book().to_owned(), ..Recipe::default() }),
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
                    saved.set(recipes::load().unwrap_or_default());
                    context.news(strings::recipe_saved(&recipe.name));
                }
                Err(reason) => context.fault(strings::the_recipe_was_not_saved(), &reason),
            },
            Err(wrong) => faults.set(wrong),
        })
    };
    let forget = {
        let (form, saved, context) = (form.clone(), saved.setter(), context.clone());
        Callback::from(move |_: MouseEvent| match recipes::remove(form.0.name.trim()) {
            Ok(()) => saved.set(recipes::load().unwrap_or_default()),
            Err(reason) => context.fault(strings::the_recipe_was_not_deleted(), &reason),
        })
    };
    let set_aside =
        use_callback((context.clone(), unreadable.setter()), |_: MouseEvent, (context, unreadable)| {
            let (context, unreadable) = (context.clone(), unreadable.clone());
            spawn_local(async move {
                match recipes::set_aside(&context.feed.repository().database()).await {
                    Ok(()) => {
                        unreadable.set(None);
                        context.news(strings::set_aside_told().to_owned());
                    }
                    Err(error) => context.fault(strings::the_recipe_was_not_saved(), error.to_string()),
                }
            });
        });
    let is_saved = saved.iter().any(|recipe| recipe.name == form.0.name.trim());
    html! {
        <>
        if let Some(error) = &*unreadable {
            <p class="field-error" role="alert">{ sentence(&error.to_string()) }</p>
            <div class="form-row"><button type="button" class="button" onclick={set_aside}>{ strings::set_recipes_aside() }</button></div>
        }
        <div class="form-row">
            <label class="grow">{ strings::recipe() }
                <Select onchange={choose_recipe}>
                    <option value="" selected=true>{ strings::choose_a_recipe() }</option>
                    <option value="default">{ strings::default_recipe() }</option>
                    <option value="two-sided">{ strings::two_sided_recipe() }</option>
                    { for saved.iter().map(|recipe| html! { <option key={recipe.name.clone()} value={format!("kept:{}", recipe.name)}>{ &recipe.name }</option> }) }
                </Select>
            </label>
            <label class="grow">{ strings::name() }<input class="field" data-field="name" value={form.0.name.clone()} /></label>
            <button type="button" class="button" onclick={save}>{ strings::save_recipe() }</button>
            if is_saved { <button type="button" class="button" onclick={forget}>{ strings::delete_recipe() }</button> }
        </div>
        </>
    }
}

/// Fills the form with a recipe; the user can undo this.
fn fill(form: &UseReducerHandle<RecipeFormStore>, context: &PageContext, recipe: &Recipe) {
    let (before, new) = (form.0.clone(), RecipeForm::from(recipe));
    if before == new {
        return;
    }
    form.dispatch(RecipeAction::Fill(Box::new(new)));
    let form = form.dispatcher();
    let action = Callback::from(move |()| form.dispatch(RecipeAction::Fill(Box::new(before.clone()))));
    context.offer(strings::recipe_loaded(&recipe.name), Offer { label: strings::undo(), action });
}
