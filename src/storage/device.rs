//! Storage quota, and the request for persistent storage.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{StorageEstimate, StorageManager};

/// Storage space of the page in bytes, as the browser estimates it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StorageSpace {
    /// Used space.
    pub used: f64,
    /// Total space, including the used part.
    pub quota: f64,
}

impl StorageSpace {
    /// Returns the free space.
    pub fn free(self) -> f64 {
        (self.quota - self.used).max(0.0)
    }
}

/// Returns the storage space; `None` if the browser doesn't report it.
pub async fn space() -> Option<StorageSpace> {
    // A dictionary, which has no class to cast to.
    let estimate: StorageEstimate = JsFuture::from(manager()?.estimate().ok()?).await.ok()?.unchecked_into();
    Some(StorageSpace { used: estimate.get_usage()?, quota: estimate.get_quota()? })
}

/// Returns whether the browser has promised not to clear the stored data when it needs room.
pub async fn is_persistent() -> bool {
    let Some(Ok(asked)) = manager().map(|manager| manager.persisted()) else { return false };
    JsFuture::from(asked).await.is_ok_and(|value| value.is_truthy())
}

/// Requests that promise from the browser; some ask the user. Call this from a click handler, once there is something worth storing.
/// Returns whether the promise was given, which may take as long as the user's decision: use [`ask_to_persist`] if something else has
/// to go on.
pub async fn persist() -> bool {
    if is_persistent().await {
        return true;
    }
    let Some(Ok(asked)) = manager().map(|manager| manager.persist()) else { return false };
    JsFuture::from(asked).await.is_ok_and(|value| value.is_truthy())
}

/// Requests that promise without waiting for the result: Firefox asks the user, who may never respond.
pub fn ask_to_persist() {
    spawn_local(async {
        persist().await;
    });
}

/// Returns the storage manager; `None` on addresses without TLS and in old browsers.
fn manager() -> Option<StorageManager> {
    let navigator = js_sys::Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    js_sys::Reflect::get(&navigator, &"storage".into()).ok()?.dyn_into().ok()
}
