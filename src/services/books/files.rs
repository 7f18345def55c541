//! File names and sizes for display.

/// Returns a file name without its extension.
pub fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Formats a size in the largest sensible unit.
pub fn size_text(bytes: f64) -> String {
    match bytes {
        bytes if bytes < 1000.0 => format!("{bytes:.0} bytes"),
        bytes if bytes < 1e6 => format!("{:.0} kB", bytes / 1e3),
        bytes if bytes < 1e8 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.0} MB", bytes / 1e6),
    }
}
