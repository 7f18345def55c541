//! Files of a match: none may be used for two purposes, or one would corrupt the other.

use std::path::Path;

use super::error::MatchError;
use super::options::Options;
use crate::input_file::is_standard;
use crate::output_file::is_same;
use crate::printing::print_to_standard_error;

/// Checks that every output file differs from all other files, inputs included.
///
/// # Errors
/// If two options name the same file.
pub(super) fn check(options: &Options) -> Result<(), MatchError> {
    let written: [(&str, Option<&Path>); 4] = [
        ("resume", options.resume.as_deref()),
        ("pgn", options.pgn.as_ref().map(|file| file.path.as_path())),
        ("epd", options.epd.as_ref().map(|file| file.path.as_path())),
        ("sample", options.sample.as_deref()),
    ];
    let openings = options.opening_file.iter().map(|file| ("openings", file.path.as_path()));
    let books = options.engines.iter().filter_map(|engine| Some(("engine book", engine.book.as_deref()?)));
    let read: Vec<(&str, &Path)> = openings.chain(books).collect();
    let merged: Vec<(&str, &Path)> = options.merge.iter().map(|path| ("merge", path.as_path())).collect();
    for (index, (option, path)) in written.iter().enumerate() {
        let Some(path) = path else { continue };
        if is_standard(path) {
            print_to_standard_error();
        }
        let before = written[..index].iter().filter_map(|(option, path)| Some((*option, (*path)?)));
        // Merging a file into itself is allowed; it changes nothing.
        let merged = merged.iter().filter(|_| *option != "resume");
        // Input and output may both be `-`.
        let read = read.iter().chain(merged).filter(|(_, other)| !is_standard(other)).copied();
        let other = before.chain(read).find(|(_, other)| is_same(path, other));
        if let Some((other, _)) = other {
            let fault = format!("{} is already the file of -{other}; name another one", path.display());
            return Err(MatchError::option(option, fault));
        }
    }
    Ok(())
}
