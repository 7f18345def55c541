//! Opening files: kept by their hash, read when a match begins.

use crate::platform::clock::now_ms;
use crate::platform::fetch::{self, FetchError};
use crate::platform::turns::next_turn;
use crate::state::lab::openings::Found;
use crate::storage::files::FileStore;
use crate::storage::{Content, Database, StoreError};
use tabia_arena::{MatchSettings, OpeningProblem, OpeningSettings, OpeningSource, Openings, OpeningsError};
use web_sys::File;

/// What opening files are kept as.
const KIND: &str = "openings";

/// The usual length of a walk through a book, in plies.
const WALK: u32 = 8;

/// What books are kept as; a book's walks are openings too.
const BOOK_KIND: &str = "book";

/// A book larger than this, in bytes, is not read to count its walks.
const COUNTED: u64 = 64 << 20;

/// A longer text is refused, in bytes: 32 MiB.
const LONGEST: u64 = 32 << 20;

/// A text is read in pieces of so many bytes.
const PIECE: u64 = 2 << 20;

/// How long lines or games are read before the browser gets its turn, in milliseconds: half a frame.
const SLICE_MS: f64 = 8.0;

/// Why openings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFileError {
    /// The file is of a kind that holds none.
    #[error("openings come from .epd, .pgn and Polyglot's .bin files")]
    Kind,
    /// A file that was chosen for a match is not kept here.
    #[error("{name} is not stored in this browser: drop the file on this page")]
    Missing {
        /// The file's name.
        name: String,
    },
    /// The file of a match that is to be played cannot be had.
    #[error(
        "the openings {name} are not stored in this browser ({error}). Drop the file with the SHA-256 {sha256} on the \
         page of a new match, then try again"
    )]
    Needed {
        /// The file's name.
        name: String,
        /// The hash of its bytes.
        sha256: String,
        /// Why.
        error: StoreError,
    },
    /// The page does not say where the built-in openings lie.
    #[error("the built-in openings could not be loaded: the page does not name them")]
    Unnamed,
    /// The built-in openings did not arrive, and why.
    #[error("the built-in openings could not be loaded: {0}")]
    NotLoaded(FetchError),
    /// The text is too long.
    #[error(
        "openings come from files of up to 32 MB (about 450,000 positions); divide this one, or make a book of its games"
    )]
    TooLarge,
    /// There are none in the file.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The opening files that are kept, in the order they were added, and then the books.
pub async fn list(database: &Database) -> Result<Vec<OpeningSource>, StoreError> {
    let entries = FileStore::new(database.clone()).list(None).await?;
    let (openings, books): (Vec<_>, Vec<_>) = entries
        .into_iter()
        .filter(|entry| entry.kind == KIND || entry.kind == BOOK_KIND)
        .partition(|entry| entry.kind == KIND);
    let openings = openings.into_iter().filter_map(|entry| source(&entry.name, entry.sha256));
    let books = books.into_iter().map(|entry| OpeningSource::Polyglot {
        name: entry.name,
        sha256: entry.sha256,
        plies: WALK,
    });
    Ok(openings.chain(books).collect())
}

/// What is found in the openings of a match; `None` for a book that is too large to be read for that.
pub async fn find(
    database: &Database,
    settings: &OpeningSettings,
    seed: u64,
) -> Result<Option<Found>, OpeningFileError> {
    let Some((name, sha256)) = settings.source.file() else {
        return Ok(match settings.source {
            OpeningSource::BuiltIn => Some(Found { count: built_in().await?.len(), ..Found::default() }),
            _ => None,
        });
    };
    let content = FileStore::new(database.clone()).content(sha256).await;
    let content = content.map_err(|_| OpeningFileError::Missing { name: name.to_owned() })?;
    if content.size() > COUNTED {
        return Ok(None);
    }
    let (openings, problems) = read_from(settings, &content, seed).await?;
    Ok(Some(Found { count: openings.len(), problems }))
}

/// How a match names a file, by the ending of its name.
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

/// Keeps a file and says how a match names it, and what is in it.
pub async fn add(database: &Database, file: File) -> Result<(OpeningSource, Found), OpeningFileError> {
    let name = file.name();
    let content = Content::from(file);
    let named = |sha256: String| source(&name, sha256).ok_or(OpeningFileError::Kind);
    // The kind of the file is known before it is kept, and that there is something in it.
    let unnamed = named(String::new())?;
    let settings = OpeningSettings { source: unnamed, ..OpeningSettings::default() };
    let (openings, problems) = read_from(&settings, &content, 0).await?;
    let files = FileStore::new(database.clone());
    let entry = files.add(KIND, &name, content, serde_json::Value::Null).await?;
    Ok((named(entry.sha256)?, Found { count: openings.len(), problems }))
}

/// The openings of a match, in file order.
pub async fn read(database: &Database, settings: &MatchSettings) -> Result<Openings, OpeningFileError> {
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
            read_from(&settings.openings, &content, settings.seed).await.map(|(openings, _)| openings)
        }
    }
}

/// The set that comes with the app, as a file beside it.
async fn built_in() -> Result<Openings, OpeningFileError> {
    let document = web_sys::window().and_then(|window| window.document());
    let meta = document.and_then(|document| document.query_selector("meta[name=tabia-openings]").ok()?);
    let url = meta.and_then(|meta| meta.get_attribute("content"));
    let url = url.ok_or(OpeningFileError::Unnamed)?;
    let bytes = fetch::bytes(&url).await.map_err(OpeningFileError::NotLoaded)?;
    Ok(Openings::from_epd(&tabia_pgn::decode(&bytes).text).0)
}

async fn read_from(
    settings: &OpeningSettings,
    content: &Content,
    seed: u64,
) -> Result<(Openings, Vec<OpeningProblem>), OpeningFileError> {
    if matches!(settings.source, OpeningSource::Polyglot { .. }) {
        return Ok(settings.read(&content.bytes().await?, seed)?);
    }
    if content.size() > LONGEST {
        return Err(OpeningFileError::TooLarge);
    }
    let mut bytes = Vec::with_capacity(content.size() as usize);
    while (bytes.len() as u64) < content.size() {
        let start = bytes.len() as u64;
        let piece = content.slice(start, start + PIECE).bytes().await?;
        if piece.is_empty() {
            break;
        }
        bytes.extend_from_slice(&piece);
        next_turn().await;
    }
    let text = tabia_pgn::decode(&bytes).text;
    let Some(mut reader) = settings.reader(&text) else { return Ok(settings.read(&bytes, seed)?) };
    loop {
        next_turn().await;
        let end_ms = now_ms() + SLICE_MS;
        if !reader.read_while(|| now_ms() < end_ms) {
            break;
        }
    }
    Ok(OpeningsError::if_empty(reader.finish())?)
}
