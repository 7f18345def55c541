//! The game file to which a run appends, and the recipe saved next to it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use tabia_data::filter::{Filter, Statistics};
use tabia_data::format::{GameReader, ReadError, Whole};
use tabia_engine::{Engine, Limits, bench};
use tabia_nnue::Network;

use super::error::DataError;
use super::numbers::thousands;
use super::recipe::{Recipe, SelfplayRecipeArgs};
use crate::output_file::refuse_standard;
use crate::text_file;
use crate::unattended::Unattended;
use crate::whole_file;

/// Depth of the benchmark search that tells engine builds apart.
const SIGNATURE_DEPTH: u32 = 6;

/// A game file opened for appending. It is locked: no other process can write to it.
#[derive(Debug)]
pub(super) struct GameFile {
    file: File,
    path: PathBuf,
    /// Complete games in it.
    pub(super) whole: Whole,
    /// Statistics of its games, by the default filter.
    pub(super) statistics: Statistics,
    /// Recipe of the games.
    pub(super) recipe: Recipe,
}

impl GameFile {
    /// Opens the file of a run that plays with `net`, or starts a new one. A game that was not completely written is cut
    /// off.
    ///
    /// # Errors
    /// If another process writes to it, if it is damaged, or if its games were made with other settings than requested.
    pub(super) fn open(
        path: &Path,
        args: &SelfplayRecipeArgs,
        net: Option<Arc<Network>>,
    ) -> Result<Self, DataError> {
        refuse_standard(path, "games are added to those of an earlier run").map_err(DataError::file(path))?;
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(DataError::file(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(DataError::fault(path, "another process is writing to this file"));
            }
            Err(TryLockError::Error(error)) => return Err(DataError::file(path)(error)),
        }
        let mut statistics = Statistics::default();
        let whole = whole_games(&mut file, path, &mut statistics)?;
        let length = file.metadata().map_err(DataError::file(path))?.len();
        if length > whole.bytes {
            let torn = length - whole.bytes;
            println!("{}: cut off {torn} bytes of an incomplete game", path.display());
            file.set_len(whole.bytes).and_then(|()| file.sync_all()).map_err(DataError::file(path))?;
        }
        let recipe = keep_recipe(path, whole, args, net)?;
        Ok(Self { file, path: path.to_owned(), whole, statistics, recipe })
    }

    /// Appends games.
    pub(super) fn add(&mut self, bytes: &[u8], statistics: &Statistics) -> Result<(), DataError> {
        self.file.write_all(bytes).map_err(DataError::file(&self.path))?;
        self.whole.bytes += bytes.len() as u64;
        self.whole.games += statistics.games;
        self.statistics.merge(statistics);
        Ok(())
    }

    /// Flushes appended games to disk.
    pub(super) fn sync(&self) -> Result<(), DataError> {
        self.file.sync_data().map_err(DataError::file(&self.path))
    }
}

/// Scans the complete games of a file. What follows them must be the beginning of a game, or zeros left by a system crash;
/// anything else is damage and is left alone.
fn whole_games(file: &mut File, path: &Path, statistics: &mut Statistics) -> Result<Whole, DataError> {
    let mut reader = GameReader::new(BufReader::with_capacity(1 << 20, &mut *file));
    let filter = Filter::default();
    let mut fault = None;
    for game in reader.by_ref() {
        match game {
            Ok(game) => statistics.add(&filter, &game),
            Err(ReadError::CutOff(_)) => {}
            Err(error) => fault = Some(error),
        }
    }
    let whole = reader.whole();
    match fault {
        None => Ok(whole),
        Some(ReadError::Io(error)) => Err(DataError::file(path)(error)),
        Some(_) if only_zeros_from(path, whole.bytes)? => Ok(whole),
        Some(error) => {
            let fault = format!(
                "{error}. The {} games before it, {} bytes, are whole; write to another file, or cut this one there",
                whole.games, whole.bytes
            );
            Err(DataError::fault(path, fault))
        }
    }
}

fn only_zeros_from(path: &Path, at: u64) -> Result<bool, DataError> {
    use std::io::{Seek as _, SeekFrom};
    let mut file = File::open(path).map_err(DataError::file(path))?;
    file.seek(SeekFrom::Start(at)).map_err(DataError::file(path))?;
    for byte in BufReader::new(file).bytes() {
        if byte.map_err(DataError::file(path))? != 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the path of a game file's recipe.
fn recipe_of(path: &Path) -> PathBuf {
    whole_file::beside(path, ".json")
}

/// Returns the recipe of the file. Writes it next to the file when the file is new, along with the engine build that plays
/// from game `whole.games` on.
fn keep_recipe(
    path: &Path,
    whole: Whole,
    args: &SelfplayRecipeArgs,
    net: Option<Arc<Network>>,
) -> Result<Recipe, DataError> {
    let beside = recipe_of(path);
    let name = beside.to_string_lossy().into_owned();
    let text = text_file::read(&name)?;
    let kept: Option<Value> = text
        .map(|text| serde_json::from_str(&text))
        .transpose()
        .map_err(|error| DataError::fault(&beside, format!("invalid JSON: {error}")))?;
    if kept.is_none() && whole.games > 0 {
        let fault = format!(
            "it has {} games, but {}, which has their settings, is missing; write to another file",
            thousands(whole.games),
            beside.display()
        );
        return Err(DataError::fault(path, fault));
    }
    // Before the first game the recipe may still be changed.
    let kept = kept.filter(|_| whole.games > 0);
    let recipe = match &kept {
        Some(kept) => Recipe::kept(&kept["recipe"], args, &beside)?,
        None => Recipe::new(args),
    };
    let mut engines: Vec<Value> =
        kept.and_then(|kept| kept["engines"].as_array().cloned()).unwrap_or_default();
    let signature = signature(net)?;
    let version = env!("CARGO_PKG_VERSION");
    if engines.last().is_none_or(|last| last["signature"] != signature || last["version"] != version) {
        if !engines.is_empty() {
            println!("{}: the engine is a different one from game {} on", path.display(), whole.games);
        }
        engines.push(json!({ "from_game": whole.games, "version": version, "signature": signature }));
        let object = json!({ "recipe": recipe.to_json(), "engines": engines });
        let text = format!("{object:#}\n");
        text_file::write(&name, &text)?;
    }
    Ok(recipe)
}

/// Signature of builds and nets that play differently: the node count of a short benchmark.
fn signature(net: Option<Arc<Network>>) -> Result<u64, DataError> {
    let mut engine = Engine::new(Engine::DEFAULT_HASH_MEGABYTES)?;
    engine.set_net(net);
    let mut control = Unattended { start: Instant::now() };
    Ok(bench::run(&mut engine, &Limits::depth(SIGNATURE_DEPTH), &mut control, |_, _, _| {}).nodes)
}

/// Removes a file if it exists.
pub(super) fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}
