//! The Tabia page: the user interface, and the connections to the workers behind it.

pub mod apps;
pub mod components;
pub mod hooks;
pub mod language;
pub mod platform;
pub mod services;
pub mod shell;
pub mod state;
pub mod storage;

/// Renders the page into `#app`, replacing the static preview in `index.html`, with what was on the board when the page was last open.
pub fn start() {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(root) = document.and_then(|document| document.get_element_by_id("app")) else {
        web_sys::console::error_1(&"index.html has no element #app: the page cannot be drawn".into());
        return;
    };
    if let Some(catalogue) = platform::document::catalogue() {
        // Texts that cannot be read stay English.
        let _ = language::set_catalogue(&catalogue);
    }
    services::engine::build::set_memory_limiter(shell::load_memory_limiter);
    wasm_bindgen_futures::spawn_local(async move {
        let start = services::games::start::begin().await.into();
        root.set_inner_html("");
        yew::Renderer::<shell::Shell>::with_root_and_props(root, shell::ShellProps { start }).render();
    });
}
