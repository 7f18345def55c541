//! The engines of a match: builds compiled with a bound on their memory, and engines behind ports.

use std::rc::Rc;

use js_sys::WebAssembly;
use tabia_arena::EngineSettings;
use tabia_worker::matches::messages::ThreadedBuild;
use thiserror::Error;
use web_sys::MessagePort;

use crate::platform::isolation::shares_engine_memory;
use crate::platform::processor;
use crate::services::engine::build::{BuildError, compile_threaded, compile_within};
use crate::services::engine::memory::{MAX_MB, MEMORY_MB, MemoryError};

/// Where a player of a match comes from.
#[derive(Clone)]
pub enum EngineSource {
    /// The bytes of an engine build. It is compiled with [`EngineSettings::memory_mb`] as the bound of its memory; 0 is as much as
    /// 32-bit addresses reach.
    Build(Rc<[u8]>),
    /// The bytes of a build of the app with threads, whose memory is bounded in the same way.
    Threaded(Rc<[u8]>),
    /// An engine behind a `MessagePort`, which is spoken to as [`tabia_worker::matches::port`] says.
    Foreign(Rc<dyn ForeignEngine>),
}

/// A foreign engine that can be started any number of times, side by side.
pub trait ForeignEngine {
    /// Starts an engine and returns the port behind which it listens.
    ///
    /// # Errors
    /// When the browser refuses.
    fn open(&self) -> Result<ForeignPort, ForeignError>;
}

/// Why a foreign engine cannot be started, and what the browser says.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("it could not be started: {0}")]
pub struct ForeignError(pub String);

/// A foreign engine that runs.
pub struct ForeignPort {
    /// The port; it is transferred to the match worker.
    pub port: MessagePort,
    /// Ends the engine whatever the port's other end does: a worker that is killed cannot say `"close"`. Called once,
    /// and also after the worker has said it.
    pub close: Closer,
}

/// Ends a foreign engine.
pub type Closer = Box<dyn FnOnce()>;

/// Why a match cannot be started.
#[derive(Debug, Error)]
pub enum PrepareError {
    /// There are more or fewer engines than players.
    #[error("the match has {expected} players, but {found} engines were given")]
    Engines {
        /// Engines given.
        found: usize,
        /// Engines needed.
        expected: usize,
    },
    /// An engine's file cannot be used.
    #[error("{name} cannot be used: {error}")]
    Build {
        /// The engine's name in the match.
        name: String,
        /// Why.
        error: BuildError,
    },
    /// An engine does not get by with the memory it is allowed.
    #[error("{name} cannot be used: {error}: raise the limit")]
    Memory {
        /// The engine's name in the match.
        name: String,
        /// How much it needs.
        error: MemoryError,
    },
    /// An engine cannot do what its settings ask for.
    #[error("{name}: {reason}")]
    Unable {
        /// The engine's name in the match.
        name: String,
        /// Why.
        reason: &'static str,
    },
}

/// An engine that is ready for any number of workers.
#[derive(Clone)]
pub(super) enum Prepared {
    Build(WebAssembly::Module),
    Threaded(ThreadedBuild),
    Foreign(Rc<dyn ForeignEngine>),
}

/// Why an engine build cannot ponder.
const NO_PONDERING: &str = "an engine build cannot ponder here, because both players share one worker; matches of the native program can";

/// Why a foreign engine does not ponder.
const NO_FOREIGN_PONDERING: &str =
    "foreign engines cannot ponder in the browser yet; matches of the native program can";

/// Why a build with threads cannot play.
const NO_THREADS: &str =
    "this build has threads, and this page cannot share memory with them (the board says why)";

/// Why an engine does not ponder in the browser: shown in the set-up in place of the choice.
pub const fn no_pondering(is_build: bool) -> &'static str {
    if is_build { NO_PONDERING } else { NO_FOREIGN_PONDERING }
}

/// Whether an engine can do what its settings ask for.
///
/// # Errors
/// [`PrepareError::Unable`] with the reason.
pub fn check(settings: &EngineSettings, source: &EngineSource) -> Result<(), PrepareError> {
    let unable = |reason| Err(PrepareError::Unable { name: settings.name.clone(), reason });
    if settings.ponder {
        return unable(no_pondering(!matches!(source, EngineSource::Foreign(_))));
    }
    if matches!(source, EngineSource::Threaded(_)) && !shares_engine_memory() {
        return unable(NO_THREADS);
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
