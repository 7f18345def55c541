//! Engines of a match: builds compiled with a memory limit, and engines behind ports.

use std::rc::Rc;

use js_sys::WebAssembly;
use tabia_arena::EngineSettings;
use tabia_worker::matches::messages::ThreadedBuild;
use thiserror::Error;
use web_sys::MessagePort;

use crate::language::tr;
use crate::platform::isolation::shares_engine_memory;
use crate::platform::processor;
use crate::services::engine::build::{BuildError, compile_threaded, compile_within};
use crate::services::engine::memory::{MAX_MB, MEMORY_MB, MemoryError};

/// Source of a player in a match.
#[derive(Clone)]
pub enum EngineSource {
    /// Bytes of an engine build, compiled with [`EngineSettings::memory_mb`] as its memory limit; 0 means all that 32-bit addresses
    /// reach.
    Build(Rc<[u8]>),
    /// Bytes of a multi-threaded build of the app, with the same memory limit.
    Threaded(Rc<[u8]>),
    /// Engine behind a `MessagePort`, using the protocol of [`tabia_worker::matches::port`].
    Foreign(Rc<dyn ForeignEngine>),
}

/// Foreign engine that can be started any number of times, in parallel.
pub trait ForeignEngine {
    /// Starts an engine and returns its port.
    ///
    /// # Errors
    /// If the browser refuses.
    fn open(&self) -> Result<ForeignPort, ForeignError>;
}

/// Reason why a foreign engine cannot be started: the browser's message.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", tr!("it could not be started: {reason}", reason = self.0))]
pub struct ForeignError(pub String);

/// Running foreign engine.
pub struct ForeignPort {
    /// Port to the engine; transferred to the match worker.
    pub port: MessagePort,
    /// Stops the engine regardless of the port's other end: a killed worker cannot send `"close"`. Called once, even if the worker has
    /// sent it.
    pub close: Closer,
}

/// Stops a foreign engine.
pub type Closer = Box<dyn FnOnce()>;

/// Reason why a match cannot be started.
#[derive(Debug, Error)]
pub enum PrepareError {
    /// The number of engines differs from the number of players.
    #[error("{}", tr!("the match has {expected} players, but {found} engines were given", expected, found))]
    Engines {
        /// Number of engines given.
        found: usize,
        /// Number of engines needed.
        expected: usize,
    },
    /// An engine's file is unusable.
    #[error("{}", tr!("{name} cannot be used: {error}", name, error))]
    Build {
        /// Name of the engine in the match.
        name: String,
        /// Cause.
        error: BuildError,
    },
    /// An engine needs more memory than its limit.
    #[error("{}", tr!("{name} cannot be used: {error}: raise the limit", name, error))]
    Memory {
        /// Name of the engine in the match.
        name: String,
        /// Memory needed.
        error: MemoryError,
    },
    /// An engine does not support its settings.
    #[error("{name}: {reason}")]
    Unable {
        /// Name of the engine in the match.
        name: String,
        /// Cause.
        reason: &'static str,
    },
}

/// Engine ready to run in any number of workers.
#[derive(Clone)]
pub(super) enum Prepared {
    Build(WebAssembly::Module),
    Threaded(ThreadedBuild),
    Foreign(Rc<dyn ForeignEngine>),
}

/// Returns why an engine cannot ponder in the browser; the setup form shows it instead of the option.
pub fn no_pondering(is_build: bool) -> &'static str {
    if is_build {
        tr!(
            "an engine build cannot ponder here, because both players share one worker; matches of the native \
             program can"
        )
    } else {
        tr!("foreign engines cannot ponder in the browser yet; matches of the native program can")
    }
}

/// Checks that an engine supports its settings.
///
/// # Errors
/// [`PrepareError::Unable`] with the reason.
pub fn check(settings: &EngineSettings, source: &EngineSource) -> Result<(), PrepareError> {
    let unable = |reason| Err(PrepareError::Unable { name: settings.name.clone(), reason });
    if settings.ponder {
        return unable(no_pondering(!matches!(source, EngineSource::Foreign(_))));
    }
    if matches!(source, EngineSource::Threaded(_)) && !shares_engine_memory() {
        return unable(tr!(
            "this build has threads, and this page cannot share memory with them (the board says why)"
        ));
    }
    Ok(())
}

pub(super) async fn prepare(
    settings: &EngineSettings,
    source: &EngineSource,
) -> Result<Prepared, PrepareError> {
    check(settings, source)?;
    let limit_mb = if settings.memory_mb == 0 { MAX_MB } else { settings.memory_mb };
    let unusable = |error: BuildError| {
        let name = settings.name.clone();
        match error {
            BuildError::Memory(error @ MemoryError::TooSmall { .. }) => PrepareError::Memory { name, error },
            error => PrepareError::Build { name, error },
        }
    };
    match source {
        EngineSource::Foreign(engine) => Ok(Prepared::Foreign(engine.clone())),
        EngineSource::Build(bytes) => {
            let build = compile_within(settings.name.clone(), bytes, limit_mb).await.map_err(unusable)?;
            Ok(Prepared::Build(build.module))
        }
        EngineSource::Threaded(bytes) => {
            let build = compile_threaded(settings.name.clone(), bytes).await.map_err(unusable)?;
            Ok(Prepared::Threaded(ThreadedBuild {
                module: build.module,
                memory_mb: limit_mb.min(MEMORY_MB),
                thread_limit: processor::cores() as u32,
            }))
        }
    }
}
