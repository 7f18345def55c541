//! What games have taught about book moves: saved in the browser, to be viewed, shared, and written to a copy of a book.

mod lessons;
mod lessons_fault;
mod table;

use super::book_select::{BookSelect, book_of};
use super::context::PageContext;
use super::error::BookError;
use super::game_files::{GameFiles, GameLists};
use super::saved_inputs::use_saved_text;
use super::strings;
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::services::books::lessons::LessonsError;
use crate::state::book::BookChoice;
use crate::state::route::BookSubject;
use crate::state::text::sentence;
use futures::future::LocalBoxFuture;
use lessons::Lessons;
use lessons_fault::LessonsFault;
use std::rc::Rc;
use tabia_book_tools::learn::LearnStore;
use table::table;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`Learning`].
#[derive(Properties, PartialEq)]
pub struct LearningProps {
    /// Shared services.
    pub context: PageContext,
    /// The chosen games.
    pub lists: UseReducerHandle<GameLists>,
    /// Last dropped files of lessons.
    pub dropped: Rc<Vec<File>>,
}

/// The learning section.
#[component]
pub fn Learning(props: &LearningProps) -> Html {
    let LearningProps { context, lists, dropped } = props;
    let shown = use_state(|| None::<Rc<LearnStore>>);
    let fault = use_state(|| None::<LessonsError>);
    let lessons = Lessons { context: context.clone(), shown: shown.setter() };
    use_effect_with((), {
        let (lessons, fault) = (lessons.clone(), fault.setter());
        move |()| {
            spawn_local(async move {
                match lessons.now().await {
                    Ok(store) => lessons.shown.set(Some(Rc::new(store))),
                    Err(error) => fault.set(Some(error)),
                }
            });
        }
    });
    use_effect_with(Rc::clone(dropped), {
        let lessons = lessons.clone();
        move |files| spawn_local(lessons.import(files.to_vec(), false))
    });
    let switch = |index: usize| {
        let lessons = lessons.clone();
        Callback::from(move |_: Event| {
            lessons.change(move |store| {
                let (book, results) = store.switches();
                store.set_switches(book ^ (index == 0), results ^ (index == 1));
            });
        })
    };
    let count = shown.as_ref().map_or(0, |store| store.lessons().len());
    let (by_searches, by_results) = shown.as_ref().map_or((true, true), |store| store.switches());
    html! {
        <section class="card book-learning" aria-label={strings::learning()} data-lessons={shown.as_ref().map(|_| count.to_string())} data-switches={format!("{by_searches} {by_results}")}>
            <header class="panel-header"><h2>{ strings::learning_from_games() }</h2></header>
            <div class="form">
                if let Some(error) = (*fault).clone() {
                    <LessonsFault lessons={lessons.clone()} {error} on_done={Callback::from({ let fault = fault.setter(); move |()| fault.set(None) })} />
                }
                <div class="form-row">
                    <label class="check"><input type="checkbox" checked={by_searches} onchange={switch(0)} />{ strings::from_evaluations_after_the_book() }</label>
                    <label class="check"><input type="checkbox" checked={by_results} onchange={switch(1)} />{ strings::from_lost_games() }</label>
                </div>
                <GameFiles lists={lists.clone()} subject={BookSubject::Learn} class="learning-games" />
                <LearnForm lessons={lessons.clone()} files={lists.of(BookSubject::Learn).to_vec()} {count} />
                // Always a single child, so that the form before it keeps its state.
                if let Some(store) = shown.as_ref().filter(|store| !store.lessons().is_empty()) {
                    { table(store, &lessons) }
                }
                if shown.is_some() && count == 0 {
                    <p class="form-note">{ strings::no_lessons() }</p>
                }
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct LearnFormProps {
    lessons: Lessons,
    /// The chosen games.
    files: Vec<File>,
    /// Number of lessons.
    count: usize,
}

/// Form that learns from the chosen games and writes what was learned to a copy of a book.
#[component]
fn LearnForm(props: &LearnFormProps) -> Html {
    let LearnFormProps { lessons, files, count } = props;
    let chosen = use_state_eq(|| None::<BookChoice>);
    let result = use_state_eq(|| None::<Result<String, BookError>>);
    let busy = use_state_eq(|| false);
    let (player, on_player) = use_saved_text("tabia.book.learn.player");
    let run = {
        let (result, busy) = (result.setter(), busy.setter());
        move |task: LocalBoxFuture<'static, Result<String, BookError>>| {
            let (result, busy) = (result.clone(), busy.clone());
            busy.set(true);
            spawn_local(async move {
                result.set(Some(task.await));
                busy.set(false);
            });
        }
    };
    let learn = {
        let (lessons, chosen, files, player, run) =
            (lessons.clone(), chosen.clone(), files.clone(), (*player).clone(), run.clone());
        Callback::from(move |_: MouseEvent| {
            let choice = book_of(chosen.as_ref(), &lessons.context.feed);
            let (lessons, name, files) = (lessons.clone(), player.clone(), files.clone());
            run(Box::pin(async move {
                if name.trim().is_empty() {
                    return Err(BookError::PlayerMissing);
                }
                lessons.learn(&choice, &files, name).await
            }));
        })
    };
    let teach = {
        let (lessons, chosen) = (lessons.clone(), chosen.clone());
        Callback::from(move |_: MouseEvent| {
            let (lessons, choice) = (lessons.clone(), book_of(chosen.as_ref(), &lessons.context.feed));
            run(Box::pin(async move { lessons.teach(&choice).await }));
        })
    };
    html! {
        <>
            <div class="form-row">
                <BookSelect feed={lessons.context.feed.clone()} label={strings::book_used_in_the_games()} {chosen} />
                <label class="grow">{ strings::player() }<input class="field" placeholder={strings::full_name()} value={(*player).clone()} oninput={on_player} /></label>
                <button type="button" class="button primary" disabled={files.is_empty() || *busy} onclick={learn}>{ strings::learn() }</button>
            </div>
            <p class="form-note">{ strings::evaluations_note() }</p>
            { match &*result {
                None => html! {},
                Some(Ok(text)) => html! { <p role="status">{ text }</p> },
                Some(Err(reason)) => html! { <p class="field-error" role="alert">{ sentence(&reason.to_string()) }</p> },
            } }
            <div class="form-row">
                <button type="button" class="button small" disabled={*count == 0 || *busy} onclick={teach}>{ strings::save_to_a_copy_of() }</button>
                <LessonFiles lessons={lessons.clone()} {count} />
            </div>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct LessonFilesProps {
    lessons: Lessons,
    count: usize,
}

/// Controls to export, import and delete lessons.
#[component]
fn LessonFiles(props: &LessonFilesProps) -> Html {
    let LessonFilesProps { lessons, count } = props;
    let (clears, input) = (use_node_ref(), use_node_ref());
    let export = {
        let lessons = lessons.clone();
        Callback::from(move |_: MouseEvent| {
            let lessons = lessons.clone();
            spawn_local(async move {
                if let Err(reason) = lessons.clone().export().await {
                    lessons.context.fault(strings::the_lessons_were_not_exported(), &reason);
                }
            });
        })
    };
    let browse = use_callback(input.clone(), |_: MouseEvent, input| {
        if let Some(input) = input.cast::<HtmlInputElement>() {
            input.click();
        }
    });
    let import = {
        let (lessons, clears) = (lessons.clone(), clears.clone());
        Callback::from(move |event: Event| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            let Some(input) = input else { return };
            let clear = clears.cast::<HtmlInputElement>().is_some_and(|input| input.checked());
            spawn_local(lessons.clone().import(files_of(&input), clear));
            input.set_value("");
        })
    };
    let clear = {
        let lessons = lessons.clone();
        Callback::from(move |_: MouseEvent| lessons.clear())
    };
    html! {
        <>
            <button type="button" class="button small" disabled={*count == 0} onclick={export}>{ strings::export() }</button>
            <button type="button" class="button small" onclick={browse}><IconView icon={Icon::Open} />{ strings::import() }</button>
            <input ref={input} type="file" accept=".json" multiple=true hidden=true aria-hidden="true" class="lessons-file" onchange={import} />
            <label class="check"><input ref={clears} type="checkbox" />{ strings::replace_existing_lessons_on_import() }</label>
            <button type="button" class="button small" disabled={*count == 0} onclick={clear}>{ strings::delete_all() }</button>
        </>
    }
}
