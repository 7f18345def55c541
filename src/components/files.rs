//! File inputs.

use web_sys::{File, HtmlInputElement};

/// Returns the files chosen in an input.
pub fn files_of(input: &HtmlInputElement) -> Vec<File> {
    let files = input.files();
    files.map(|list| (0..list.length()).filter_map(|index| list.get(index)).collect()).unwrap_or_default()
}
