//! How much room the browser gives, and the wish that it keeps what the user made.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{StorageEstimate, StorageManager};

/// Room for everything that the page keeps, in bytes, as the browser estimates it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// What is used.
    pub used: f64,
    /// What may be used, the used included.
    pub quota: f64,
}

impl Room {
    /// What is left.
    pub fn free(self) -> f64 {
        (self.quota - self.used).max(0.0)
    }
}

/// How much room there is; `None` where the browser does not say.
pub async fn room() -> Option<Room> {
    // A dictionary: there is no class to ask for.
    let estimate: StorageEstimate = JsFuture::from(manager()?.estimate().ok()?).await.ok()?.unchecked_into();
    Some(Room { used: estimate.get_usage()?, quota: estimate.get_quota()? })
}

/// Whether the browser has promised not to clear what is kept when it needs room.
pub async fn is_persistent() -> bool {
    let Some(Ok(asked)) = manager().map(|manager| manager.persisted()) else { return false };
    JsFuture::from(asked).await.is_ok_and(|value| value.is_truthy())
}

/// Asks the browser for that promise; some ask the user. To be called when there is something worth it, from the handler of a
/// click. Returns whether it was given, which takes as long as the user thinks about it: [`ask_to_persist`] where something else has
/// to go on.
pub async fn persist() -> bool {
    if is_persistent().await {
        return true;
    }
    let Some(Ok(asked)) = manager().map(|manager| manager.persist()) else { return false };
    JsFuture::from(asked).await.is_ok_and(|value| value.is_truthy())
}

/// Asks the browser for that promise, and waits for no answer: Firefox asks the user, who may never say anything.
pub fn ask_to_persist() {
    spawn_local(async {
        persist().await;
    });
}

/// `None` on addresses without TLS and in old browsers.
fn manager() -> Option<StorageManager> {
    let navigator = js_sys::Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    js_sys::Reflect::get(&navigator, &"storage".into()).ok()?.dyn_into().ok()
}
