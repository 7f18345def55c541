//! The Tabia page: everything the user sees, and the links to the workers behind it.

pub mod app;
pub mod components;
pub mod engine;
pub mod hooks;
pub mod pages;
pub mod state;
mod text;

/// Draws the app into `#app`, in place of the shell of `index.html`.
pub fn start() {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(root) = document.and_then(|document| document.get_element_by_id("app")) else {
        web_sys::console::error_1(&"index.html has no element #app: the page cannot be drawn".into());
        return;
    };
    // The shell is a picture of the page to come; the app draws its own.
    root.set_inner_html("");
    yew::Renderer::<app::App>::with_root(root).render();
}
