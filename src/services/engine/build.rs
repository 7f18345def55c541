//! Engine builds: from a file or URL to a compiled module with a memory limit.

use crate::language::tr;
use crate::platform::fetch::{self, FetchError};
use crate::services::engine::memory::{MEMORY_MB, MemoryError};
use futures::future::LocalBoxFuture;
use js_sys::{Promise, Uint8Array, WebAssembly};
use std::cell::Cell;
use tabia_worker::abi::{AbiError, check_magic, check_module, check_own_module, error_text};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// Compiled engine build whose imports and exports match the ABI.
#[derive(Debug, Clone)]
pub struct EngineBuild {
    /// Name of the file.
    pub name: String,
    /// Compiled module, for any number of workers.
    pub module: WebAssembly::Module,
}

/// Reason why a build is unusable.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// It could not be fetched.
    #[error("{}", tr!("{url} could not be fetched: {reason}", url, reason))]
    Fetch {
        /// URL of the build.
        url: String,
        /// Cause.
        reason: FetchError,
    },
    /// Not an engine build.
    #[error(transparent)]
    Abi(#[from] AbiError),
    /// Its memory cannot be limited, or starts above the limit.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The memory limiter, a separately loaded part of the program, did not arrive.
    #[error("{}", tr!("part of the page failed to load: check your connection and try again"))]
    Part,
}

/// Limits the memory of a build's bytes to a number of MiB: [`with_memory_limit`](super::memory::with_memory_limit).
pub type MemoryLimiter = fn(&[u8], u32) -> Result<Vec<u8>, MemoryError>;

/// Loads the limiter; `None` on failure.
pub type LoadLimiter = fn() -> LocalBoxFuture<'static, Option<MemoryLimiter>>;

thread_local! {
    static LOAD_LIMITER: Cell<Option<LoadLimiter>> = const { Cell::new(None) };
}

/// Sets how the limiter is loaded. The page loads it with the first build that needs it: the WebAssembly parser is large, and the app's
/// own builds are limited when they are built.
pub fn set_memory_limiter(load: LoadLimiter) {
    LOAD_LIMITER.set(Some(load));
}

async fn memory_limiter() -> Result<MemoryLimiter, BuildError> {
    let load = LOAD_LIMITER.get().ok_or(BuildError::Part)?;
    load().await.ok_or(BuildError::Part)
}

/// Compiles the bytes of a file, with a memory limit of [`MEMORY_MB`].
///
/// # Errors
/// If they are not an engine build.
pub async fn compile(name: String, bytes: Vec<u8>) -> Result<EngineBuild, BuildError> {
    compile_within(name, &bytes, MEMORY_MB).await
}

/// Compiles the bytes of a file, with a memory limit of `limit_mb` MiB. The browser compiles off the main thread.
///
/// # Errors
/// If they are not an engine build, or its memory cannot be limited.
pub async fn compile_within(name: String, bytes: &[u8], limit_mb: u32) -> Result<EngineBuild, BuildError> {
    let module = compile_module(bytes, limit_mb).await?;
    check_module(&module)?;
    Ok(EngineBuild { name, module })
}

/// Compiles the bytes of a multi-threaded build of the app. The caller that starts it provides its memory, with a limit.
///
/// # Errors
/// If they are not such a build.
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
        // For a damaged file, the browser's compile error is more precise.
        Err(damage @ MemoryError::Damaged(_)) => (Uint8Array::from(bytes), Some(damage)),
        Err(error) => return Err(error.into()),
    };
    let module = compile_bytes(&bytes).await?;
    damage.map_or(Ok(module), |damage| Err(damage.into()))
}

/// Fetches the app's build at `url`, relative to the page's base address, and compiles it while it downloads. The build's own memory
/// section limits it to [`MEMORY_MB`] (crates/build/build.rs); a multi-threaded build gets its memory, with a limit, from its caller.
///
/// # Errors
/// If it cannot be fetched, or is not an engine build.
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

/// Compiles a response while it downloads; the browser then caches the compiled code for the next visit. `None` if the server does not
/// send the WebAssembly media type, which browsers require here, or if the response is not WebAssembly, where compiling its bytes gives a
/// better error.
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
/// If it cannot be fetched.
pub async fn fetch_bytes(url: &str) -> Result<Vec<u8>, BuildError> {
    fetch::bytes(url).await.map_err(|reason| not_fetched(url, reason))
}
