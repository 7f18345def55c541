//! A part of the program (`wasm-split`) that is fetched on demand.

use futures::future::LocalBoxFuture;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// State of a part.
#[derive(Clone, Copy, Debug, Default)]
pub enum Loading<T> {
    /// Not requested yet.
    #[default]
    NotWanted,
    /// Being fetched.
    Underway,
    /// Fetching failed.
    Failed,
    /// Fetched, with its result.
    Done(T),
}

impl<T> PartialEq for Loading<T> {
    /// Results are not compared (they are function pointers): a part is loaded once.
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// A part and the callback that fetches it.
#[derive(Clone)]
pub struct LazyPart<T> {
    /// Current state.
    pub loading: Loading<T>,
    /// Fetches the part; retries after a failure.
    pub load: Callback<()>,
}

/// Returns a part of the program, which is fetched as soon as `is_wanted`. `fetch` returns `None` on failure.
#[hook]
pub fn use_part<T: Copy + 'static>(
    fetch: impl Fn() -> LocalBoxFuture<'static, Option<T>> + 'static,
    is_wanted: bool,
) -> LazyPart<T> {
    let loading = use_state_eq(Loading::default);
    // Prevents a second fetch, both while the first is running and after it has succeeded.
    let is_begun = use_mut_ref(|| false);
    let load = use_callback(loading.setter(), move |(), loading| {
        if is_begun.replace(true) {
            return;
        }
        let (fetched, loading, is_begun) = (fetch(), loading.clone(), is_begun.clone());
        loading.set(Loading::Underway);
        spawn_local(async move {
            let fetched = fetched.await;
            // After a failure, allow another attempt.
            is_begun.replace(fetched.is_some());
            loading.set(fetched.map_or(Loading::Failed, Loading::Done));
        });
    });
    let is_to_begin = is_wanted && *loading == Loading::NotWanted;
    use_effect_with((is_to_begin, load.clone()), |(is_to_begin, load)| {
        if *is_to_begin {
            load.emit(());
        }
    });
    LazyPart { loading: *loading, load }
}
