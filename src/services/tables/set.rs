//! Set of tablebases, and the actions it requires. Pure; driven by [`Tablebases`](super::Tablebases).

use crate::language::tr;
use crate::storage::StoreError;
use std::rc::Rc;

/// Maximum total size of tablebases stored in the browser, in bytes: 64 MiB. All tables with up to four men take 4 MB, those with five 940
/// MB.
pub const MAX_KEPT: f64 = 64.0 * 1024.0 * 1024.0;
/// Reason why the browser does not store the tables: a sentence for the user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotKept {
    /// The previously stored ones are still there.
    #[error("{}", tr!("They could not be removed: {error}", error = _0))]
    NotRemoved(StoreError),
    /// Too large in total.
    #[error(
        "{}",
        tr!(
            "Tablebases of more than {limit} MB are not stored: they are used until this page is closed, and must then be chosen again.",
            limit = MAX_KEPT / 1024.0 / 1024.0
        )
    )]
    TooLarge,
    /// The browser cannot store them.
    #[error(
        "{}",
        tr!("They are used until this page is closed, but could not be stored: {error}", error = _0)
    )]
    NotStored(#[from] StoreError),
}

/// State shown of the tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableState {
    /// Number of files.
    pub files: usize,
    /// Maximum number of men of a table, including kings.
    pub men: usize,
    /// Total size in bytes.
    pub bytes: f64,
    /// Reason why the current set will not be there when the page is reopened; `None` if it will.
    pub not_kept: Option<NotKept>,
    /// Problem with the last choice of files.
    pub problem: Option<String>,
    /// Whether files are being stored or loaded.
    pub is_busy: bool,
    /// The engine's report on them.
    pub said: Option<Rc<str>>,
}

/// File given by name and size; its content is not examined.
pub(super) trait TableFile: Clone {
    /// Returns the name of the file.
    fn name(&self) -> &str;
    /// Returns the size in bytes.
    fn bytes(&self) -> f64;
}

/// New content of the browser's store.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Keep<F> {
    /// Store all of these.
    All(Vec<F>),
    /// Store nothing: part of an oversized set would look like the whole set.
    Nothing,
}

/// Set of tables.
#[derive(Debug)]
pub(super) struct TableSet<F> {
    files: Vec<F>,
    state: TableState,
    /// Number of changes so far, and the one at which the write in progress started.
    changes: u64,
    writing: Option<u64>,
    /// Whether the engine has not been sent the current set yet.
    is_to_use: bool,
}

impl<F> Default for TableSet<F> {
    fn default() -> Self {
        Self { files: Vec::new(), state: TableState::default(), changes: 0, writing: None, is_to_use: false }
    }
}

impl<F: TableFile> TableSet<F> {
    /// Returns the state to show.
    pub(super) fn state(&self) -> &TableState {
        &self.state
    }

    /// Adds the tables among these files, replacing those of the same name.
    pub(super) fn choose(&mut self, chosen: impl IntoIterator<Item = F>) {
        let (new, others): (Vec<_>, Vec<_>) = chosen.into_iter().partition(|file| men(file.name()).is_some());
        self.state.problem = match (new.is_empty(), others.first()) {
            (true, Some(other)) => Some(tr!(
                "None of these files is a Syzygy tablebase: file names look like KQvK.rtbw and KQvK.rtbz, not like {name}.",
                name = other.name()
            )),
            _ => None,
        };
        if new.is_empty() {
            return;
        }
        self.files.retain(|old| new.iter().all(|file| file.name() != old.name()));
        self.files.extend(new);
        self.count();
        self.changes += 1;
    }

    /// Removes all tables.
    pub(super) fn clear(&mut self) {
        self.files.clear();
        self.state = TableState { is_busy: self.state.is_busy, ..TableState::default() };
        self.count();
        self.changes += 1;
    }

    /// Handles the stored files. Files chosen in the meantime take precedence.
    pub(super) fn loaded(&mut self, files: Vec<F>) {
        if !files.is_empty() && self.files.is_empty() && self.changes == 0 {
            self.files = files;
            self.count();
        }
    }

    /// Reports that the stored files cannot be read.
    pub(super) fn not_loaded(&mut self, reason: String) {
        self.state.problem = Some(reason);
    }

    /// Records the engine's report on the tables it was given last.
    pub(super) fn engine_said(&mut self, text: Rc<str>) {
        self.state.said = Some(text);
    }

    /// Returns the files for the engine, once after each change.
    pub(super) fn files_to_use(&mut self) -> Option<Vec<F>> {
        std::mem::take(&mut self.is_to_use).then(|| self.files.clone())
    }

    /// Returns what to write now. One write at a time: later changes are written after it, so that the last choice wins.
    pub(super) fn next_writing(&mut self) -> Option<Keep<F>> {
        if self.writing.is_some() || self.changes == 0 {
            return None;
        }
        self.writing = Some(self.changes);
        self.state.is_busy = true;
        let is_kept = !self.files.is_empty() && self.state.bytes <= MAX_KEPT;
        Some(if is_kept { Keep::All(self.files.clone()) } else { Keep::Nothing })
    }

    /// Handles the end of a write.
    pub(super) fn written(&mut self, result: Result<(), NotKept>) {
        let Some(change) = self.writing.take() else { return };
        if change == self.changes {
            self.changes = 0;
            self.state.is_busy = false;
            let is_too_large = self.state.bytes > MAX_KEPT;
            self.state.not_kept = if is_too_large { Some(NotKept::TooLarge) } else { result.err() };
        }
    }

    fn count(&mut self) {
        self.state.files = self.files.len();
        self.state.men = self.files.iter().filter_map(|file| men(file.name())).max().unwrap_or(0);
        self.state.bytes = self.files.iter().map(F::bytes).sum();
        self.state.said = None;
        self.is_to_use = true;
    }
}

/// Returns the number of men in the table that a file name denotes, such as 3 for `KQvK.rtbw`; `None` for other names.
pub fn men(name: &str) -> Option<usize> {
    let stem = name.strip_suffix(".rtbw").or_else(|| name.strip_suffix(".rtbz"))?;
    let (white, black) = stem.split_once('v')?;
    let is_side = |side: &str| side.starts_with('K') && side.bytes().all(|byte| b"KQRBNP".contains(&byte));
    (is_side(white) && is_side(black)).then(|| white.len() + black.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Named(&'static str, f64);

    impl TableFile for Named {
        fn name(&self) -> &str {
            self.0
        }

        fn bytes(&self) -> f64 {
            self.1
        }
    }

    const KQK: Named = Named("KQvK.rtbw", 10.0);
    const KRPK: Named = Named("KRPvK.rtbz", 20.0);

    #[test]
    fn names_tell_how_many_men() {
        assert_eq!(men("KQvK.rtbw"), Some(3));
        assert_eq!(men("KRPPvKRP.rtbz"), Some(7));
        for other in ["KQvK", "KQvK.rtbw.part", "QvK.rtbw", "KQK.rtbw", "chess-le4.csv", "Kxv.rtbz", ".rtbw"]
        {
            assert_eq!(men(other), None, "{other}");
        }
    }

    #[test]
    fn chosen_tables_are_used_counted_and_written() {
        let mut set = TableSet::default();
        set.choose([KQK, Named("readme.txt", 1.0), KRPK]);
        assert_eq!((set.state().files, set.state().men), (2, 4));
        assert_eq!(set.files_to_use(), Some(vec![KQK, KRPK]));
        assert_eq!(set.files_to_use(), None);
        assert_eq!(set.next_writing(), Some(Keep::All(vec![KQK, KRPK])));
        assert!(set.state().is_busy);
        set.written(Ok(()));
        assert_eq!((set.state().is_busy, set.next_writing()), (false, None));
    }

    #[test]
    fn files_that_are_no_tables_are_named_and_nothing_changes() {
        let mut set = TableSet::default();
        set.choose([Named("games.pgn", 1.0)]);
        assert!(set.state().problem.as_ref().is_some_and(|problem| problem.contains("games.pgn")));
        assert_eq!((set.files_to_use(), set.next_writing()), (None, None));
    }

    #[test]
    fn what_changes_during_a_writing_is_written_after_it() {
        let mut set = TableSet::default();
        set.choose([KQK]);
        assert!(set.next_writing().is_some());
        set.clear();
        assert_eq!(set.next_writing(), None);
        set.written(Ok(()));
        assert!(set.state().is_busy, "the newest choice is not written yet");
        assert_eq!(set.next_writing(), Some(Keep::Nothing));
        set.written(Ok(()));
        assert!(!set.state().is_busy);
    }

    #[test]
    fn tables_that_are_too_large_are_used_and_not_kept() {
        let mut set = TableSet::default();
        set.choose([Named("KQvK.rtbw", MAX_KEPT + 1.0)]);
        assert!(set.files_to_use().is_some());
        assert_eq!(set.next_writing(), Some(Keep::Nothing));
        set.written(Ok(()));
        assert_eq!(set.state().not_kept, Some(NotKept::TooLarge));
    }

    #[test]
    fn what_was_kept_does_not_replace_what_was_chosen_meanwhile() {
        let mut set = TableSet::default();
        set.choose([KQK]);
        set.loaded(vec![KRPK]);
        assert_eq!(set.files_to_use(), Some(vec![KQK]));
        let mut cleared: TableSet<Named> = TableSet::default();
        cleared.clear();
        cleared.loaded(vec![KRPK]);
        assert_eq!(cleared.state().files, 0);
    }
}
