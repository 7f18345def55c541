//! Fields for files.

use web_sys::{File, HtmlInputElement};

/// The files that a field holds.
pub fn files_of(input: &HtmlInputElement) -> Vec<File> {
    let files = input.files();
    files.map(|list| (0..list.length()).filter_map(|index| list.get(index)).collect()).unwrap_or_default()
}
