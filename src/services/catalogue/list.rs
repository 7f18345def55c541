//! List of engines.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use tabia_arena::BuildFile;
use tabia_arena::player::Identity;
use tabia_worker::abi::{AbiError, has_threads};
use web_sys::Blob;

use super::entry::{Bench, EngineEntry, EngineFile, EngineKind};
use super::interview::{self, ForeignCause, InterviewError};
use super::news;
use super::pick::{self, Candidate};
use super::sandbox::Sandbox;
use crate::language::tr;
use crate::services::engine::build::{self, BuildError};
use crate::services::engine::memory::MEMORY_MB;
use crate::services::engine::shipped::{self, SelectedBuild};
use crate::state::lab::latency::Timing;
use crate::storage::aside;
use crate::storage::files::now_ms;
use crate::storage::hash::{sha256, sha256_of};
use crate::storage::{Change, Content, Database, Key, Range, Record, Store, StoreError, Table, device};

/// Maximum size of an engine file, in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// Origin of an engine build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BuildOrigin {
    /// Added by the user.
    User,
    /// Shipped with the app and selectable.
    App,
    /// Shipped with the app, multi-threaded.
    AppThreaded,
}

/// Reason why something was not added, or is unusable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddError {
    /// A file is not an engine, or not a working one.
    #[error("{}", tr!("{file} was not added: {reason}", file, reason))]
    Refused {
        /// Name of the file.
        file: String,
        /// Cause, and advice.
        reason: String,
    },
    /// Database error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Engines of a database, and those shipped with the app. A handle: cheap to clone, equal to its clones.
#[derive(Clone)]
pub struct EngineList {
    pub(super) inner: Rc<EngineListInner>,
}

pub(super) struct EngineListInner {
    pub(super) database: Database,
    pub(super) worker_url: String,
    built_ins: Vec<SelectedBuild>,
    /// Hashes of the built-in builds, by index, once fetched.
    known: RefCell<BTreeMap<usize, String>>,
    /// Frames in use.
    pub(super) sandboxes: RefCell<BTreeMap<String, Weak<Sandbox>>>,
}

impl PartialEq for EngineList {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

impl std::fmt::Debug for EngineList {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("EngineList").field("built_ins", &self.inner.built_ins).finish_non_exhaustive()
    }
}

pub(super) fn key(id: &str) -> Key {
    Key::of(id)
}

pub(super) fn contents_key(id: &str) -> Key {
    Key::of("engine").and(id)
}

pub(super) fn missing(id: &str) -> StoreError {
    StoreError::Missing { what: tr!("the engine {id}", id = id.get(..8).unwrap_or(id)) }
}

pub(super) fn refused(file: &str, reason: impl Into<String>) -> AddError {
    AddError::Refused { file: file.to_owned(), reason: reason.into() }
}

impl EngineList {
    /// Creates a catalogue of the engines in `database` and those shipped with the app. `worker_url` is the engine worker script.
    pub fn new(database: Database, worker_url: String, built_ins: Vec<SelectedBuild>) -> Self {
        let inner = EngineListInner {
            database,
            worker_url,
            built_ins,
            known: RefCell::default(),
            sandboxes: RefCell::default(),
        };
        Self { inner: Rc::new(inner) }
    }

    /// Returns the catalogue of this page; `index.html` names the engine worker and the shipped builds.
    pub fn of_page(database: Database) -> Self {
        Self::new(database, shipped::worker(), shipped::to_choose())
    }

    /// Lists the engines selectable everywhere: those of [`EngineList::list_for_matches`] except multi-threaded builds.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn list(&self) -> Result<Vec<EngineEntry>, StoreError> {
        let mut entries = self.list_for_matches().await?;
        entries.retain(|entry| entry.kind != EngineKind::Threaded);
        Ok(entries)
    }

    /// Lists all engines: first those of the app, then the others in the order they were added. Unreadable entries are left out, and so
    /// are built-in engines that cannot be fetched (no connection on a first visit).
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn list_for_matches(&self) -> Result<Vec<EngineEntry>, StoreError> {
        let mut built_ins = Vec::new();
        for place in 0..self.inner.built_ins.len() {
            match self.built_in(place).await {
                Ok(entry) => built_ins.push(entry),
                Err(AddError::Store(error)) => return Err(error),
                Err(error @ AddError::Refused { .. }) => web_sys::console::error_1(&error.to_string().into()),
            }
        }
        let records = self.inner.database.list(Table::Engines, Range::all(), usize::MAX).await?;
        let mut others: Vec<EngineEntry> =
            records.iter().filter_map(|(_, record)| record.read("an engine").ok()).collect();
        others.retain(|entry| entry.removed_ms.is_none());
        others.retain(|entry| built_ins.iter().all(|built_in| built_in.id != entry.id));
        others.sort_by(|a, b| a.added_ms.total_cmp(&b.added_ms).then_with(|| a.name.cmp(&b.name)));
        built_ins.extend(others);
        Ok(built_ins)
    }

    /// Adds the engines among files that were picked or dropped together. Each must pass a trial: it has to identify itself. For an engine
    /// that exists already, the existing entry is returned.
    pub async fn add(&self, files: Vec<(String, Content)>) -> Vec<Result<EngineEntry, AddError>> {
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let (candidates, strangers) = pick::sort(&names);
        let mut results = Vec::new();
        for place in strangers {
            let name = names.get(place).copied().unwrap_or_default();
            results.push(Err(refused(
                name,
                tr!(
                    "an engine is a .wasm file, or a .js file together with the .wasm file and others that belong to it"
                ),
            )));
        }
        for Candidate { kind, files: places } in candidates {
            let parts: Vec<(String, Content)> =
                places.iter().filter_map(|&place| files.get(place).cloned()).collect();
            results.push(match kind {
                EngineKind::Build | EngineKind::Threaded => self.add_build(parts).await,
                EngineKind::Foreign => self.add_foreign(parts).await,
            });
        }
        if results.iter().any(Result::is_ok) {
            // Now there is something worth keeping. A refusal changes nothing.
            device::ask_to_persist();
        }
        results
    }

    pub(super) fn is_builtin(&self, id: &str) -> bool {
        self.inner.known.borrow().values().any(|known| known == id)
    }

    /// Returns the URL of the multi-threaded variant of a build of the app.
    pub(super) fn threads_url(&self, id: &str) -> Option<&str> {
        let known = self.inner.known.borrow();
        let (place, _) = known.iter().find(|(_, known)| *known == id)?;
        self.inner.built_ins.get(*place)?.threads_url.as_deref()
    }

    /// Adds the multi-threaded variant of a build of the app. If it exists already, the existing entry is returned.
    ///
    /// # Errors
    /// If there is none, it cannot be fetched, or on a database error.
    pub async fn add_threads(&self, id: &str) -> Result<EngineEntry, AddError> {
        let url = self.threads_url(id).map(str::to_owned);
        let url =
            url.ok_or_else(|| refused(tr!("the engine"), tr!("there is no build of it with threads")))?;
        let fetched = self.fetch(&url).await?;
        self.keep_threads(fetched).await
    }

    /// Adds the multi-threaded build of the app that matches this file; `None` if there is none, or the page cannot run it. Needed by a
    /// match begun in another browser.
    ///
    /// # Errors
    /// If it cannot be fetched, or on a database error.
    pub async fn add_threads_from(&self, file: &BuildFile) -> Result<Option<EngineEntry>, AddError> {
        let urls = self.inner.built_ins.iter().filter_map(|choice| choice.threads_url.as_deref());
        for url in urls.filter(|url| file_name(url) == file.name) {
            let fetched = self.fetch(url).await?;
            // Another app version's build has the same name.
            if fetched.2 == file.sha256 {
                return self.keep_threads(fetched).await.map(Some);
            }
        }
        Ok(None)
    }

    /// Stores a multi-threaded build of the app, unless it exists already.
    async fn keep_threads(
        &self,
        (name, bytes, id): (String, Content, String),
    ) -> Result<EngineEntry, AddError> {
        match self.entry(&id).await {
            Ok(entry) if entry.kind == EngineKind::Threaded => Ok(entry),
            _ => self.keep_build(&name, bytes, id, BuildOrigin::AppThreaded).await,
        }
    }

    /// Fetches a build of the app; returns its file name, bytes and hash.
    async fn fetch(&self, url: &str) -> Result<(String, Content, String), AddError> {
        let name = file_name(url);
        let bytes = build::fetch_bytes(url).await.map_err(|error| refused(&name, error.to_string()))?;
        let content = Content::from(bytes);
        let id = sha256(&content).await?;
        Ok((name, content, id))
    }

    /// Returns the entry of a build shipped with the app. The build is stored like any other, so that a match begun with it can continue
    /// after an app update.
    async fn built_in(&self, place: usize) -> Result<EngineEntry, AddError> {
        let known = self.inner.known.borrow().get(&place).cloned();
        if let Some(id) = known
            && let Ok(entry) = self.entry(&id).await
        {
            return Ok(entry);
        }
        let Some(built_in) = self.inner.built_ins.get(place) else {
            return Err(refused(tr!("the engine"), tr!("this engine does not exist")));
        };
        let (name, content, id) = self.fetch(&built_in.url).await?;
        self.inner.known.borrow_mut().insert(place, id.clone());
        match self.entry(&id).await {
            Ok(entry) if entry.came_with_app => Ok(entry),
            Ok(entry) => Ok(self.change(&entry.id, |entry| entry.came_with_app = true).await?),
            // Not stored yet, or by a version that this one cannot read.
            Err(StoreError::Missing { .. } | StoreError::Damaged { .. }) => {
                self.keep_build(&name, content, id, BuildOrigin::App).await
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn add_build(&self, parts: Vec<(String, Content)>) -> Result<EngineEntry, AddError> {
        let Some((name, content)) = parts.into_iter().next() else {
            return Err(refused(tr!("the pick"), tr!("it is empty")));
        };
        check_size(&name, &content)?;
        if content.size() == 0 {
            return Err(refused(&name, tr!("it is empty; was it downloaded to the end?")));
        }
        let unreadable = |error: StoreError| refused(&name, error.to_string());
        // The first bytes rule out most files that are not engines, whatever their size.
        let start = content.slice(0, 8).bytes().await.map_err(unreadable)?;
        tabia_worker::abi::check_magic(&start).map_err(|error| refused(&name, error.to_string()))?;
        let bytes = content.bytes().await.map_err(unreadable)?;
        let id = sha256(&Content::Bytes(bytes.clone())).await?;
        if let Ok(entry) = self.entry(&id).await {
            return Ok(entry);
        }
        self.keep_build(&name, Content::Bytes(bytes), id, BuildOrigin::User).await
    }

    async fn keep_build(
        &self,
        name: &str,
        content: Content,
        id: String,
        origin: BuildOrigin,
    ) -> Result<EngineEntry, AddError> {
        let bytes = content.bytes().await?;
        let compiled = match origin {
            BuildOrigin::User | BuildOrigin::App => {
                build::compile_within(name.to_owned(), &bytes, MEMORY_MB).await
            }
            BuildOrigin::AppThreaded => build::compile_threaded(name.to_owned(), &bytes).await,
        };
        let build = compiled.map_err(|error| refused(name, advice(&error)))?;
        if origin == BuildOrigin::AppThreaded && !has_threads(&build.module) {
            return Err(refused(name, tr!("this copy of the app was built without threads")));
        }
        let identity = interview::introduce(&self.inner.worker_url, build.module)
            .await
            .map_err(|error| refused(name, error.to_string()))?;
        let file = EngineFile { name: name.to_owned(), size: content.size(), sha256: id.clone() };
        let mut entry = EngineEntry {
            id,
            name: String::new(),
            kind: if origin == BuildOrigin::AppThreaded { EngineKind::Threaded } else { EngineKind::Build },
            files: vec![file],
            option_lines: option_lines(&identity),
            id_name: identity.name,
            author: identity.author,
            bench: Bench::Unknown,
            latency_ms: None,
            timing: Timing::Unknown,
            check: None,
            came_with_app: origin != BuildOrigin::User,
            is_builtin: origin == BuildOrigin::App,
            can_have_threads: false,
            added_ms: now_ms(),
            removed_ms: None,
        };
        entry.name = own_name(&entry);
        entry.can_have_threads = self.threads_url(&entry.id).is_some();
        self.keep(&entry, vec![(name.to_owned(), content)]).await?;
        Ok(entry)
    }

    async fn add_foreign(&self, parts: Vec<(String, Content)>) -> Result<EngineEntry, AddError> {
        let script = parts.first().map_or("", |(name, _)| name.as_str()).to_owned();
        if let Some((name, _)) = parts.iter().find(|(_, content)| content.size() == 0) {
            return Err(refused(name, tr!("it is empty; was it downloaded to the end?")));
        }
        let mut files = Vec::with_capacity(parts.len());
        for (name, content) in &parts {
            check_size(name, content)?;
            let sha256 = sha256(content).await.map_err(|error| refused(name, error.to_string()))?;
            files.push(EngineFile { name: name.clone(), size: content.size(), sha256 });
        }
        let id = foreign_id(&files);
        if let Ok(entry) = self.entry(&id).await {
            return Ok(entry);
        }
        let sandbox = load_sandbox(&script, &parts).await?;
        let has_wasm = files.iter().any(|file| file.name.to_ascii_lowercase().ends_with(".wasm"));
        let interview = interview::introduce_foreign(&sandbox)
            .await
            .map_err(|error| refused(&script, foreign_advice(&error, has_wasm)))?;
        let mut entry = EngineEntry {
            id,
            name: String::new(),
            kind: EngineKind::Foreign,
            files,
            option_lines: option_lines(&interview.identity),
            id_name: interview.identity.name,
            author: interview.identity.author,
            bench: Bench::None(tr!("a foreign engine is known by its files alone").to_owned()),
            latency_ms: Some(interview.latency_ms),
            timing: Timing::Unknown,
            check: None,
            came_with_app: false,
            is_builtin: false,
            can_have_threads: false,
            added_ms: now_ms(),
            removed_ms: None,
        };
        entry.name = own_name(&entry);
        self.keep(&entry, parts).await?;
        Ok(entry)
    }

    async fn keep(&self, entry: &EngineEntry, parts: Vec<(String, Content)>) -> Result<(), StoreError> {
        if let Err(error @ StoreError::Damaged { .. }) = self.any_entry(&entry.id).await {
            // Don't overwrite an unreadable record.
            let key = key(&entry.id);
            aside::set_aside_from(
                &self.inner.database,
                Table::Engines,
                &key,
                tr!("an engine"),
                &error.to_string(),
            )
            .await?;
        }
        let mut changes =
            vec![Change::Put { table: Table::Engines, key: key(&entry.id), record: Record::of(entry)? }];
        for (name, content) in parts {
            let key = contents_key(&entry.id).and(name);
            changes.push(Change::Put {
                table: Table::Contents,
                key,
                record: Record::default().with(content),
            });
        }
        self.inner.database.apply(changes).await?;
        news::changed();
        Ok(())
    }
}

/// Returns the SHA-256 of a single file; for several files, that of their `sha256sum` list, sorted by name.
pub fn foreign_id(files: &[EngineFile]) -> String {
    if let [only] = files {
        return only.sha256.clone();
    }
    let mut lines: Vec<(&str, &str)> =
        files.iter().map(|file| (file.name.as_str(), file.sha256.as_str())).collect();
    lines.sort_unstable();
    let list = lines.iter().fold(String::new(), |list, (name, sha256)| list + sha256 + "  " + name + "\n");
    sha256_of(list.as_bytes())
}

fn check_size(name: &str, content: &Content) -> Result<(), AddError> {
    if content.size() > MAX_BYTES {
        return Err(refused(name, tr!("it is larger than {most} MiB", most = MAX_BYTES >> 20)));
    }
    Ok(())
}

pub(super) async fn load_sandbox(name: &str, parts: &[(String, Content)]) -> Result<Rc<Sandbox>, AddError> {
    let files = parts
        .iter()
        .map(|(name, content)| Ok((name.clone(), content.blob()?)))
        .collect::<Result<Vec<(String, Blob)>, StoreError>>()?;
    Sandbox::load(&files).await.map_err(|error| refused(name, error.to_string()))
}

/// Returns an engine's options in stored form.
fn option_lines(identity: &Identity) -> Vec<String> {
    identity.options.iter().map(ToString::to_string).collect()
}

pub(super) fn own_name(entry: &EngineEntry) -> String {
    if entry.id_name.is_empty() {
        entry.files.first().map_or_else(|| tr!("Engine"), |file| pick::stem(&file.name)).to_owned()
    } else if entry.kind == EngineKind::Threaded {
        tr!("{name} with threads", name = entry.id_name)
    } else {
        entry.id_name.clone()
    }
}

/// Returns the last segment of a URL, without the query.
fn file_name(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

/// Explains what is wrong with a build, and what the user may have meant.
fn advice(error: &BuildError) -> String {
    match error {
        BuildError::Abi(abi @ AbiError::Import { .. }) => tr!(
            "{abi}. If it belongs to an engine in JavaScript, pick its .js file together with it; if it is an engine build, \
             docs/engine-abi.md says what it may import",
            abi
        ),
        other => other.to_string(),
    }
}

/// Explains what is wrong with a foreign engine, and what the user may have meant.
fn foreign_advice(error: &InterviewError, has_wasm: bool) -> String {
    let cause = if let InterviewError::Lost { cause, .. } = error { *cause } else { None };
    match cause {
        Some(ForeignCause::SharedMemory) => tr!(
            "{error}. It needs threads with shared memory, which a sandboxed engine cannot have: take its single-threaded \
             build (Stockfish calls it -single)",
            error
        ),
        None if !has_wasm => tr!("{error}. If a .wasm file belongs to it, pick both together", error),
        // The text already names the missing file.
        Some(ForeignCause::MissingFile) | None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_files_are_named_by_their_list() {
        let file = |name: &str, content: &[u8]| EngineFile {
            name: name.to_owned(),
            size: content.len() as u64,
            sha256: sha256_of(content),
        };
        assert_eq!(foreign_id(&[file("a.js", b"abc")]), sha256_of(b"abc"));
        let (js, wasm) = (file("a.js", b"abc"), file("a.wasm", b"\0asm"));
        // printf abc > a.js; printf '\0asm' > a.wasm; sha256sum a.js a.wasm | sha256sum
        let expected = "6e4081ffc59c2819fbf287857f7df76e0519575d4bc386484ffeab3e6acb1905";
        assert_eq!(foreign_id(&[wasm.clone(), js.clone()]), expected);
        assert_eq!(foreign_id(&[js, wasm]), expected);
    }

    #[test]
    fn addresses_name_files() {
        assert_eq!(file_name("./tabia.wasm?v=12ab"), "tabia.wasm");
        assert_eq!(file_name("https://example.org/a/b.wasm#x"), "b.wasm");
    }
}
