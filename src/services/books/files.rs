//! File names and sizes for display.

use crate::language::tr;

/// Returns a file name without its extension.
pub fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Formats a size in the largest sensible unit.
pub fn size_text(bytes: f64) -> String {
    match bytes {
        bytes if bytes < 1000.0 => tr!("{size} bytes", size = format_args!("{bytes:.0}")),
        bytes if bytes < 1e6 => tr!("{size} kB", size = format_args!("{:.0}", bytes / 1e3)),
        bytes if bytes < 1e8 => tr!("{size} MB", size = format_args!("{:.1}", bytes / 1e6)),
        bytes => tr!("{size} MB", size = format_args!("{:.0}", bytes / 1e6)),
    }
}
