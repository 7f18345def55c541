//! The page named by the browser's address.

use super::use_window_event;
use crate::state::route::Route;
use web_sys::Event;
use yew::prelude::*;

/// Returns the current route; re-renders when it changes.
#[hook]
pub fn use_route() -> Route {
    let route = use_state_eq(current_route);
    let on_change = use_callback(route.setter(), |_: Event, route| route.set(current_route()));
    use_window_event("hashchange", on_change);
    (*route).clone()
}

/// Keeps the window title and the root element's `data-page` in sync with this route. Called only by the frame of the page.
#[hook]
pub fn use_page_of_route(route: &Route) {
    use_effect_with(route.clone(), |route| {
        let document = web_sys::window().and_then(|window| window.document());
        let Some(document) = document else { return };
        document.set_title(route.title());
        if let Some(root) = document.document_element() {
            // Setting an attribute with a valid name never fails.
            let _ = root.set_attribute("data-page", route.page());
        }
    });
}

/// Returns the route of the current address.
pub fn current_route() -> Route {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    Route::of_hash(&hash.unwrap_or_default())
}
