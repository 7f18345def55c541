//! What `index.html` tells the page's applications: addresses of files, to which a release build adds a hash of their content
//! (`scripts/version-assets.mjs`).

/// An attribute of the first element that the selector finds.
pub fn attribute(selector: &str, name: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector(selector).ok()??.get_attribute(name)
}

/// What a `meta` element says.
pub fn meta(name: &str) -> Option<String> {
    attribute(&format!("meta[name={name}]"), "content")
}
