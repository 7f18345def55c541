//! Opening files: stored by hash, read by a worker when a match begins.

use crate::language::tr;
use crate::platform::fetch::{self, FetchError};
use crate::platform::turns::next_turn;
use crate::services::books::client::{AskError, BookClient};
use crate::state::lab::openings::OpeningFileContents;
use crate::storage::files::{FileStore, kind};
use crate::storage::{Content, Database, StoreError};
use tabia_arena::{MatchSettings, OpeningSettings, OpeningSource, Openings};
use tabia_worker::book::messages::{BookAnswer, BookRequest, FoundOpenings};
use tabia_worker::wire::FileBytes;
use web_sys::File;

/// Default length of a walk through a book, in plies.
const WALK: u32 = 8;

/// Chunk size in bytes for reading openings from the worker, one millisecond each.
const PIECE: u64 = 2 << 20;

/// Reason why openings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFileError {
    /// Not a kind of file that holds openings.
    #[error("{}", tr!("openings come from .epd, .pgn and Polyglot's .bin files"))]
    Kind,
    /// A file chosen for a match is not stored here.
    #[error("{}", tr!("{name} is not stored in this browser: drop the file on this page", name))]
    Missing {
        /// Name of the file.
        name: String,
    },
    /// The file of a match to be played is unavailable.
    #[error(
        "{}",
        tr!(
            "the openings {name} are not stored in this browser ({error}). Drop the file with the SHA-256 {sha256} on the \
             page of a new match, then try again",
            name,
            error,
            sha256
        )
    )]
    Needed {
        /// Name of the file.
        name: String,
        /// SHA-256 of the file.
        sha256: String,
        /// Cause.
        error: StoreError,
    },
    /// The page does not name the URL of the built-in openings.
    #[error("{}", tr!("the built-in openings could not be loaded: the page does not name them"))]
    Unnamed,
    /// The built-in openings could not be loaded, with the cause.
    #[error("{}", tr!("the built-in openings could not be loaded: {error}", error = _0))]
    NotLoaded(FetchError),
    /// Error of the reading worker: a limit, a fault in the file, or no worker.
    #[error(transparent)]
    Reading(#[from] AskError),
    /// The worker sent an unexpected reply.
    #[error("{}", tr!("the openings could not be read from the worker: reload the page"))]
    Answer,
    /// Database error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Lists the stored opening files in the order they were added, then the books.
pub async fn list(database: &Database) -> Result<Vec<OpeningSource>, StoreError> {
    let entries = FileStore::new(database.clone()).list(None).await?;
    // Walks through a book are openings too.
    let (openings, mut books): (Vec<_>, Vec<_>) = entries
        .into_iter()
        .filter(|entry| entry.kind == kind::OPENINGS || entry.kind == kind::BOOK)
        .partition(|entry| entry.kind == kind::OPENINGS);
    books.retain(|book| openings.iter().all(|other| other.sha256 != book.sha256));
    let openings = openings.into_iter().filter_map(|entry| source(&entry.name, entry.sha256));
    let books = books.into_iter().map(|entry| OpeningSource::Polyglot {
        name: entry.name,
        sha256: entry.sha256,
        plies: WALK,
    });
    Ok(openings.chain(books).collect())
}

/// Returns what the openings of a match contain; `None` if there is nothing to report. The worker of `client` reads them.
pub async fn find(
    database: &Database,
    client: &BookClient,
    settings: &OpeningSettings,
    seed: u64,
) -> Result<Option<OpeningFileContents>, OpeningFileError> {
    let Some((name, sha256)) = settings.source.file() else {
        return Ok(match settings.source {
            OpeningSource::BuiltIn => {
                Some(OpeningFileContents { count: built_in().await?.len(), ..OpeningFileContents::default() })
            }
            _ => None,
        });
    };
    let content = FileStore::new(database.clone()).content(sha256).await;
    let content = content.map_err(|_| OpeningFileError::Missing { name: name.to_owned() })?;
    Ok(Some(ask(client, settings, &content, seed, Purpose::Count).await?.1))
}

/// Returns the opening source for a file, by its extension.
fn source(name: &str, sha256: String) -> Option<OpeningSource> {
    let lower = name.to_ascii_lowercase();
    let name = name.to_owned();
    match lower.rsplit('.').next() {
        Some("pgn") => Some(OpeningSource::Pgn { name, sha256 }),
        Some("bin") => Some(OpeningSource::Polyglot { name, sha256, plies: WALK }),
        Some("epd" | "fen" | "txt") => Some(OpeningSource::Epd { name, sha256 }),
        _ => None,
    }
}

/// Stores a file; returns its opening source and what it contains. The worker of `client` reads it.
pub async fn add(
    database: &Database,
    client: &BookClient,
    file: File,
) -> Result<(OpeningSource, OpeningFileContents), OpeningFileError> {
    let name = file.name();
    let content = Content::from(file);
    let named = |sha256: String| source(&name, sha256).ok_or(OpeningFileError::Kind);
    // Check the kind and that there is something in the file before storing it.
    let unnamed = named(String::new())?;
    let settings = OpeningSettings { source: unnamed, ..OpeningSettings::default() };
    let (_, found) = ask(client, &settings, &content, 0, Purpose::Count).await?;
    let files = FileStore::new(database.clone());
    let entry = files.add(kind::OPENINGS, &name, content, serde_json::Value::Null).await?;
    Ok((named(entry.sha256)?, found))
}

/// Loads the openings of a match, in file order. The worker of `client` reads them.
pub async fn read(
    database: &Database,
    client: &BookClient,
    settings: &MatchSettings,
) -> Result<Openings, OpeningFileError> {
    match &settings.openings.source {
        OpeningSource::Startpos => Ok(Openings::default()),
        OpeningSource::BuiltIn => built_in().await,
        OpeningSource::Epd { name, sha256 }
        | OpeningSource::Pgn { name, sha256 }
        | OpeningSource::Polyglot { name, sha256, .. } => {
            let content = FileStore::new(database.clone()).content(sha256).await;
            let content = content.map_err(|error| OpeningFileError::Needed {
                name: name.clone(),
                sha256: sha256.clone(),
                error,
            })?;
            let (openings, _) =
                ask(client, &settings.openings, &content, settings.seed, Purpose::Play).await?;
            take_over(openings.ok_or(OpeningFileError::Answer)?).await
        }
    }
}

/// Loads the built-in openings, served as a file next to the app.
async fn built_in() -> Result<Openings, OpeningFileError> {
    let document = web_sys::window().and_then(|window| window.document());
    let meta = document.and_then(|document| document.query_selector("meta[name=tabia-openings]").ok()?);
    let url = meta.and_then(|meta| meta.get_attribute("content"));
    let url = url.ok_or(OpeningFileError::Unnamed)?;
    let bytes = fetch::bytes(&url).await.map_err(OpeningFileError::NotLoaded)?;
    Ok(Openings::from_epd(&tabia_pgn::decode(&bytes).text).0)
}

/// Purpose of reading openings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Only count what is found.
    Count,
    /// Play a match.
    Play,
}

/// Has the worker read a file; returns the openings only if they are to be played.
async fn ask(
    client: &BookClient,
    settings: &OpeningSettings,
    content: &Content,
    seed: u64,
    purpose: Purpose,
) -> Result<(Option<FileBytes>, OpeningFileContents), OpeningFileError> {
    let settings = serde_json::to_string(settings).map_err(|_| OpeningFileError::Answer)?;
    let request = BookRequest::Openings {
        file: FileBytes(content.blob()?),
        settings,
        seed: [(seed >> 32) as u32, seed as u32],
        are_wanted: purpose == Purpose::Play,
    };
    let BookAnswer::Openings { openings, found } = client.ask(request, |_| {}).await? else {
        return Err(OpeningFileError::Answer);
    };
    let FoundOpenings { count, left_out, cut, listed, has_chess960 } = found;
    Ok((openings, OpeningFileContents { count, left_out, cut, faults: listed, has_chess960 }))
}

/// Reads the openings from the worker, a chunk at a time.
async fn take_over(openings: FileBytes) -> Result<Openings, OpeningFileError> {
    let content = Content::from(openings.0);
    let mut bytes = Vec::with_capacity(content.size() as usize);
    while (bytes.len() as u64) < content.size() {
        let start = bytes.len() as u64;
        let piece = content.slice(start, start + PIECE).bytes().await?;
        if piece.is_empty() {
            return Err(OpeningFileError::Answer);
        }
        bytes.extend_from_slice(&piece);
    }
    next_turn().await;
    Openings::from_bytes(bytes).map_err(|_| OpeningFileError::Answer)
}
