//! The editor: a board for browsing a book, and its editable moves.

mod board;
mod moves;
mod path;
mod save;
mod session;

use super::context::PageContext;
use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::book::BookChoice;
use crate::state::text::sentence;
use board::BookBoard;
use moves::moves_html;
pub use path::Path;
use save::SaveRows;
use session::EditSession;
use tabia_chess::Color;
use tabia_worker::book::messages::{EditCommand, EditState};
use yew::prelude::*;

/// Properties of [`Editor`].
#[derive(Properties, PartialEq)]
pub struct EditorProps {
    /// Shared services.
    pub context: PageContext,
    /// The book to edit.
    pub choice: BookChoice,
    /// Initial path.
    pub start: Path,
    /// Called when the book was saved with its changes as another one, which is edited from now on, in the same position.
    pub on_saved: Callback<(BookChoice, Path)>,
    /// Called to close the editor.
    pub on_close: Callback<()>,
}

/// Content of the editor.
struct ShownEditor {
    session: EditSession,
    path: Path,
    /// Book data of the position that was looked up last.
    newest: EditState,
    /// The same, if it is for `path`.
    current: Option<EditState>,
    fault: Option<String>,
}

/// Opens a book for editing, at the end of a path.
#[hook]
fn use_session(context: &PageContext, choice: &BookChoice, start: &Path) -> ShownEditor {
    let path = use_state_eq(|| start.clone());
    let shown = use_state(|| None::<(Path, EditState)>);
    let fault = use_state_eq(|| None::<String>);
    let client = (*use_memo((), |()| context.client.another())).clone();
    let session = EditSession {
        client,
        context: context.clone(),
        choice: choice.clone(),
        path: path.setter(),
        shown: shown.setter(),
        fault: fault.setter(),
    };
    use_effect_with((), {
        let (session, start) = (session.clone(), start.clone());
        move |()| session.start(start)
    });
    let current = shown.as_ref().filter(|(of, _)| *of == *path).map(|(_, state)| state.clone());
    let newest = shown.as_ref().map(|(_, state)| state.clone()).unwrap_or_default();
    ShownEditor { session, path: (*path).clone(), newest, current, fault: (*fault).clone() }
}

/// Editor of a book.
#[component]
pub fn Editor(props: &EditorProps) -> Html {
    let EditorProps { context, choice, start, on_saved, on_close } = props;
    let ShownEditor { session, path, newest, current, fault } = use_session(context, choice, start);
    let section = use_node_ref();
    use_effect_with((), {
        let section = section.clone();
        move |()| {
            // The editor opens below the visible area.
            if let Some(section) = section.cast::<web_sys::Element>() {
                section.scroll_into_view();
            }
        }
    });
    let act = |command: EditCommand| {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |_: MouseEvent| session.edit(path.clone(), command))
    };
    let retry = {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |_: MouseEvent| session.start(path.clone()))
    };
    let close = on_close.reform(|_: MouseEvent| ());
    html! {
        <section ref={section} class="card book-editor" aria-label={strings::edit_a_book()} data-changed={newest.changed.to_string()}>
            <header class="panel-header">
                <h2>{ strings::edit_book(&context.feed.repository().name(choice)) }</h2>
                <button type="button" class="button small" disabled={!newest.can_undo} onclick={act(EditCommand::Undo)}>{ strings::undo() }</button>
                <button type="button" class="button small" disabled={!newest.can_redo} onclick={act(EditCommand::Redo)}>{ strings::redo() }</button>
                <button type="button" class="button quiet icon small" aria-label={strings::close_the_editor()} onclick={close}><IconView icon={Icon::Close} /></button>
            </header>
            if let Some(reason) = fault {
                <div class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ sentence(&reason) }</p>
                    <button type="button" class="button small" onclick={retry}>{ strings::try_again() }</button>
                </div>
            }
            <div class="editor-body">
                <BookBoard session={session.clone()} path={path.clone()} state={current.clone()} />
                <div class="editor-moves">
                    { path_html(&session, &path) }
                    if let Some(opening) = newest.looked.opening.as_ref() { <p class="opening-name"><b>{ &opening.eco }</b>{ format!(" {}", opening.name) }</p> }
                    if let Some(state) = &current { { moves_html(state, &session, &path) } }
                    <div class="form-row">
                        if current.as_ref().is_some_and(|state| state.looked.moves.iter().any(|m| m.learn != 0)) {
                            <button type="button" class="button small" onclick={act(EditCommand::Forget)}>{ strings::forget_learned() }</button>
                        }
                    </div>
                    <SaveRows {session} {path} state={newest} {on_saved} />
                </div>
            </div>
        </section>
    }
}

/// Renders the moves to the position as links.
fn path_html(session: &EditSession, path: &Path) -> Html {
    let positions = path.positions();
    let go = |length: usize| {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |_: MouseEvent| session.go(path.first(length)))
    };
    html! {
        <p class="editor-path">
            if path.0.is_empty() { { strings::start_position() } }
            { for path.0.iter().enumerate().map(|(index, m)| {
                let before = &positions[index];
                let number = match (before.turn(), index) {
                    (Color::White, _) => format!("{}.\u{a0}", before.fullmove_number()),
                    (Color::Black, 0) => format!("{}…\u{a0}", before.fullmove_number()),
                    _ => String::new(),
                };
                html! { <button type="button" class="pv-move" onclick={go(index + 1)}>{ number }{ before.san(*m) }</button> }
            }) }
        </p>
    }
}
