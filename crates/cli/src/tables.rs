//! Syzygy tablebases from folders.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tabia_engine::Tablebase;
use tabia_session::{HostError, SyzygyTablebase};
use tabia_tablebase::{OpenReport, SyzygyTables, TableFile};
use thiserror::Error;

/// Separator of the folders in a path.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };
/// Cache size of the tables, in bytes.
const CACHE_BYTES: usize = 64 << 20;

/// Error for unusable tables: which folders and files, and why.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct TablesError(pub(crate) String);

impl From<TablesError> for HostError {
    fn from(error: TablesError) -> Self {
        error.0.into()
    }
}

/// Opens the tables in the folders of `path`. Returns them with a sentence about what was found and which folders were
/// skipped.
///
/// # Errors
/// If no folder has a table.
pub(crate) fn open(path: &str) -> Result<(Box<dyn Tablebase>, String), TablesError> {
    let (tables, found) = open_folders(path)?;
    Ok((Box::new(SyzygyTablebase(tables)), found.to_string()))
}

/// Same as [`open`], with the findings as a value.
pub(crate) fn open_folders(path: &str) -> Result<(SyzygyTables, OpenReport), TablesError> {
    let mut files: Vec<(String, Box<dyn TableFile>)> = Vec::new();
    let mut faults = Vec::new();
    for folder in path.split(SEPARATOR).filter(|folder| !folder.is_empty()) {
        match tables_in(Path::new(folder)) {
            Ok(found) if found.is_empty() => {
                faults.push(format!("{folder}: no tables (.rtbw, .rtbz) in this folder"));
            }
            Ok(found) => files.extend(found.into_iter().map(|file| {
                let name = file.to_string_lossy().into_owned();
                (name, Box::new(LazyFile::new(file)) as Box<dyn TableFile>)
            })),
            Err(error) => faults.push(format!("{folder}: {error}")),
        }
    }
    if files.is_empty() && !faults.is_empty() {
        return Err(TablesError(faults.join("; ")));
    }
    let (tables, mut found) = SyzygyTables::open(files, CACHE_BYTES);
    if found.files == 0 {
        return Err(TablesError(format!("{path}: {found}")));
    }
    found.broken.splice(0..0, faults);
    Ok((tables, found))
}

/// Lists the files in a folder whose names are those of tables, sorted by name.
fn tables_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_table =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rtbw" || extension == "rtbz");
    let mut files = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .filter(|path| path.as_ref().map_or(true, is_table))
        .collect::<io::Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// A file that is opened at the first read and stays open.
struct LazyFile {
    path: PathBuf,
    file: OnceLock<File>,
}

impl LazyFile {
    fn new(path: PathBuf) -> Self {
        Self { path, file: OnceLock::new() }
    }
}

impl TableFile for LazyFile {
    fn size(&self) -> io::Result<u64> {
        fs::metadata(&self.path).map(|metadata| metadata.len())
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let file = if let Some(file) = self.file.get() {
            file
        } else {
            let file = File::open(&self.path)?;
            self.file.get_or_init(|| file)
        };
        read_exact_at(file, buffer, offset)
    }

    fn begins_with(&self, bytes: [u8; 4]) -> io::Result<bool> {
        let mut first = [0; 4];
        read_exact_at(&File::open(&self.path)?, &mut first, 0)?;
        Ok(first == bytes)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(not(unix))]
fn read_exact_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    use std::io::{Read as _, Seek as _};
    file.seek(io::SeekFrom::Start(offset))?;
    file.read_exact(buffer)
}
