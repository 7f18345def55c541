//! PGN files and their indexes.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use tabia_library::{
    BuildError, ByteSink, Fingerprint, IndexOptions, Library, MaterialScan, Query, Selection, SinkError,
    Summary, build_index,
};

use super::error::GamesFailure;
use crate::file_source::FileSource;
use crate::input_file::is_standard;
use crate::number::whole;

/// Which files, and where their indexes are.
#[derive(Debug, Args)]
pub(super) struct StoreArgs {
    /// The PGN files
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// The folder of the indexes [default: beside each file, as FILE.tabia-index]
    #[arg(long, value_name = "FOLDER")]
    index_folder: Option<PathBuf>,
    /// Find positions in variations too; needs a separate index
    #[arg(long)]
    variations: bool,
    /// Memory for making an index
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = whole::<u32>(16..=65536))]
    memory: u32,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// A PGN file and its index.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) path: PathBuf,
    pub(super) file: FileSource,
    pub(super) library: Library<FileSource>,
    /// Whether the index was just built.
    pub(super) is_new: bool,
}

impl Store {
    /// Finds the games that match the query. For material at any time of a game, candidate games are replayed.
    pub(super) fn find(&mut self, query: &Query) -> Result<Selection, GamesFailure> {
        let found = self.library.find(query).map_err(|error| GamesFailure::lookup(&self.path, error))?;
        let Some(material) = query.material.clone().filter(|_| query.material_anywhere) else {
            return Ok(found);
        };
        let mut scan = MaterialScan::new(&self.library, &found, material, query.material_of_either_colour);
        while scan
            .step(&self.library, &mut self.file)
            .map_err(|error| GamesFailure::file(&self.path, &error))?
        {}
        Ok(scan.finish())
    }
}

impl StoreArgs {
    /// Opens all files, and builds indexes that are missing, out of date or damaged.
    pub(super) fn open(&self) -> impl Iterator<Item = Result<Store, GamesFailure>> {
        self.files.iter().map(|path| self.open_one(path, false))
    }

    /// Opens a file; with `rebuild`, its index is rebuilt even if there is one.
    pub(super) fn open_one(&self, path: &Path, rebuild: bool) -> Result<Store, GamesFailure> {
        let store = self.open_any(path, rebuild)?;
        if store.library.is_empty() {
            return Err(GamesFailure::NoGame { path: path.to_owned() });
        }
        Ok(store)
    }

    /// Opens a file, which may have no games.
    fn open_any(&self, path: &Path, rebuild: bool) -> Result<Store, GamesFailure> {
        let opened = |path: &Path| {
            FileSource::open_input(path).map_err(|error| GamesFailure::Open { path: path.to_owned(), error })
        };
        let mut file = opened(path)?;
        if is_standard(path) {
            return self.open_in_memory(path, file);
        }
        let index_path = self.index_path(path);
        let fingerprint = Fingerprint::of(&mut file).map_err(|error| GamesFailure::file(path, &error))?;
        let fits = |library: &Library<FileSource>| {
            library.belongs_to(&fingerprint) && library.summary().variations == self.variations
        };
        let is_older = is_older(&index_path, path);
        let old = FileSource::open(&index_path).ok().filter(|_| !rebuild && !is_older);
        if let Some(library) = old.and_then(|index| Library::open(index).ok()).filter(fits) {
            return Ok(Store { path: path.to_owned(), file, library, is_new: false });
        }
        self.build(path, &mut file, &index_path)?;
        let library =
            Library::open(opened(&index_path)?).map_err(|error| GamesFailure::file(&index_path, &error))?;
        Ok(Store { path: path.to_owned(), file, library, is_new: true })
    }

    /// Builds an index that is dropped with the store: standard input has no file next to which it could be saved.
    fn open_in_memory(&self, path: &Path, mut file: FileSource) -> Result<Store, GamesFailure> {
        let mut sink = FileSink(Vec::new());
        self.index(path, &mut file, &mut sink)?;
        let index = FileSource::Memory(sink.0);
        let library = Library::open(index).map_err(|error| GamesFailure::file(path, &error))?;
        Ok(Store { path: path.to_owned(), file, library, is_new: true })
    }

    fn index_path(&self, path: &Path) -> PathBuf {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(if self.variations { ".tabia-index-variations" } else { ".tabia-index" });
        match &self.index_folder {
            Some(folder) => folder.join(name),
            None => path.with_file_name(name),
        }
    }

    /// Writes the index of a file.
    fn index<W: Write>(
        &self,
        path: &Path,
        file: &mut FileSource,
        sink: &mut FileSink<W>,
    ) -> Result<Summary, GamesFailure> {
        let options = IndexOptions { variations: self.variations, max_bytes: (self.memory as usize) << 20 };
        build_index(file, options, sink, |_| ControlFlow::Continue(())).map_err(|error| match error {
            BuildError::Sink(error) => {
                GamesFailure::Index { path: self.index_path(path), error: io::Error::other(error.0) }
            }
            error => GamesFailure::file(path, &error),
        })
    }

    /// Builds an index; it gets its name when it is complete. A file without games leaves none.
    fn build(&self, path: &Path, file: &mut FileSource, index_path: &Path) -> Result<(), GamesFailure> {
        let unwritable = |error| GamesFailure::Index { path: index_path.to_owned(), error };
        let mut name = index_path.as_os_str().to_owned();
        name.push(format!(".{}.unfinished", std::process::id()));
        let unfinished = PathBuf::from(name);
        let mut sink = FileSink(BufWriter::new(File::create(&unfinished).map_err(unwritable)?));
        let built = self
            .index(path, file, &mut sink)
            .and_then(|summary| match summary.games {
                0 => Err(GamesFailure::NoGame { path: path.to_owned() }),
                _ => sink.0.flush().map_err(unwritable),
            })
            .and_then(|()| fs::rename(&unfinished, index_path).map_err(unwritable));
        if built.is_err() {
            // If the file can't be removed, nothing can be done.
            let _ = fs::remove_file(&unfinished);
        }
        built
    }
}

/// A file or standard output, written sequentially.
#[derive(Debug)]
pub(super) struct FileSink<W: Write>(pub(super) W);

impl<W: Write> ByteSink for FileSink<W> {
    fn append(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        self.0.write_all(bytes).map_err(|error: io::Error| SinkError(error.to_string()))
    }
}

/// Whether an index is older than its file; needed because the fingerprint covers only a part of a large file.
fn is_older(index: &Path, file: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified());
    matches!((modified(index), modified(file)), (Ok(index), Ok(file)) if index < file)
}
