//! Actions on games: open, save, label, remove, export.

use std::collections::BTreeSet;

use tabia_worker::library::messages::{Games, Row};
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

use super::context::LibraryContext;
use super::dialogs::LabelChanges;
use super::place::HistoryStep;
use super::strings;
use crate::components::toasts::Offer;
use crate::platform::download::{DownloadError, download};
use crate::platform::random::unique_id;
use crate::platform::turns::Pace;
use crate::services::books::files::stem;
use crate::services::browsed::{Browsed, BrowsedList};
use crate::services::games::decode;
use crate::services::library::LibraryError;
use crate::services::library::opening::open_on_board;
use crate::services::reports::handed::{self, Handed};
use crate::services::reports::run::MOST_GAMES;
use crate::state::library::address::{DatabaseView, LibraryPlace};
use crate::state::library::form::{QueryAction, QueryForm};
use crate::state::library::marks::RowSelection;
use crate::state::route::{Route, ToolsSubject};
use crate::storage::games::{GameEntry, Origin, SavedGame};
use crate::storage::{Content, StoreError};

/// Number of games written at a time.
const BATCH: usize = 200;
/// Maximum number of games copied at a time, because the user's games are searched in memory.
const MOST_SAVED: usize = 20_000;

/// Reason why an action on games failed.
#[derive(Debug, thiserror::Error)]
enum ActionError {
    #[error(transparent)]
    Library(#[from] LibraryError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Download(#[from] DownloadError),
}

/// Opens the game of a row on the board: the user's own, or a copy of a database game. The list it belongs to, as named in the page's
/// address, is shown next to the board.
pub fn open(context: &LibraryContext, place: usize) {
    if let Some(row) = context.table.row(place) {
        let address = web_sys::window().and_then(|window| window.location().hash().ok());
        let list = address.map(|address| Browsed { address, row: place });
        open_game(context, context.table.database().unwrap_or_default(), (*row).clone(), list);
    }
}

/// Opens a database game from another list; no list is shown next to the board.
pub fn open_row(context: &LibraryContext, database: String, row: Row) {
    open_game(context, database, row, None);
}

fn open_game(context: &LibraryContext, database: String, row: Row, list: Option<Browsed>) {
    let context = context.clone();
    spawn_local(async move {
        match open_on_board(&context.library, &database, row).await {
            Ok(()) => {
                BrowsedList::of_page().set(list);
                go_to(&Route::Analysis);
            }
            Err(error) => context.fault(strings::not_opened(), &error.to_string()),
        }
    });
}

fn go_to(route: &Route) {
    if let Some(window) = web_sys::window() {
        // A fragment is always a valid address.
        let _ = window.location().set_hash(&route.to_string());
    }
}

/// Reads the selected rows.
async fn rows_of(context: &LibraryContext, marks: &RowSelection) -> Result<Vec<Row>, LibraryError> {
    let mut rows = Vec::with_capacity(marks.len());
    for range in marks.ranges() {
        rows.extend(context.table.rows(range.clone()).await?);
    }
    Ok(rows)
}

/// Downloads the selected ones of `count` games as a PGN file.
pub fn export(context: &LibraryContext, marks: RowSelection, count: usize) {
    let context = context.clone();
    spawn_local(async move {
        match try_export(&context, &marks, count).await {
            Ok(()) => context.news(strings::games_exported(marks.len())),
            Err(error) => context.fault(strings::not_exported(), &error.to_string()),
        }
    });
}

async fn try_export(context: &LibraryContext, marks: &RowSelection, count: usize) -> Result<(), ActionError> {
    let games = marked_games(context, marks, count).await?;
    export_games(context, &context.table.database().unwrap_or_default(), games).await
}

/// Returns the selected ones of `count` games.
async fn marked_games(
    context: &LibraryContext,
    marks: &RowSelection,
    count: usize,
) -> Result<Games, LibraryError> {
    let view = context.table.library_view().filter(|_| marks.len() == count);
    Ok(match view {
        Some(view) => Games::View(view),
        None => Games::List(rows_of(context, marks).await?.into_iter().map(|row| row.game).collect()),
    })
}

/// Opens the tools page to annotate the selected ones of `count` games.
pub fn annotate(context: &LibraryContext, marks: RowSelection, count: usize) {
    if marks.len() > MOST_GAMES {
        let reason = strings::too_many_to_annotate(marks.len(), MOST_GAMES);
        return context.fault(strings::not_handed_over(), &reason);
    }
    let context = context.clone();
    spawn_local(async move {
        match try_annotate(&context, &marks, count).await {
            Ok(()) => go_to(&Route::Tools(ToolsSubject::Annotate)),
            Err(error) => context.fault(strings::not_handed_over(), &error.to_string()),
        }
    });
}

async fn try_annotate(
    context: &LibraryContext,
    marks: &RowSelection,
    count: usize,
) -> Result<(), ActionError> {
    let games = marked_games(context, marks, count).await?;
    let database = context.table.database().unwrap_or_default();
    let file = context.library.export(&database, games, |_| {}).await?;
    let bytes = Content::Blob(file).bytes().await?;
    let (pgn, _) = decode(&bytes).await;
    handed::hand_over(Handed { pgn, count: marks.len() });
    Ok(())
}

/// Downloads games of a database.
pub fn export_list(context: &LibraryContext, database: String, games: Vec<u32>) {
    let context = context.clone();
    spawn_local(async move {
        let count = games.len();
        match export_games(&context, &database, Games::List(games)).await {
            Ok(()) => context.news(strings::games_exported(count)),
            Err(error) => context.fault(strings::not_exported(), &error.to_string()),
        }
    });
}

/// Downloads a database without some of its games: the duplicates or the selected ones. `count` is the number of games left out.
pub fn export_without(context: &LibraryContext, database: String, games: Games, count: usize) {
    let context = context.clone();
    spawn_local(async move {
        match export_games(&context, &database, games).await {
            Ok(()) => context.news(strings::exported_without(count)),
            Err(error) => context.fault(strings::not_exported(), &error.to_string()),
        }
    });
}

/// Removes games from an added database by indexing it again with only `games`, the remaining ones. `count` is the number removed.
pub fn remove_from_database(context: &LibraryContext, database: String, games: Games, count: usize) {
    let context = context.clone();
    context.news(strings::removing_games().to_owned());
    spawn_local(async move {
        match context.library.keep_only(&database, games).await {
            Ok(id) => {
                context.news(strings::games_removed(count));
                let view = DatabaseView::Duplicates;
                context.go.emit((
                    LibraryPlace { database: Some(id), view, ..LibraryPlace::default() },
                    HistoryStep::Replace,
                ));
            }
            Err(error) => context.fault(strings::not_removed(), &error.to_string()),
        }
    });
}

/// Downloads all games with errors of a database; `count` is their number.
pub fn export_with_errors(context: &LibraryContext, database: String, count: usize) {
    let context = context.clone();
    spawn_local(async move {
        match export_games(&context, &database, Games::WithErrors).await {
            Ok(()) => context.news(strings::games_exported(count)),
            Err(error) => context.fault(strings::not_exported(), &error.to_string()),
        }
    });
}

async fn export_games(context: &LibraryContext, database: &str, games: Games) -> Result<(), ActionError> {
    let file = context.library.export(database, games, |_| {}).await?;
    let name = context
        .library
        .database(database)
        .map_or_else(|| "my-games".to_owned(), |entry| stem(&entry.record.name).to_owned());
    download(&format!("{name}.pgn"), &file)?;
    Ok(())
}

/// Copies the selected games of a database to the user's games, with labels.
pub fn save(context: &LibraryContext, marks: RowSelection, labels: BTreeSet<String>) {
    let context = context.clone();
    if marks.len() > MOST_SAVED {
        return context.fault(strings::not_saved(), &strings::too_many(marks.len(), MOST_SAVED));
    }
    if marks.len() > BATCH {
        context.news(strings::saving(marks.len()));
    }
    spawn_local(async move {
        let database = context.table.database().unwrap_or_default();
        let result = match rows_of(&context, &marks).await {
            Ok(rows) => save_rows(&context, &database, rows, &labels).await,
            Err(error) => Err(error.into()),
        };
        match result {
            Ok(count) => saved(&context, count, &labels),
            Err(error) => context.fault(strings::not_saved(), &error.to_string()),
        }
    });
}

/// Shows how many games were saved, with a button to view them.
fn saved(context: &LibraryContext, count: usize, labels: &BTreeSet<String>) {
    let form = labels
        .iter()
        .fold(QueryForm::default(), |form, label| form.reduce(QueryAction::Label(label.clone(), true)));
    let (go, place) = (context.go.clone(), LibraryPlace { form, ..LibraryPlace::default() });
    let action = Callback::from(move |()| go.emit((place.clone(), HistoryStep::Push)));
    context.offer(strings::games_saved(count), Offer { label: strings::show(), action });
}

async fn save_rows(
    context: &LibraryContext,
    database: &str,
    rows: Vec<Row>,
    labels: &BTreeSet<String>,
) -> Result<usize, ActionError> {
    let mut saved = 0;
    for batch in rows.chunks(BATCH) {
        let mut games = Vec::with_capacity(batch.len());
        let mut pace = Pace::new();
        for row in batch {
            let pgn = context.library.text(database, row.game).await?.pgn;
            let origin = Origin::Database { id: database.to_owned(), number: u64::from(row.game) };
            games.push(kept_game(pgn, origin, labels));
            pace.step().await;
        }
        context.repository.add(&games, |_| {}).await?;
        saved += games.len();
    }
    Ok(saved)
}

/// Creates a user's game from a text. Any errors in the text are preserved.
fn kept_game(pgn: String, origin: Origin, labels: &BTreeSet<String>) -> SavedGame {
    let game = tabia_pgn::read(&pgn).games.into_iter().next().unwrap_or_default();
    let entry = GameEntry::new(unique_id(), origin, &game);
    SavedGame { entry: GameEntry { labels: labels.iter().cloned().collect(), ..entry }, pgn }
}

/// Returns the ids of the selected games among the user's games.
async fn kept_ids(context: &LibraryContext, marks: &RowSelection) -> Result<Vec<String>, LibraryError> {
    Ok(rows_of(context, marks).await?.into_iter().filter_map(|row| row.kept).collect())
}

/// Finds the labels common to all selected games and passes them to `then`.
pub fn with_labels(context: &LibraryContext, marks: RowSelection, then: impl Fn(BTreeSet<String>) + 'static) {
    let context = context.clone();
    spawn_local(async move {
        let found = async {
            let ids: BTreeSet<String> = kept_ids(&context, &marks).await?.into_iter().collect();
            let entries = context.repository.games().list().await?;
            let labels =
                entries.into_iter().filter(|entry| ids.contains(&entry.id)).map(|entry| entry.labels);
            let sets = labels.map(|labels| labels.into_iter().collect::<BTreeSet<String>>());
            Ok::<_, ActionError>(sets.reduce(|all, labels| all.intersection(&labels).cloned().collect()))
        };
        match found.await {
            Ok(labels) => then(labels.unwrap_or_default()),
            Err(error) => context.fault(strings::labels_not_changed(), &error.to_string()),
        }
    });
}

/// Adds and removes labels of the selected user's games.
pub fn label(context: &LibraryContext, marks: RowSelection, changes: LabelChanges) {
    if changes == LabelChanges::default() {
        return;
    }
    let context = context.clone();
    spawn_local(async move {
        let done = async {
            let ids = kept_ids(&context, &marks).await?;
            for id in &ids {
                context.repository.change(id, |entry| change_labels(&mut entry.labels, &changes)).await?;
            }
            Ok::<_, ActionError>(ids.len())
        };
        match done.await {
            Ok(count) => context.news(strings::labels_changed(count)),
            Err(error) => context.fault(strings::labels_not_changed(), &error.to_string()),
        }
    });
}

fn change_labels(labels: &mut Vec<String>, changes: &LabelChanges) {
    labels.retain(|label| !changes.removed.contains(label));
    labels.extend(changes.added.iter().filter(|label| !labels.contains(label)).cloned().collect::<Vec<_>>());
    labels.sort();
}

/// Removes the selected games from the user's games; they can be restored.
pub fn remove(context: &LibraryContext, marks: RowSelection) {
    let context = context.clone();
    spawn_local(async move {
        match kept_ids(&context, &marks).await {
            Ok(ids) => remove_kept(&context, ids).await,
            Err(error) => context.fault(strings::not_removed(), &error.to_string()),
        }
    });
}

/// Removes games from the user's games; they can be restored.
pub async fn remove_kept(context: &LibraryContext, ids: Vec<String>) {
    let removed = match context.repository.remove(&ids).await {
        Ok(removed) => std::rc::Rc::new(removed),
        Err(error) => return context.fault(strings::not_removed(), &error.to_string()),
    };
    let back = context.clone();
    let count = removed.len();
    let action = Callback::from(move |()| {
        let (context, removed) = (back.clone(), std::rc::Rc::clone(&removed));
        spawn_local(async move {
            if let Err(error) = context.repository.restore(&removed).await {
                context.fault(strings::not_restored(), &error.to_string());
            }
        });
    });
    context.offer(strings::games_removed(count), Offer { label: strings::restore(), action });
}
