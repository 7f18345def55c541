//! Restores what was on the board when the page was last open, before the board is drawn.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use gloo_timers::future::TimeoutFuture;
use tabia_pgn::{Game, NodeId};
use wasm_bindgen_futures::spawn_local;

use super::autosave::{GameSource, OpenGame, SourceText, node_at};
use super::driver::GameAutosave;
use super::reading::games_until;
use super::recent;
use super::repository::GameRepository;
use super::tab;
use crate::platform::random::unique_id;
use crate::platform::sorting::sort_by;
use crate::state::reading::GameBatch;
use crate::storage::files::{FileEntry, FileStore};
use crate::storage::games::{GameEntry, Origin, SavedGame};
use crate::storage::workspaces::{OpenText, Workspace, Workspaces};
use crate::storage::{Claim, Database, StoreError};

/// How long the board waits for its previous state, in milliseconds.
const PATIENCE_MS: u32 = 1500;
/// The same if there is no sign of a previous state: on a first visit, or when the browser was killed before it could write one.
const FIRST_PATIENCE_MS: u32 = 250;
/// Number of attempts of a reloaded tab to claim its workspace before it takes another: the browser takes its time to release the claims of
/// the previous page.
const TRIES: u32 = 8;
/// Pause between attempts, in milliseconds.
const TRY_MS: u32 = 40;

/// Games to put on the board, and the position that was shown.
#[derive(Debug, Clone)]
pub struct RestoredBoard {
    /// The games, or the first of them.
    pub batch: GameBatch,
    /// The text, if more games follow.
    pub rest: Option<Rc<str>>,
    /// Saved games among those that follow, by index.
    pub later: BTreeMap<usize, Game>,
    /// Index of the game on the board.
    pub shown: usize,
    /// The node on the board.
    pub node: NodeId,
    /// Whether Black is at the bottom.
    pub is_flipped: bool,
    /// The name of the file.
    pub name: Option<String>,
    /// Source of the games.
    pub source: Rc<GameSource>,
    /// Saved games that could not be read, with the reasons.
    pub faults: Vec<StoreError>,
}

/// State that arrives after the board was drawn.
pub type Late = LocalBoxFuture<'static, Result<Option<RestoredBoard>, StoreError>>;

/// Initial state of the page.
pub struct BoardStart {
    /// The autosave from now on.
    pub autosave: GameAutosave,
    /// What was on the board.
    pub board: Option<RestoredBoard>,
    /// The previous state if it is found later.
    pub late: Option<Late>,
}

/// Looks for the previous state of the board, and waits for it up to a limit.
pub async fn begin() -> BoardStart {
    let (database, repository) = (Database::of_page(), GameRepository::of_page());
    let (sender, receiver) = oneshot::channel();
    let own = tab::workspace();
    {
        let (database, repository) = (database.clone(), repository.clone());
        spawn_local(async move {
            // The receiver is dropped once the page is gone.
            let _ = sender.send(find(&database, &repository, own).await);
        });
    }
    let mut receiver = receiver.fuse();
    let patience = if tab::has_kept() { PATIENCE_MS } else { FIRST_PATIENCE_MS };
    let found = futures::select! {
        found = receiver => Some(found),
        () = TimeoutFuture::new(patience).fuse() => None,
    };
    match found {
        Some(Ok(Ok(found))) => {
            let restored = found.workspace.map(|workspace| Workspace { updated_ms: 0.0, ..workspace });
            let autosave = GameAutosave::new(database, repository, found.id, restored, found.claim);
            BoardStart { autosave, board: found.board, late: None }
        }
        Some(Ok(Err(error))) => {
            BoardStart { late: Some(Box::pin(async { Err(error) })), ..fresh(database, repository) }
        }
        Some(Err(_)) => fresh(database, repository),
        None => {
            let later = database.clone();
            let late = Box::pin(async move {
                let Ok(found) = receiver.await else { return Ok(None) };
                let found = found?;
                // Its games go on in the workspace of this tab.
                if found.workspace.is_some() && found.board.is_some() {
                    Workspaces::new(later).remove(&found.id).await?;
                }
                Ok(found.board)
            });
            BoardStart { late: Some(late), ..fresh(database, repository) }
        }
    }
}

/// Creates the start of a tab with an empty board.
fn fresh(database: Database, repository: GameRepository) -> BoardStart {
    let id = unique_id();
    let autosave = GameAutosave::new(database, repository, id.clone(), None, None);
    let holder = autosave.clone();
    spawn_local(async move { holder.hold(Workspaces::claim(&id).await.ok().flatten()) });
    BoardStart { autosave, board: None, late: None }
}

/// Workspace of this tab.
struct FoundWorkspace {
    id: String,
    claim: Option<Claim>,
    workspace: Option<Workspace>,
    board: Option<RestoredBoard>,
}

async fn find(
    database: &Database,
    repository: &GameRepository,
    own: Option<String>,
) -> Result<FoundWorkspace, StoreError> {
    let (id, claim, mut workspace) = claim(database, own).await?;
    if let Some(crash_backup) = tab::crash_backup(&id) {
        workspace = Some(crash_backup.write(database).await?);
        tab::forget(&id);
    }
    // Before the board is read: one of these games may be on it.
    recover_others(database, repository, &id).await;
    let board = match &workspace {
        Some(workspace) => Some(board_of(database, repository, workspace).await?),
        None => None,
    };
    let repository = repository.clone();
    spawn_local(async move {
        // Retried at the next start.
        let _ = recent::drop_old_copies(&repository).await;
    });
    Ok(FoundWorkspace { id, claim, workspace, board })
}

/// Writes what closed tabs could not write; failures are retried at the next start.
async fn recover_others(database: &Database, repository: &GameRepository, own: &str) {
    for id in tab::remembered_ids() {
        if id == own || tab::crash_backup(&id).is_none() {
            continue;
        }
        // An open tab writes its games itself.
        let Ok(Some(claim)) = Workspaces::claim(&id).await else { continue };
        if !claim.is_exclusive() {
            continue;
        }
        // It may have been written before the claim succeeded.
        let Some(crash_backup) = tab::crash_backup(&id) else { continue };
        if crash_backup.write(database).await.is_ok() {
            tab::forget(&id);
            repository.emit_changed();
        }
    }
}

/// Returns the stored workspaces, and those of which nothing was stored before their tabs were closed; the latest first.
async fn workspaces(database: &Database) -> Result<Vec<Workspace>, StoreError> {
    let mut workspaces = Workspaces::new(database.clone()).list().await?;
    for workspace in
        tab::remembered_ids().iter().filter_map(|id| tab::crash_backup(id)).map(|all| all.workspace)
    {
        match workspaces.iter_mut().find(|stored| stored.id == workspace.id) {
            Some(stored) => stored.updated_ms = stored.updated_ms.max(workspace.updated_ms),
            None => workspaces.push(workspace),
        }
    }
    sort_by(&mut workspaces, |a, b| b.updated_ms.total_cmp(&a.updated_ms));
    Ok(workspaces)
}

/// Claims the workspace that this tab had, else the newest that no tab has, else a new one.
async fn claim(
    database: &Database,
    own: Option<String>,
) -> Result<(String, Option<Claim>, Option<Workspace>), StoreError> {
    let mut workspaces = workspaces(database).await?;
    if let Some(own) = own {
        for attempt in 0..TRIES {
            if let Some(claim) = Workspaces::claim(&own).await? {
                let kept = workspaces.iter().position(|workspace| workspace.id == own);
                return Ok((own, Some(claim), kept.map(|place| workspaces.swap_remove(place))));
            }
            if attempt + 1 < TRIES {
                TimeoutFuture::new(TRY_MS).await;
            }
        }
    }
    for workspace in workspaces {
        if let Some(claim) = Workspaces::claim(&workspace.id).await? {
            return Ok((workspace.id.clone(), Some(claim), Some(workspace)));
        }
    }
    let id = unique_id();
    let claim = Workspaces::claim(&id).await?;
    Ok((id, claim, None))
}

/// Reads the games of a workspace.
///
/// # Errors
/// When none of it can be read.
async fn board_of(
    database: &Database,
    repository: &GameRepository,
    workspace: &Workspace,
) -> Result<RestoredBoard, StoreError> {
    let mut faults = Vec::new();
    let mut kept = BTreeMap::new();
    for (&place, id) in &workspace.games {
        match repository.games().get(id).await {
            Ok(game) => drop(kept.insert(place, game)),
            Err(error) => faults.push(error),
        }
    }
    let text = match &workspace.text {
        Some(open) => match text_of(database, &open.sha256).await {
            Ok(text) => Some(text),
            Err(error) => {
                faults.push(error);
                None
            }
        },
        None => None,
    };
    let (batch, rest) = match text {
        Some(text) => {
            let batch = games_until(&text, workspace.shown).await;
            let rest = batch.percent.is_some().then_some(text);
            (batch, rest)
        }
        None => (GameBatch { games: vec![single(workspace)], ..GameBatch::default() }, None),
    };
    Ok(board(workspace, batch, rest, kept, faults))
}

async fn text_of(database: &Database, sha256: &str) -> Result<Rc<str>, StoreError> {
    FileStore::new(database.clone()).content(sha256).await?.text().await.map(Rc::from)
}

/// Returns the start position of a workspace with a single game.
fn single(workspace: &Workspace) -> Game {
    let start = workspace.start.as_deref().map(tabia_pgn::read);
    start.and_then(|read| read.games.into_iter().next()).unwrap_or_default()
}

/// Puts the saved games in their places.
fn board(
    workspace: &Workspace,
    mut batch: GameBatch,
    rest: Option<Rc<str>>,
    kept: BTreeMap<usize, SavedGame>,
    faults: Vec<StoreError>,
) -> RestoredBoard {
    let mut later = BTreeMap::new();
    let mut entries: BTreeMap<usize, GameEntry> = BTreeMap::new();
    let is_text_lost = workspace.text.is_some() && batch.collection == 0;
    for (place, SavedGame { entry, pgn }) in kept {
        let Some(game) = tabia_pgn::read(&pgn).games.into_iter().next() else { continue };
        // Of a lost text, only the game on the board remains.
        let place = if is_text_lost { usize::from(place != workspace.shown) * usize::MAX } else { place };
        match batch.games.get_mut(place) {
            Some(slot) => *slot = game,
            None if rest.is_some() => drop(later.insert(place, game)),
            None => continue,
        }
        entries.insert(place, entry);
    }
    let shown = workspace.shown.min(batch.games.len().saturating_sub(1));
    let node = batch.games.get(shown).map_or(NodeId::ROOT, |game| node_at(game, &workspace.path));
    let text = workspace.text.clone().filter(|_| !is_text_lost);
    let name = text.as_ref().and_then(|text| text.name.clone());
    let text = text.map_or(SourceText::None, SourceText::Kept);
    let source = GameSource::new(workspace.origin.clone(), text, entries);
    RestoredBoard { batch, rest, later, shown, node, is_flipped: workspace.is_flipped, name, source, faults }
}

/// Returns the board of a saved game.
///
/// # Errors
/// When it cannot be read.
pub async fn kept_board(
    database: &Database,
    repository: &GameRepository,
    id: &str,
) -> Result<RestoredBoard, StoreError> {
    let entry = repository.games().entry(id).await?;
    let games = BTreeMap::from([(0, entry.id)]);
    let workspace = Workspace { games, origin: entry.origin, ..Workspace::default() };
    let mut board = board_of(database, repository, &workspace).await?;
    if board.faults.is_empty() { Ok(board) } else { Err(board.faults.swap_remove(0)) }
}

/// Returns the board of a game open in this tab, in its current state.
pub fn open_board(open: OpenGame) -> RestoredBoard {
    let batch = GameBatch { games: vec![(*open.game).clone()], ..GameBatch::default() };
    RestoredBoard {
        batch,
        rest: None,
        later: BTreeMap::new(),
        shown: 0,
        node: NodeId::ROOT,
        is_flipped: false,
        name: None,
        source: GameSource::kept(open.entry),
        faults: Vec::new(),
    }
}

/// Returns the board of a previously opened text and moves the text to the front of the recent ones.
///
/// # Errors
/// When it cannot be read.
pub async fn text_board(
    database: &Database,
    repository: &GameRepository,
    file: &FileEntry,
) -> Result<RestoredBoard, StoreError> {
    // If there is no room, it is opened anyway and stays where it is in the list.
    let _ = recent::touch_text(database, file).await;
    let name = Some(file.name.clone()).filter(|name| !name.is_empty());
    let origin = name.clone().map_or(Origin::Text, |name| Origin::File { name });
    let text = Some(OpenText { sha256: file.sha256.clone(), name });
    let workspace = Workspace { text, origin, ..Workspace::default() };
    let mut board = board_of(database, repository, &workspace).await?;
    if board.faults.is_empty() { Ok(board) } else { Err(board.faults.swap_remove(0)) }
}
