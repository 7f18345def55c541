//! A part of the program (`wasm-split`) that is fetched when it is first wanted.

use futures::future::LocalBoxFuture;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// What is known of a part.
#[derive(Clone, Copy, Debug, Default)]
pub enum Loading<T> {
    /// Nobody has wanted it.
    #[default]
    NotWanted,
    /// It is on its way.
    Underway,
    /// It did not arrive.
    Failed,
    /// What it gives.
    Done(T),
}

impl<T> PartialEq for Loading<T> {
    /// What a part gives is not compared (pointers to functions): it is loaded once.
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// A part, and how it is fetched.
#[derive(Clone)]
pub struct Part<T> {
    /// How it stands with it.
    pub loading: Loading<T>,
    /// Fetches it now; again, if it did not arrive.
    pub load: Callback<()>,
}

/// A part of the program: fetched by `fetch`, which gives `None` if it does not arrive, as soon as it is wanted.
#[hook]
pub fn use_part<T: Copy + 'static>(
    fetch: impl Fn() -> LocalBoxFuture<'static, Option<T>> + 'static,
    is_wanted: bool,
) -> Part<T> {
    let loading = use_state_eq(Loading::default);
    // Whoever asks again before the part is there, or afterwards, has it fetched no second time.
    let is_begun = use_mut_ref(|| false);
    let load = use_callback(loading.setter(), move |(), loading| {
        if is_begun.replace(true) {
            return;
        }
        let (fetched, loading, is_begun) = (fetch(), loading.clone(), is_begun.clone());
        loading.set(Loading::Underway);
        spawn_local(async move {
            let fetched = fetched.await;
            // Another try may go better.
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
    Part { loading: *loading, load }
}
