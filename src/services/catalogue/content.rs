//! Engine content that plays, and the engine's signature, which takes a run of `bench`.

use std::rc::{Rc, Weak};

use super::entry::{Bench, EngineEntry, EngineKind};
use super::interview::{self, InterviewError};
use super::list::{AddError, EngineList, contents_key, load_sandbox};
use super::sandbox::Sandbox;
use crate::language::tr;
use crate::services::engine::build::{self, BuildError, EngineBuild};
use crate::state::lab::check::{self, CheckPart, EngineCheck, StepResult, searched_nodes};
use crate::storage::files::now_ms;
use crate::storage::{Store, StoreError, Table};

/// Time limit for `bench`, in milliseconds.
const BENCH_MS: u32 = 120_000;

/// Content of an engine, ready to play.
#[derive(Debug, Clone)]
pub enum EngineContent {
    /// Bytes of an engine build.
    Build(Rc<[u8]>),
    /// Sandbox in which the foreign engine can be started.
    Foreign(Rc<Sandbox>),
}

/// Reason why an engine build has no signature.
#[derive(Debug, thiserror::Error)]
pub(super) enum BenchError {
    /// The build is unusable.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The engine did not reply.
    #[error(transparent)]
    Interview(#[from] InterviewError),
}

impl EngineList {
    /// Returns the content of an engine.
    ///
    /// # Errors
    /// If the engine is not stored, or its sandbox cannot be created.
    pub async fn content(&self, id: &str) -> Result<EngineContent, AddError> {
        self.content_of(&self.entry(id).await?).await
    }

    /// Returns the content of an engine whose entry is already loaded.
    ///
    /// # Errors
    /// As [`EngineList::content`].
    pub async fn content_of(&self, entry: &EngineEntry) -> Result<EngineContent, AddError> {
        let id = entry.id.as_str();
        let mut parts = Vec::with_capacity(entry.files.len());
        for file in &entry.files {
            let record =
                self.inner.database.get(Table::Contents, contents_key(id).and(file.name.as_str())).await?;
            let content = record.and_then(|record| record.content);
            parts.push((
                file.name.clone(),
                content.ok_or_else(|| StoreError::Missing { what: file.name.clone() })?,
            ));
        }
        match entry.kind {
            EngineKind::Build | EngineKind::Threaded => {
                let missing = || StoreError::Missing { what: tr!("the file of {name}", name = entry.name) };
                let (_, content) = parts.first().ok_or_else(missing)?;
                Ok(EngineContent::Build(content.bytes().await?))
            }
            EngineKind::Foreign => {
                let present = self.inner.sandboxes.borrow().get(id).and_then(Weak::upgrade);
                let sandbox = match present {
                    Some(sandbox) => sandbox,
                    None => load_sandbox(&entry.name, &parts).await?,
                };
                self.inner.sandboxes.borrow_mut().insert(id.to_owned(), Rc::downgrade(&sandbox));
                Ok(EngineContent::Foreign(sandbox))
            }
        }
    }

    /// Measures the signature of an engine build in a worker, and saves it. This takes several seconds, so call it when the machine is
    /// idle. A foreign engine has no signature, because the output of its `bench` is up to the engine.
    ///
    /// # Errors
    /// If the engine is not stored, or on a database error. An engine without `bench` is not an error.
    pub async fn measure(&self, id: &str) -> Result<EngineEntry, AddError> {
        let entry = self.entry(id).await?;
        let bench = match self.content_of(&entry).await? {
            EngineContent::Foreign(_) => {
                Bench::None(tr!("a foreign engine is known by its files alone").to_owned())
            }
            EngineContent::Build(bytes) => match self.bench_of(&bytes, entry.kind).await {
                Ok(lines) => searched_nodes(&lines).map_or_else(
                    || Bench::None(tr!("its bench ended without a number of nodes").to_owned()),
                    Bench::Nodes,
                ),
                Err(error) => Bench::None(error.to_string()),
            },
        };
        Ok(self.change(id, |entry| entry.bench = bench.clone()).await?)
    }

    async fn bench_of(&self, bytes: &[u8], kind: EngineKind) -> Result<Vec<String>, BenchError> {
        let build = compile(bytes, kind).await?;
        Ok(interview::ask(&self.inner.worker_url, build.module, "bench", BENCH_MS).await?)
    }

    /// Checks an engine build in fresh workers, and saves the result, which takes about ten seconds. `on_part` is called when a part begins.
    /// A foreign engine is not checked.
    ///
    /// # Errors
    /// If the engine is not stored, or on a database error.
    pub async fn check(&self, id: &str, on_part: impl Fn(CheckPart)) -> Result<EngineEntry, AddError> {
        let entry = self.entry(id).await?;
        let EngineContent::Build(bytes) = self.content_of(&entry).await? else { return Ok(entry) };
        let mut result = EngineCheck { at_ms: now_ms(), ..EngineCheck::default() };
        match compile(&bytes, entry.kind).await {
            Err(error) => result.add(CheckPart::Introduction, StepResult::Faults(vec![error.to_string()])),
            Ok(build) => {
                let is_repeatable = entry.kind != EngineKind::Threaded;
                // An engine that was silent once would be so again.
                let mut given_up = Vec::new();
                for step in check::steps(&entry.options(), is_repeatable, entry.signature()) {
                    if given_up.contains(&step.part) {
                        continue;
                    }
                    on_part(step.part);
                    let module = build.module.clone();
                    let reply =
                        interview::ask(&self.inner.worker_url, module, &step.commands, step.limit_ms).await;
                    let judged = match &reply {
                        Ok(lines) => step.judge(lines),
                        Err(InterviewError::Silent { .. }) if step.is_optional() => StepResult::Skipped,
                        Err(InterviewError::Silent { seconds, .. }) => {
                            StepResult::Faults(vec![tr!("no reply within {seconds} s", seconds)])
                        }
                        Err(error) => StepResult::Faults(vec![error.to_string()]),
                    };
                    if matches!(reply, Err(InterviewError::Silent { .. })) || judged == StepResult::Skipped {
                        given_up.push(step.part);
                    }
                    result.add(step.part, judged);
                }
            }
        }
        Ok(self.change(id, |entry| entry.check = Some(result.clone())).await?)
    }

    /// Measures all unknown signatures, one after the other; calls `on_change` after each.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub async fn measure_unknown(&self, on_change: impl Fn(EngineEntry)) -> Result<(), StoreError> {
        for entry in self.list_for_matches().await? {
            if entry.bench == Bench::Unknown {
                match self.measure(&entry.id).await {
                    Ok(entry) => on_change(entry),
                    // Removed in the meantime, or an unreadable file: continue with the others.
                    Err(AddError::Store(StoreError::Missing { .. }) | AddError::Refused { .. }) => {}
                    Err(AddError::Store(error)) => return Err(error),
                }
            }
        }
        Ok(())
    }
}

async fn compile(bytes: &[u8], kind: EngineKind) -> Result<EngineBuild, BuildError> {
    if kind == EngineKind::Threaded {
        build::compile_threaded(String::new(), bytes).await
    } else {
        build::compile(String::new(), bytes.to_vec()).await
    }
}
