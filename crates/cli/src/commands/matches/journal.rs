//! The match file on disk (docs/match-file.md): read whole, then only appended to.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tabia_arena::{MatchFile, MatchHeader, PairRecord, match_file};

use super::error::MatchError;
use super::syncer::Syncer;
use crate::whole_file::beside;

/// Maximum delay before units are synced to disk: what a power failure can cost.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// Exclusive access to a match file.
#[derive(Debug)]
pub(super) struct Lease {
    file: File,
    path: PathBuf,
    /// Whether the file was just created and is empty.
    is_new: bool,
}

/// A match file open for writing.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    syncer: Syncer,
    /// Lock on the original file, which keeps other processes out after the file was rewritten.
    _lease: Lease,
}

/// Reads a match file; `None` if it does not exist or is empty.
pub(super) fn read(path: &Path) -> Result<Option<MatchFile>, MatchError> {
    match fs::read(path) {
        Ok(bytes) => parse(path, &bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(fault(path)(error)),
    }
}

/// Parses all complete lines: a killed process may leave half a line, and half a character.
fn parse(path: &Path, bytes: &[u8]) -> Result<Option<MatchFile>, MatchError> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let ended = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let lines = || std::str::from_utf8(bytes.get(..ended).unwrap_or_default());
    let text = std::str::from_utf8(bytes).or_else(|_| lines()).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.split(|&byte| byte == b'\n').count();
        MatchError::File { path: path.to_owned(), fault: format!("line {line} is not UTF-8 text") }
    })?;
    let journal = |error: tabia_arena::MatchFileError| MatchError::Journal {
        path: path.to_owned(),
        line: error.line,
        fault: error.fault,
    };
    match_file::read(text).map(Some).map_err(journal)
}

fn fault(path: &Path) -> impl Fn(io::Error) -> MatchError {
    move |error| MatchError::File { path: path.to_owned(), fault: error.to_string() }
}

impl Lease {
    /// Locks the file, and creates it if needed.
    ///
    /// # Errors
    /// If another process is writing it: two writers would corrupt each other's lines.
    pub(super) fn take(path: &Path) -> Result<Self, MatchError> {
        let is_new = !path.exists();
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(fault(path))?;
        lock(&file, path)?;
        Ok(Self { file, path: path.to_owned(), is_new })
    }

    /// Reads the file; `None` if it is empty.
    pub(super) fn read(&mut self) -> Result<Option<MatchFile>, MatchError> {
        let mut bytes = Vec::new();
        self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes)).map_err(fault(&self.path))?;
        parse(&self.path, &bytes)
    }

    /// Resumes the file: anything after its first `whole` bytes is a torn line and is cut off.
    pub(super) fn go_on(mut self, whole: usize) -> Result<Journal, MatchError> {
        self.file
            .set_len(whole as u64)
            .and_then(|()| end_last_line(&mut self.file))
            .map_err(fault(&self.path))?;
        let file = self.file.try_clone().map_err(fault(&self.path))?;
        Journal::new(file, self)
    }

    /// Rewrites the file: to a temporary file first, so that the old one remains until the new one is complete.
    pub(super) fn write<'a>(
        mut self,
        header: &MatchHeader,
        units: impl Iterator<Item = &'a PairRecord>,
    ) -> Result<Journal, MatchError> {
        let path = self.path.clone();
        let beside = beside(&path, ".new");
        let mut file = File::create(&beside).map_err(fault(&path))?;
        lock(&file, &path)?;
        file.write_all(match_file::header_line(header).as_bytes()).map_err(fault(&path))?;
        for unit in units {
            file.write_all(match_file::unit_line(unit).as_bytes()).map_err(fault(&path))?;
        }
        file.sync_all().map_err(fault(&path))?;
        fs::rename(&beside, &path).map_err(fault(&path))?;
        sync_folder(&path);
        self.is_new = false;
        Journal::new(file, self)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let is_empty = self.file.metadata().is_ok_and(|metadata| metadata.len() == 0);
        if self.is_new && is_empty {
            // The match never started: leave nothing behind.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Ends the last line of a file if its newline is missing.
fn end_last_line(file: &mut File) -> io::Result<()> {
    let mut last = [b'\n'];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last == *b"\n" { Ok(()) } else { file.write_all(b"\n") }
}

/// Locks a file for as long as it is open.
fn lock(file: &File, path: &Path) -> Result<(), MatchError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(MatchError::InUse { path: path.to_owned() }),
        // Some network folders don't support locks: then other processes are not kept out.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(fault(path)(error)),
    }
}

/// Syncs the new name of a file to disk.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Not every system can open folders; the file itself is on disk.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

impl Journal {
    fn new(file: File, lease: Lease) -> Result<Self, MatchError> {
        let path = lease.path.clone();
        let own = file.try_clone().map_err(fault(&path))?;
        let syncer = Syncer::start(SYNC_INTERVAL, move || own.sync_data()).map_err(fault(&path))?;
        Ok(Self { file, path, syncer, _lease: lease })
    }

    /// Appends a unit. It survives the end of this process in any case; a power failure may lose units of the
    /// last second.
    pub(super) fn add(&mut self, unit: &PairRecord) -> Result<(), MatchError> {
        self.file.write_all(match_file::unit_line(unit).as_bytes()).map_err(fault(&self.path))?;
        self.syncer.written().map_err(fault(&self.path))
    }

    /// Waits until everything is on disk.
    pub(super) fn sync(&mut self) -> Result<(), MatchError> {
        self.file.sync_data().and_then(|()| self.syncer.rest()).map_err(fault(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("tabia-journal-{name}-{}.jsonl", std::process::id())))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn header() -> MatchHeader {
        MatchHeader { id: "a".to_owned(), ..MatchHeader::default() }
    }

    #[test]
    fn a_file_belongs_to_one_process_at_a_time() {
        let scratch = Scratch::new("lease");
        let lease = Lease::take(&scratch.0).expect("a new file");
        assert!(matches!(Lease::take(&scratch.0), Err(MatchError::InUse { .. })));
        drop(lease);
        assert!(!scratch.0.exists(), "nothing was written");
        let header = header();
        let journal = Lease::take(&scratch.0).and_then(|lease| lease.write(&header, std::iter::empty()));
        let journal = journal.expect("a journal");
        // After being rewritten it is another file with the same name.
        assert!(matches!(Lease::take(&scratch.0), Err(MatchError::InUse { .. })));
        drop(journal);
        let mut lease = Lease::take(&scratch.0).expect("free again");
        assert!(lease.read().expect("a whole file").is_some());
    }

    #[test]
    fn units_that_end_together_reach_the_disk_without_another() {
        let scratch = Scratch::new("sync");
        let lease = Lease::take(&scratch.0).expect("a new file");
        let mut journal = lease.write(&header(), std::iter::empty()).expect("a journal");
        for unit in 0..2 {
            let games = Vec::new();
            let unit = PairRecord { unit, host: String::new(), worker: 0, finished_ms: 0, games };
            journal.add(&unit).expect("room");
        }
        let ends = Instant::now() + Duration::from_mins(1);
        while !journal.syncer.has_synced() {
            assert!(Instant::now() < ends, "nothing waits for the disk");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_last_line_without_its_end_is_gone_on_from() {
        let scratch = Scratch::new("unended");
        let mut text = match_file::header_line(&header());
        let moves = r#"{"players":["a","b"],"moves":"f2f3 e7e5 g2g4 d8h4","conclusion":{"winner":"black","reason":"checkmate"}}"#;
        let unit = |number: usize| format!("{{\"unit\":{number},\"host\":\"\",\"games\":[{moves}]}}");
        text.push_str(&unit(0));
        fs::write(&scratch.0, &text).unwrap();
        let mut lease = Lease::take(&scratch.0).expect("the file");
        let file = lease.read().expect("a readable file").expect("a match");
        assert_eq!((file.whole, file.units.len()), (text.len(), 1));
        let mut journal = lease.go_on(file.whole).expect("a journal");
        journal.add(&match_file::parse_unit(&unit(1)).unwrap()).expect("room");
        drop(journal);
        let units: Vec<_> =
            read(&scratch.0).unwrap().expect("a match").units.iter().map(|unit| unit.unit).collect();
        assert_eq!(units, [0, 1]);
    }

    #[test]
    fn half_a_character_at_the_end_is_cut() {
        let scratch = Scratch::new("torn");
        let mut bytes = match_file::header_line(&header()).into_bytes();
        let whole = bytes.len();
        bytes.extend_from_slice(&"{\"unit\":0,\"host\":\"Ä".as_bytes()[..19]);
        assert!(std::str::from_utf8(&bytes).is_err());
        fs::write(&scratch.0, &bytes).unwrap();
        let file = read(&scratch.0).expect("a readable file").expect("a match");
        assert_eq!((file.whole, file.units.len()), (whole, 0));
        bytes.push(b'\n');
        fs::write(&scratch.0, &bytes).unwrap();
        let error = read(&scratch.0).expect_err("a broken line").to_string();
        assert!(error.contains("line 2 is not UTF-8"), "{error}");
    }
}
