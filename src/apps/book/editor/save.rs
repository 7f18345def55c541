//! Saving the edited book.

use super::path::Path;
use super::session::EditSession;
use crate::apps::book::changes::Changes;
use crate::apps::book::error::BookError;
use crate::apps::book::strings;
use crate::platform::download::download;
use crate::services::books::files::stem;
use crate::services::books::saved_book::BookBytes;
use crate::state::book::BookChoice;
use tabia_worker::book::messages::{EditState, SaveForm};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Suffix of the name of an edited copy, before the extension.
const EDITED: &str = " (edited)";

/// Properties of [`SaveRows`].
#[derive(Properties, PartialEq)]
pub struct SaveRowsProps {
    /// Editing session of the book.
    pub session: EditSession,
    /// Path to the position on the board.
    pub path: Path,
    /// Book data of the position.
    pub state: EditState,
    /// Called when the book was saved with its changes as another one.
    pub on_saved: Callback<(BookChoice, Path)>,
}

/// Buttons that save, discard and download.
#[component]
pub fn SaveRows(props: &SaveRowsProps) -> Html {
    let SaveRowsProps { session, path, state, on_saved } = props;
    let save = |save: Save| {
        let (session, path, on_saved) = (session.clone(), path.clone(), on_saved.clone());
        Callback::from(move |_: MouseEvent| {
            let (session, path, save, on_saved) =
                (session.clone(), path.clone(), save.clone(), on_saved.clone());
            spawn_local(async move {
                match save_as(&session, save).await {
                    Ok(Some(saved)) => on_saved.emit((saved, path)),
                    Ok(None) => {}
                    Err(reason) => session.context.fault(strings::the_book_was_not_saved(), &reason),
                }
            });
        })
    };
    let discard = {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |_: MouseEvent| spawn_local(session.clone().discard(path.clone())))
    };
    html! {
        <>
            <div class="form-row editor-save">
                <p class="form-note" role="status">{ changes_text(state.changed, &session.choice) }</p>
                <button type="button" class="button small primary" disabled={state.changed == 0} onclick={save(Save::BookRepository)}>{ strings::save_in_the_browser() }</button>
                if state.changed > 0 || state.can_redo {
                    <button type="button" class="button small" onclick={discard}>{ strings::discard_the_changes() }</button>
                }
            </div>
            <div class="form-row editor-save">
                <button type="button" class="button small" title={strings::download_hint()} onclick={save(Save::Download(SaveForm::Book, "bin"))}>{ strings::download_bin() }</button>
                <button type="button" class="button small" title={strings::marks_as_weights_hint()} onclick={save(Save::Download(SaveForm::Weights, "bin"))}>{ strings::marks_as_weights() }</button>
                <button type="button" class="button small" onclick={save(Save::Download(SaveForm::Pgn, "pgn"))}>{ "PGN" }</button>
                <button type="button" class="button small" onclick={save(Save::Download(SaveForm::Text, "txt"))}>{ strings::text() }</button>
            </div>
        </>
    }
}

/// Destination of the edited book.
#[derive(Clone, Debug, PartialEq)]
enum Save {
    /// Saved in the browser next to the original.
    BookRepository,
    /// Downloaded.
    Download(SaveForm, &'static str),
}

/// Describes the changes.
fn changes_text(count: u32, choice: &BookChoice) -> String {
    let changes = match count {
        0 => return strings::no_changes().to_owned(),
        count => strings::changes(count),
    };
    if Changes::are_kept(choice) {
        strings::changes_kept(&changes)
    } else {
        strings::changes_not_kept(&changes)
    }
}

/// Saves the edited book. Returns the new book if it is saved in the browser.
async fn save_as(session: &EditSession, save: Save) -> Result<Option<BookChoice>, BookError> {
    let EditSession { context, choice, .. } = session;
    let repository = context.feed.repository();
    let name = repository.name(choice);
    let base = stem(&name);
    match save {
        Save::Download(form, extension) => {
            let file = session.file(form).await?;
            download(&format!("{base}.{extension}"), &file.0)?;
            Ok(None)
        }
        Save::BookRepository => {
            // The results of games still apply to unchanged moves.
            let stats = repository.bytes(choice).await?.stats;
            let file = session.file(SaveForm::Book).await?;
            let original = base.strip_suffix(EDITED);
            let name = format!("{}{EDITED}.bin", original.unwrap_or(base));
            let kept = context.feed.put(&name, BookBytes { book: file.0, stats }).await?;
            let saved = BookChoice::Kept(kept.id);
            context.changes.discard(choice).await?;
            if let (Some(_), BookChoice::Kept(old)) = (original, choice)
                && saved != *choice
            {
                // A copy saved here earlier is replaced by the new one.
                let state = context.feed.state();
                repository.remove(old).await?;
                if state.choice == *choice {
                    context.feed.choose(saved.clone(), state.is_on());
                }
                context.feed.books_changed();
            }
            context.news(strings::saved_as(&name));
            Ok(Some(saved))
        }
    }
}
