//! Engine builds: from a file or an address to a compiled module, with a bound on its memory.

use crate::platform::fetch::{self, FetchError};
use crate::services::engine::memory::{MEMORY_MB, MemoryError};
use futures::future::LocalBoxFuture;
use js_sys::{Promise, Uint8Array, WebAssembly};
use std::cell::Cell;
use tabia_worker::abi::{AbiError, check_magic, check_module, check_own_module, error_text};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// A compiled engine build whose imports and exports are those of the ABI.
#[derive(Debug, Clone)]
pub struct EngineBuild {
    /// The file's name.
    pub name: String,
    /// The module; any number of workers can be given it.
    pub module: WebAssembly::Module,
}

/// Why a build cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// It did not arrive.
    #[error("{url} could not be fetched: {reason}")]
    Fetch {
        /// Its address.
        url: String,
        /// Why.
        reason: FetchError,
    },
    /// It is not an engine build.
    #[error(transparent)]
    Abi(#[from] AbiError),
    /// Its memory cannot be bounded, or begins beyond the bound.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The part of the program that bounds memories did not arrive.
    #[error("a part of the page could not be loaded; check the connection, then try again")]
    Part,
}

/// Bounds the memory of a build's bytes by so many MiB: [`with_memory_limit`](super::memory::with_memory_limit).
pub type MemoryLimiter = fn(&[u8], u32) -> Result<Vec<u8>, MemoryError>;

/// Loads the limiter; `None` if it does not arrive.
pub type LoadLimiter = fn() -> LocalBoxFuture<'static, Option<MemoryLimiter>>;

thread_local! {
    static LOAD_LIMITER: Cell<Option<LoadLimiter>> = const { Cell::new(None) };
}

/// Says how the limiter is loaded. The page loads it with the first build that needs it: the reader of modules is large, and the app's own
/// builds are bounded where they are made.
pub fn set_memory_limiter(load: LoadLimiter) {
    LOAD_LIMITER.set(Some(load));
}

async fn memory_limiter() -> Result<MemoryLimiter, BuildError> {
    let load = LOAD_LIMITER.get().ok_or(BuildError::Part)?;
    load().await.ok_or(BuildError::Part)
}

/// Compiles the bytes of a file. Its memory grows to [`MEMORY_MB`] at most.
///
/// # Errors
/// When they are not those of an engine build.
pub async fn compile(name: String, bytes: Vec<u8>) -> Result<EngineBuild, BuildError> {
    compile_within(name, &bytes, MEMORY_MB).await
}

/// Compiles the bytes of a file, whose memory grows to `limit_mb` MiB at most. The browser does so off the page's thread.
///
/// # Errors
/// When they are not those of an engine build, or its memory cannot be bounded.
pub async fn compile_within(name: String, bytes: &[u8], limit_mb: u32) -> Result<EngineBuild, BuildError> {
    let module = compile_module(bytes, limit_mb).await?;
    check_module(&module)?;
    Ok(EngineBuild { name, module })
}

/// Compiles the bytes of one of the app's builds with threads. Who starts it gives it a memory, and bounds that.
///
/// # Errors
/// When they are not those of such a build.
pub async fn compile_threaded(name: String, bytes: &[u8]) -> Result<EngineBuild, BuildError> {
    check_magic(bytes)?;
    let module = compile_bytes(&Uint8Array::from(bytes)).await?;
    check_own_module(&module)?;
    Ok(EngineBuild { name, module })
}

async fn compile_bytes(bytes: &Uint8Array) -> Result<WebAssembly::Module, BuildError> {
    let compiled = JsFuture::from(WebAssembly::compile(bytes)).await.and_then(JsCast::dyn_into);
    Ok(compiled.map_err(|error| AbiError::Compile(error_text(&error)))?)
}

async fn compile_module(bytes: &[u8], limit_mb: u32) -> Result<WebAssembly::Module, BuildError> {
    check_magic(bytes)?;
    let with_memory_limit = memory_limiter().await?;
    let (bytes, damage) = match with_memory_limit(bytes, limit_mb) {
        Ok(limited) => (Uint8Array::from(limited.as_slice()), None),
        // What is wrong with a file is said better by the browser, which refuses it.
        Err(damage @ MemoryError::Damaged(_)) => (Uint8Array::from(bytes), Some(damage)),
        Err(error) => return Err(error.into()),
    };
    let module = compile_bytes(&bytes).await?;
    damage.map_or(Ok(module), |damage| Err(damage.into()))
}

/// Fetches the app's build at `url`, relative to the page's base address, and compiles it while it arrives. Its own memory section
/// bounds it at [`MEMORY_MB`] (crates/build/build.rs); one with threads is given a memory by who starts it, who bounds that.
///
/// # Errors
/// When it does not arrive, or is not an engine build.
pub async fn fetch(url: &str) -> Result<EngineBuild, BuildError> {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let name = path.rsplit('/').next().unwrap_or(path).to_owned();
    let arrived = fetch::read(url, compile_arriving).await;
    let module = match arrived.map_err(|reason| not_fetched(url, reason))? {
        Some(module) => module,
        None => compile_module(&fetch_bytes(url).await?, MEMORY_MB).await?,
    };
    check_own_module(&module)?;
    Ok(EngineBuild { name, module })
}

/// Compiles a response while it arrives: the browser keeps the compiled code of what it gets so, for the next visit. `None`: the server
/// does not say that it is WebAssembly, which browsers ask for here, or it is none, which is told better by its bytes.
async fn compile_arriving(response: Response) -> Result<Option<WebAssembly::Module>, FetchError> {
    let kind = response.headers().get("content-type").ok().flatten().unwrap_or_default();
    if !kind.eq_ignore_ascii_case("application/wasm") {
        return Ok(None);
    }
    let response = Promise::resolve(&JsValue::from(response));
    match JsFuture::from(WebAssembly::compile_streaming(&response)).await {
        Ok(module) => Ok(module.dyn_into().ok()),
        Err(error) if error.is_instance_of::<WebAssembly::CompileError>() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn not_fetched(url: &str, reason: FetchError) -> BuildError {
    BuildError::Fetch { url: url.to_owned(), reason }
}

/// Fetches the bytes of the build at `url`, relative to the page's base address.
///
/// # Errors
/// When it does not arrive.
pub async fn fetch_bytes(url: &str) -> Result<Vec<u8>, BuildError> {
    fetch::bytes(url).await.map_err(|reason| not_fetched(url, reason))
}
