//! Files of games: chosen with a button or dropped anywhere on the page, and listed by name.

use crate::apps::book::strings;
use crate::components::files::files_of;
use crate::components::icon::{Icon, IconView};
use crate::services::books::files::size_text;
use crate::state::route::BookSubject;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// The chosen files of each subject of the page.
#[derive(Clone, Default, PartialEq)]
pub struct GameLists([Vec<File>; 4]);

/// A change of the lists.
pub enum ListAction {
    /// Add these files.
    Add(BookSubject, Vec<File>),
    /// Remove the file at this index.
    Remove(BookSubject, usize),
}

impl GameLists {
    /// Returns the files of a subject.
    pub fn of(&self, subject: BookSubject) -> &[File] {
        &self.0[subject as usize]
    }
}

impl Reducible for GameLists {
    type Action = ListAction;

    fn reduce(self: Rc<Self>, action: ListAction) -> Rc<Self> {
        let mut lists = (*self).clone();
        match action {
            ListAction::Add(subject, files) => lists.0[subject as usize].extend(files),
            ListAction::Remove(subject, index) => {
                let list = &mut lists.0[subject as usize];
                if index < list.len() {
                    list.remove(index);
                }
            }
        }
        Rc::new(lists)
    }
}

/// Properties of [`GameFiles`].
#[derive(Properties, PartialEq)]
pub struct GameFilesProps {
    /// All lists.
    pub lists: UseReducerHandle<GameLists>,
    /// Selects the list shown.
    pub subject: BookSubject,
    /// CSS class of the hidden input.
    pub class: &'static str,
}

/// List of files with a button to add more.
#[component]
pub fn GameFiles(props: &GameFilesProps) -> Html {
    let GameFilesProps { lists, subject, class } = props;
    let subject = *subject;
    let input = use_node_ref();
    let browse = use_callback(input.clone(), |_: MouseEvent, input| {
        if let Some(input) = input.cast::<HtmlInputElement>() {
            input.click();
        }
    });
    let chosen = use_callback(lists.dispatcher(), move |event: Event, lists| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        lists.dispatch(ListAction::Add(subject, files_of(&input)));
        // Allow the same file to be chosen again.
        input.set_value("");
    });
    let files = lists.of(subject);
    let total: f64 = files.iter().map(|file| file.size()).sum();
    let row = |(index, file): (usize, &File)| {
        let lists = lists.dispatcher();
        let remove = Callback::from(move |_: MouseEvent| lists.dispatch(ListAction::Remove(subject, index)));
        html! {
            <li key={index}>
                <span class="game-file-name">{ file.name() }</span><small>{ size_text(file.size()) }</small>
                <button type="button" class="button quiet icon small" aria-label={strings::remove_file(&file.name())} title={strings::remove_this_file()} onclick={remove}><IconView icon={Icon::Close} /></button>
            </li>
        }
    };
    html! {
        <div class={classes!("game-files", files.is_empty().then_some("empty"))} role="group" aria-label={strings::games_text()}>
            <div class="game-files-head">
                <button type="button" class="button" onclick={browse}><IconView icon={Icon::Open} />{ if files.is_empty() { strings::choose_game_files() } else { strings::add_game_files() } }</button>
                <p class="form-note">
                    { match files.len() {
                        0 => strings::game_files_hint().to_owned(),
                        1 => String::new(),
                        count => strings::chosen_files(count, &size_text(total)),
                    } }
                </p>
                <input ref={input} type="file" class={*class} accept=".pgn,.txt" multiple=true hidden=true aria-hidden="true" onchange={chosen} />
            </div>
            if !files.is_empty() { <ul>{ for files.iter().enumerate().map(row) }</ul> }
        </div>
    }
}
