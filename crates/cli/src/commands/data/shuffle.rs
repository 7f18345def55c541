//! `data shuffle`: writes the positions of games, filtered and in random order.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde_json::json;
use sha2::{Digest as _, Sha256};
use tabia_data::format::{PACKED_SIZE, PackedBoard};
use tabia_data::sets::Buckets;

use super::args::ShuffleArgs;
use super::error::DataError;
use super::file::remove;
use super::numbers::thousands;
use super::read::each_game;
use crate::hex::hex;
use crate::input_file::is_standard;
use crate::output_file::{check_apart, is_same, refuse_standard};
use crate::whole_file::beside;

/// Maximum number of files that are open at the same time.
const MAX_BUCKETS: u64 = 256;
/// Maximum ratio of the size of packed positions to that of their games: 32 bytes for each move of 4.
const GROWTH: u64 = 8;

/// Summary of a written file.
struct Written {
    path: PathBuf,
    positions: u64,
    games: u64,
    sha256: String,
}

pub(super) fn run(args: &ShuffleArgs) -> Result<(), DataError> {
    let (filter, held_out) = (args.filter.filter(), args.games_held_out());
    let (learned, measured, files) = (&args.output, &args.held_out, &args.files);
    for output in [learned, measured] {
        if is_same(learned, measured) || check_apart(output, files).is_err() {
            let fault =
                format!("{}: inputs, --output and --held-out must be different files", output.display());
            return Err(DataError::Usage(fault));
        }
        refuse_standard(output, "parts of it are written beside it first")
            .map_err(DataError::file(output))?;
    }
    let buckets = bucket_count(files, args.memory)?;
    let mut learned = Unsorted::create(learned, buckets, held_out.seed)?;
    let mut measured = Unsorted::create(measured, buckets, held_out.seed ^ 1)?;
    for path in files {
        each_game(path, |game| {
            let set = if held_out.has(&game) { &mut measured } else { &mut learned };
            set.games += 1;
            for (position, played) in filter.taken(&game) {
                set.add(&PackedBoard::new(&position, played.score, game.result))?;
            }
            Ok(())
        })?;
    }
    let written = [learned.finish()?, measured.finish()?];
    if args.json {
        let [learned, measured] = written.map(|set| {
            let file = set.path.display().to_string();
            json!({ "file": file, "games": set.games, "positions": set.positions, "sha256": set.sha256 })
        });
        println!("{}", json!({ "learned": learned, "held_out": measured }));
    } else {
        for Written { path, positions, games, sha256 } in &written {
            let (positions, games) = (thousands(*positions), thousands(*games));
            println!("{}: {positions} positions of {games} games, SHA-256 {sha256}", path.display());
        }
    }
    Ok(())
}

/// Returns the number of files over which positions are first distributed, so that each fits into `megabytes`.
fn bucket_count(files: &[PathBuf], megabytes: u64) -> Result<usize, DataError> {
    let mut bytes = 0;
    if files.iter().any(|path| is_standard(path)) {
        // Unknown size.
        return Ok(MAX_BUCKETS as usize);
    }
    for path in files {
        bytes += fs::metadata(path).map_err(DataError::file(path))?.len();
    }
    let buckets = (bytes * GROWTH).div_ceil(megabytes << 20).max(1);
    if buckets > MAX_BUCKETS {
        let least = (bytes * GROWTH).div_ceil(MAX_BUCKETS << 20);
        return Err(DataError::Usage(format!("this much data needs at least --memory {least}")));
    }
    Ok(buckets as usize)
}

/// Positions on their way into a file, in several temporary files next to it.
struct Unsorted {
    path: PathBuf,
    buckets: Buckets,
    files: Vec<(PathBuf, BufWriter<File>)>,
    positions: u64,
    games: u64,
}

impl Unsorted {
    fn create(path: &Path, count: usize, seed: u64) -> Result<Self, DataError> {
        let mut unsorted = Self {
            path: path.to_owned(),
            buckets: Buckets::new(count, seed),
            files: Vec::with_capacity(count),
            positions: 0,
            games: 0,
        };
        for number in 0..count {
            let bucket = beside(path, &format!(".part{number}"));
            let file = File::create(&bucket).map_err(DataError::file(&bucket))?;
            unsorted.files.push((bucket, BufWriter::with_capacity(1 << 16, file)));
        }
        Ok(unsorted)
    }

    fn add(&mut self, packed: &PackedBoard) -> Result<(), DataError> {
        self.positions += 1;
        let (path, file) = &mut self.files[self.buckets.choose()];
        file.write_all(&packed.0).map_err(DataError::file(path))
    }

    /// Shuffles each bucket and writes them one after the other; the file appears when it is complete.
    fn finish(mut self) -> Result<Written, DataError> {
        let beside = beside(&self.path, ".new");
        let error = DataError::file(&beside);
        let mut output = BufWriter::new(File::create(&beside).map_err(&error)?);
        let mut hash = Sha256::new();
        for (path, file) in &mut self.files {
            file.flush().map_err(DataError::file(path))?;
            let mut bytes = fs::read(&path).map_err(DataError::file(path))?;
            let (records, _) = bytes.as_chunks_mut::<PACKED_SIZE>();
            self.buckets.shuffle(records);
            for record in records {
                hash.update(*record);
                output.write_all(record).map_err(&error)?;
            }
        }
        output.into_inner().map_err(|fault| error(fault.into_error())).and_then(|file| {
            file.sync_all().map_err(&error)?;
            fs::rename(&beside, &self.path).map_err(&error)
        })?;
        let sha256 = hex(&hash.finalize());
        Ok(Written { path: self.path.clone(), positions: self.positions, games: self.games, sha256 })
    }
}

impl Drop for Unsorted {
    fn drop(&mut self) {
        for (path, _) in &self.files {
            remove(path);
        }
    }
}
