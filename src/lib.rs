//! The Tabia page: everything the user sees, and the links to the workers behind it.

pub mod apps;
pub mod components;
pub mod hooks;
pub mod platform;
pub mod services;
pub mod state;
pub mod storage;

use yew::BaseComponent;

/// Draws the app into `#app`, in place of the shell of `index.html`.
pub fn start() {
    draw::<apps::analysis::App>("app");
}

/// Draws the Lab into `#lab`. See [`apps::lab`].
pub fn start_lab() {
    draw::<apps::lab::LabApp>("lab");
}

/// Draws the book page into `#book`. See [`apps::book`].
pub fn start_book() {
    draw::<apps::book::BookApp>("book");
}

/// Draws a component in place of what stands in the element, which is a picture of it or the word that it is being loaded.
fn draw<C: BaseComponent<Properties: Default>>(id: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(root) = document.and_then(|document| document.get_element_by_id(id)) else {
        web_sys::console::error_1(
            &format!("index.html has no element #{id}: the page cannot be drawn").into(),
        );
        return;
    };
    root.set_inner_html("");
    yew::Renderer::<C>::with_root(root).render();
}
