//! Reads games from files, one after the other.

use std::path::{Path, PathBuf};

use tabia_polyglot::BlockSource as _;
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, PgnScanner};

use super::error::BookFailure;
use super::files::open;

/// Size of the pieces in which games are read, in bytes.
const CHUNK: u64 = 1 << 18;

/// Reports a game that cannot be read.
pub(super) fn name_problem(path: &Path, problem: &GameProblem) {
    eprintln!("{}: {problem}; the game is left out", path.display());
}

/// Feeds all games to a sink; `after` is called after each piece.
pub(super) fn scan<T: GameSink>(
    paths: &[PathBuf],
    sink: &mut T,
    mut after: impl FnMut(&Path, &mut T),
) -> Result<(), BookFailure> {
    for path in paths {
        let mut source = open(path)?;
        let mut scanner = PgnScanner::new(false);
        let (mut offset, mut buffer) = (0, Vec::new());
        loop {
            while offset < source.len() {
                buffer.resize((source.len() - offset).min(CHUNK) as usize, 0);
                source
                    .read_at(offset, &mut buffer)
                    .map_err(|error| BookFailure::Read { path: path.clone(), error })?;
                // Only strict readers can fail.
                let _ = scanner.feed(&buffer, sink);
                offset += buffer.len() as u64;
                after(path, sink);
            }
            let _ = scanner.finish(sink);
            after(path, sink);
            let Some(start) = scanner.swallowed_from() else { break };
            scanner = scanner.resume_in();
            offset = start;
        }
    }
    Ok(())
}
