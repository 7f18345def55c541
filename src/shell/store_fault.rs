//! Notice that the stored data could not be opened, with ways out, so that it doesn't just look empty.

use super::strings;
use crate::components::icon::{Icon, IconView};
use crate::platform::observable::Observe;
use crate::state::text::sentence;
use crate::storage::{Database, StoreError};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

#[derive(Clone, PartialEq)]
enum StoreHealth {
    Fine,
    Fault(String),
    /// The browser has deleted the data.
    Deleted,
    /// It can be opened now, but what failed to load before is not shown yet.
    Mended,
}

/// Bar over the page while the stored data cannot be opened.
#[component]
pub fn StoreFaultBar() -> Html {
    let known = use_state_eq(|| StoreHealth::Fine);
    let is_trying = use_state_eq(|| false);
    use_effect_with(known.setter(), |known| {
        let known = known.clone();
        let update = move || {
            let database = Database::of_page();
            known.set(match database.fault() {
                Some(error) => StoreHealth::Fault(sentence(&error.to_string())),
                None if database.was_deleted() => StoreHealth::Deleted,
                None => StoreHealth::Mended,
            });
        };
        if Database::of_page().fault().is_some() || Database::of_page().was_deleted() {
            update();
        }
        let subscription = Database::of_page().subscribe(move |()| update());
        move || drop(subscription)
    });
    let retry = use_callback(is_trying.setter(), |_: MouseEvent, trying| {
        let trying = trying.clone();
        trying.set(true);
        spawn_local(async move {
            // The database notifies its observers of the result.
            let _ = Database::of_page().keeping().await;
            trying.set(false);
        });
    });
    let go_on = use_callback(known.setter(), |_: MouseEvent, known| {
        Database::of_page().go_on_in_memory();
        known.set(StoreHealth::Fine);
    });
    let reload = use_callback((), |_: MouseEvent, ()| {
        if let Some(window) = web_sys::window() {
            // If the reload fails, the page simply stays.
            let _ = window.location().reload();
        }
    });
    let later = use_callback(known.setter(), |_: MouseEvent, known| known.set(StoreHealth::Fine));
    let (text, buttons) = match &*known {
        StoreHealth::Fine => return Html::default(),
        StoreHealth::Fault(reason) => (
            reason.clone(),
            html! {
                <>
                    <button type="button" class="button primary small" disabled={*is_trying} onclick={retry}>{ strings::try_again() }</button>
                    <button type="button" class="button small" onclick={go_on}>{ strings::go_on_without() }</button>
                </>
            },
        ),
        StoreHealth::Deleted => (
            sentence(&StoreError::Deleted.to_string()),
            html! { <button type="button" class="button small" onclick={later}>{ strings::later() }</button> },
        ),
        StoreHealth::Mended => (
            strings::store_mended().to_owned(),
            html! {
                <>
                    <button type="button" class="button primary small" onclick={reload}>{ strings::reload() }</button>
                    <button type="button" class="button small" onclick={later}>{ strings::later() }</button>
                </>
            },
        ),
    };
    html! {
        <section class="update-bar store-fault" aria-label={strings::stored_data()}>
            <IconView icon={Icon::Warning} />
            <p role="alert">{ text }</p>
            { buttons }
        </section>
    }
}
