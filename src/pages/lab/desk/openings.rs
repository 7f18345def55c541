//! Opening files: kept by their hash, read when a match begins.

use crate::fetch;
use crate::storage::files::FileStore;
use crate::storage::{Content, Database};
use tabia_arena::{MatchSettings, OpeningSettings, OpeningSource, Openings};
use web_sys::File;

/// What opening files are kept as.
const KIND: &str = "openings";

/// The usual length of a walk through a book, in plies.
const WALK: u32 = 8;

/// Keeps a file and says how a match names it.
pub async fn add(database: &Database, file: File) -> Result<OpeningSource, String> {
    let name = file.name();
    let lower = name.to_ascii_lowercase();
    let content = Content::from(file);
    let named = |sha256: String| -> Result<OpeningSource, String> {
        let name = name.clone();
        match lower.rsplit('.').next() {
            Some("pgn") => Ok(OpeningSource::Pgn { name, sha256 }),
            Some("bin") => Ok(OpeningSource::Polyglot { name, sha256, plies: WALK }),
            Some("epd" | "fen" | "txt") => Ok(OpeningSource::Epd { name, sha256 }),
            _ => Err("openings come from .epd, .pgn and Polyglot's .bin files".to_owned()),
        }
    };
    // The kind of the file is known before it is kept, and that there is something in it.
    let source = named(String::new())?;
    read_from(&OpeningSettings { source, ..OpeningSettings::default() }, &content, 0).await?;
    let files = FileStore::new(database.clone());
    let entry =
        files.add(KIND, &name, content, serde_json::Value::Null).await.map_err(|error| error.to_string())?;
    named(entry.sha256)
}

/// The openings of a match, in file order.
pub async fn read(database: &Database, settings: &MatchSettings) -> Result<Openings, String> {
    match &settings.openings.source {
        OpeningSource::Startpos => Ok(Openings::default()),
        OpeningSource::BuiltIn => built_in().await,
        OpeningSource::Epd { name, sha256 }
        | OpeningSource::Pgn { name, sha256 }
        | OpeningSource::Polyglot { name, sha256, .. } => {
            let content = FileStore::new(database.clone()).content(sha256).await.map_err(|error| {
                format!(
                    "the openings {name} are not to be had in this browser ({error}). Drop the file with the SHA-256 {sha256} on the \
                     page of a new match, then try again"
                )
            })?;
            read_from(&settings.openings, &content, settings.seed).await
        }
    }
}

/// The set that comes with the app, as a file beside it.
async fn built_in() -> Result<Openings, String> {
    let fault = |reason: String| format!("the built-in openings could not be loaded: {reason}");
    let document = web_sys::window().and_then(|window| window.document());
    let meta = document.and_then(|document| document.query_selector("meta[name=tabia-openings]").ok()?);
    let url = meta.and_then(|meta| meta.get_attribute("content"));
    let url = url.ok_or_else(|| fault("the page does not name them".to_owned()))?;
    let bytes = fetch::bytes(&url).await.map_err(fault)?;
    Ok(Openings::from_epd(&tabia_pgn::decode(&bytes).text).0)
}

async fn read_from(settings: &OpeningSettings, content: &Content, seed: u64) -> Result<Openings, String> {
    let bytes = content.bytes().await.map_err(|error| error.to_string())?;
    let (openings, _) = settings.read(&bytes, seed).map_err(|error| error.to_string())?;
    Ok(openings)
}
