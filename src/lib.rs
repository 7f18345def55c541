//! The Tabia page: everything the user sees, and the links to the workers behind it.

pub mod apps;
pub mod components;
pub mod hooks;
pub mod platform;
pub mod services;
pub mod shell;
pub mod state;
pub mod storage;

/// Draws the page into `#app`, in place of the picture of it that `index.html` shows until then.
pub fn start() {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(root) = document.and_then(|document| document.get_element_by_id("app")) else {
        web_sys::console::error_1(&"index.html has no element #app: the page cannot be drawn".into());
        return;
    };
    root.set_inner_html("");
    yew::Renderer::<shell::Shell>::with_root(root).render();
}
