//! What games have taught about the moves of books: kept in the browser, to be viewed, passed on, and written into a copy of a book.

use super::book_select::{BookSelect, book_of};
use super::context::PageContext;
use super::game_files::{GameFiles, GameLists};
use super::kept::use_kept_text;
use crate::apps::book::strings;
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::components::toasts::Offer;
use crate::services::books::files::{download, stem};
use crate::services::books::kept_book::BookBytes;
use crate::services::books::lessons::{keep, load};
use crate::state::book::Choice;
use crate::state::route::BookSubject;
use crate::state::text::sentence;
use crate::storage::{Content, Database};
use std::rc::Rc;
use tabia_book_tools::filter::BookSide;
use tabia_book_tools::learn::{LearnStore, Lesson, Teaching};
use tabia_chess::{Color, Position};
use tabia_worker::book::messages::{Answer, Request};
use tabia_worker::wire::FileBytes;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// Lessons that are shown, the newest first.
const SHOWN: usize = 200;

/// Properties of [`Learning`].
#[derive(Properties, PartialEq)]
pub struct LearningProps {
    /// What every part of the page needs.
    pub context: PageContext,
    /// The games that were chosen.
    pub lists: UseReducerHandle<GameLists>,
    /// Files of lessons that were dropped last.
    pub dropped: Rc<Vec<File>>,
}

/// The lessons, and where changes of them go.
#[derive(Clone)]
struct Lessons {
    context: PageContext,
    shown: UseStateSetter<Option<Rc<LearnStore>>>,
}

impl Lessons {
    fn database(&self) -> Database {
        self.context.feed.shelf().database()
    }

    /// Reads what is kept; another tab may have changed it.
    async fn now(&self) -> Result<LearnStore, String> {
        load(&self.database()).await
    }

    /// Keeps lessons and shows them.
    async fn set(&self, store: LearnStore) -> Result<(), String> {
        keep(&self.database(), &store).await?;
        self.shown.set(Some(Rc::new(store)));
        Ok(())
    }

    /// Changes what is kept, and tells if that fails.
    fn change(&self, change: impl FnOnce(&mut LearnStore) + 'static) {
        let lessons = self.clone();
        spawn_local(async move {
            let outcome = async {
                let mut store = lessons.now().await?;
                change(&mut store);
                lessons.set(store).await
            };
            if let Err(reason) = outcome.await {
                lessons.context.fault(strings::THE_LESSONS_WERE_NOT_CHANGED, &reason);
            }
        });
    }

    /// Forgets all lessons; they can be put back for a moment.
    fn clear(&self) {
        let lessons = self.clone();
        spawn_local(async move {
            let outcome = async {
                let before = lessons.now().await?;
                let mut store = before.clone();
                store.clear();
                lessons.set(store).await?;
                Ok::<_, String>(before)
            };
            match outcome.await {
                Ok(before) => {
                    let again = lessons.clone();
                    let action = Callback::from(move |()| {
                        let before = before.clone();
                        again.change(move |store| *store = before);
                    });
                    lessons.context.offer(
                        strings::ALL_LESSONS_DELETED.to_owned(),
                        Offer { label: strings::RESTORE, action },
                    );
                }
                Err(reason) => lessons.context.fault(strings::THE_LESSONS_WERE_NOT_DELETED, &reason),
            }
        });
    }

    async fn import(self, files: Vec<File>, clear: bool) {
        for file in files {
            let name = file.name();
            let outcome = async {
                let text = Content::from(file).text().await.map_err(|error| error.to_string())?;
                let other = LearnStore::from_json(&text).map_err(|error| error.to_string())?;
                let mut store = self.now().await?;
                let (added, here) = store.import(&other, clear);
                self.set(store).await?;
                Ok::<_, String>(strings::lessons_imported(&name, &added, &here))
            };
            match outcome.await {
                Ok(news) => self.context.news(news),
                Err(reason) => self.context.fault(&strings::not_imported(&name), &reason),
            }
        }
    }

    async fn export(self) -> Result<(), String> {
        let json = self.now().await?.to_json();
        download("lessons.json", &Content::from(json.as_str()).blob().map_err(|error| error.to_string())?)
    }

    /// Learns from games that were played from a book.
    async fn learn(&self, book: &Choice, files: &[File], player: String) -> Result<String, String> {
        let request = Request::Learn {
            book: FileBytes(self.context.feed.shelf().bytes(book).await?.book),
            lessons: self.now().await?.to_json(),
            files: files.iter().map(|file| FileBytes(file.clone().into())).collect(),
            player,
        };
        let Answer::Learned { lessons, games, new, left_out } =
            self.context.client.another().ask(request, |_| {}).await?
        else {
            return Err(strings::UNEXPECTED_ANSWER.to_owned());
        };
        let store = LearnStore::from_json(&lessons).map_err(|error| error.to_string())?;
        self.set(store).await?;
        let left_out = match left_out {
            0 => String::new(),
            count => strings::left_out(&count),
        };
        if games == 0 {
            return Ok(strings::no_games_of_player(&left_out));
        }
        let count =
            |number: u32, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        Ok(strings::learned_from(&count(games, "game"), &count(new, "lesson"), &left_out))
    }

    /// Writes what was learned into a copy of a book.
    async fn teach(&self, book: &Choice) -> Result<String, String> {
        let shelf = self.context.feed.shelf();
        let BookBytes { book: bytes, stats } = shelf.bytes(book).await?;
        let request = Request::Teach { book: FileBytes(bytes), lessons: self.now().await?.to_json() };
        let Answer::Taught { file, marked } = self.context.client.another().ask(request, |_| {}).await?
        else {
            return Err(strings::UNEXPECTED_ANSWER.to_owned());
        };
        if marked == 0 {
            return Ok(strings::NOTHING_TO_APPLY.to_owned());
        }
        let name = format!("{} (taught).bin", stem(&shelf.name(book)));
        self.context.feed.put(&name, BookBytes { book: file.0, stats }).await?;
        let moves = if marked == 1 { strings::MOVE_IS } else { strings::MOVES_ARE };
        Ok(strings::lessons_applied(&name, &marked, &moves))
    }
}

/// The section.
#[component]
pub fn Learning(props: &LearningProps) -> Html {
    let context = &props.context;
    let shown = use_state(|| None::<Rc<LearnStore>>);
    let fault = use_state_eq(|| None::<String>);
    let files = props.lists.of(BookSubject::Learn).to_vec();
    let chosen = use_state_eq(|| None::<Choice>);
    let result = use_state_eq(|| None::<Result<String, String>>);
    let busy = use_state_eq(|| false);
    let (player, on_player) = use_kept_text("tabia.book.learn.player");
    let (clears, input) = (use_node_ref(), use_node_ref());
    let lessons = Lessons { context: context.clone(), shown: shown.setter() };
    use_effect_with((), {
        let (lessons, fault) = (lessons.clone(), fault.setter());
        move |()| {
            spawn_local(async move {
                match lessons.now().await {
                    Ok(store) => lessons.shown.set(Some(Rc::new(store))),
                    Err(reason) => fault.set(Some(reason)),
                }
            });
        }
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
    use_effect_with(Rc::clone(&props.dropped), {
        let lessons = lessons.clone();
        move |files| spawn_local(lessons.import(files.to_vec(), false))
    });
    let run = {
        let (result, busy) = (result.setter(), busy.setter());
        move |task: std::pin::Pin<Box<dyn Future<Output = Result<String, String>>>>| {
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
                    return Err(strings::PLAYER_MISSING.to_owned());
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
    let export = {
        let lessons = lessons.clone();
        Callback::from(move |_: MouseEvent| {
            let lessons = lessons.clone();
            spawn_local(async move {
                if let Err(reason) = lessons.clone().export().await {
                    lessons.context.fault(strings::THE_LESSONS_WERE_NOT_EXPORTED, &reason);
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
    let count = shown.as_ref().map_or(0, |store| store.lessons().len());
    let (by_searches, by_results) = shown.as_ref().map_or((true, true), |store| store.switches());
    html! {
        <section class="card book-learning" aria-label={strings::LEARNING} data-lessons={shown.as_ref().map(|_| count.to_string())} data-switches={format!("{by_searches} {by_results}")}>
            <header class="panel-header"><h2>{ strings::LEARNING_FROM_GAMES }</h2></header>
            <div class="form">
                if let Some(reason) = (*fault).clone() {
                    <p class="field-error" role="alert">{ sentence(&reason) }</p>
                }
                <div class="form-row">
                    <label class="check"><input type="checkbox" checked={by_searches} onchange={switch(0)} />{ strings::FROM_EVALUATIONS_AFTER_THE_BOOK }</label>
                    <label class="check"><input type="checkbox" checked={by_results} onchange={switch(1)} />{ strings::FROM_LOST_GAMES }</label>
                </div>
                <GameFiles lists={props.lists.clone()} subject={BookSubject::Learn} class="learning-games" />
                <div class="form-row">
                    <BookSelect feed={context.feed.clone()} label={strings::BOOK_USED_IN_THE_GAMES} {chosen} />
                    <label class="grow">{ strings::PLAYER }<input class="field" placeholder={strings::FULL_NAME} value={(*player).clone()} oninput={on_player} /></label>
                    <button type="button" class="button primary" disabled={files.is_empty() || *busy} onclick={learn}>{ strings::LEARN }</button>
                </div>
                <p class="form-note">{ strings::EVALUATIONS_NOTE }</p>
                { match &*result {
                    None => html! {},
                    Some(Ok(text)) => html! { <p role="status">{ text }</p> },
                    Some(Err(reason)) => html! { <p class="field-error" role="alert">{ sentence(reason) }</p> },
                } }
                <div class="form-row">
                    <button type="button" class="button small" disabled={count == 0 || *busy} onclick={teach}>{ strings::SAVE_TO_A_COPY_OF }</button>
                    <button type="button" class="button small" disabled={count == 0} onclick={export}>{ strings::EXPORT }</button>
                    <button type="button" class="button small" onclick={browse}><IconView icon={Icon::Open} />{ strings::IMPORT }</button>
                    <input ref={input} type="file" accept=".json" multiple=true hidden=true aria-hidden="true" class="lessons-file" onchange={import} />
                    <label class="check"><input ref={clears} type="checkbox" />{ strings::REPLACE_EXISTING_LESSONS_ON_IMPORT }</label>
                    <button type="button" class="button small" disabled={count == 0} onclick={clear}>{ strings::DELETE_ALL }</button>
                </div>
                { for shown.as_ref().filter(|store| !store.lessons().is_empty()).map(|store| table(store, &lessons)) }
                if shown.is_some() && count == 0 {
                    <p class="form-note">{ strings::NO_LESSONS }</p>
                }
            </div>
        </section>
    }
}

fn table(store: &Rc<LearnStore>, lessons: &Lessons) -> Html {
    let rows = store.lessons().iter().enumerate().rev().take(SHOWN).map(|(index, lesson)| {
        let forget = {
            let (lessons, lesson) = (lessons.clone(), lesson.clone());
            Callback::from(move |_: MouseEvent| {
                let lesson = lesson.clone();
                lessons.change(move |store| {
                    // Another tab may have changed their order.
                    if let Some(index) = store.lessons().iter().position(|other| *other == lesson) {
                        store.forget(index);
                    }
                });
            })
        };
        html! {
            <tr key={index}>
                <td>{ line_text(lesson) }</td>
                <td>{ what(lesson) }</td>
                <td>{ [lesson.opponent.as_str(), lesson.time.as_str()].join(" ") }</td>
                <td><button type="button" class="button quiet icon small" aria-label={strings::DELETE_THIS_LESSON} title={strings::DELETE_THIS_LESSON} onclick={forget}><IconView icon={Icon::Close} /></button></td>
            </tr>
        }
    });
    let hidden = store.lessons().len().saturating_sub(SHOWN);
    html! {
        <>
            <div class="leaving-scroll">
                <table class="leaving-table">
                    <thead><tr><th>{ strings::MOVES }</th><th>{ strings::LESSON }</th><th>{ strings::OPPONENT }</th><th><span class="visually-hidden">{ strings::DELETE }</span></th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
            if hidden > 0 { <p class="form-note">{ strings::older_lessons(&hidden) }</p> }
        </>
    }
}

/// What a lesson says, in words.
fn what(lesson: &Lesson) -> String {
    match lesson.teaching {
        Teaching::Book { value, depth, rating_difference } => {
            let pawns = f64::from(value) / 100.0;
            let rating = if rating_difference == 0 {
                String::new()
            } else {
                strings::rating_suffix(&rating_difference)
            };
            strings::evaluation_lesson(&pawns, &depth, &rating)
        }
        Teaching::Result { .. } => strings::LOST_LESSON.to_owned(),
    }
}

/// The moves of a lesson; those of the side that learned are what it is about.
fn line_text(lesson: &Lesson) -> String {
    let mut position = Position::default();
    let mut words = Vec::new();
    for text in &lesson.line.moves {
        let Ok(mv) = position.parse_uci(text) else { break };
        if position.turn() == Color::White {
            words.push(format!("{}.", position.fullmove_number()));
        }
        words.push(position.san(mv));
        position.play_unchecked(mv);
    }
    let side = if lesson.line.side == BookSide::White { "White" } else { "Black" };
    format!("{side}: {}", words.join(" "))
}
