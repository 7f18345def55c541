//! Execution of a recipe: bytes in, entries out.

use tabia_polyglot::pgn_scan::PgnScanner;
use tabia_polyglot::{BlockSource, Entry, MergeOptions, SourceError};
use thiserror::Error;

use super::counting::Counting;
use super::progress::{RecipeObserver, RecipeProblem, RecipeProgress, RecipeReport};
use super::{Recipe, RecipeError};
use crate::stats::StatsCounter;

/// Maximum number of bytes that a run requests at once.
const CHUNK: usize = 1 << 18;

/// Next need of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// These bytes of that source, for [`RecipeRun::feed`].
    Read {
        /// The number of the source, from 0.
        source: usize,
        /// Offset of the bytes.
        offset: u64,
        /// Maximum number of bytes; fewer may be fed, but at least one.
        length: usize,
    },
    /// Nothing: the book is complete.
    Nothing,
}

/// Reason why a recipe was not completed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RunError {
    /// The recipe is invalid.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// A source cannot be read.
    #[error("source {source_number}: {error}")]
    Source {
        /// The number of the source, from 1.
        source_number: usize,
        /// The error.
        error: SourceError,
    },
    /// No bytes arrived, or more than requested: the source has changed.
    #[error("source {source_number} changed while it was read, at offset {offset}")]
    Changed {
        /// The number of the source, from 1.
        source_number: usize,
        /// Its place.
        offset: u64,
    },
    /// The observer stopped it.
    #[error("making the book was cancelled")]
    Cancelled,
}

/// A recipe being executed.
///
/// Call [`RecipeRun::need`], fetch those bytes, pass them to [`RecipeRun::feed`], and repeat until nothing is needed. To cancel, drop
/// it. Each call processes one piece, except that the last of a reading sorts and merges as well.
///
/// ```
/// use tabia_book_tools::recipe::{Need, Recipe, RecipeRun};
///
/// let pgn = b"[Result \"1-0\"]\n1. e4 e5 1-0\n";
/// let mut recipe = Recipe::default();
/// recipe.parts[0].passes[0].min_game = 1;
/// let mut run = RecipeRun::new(&recipe, &[pgn.len() as u64], false)?;
/// let mut book = Vec::new();
/// while let Need::Read { source: 0, offset, length } = run.need() {
///     let start = offset as usize;
///     run.feed(&pgn[start..start + length], |entry| book.push(entry))?;
/// }
/// assert_eq!(book.len(), 1);
/// # Ok::<(), tabia_book_tools::recipe::RunError>(())
/// ```
pub struct RecipeRun {
    sizes: Vec<u64>,
    merge: MergeOptions,
    counting: Counting,
    scanner: PgnScanner,
    source: usize,
    offset: u64,
    /// Keys and moves emitted so far, if results are to be counted.
    handed_out: Option<Vec<(u64, u16)>>,
    done: bool,
    overflows: u64,
    progress: RecipeProgress,
    problems: Vec<RecipeProblem>,
    stats: Option<StatsCounter>,
}

impl RecipeRun {
    /// Creates a run over sources of these sizes in bytes, in order; without sources the book is empty.
    ///
    /// `with_stats` counts the results of the book's moves as well, in one more reading: [`RecipeRun::take_stats`].
    ///
    /// # Errors
    /// [`RunError::Recipe`].
    pub fn new(recipe: &Recipe, sizes: &[u64], with_stats: bool) -> Result<Self, RunError> {
        recipe.check()?;
        let mut run = Self {
            sizes: sizes.to_vec(),
            // The books merged here are sorted and have no header.
            merge: MergeOptions { rule: recipe.merge, saturate: recipe.saturate, strict: true },
            counting: Counting::new(recipe),
            scanner: PgnScanner::new(false),
            source: 0,
            offset: 0,
            handed_out: with_stats.then(Vec::new),
            done: false,
            overflows: 0,
            progress: RecipeProgress {
                reading: 1,
                total_bytes: sizes.iter().sum(),
                ..RecipeProgress::default()
            },
            problems: Vec::new(),
            stats: None,
        };
        run.skip_empty();
        if run.source == run.sizes.len() {
            run.done = true;
            run.progress.fraction = 1.0;
            run.stats = run.handed_out.take().map(StatsCounter::new);
        }
        Ok(run)
    }

    /// Returns the next need.
    pub fn need(&self) -> Need {
        match self.sizes.get(self.source) {
            Some(&size) if !self.done => {
                let left = size.saturating_sub(self.offset);
                let length = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
                Need::Read { source: self.source, offset: self.offset, length }
            }
            _ => Need::Nothing,
        }
    }

    /// Processes the requested bytes, or the first of them; at the end of a reading `emit` receives entries, in book order.
    ///
    /// # Errors
    /// [`RunError::Changed`] for no bytes, or too many.
    pub fn feed(&mut self, bytes: &[u8], emit: impl FnMut(Entry)) -> Result<(), RunError> {
        let Need::Read { length, .. } = self.need() else { return Ok(()) };
        if bytes.is_empty() || bytes.len() > length {
            return Err(RunError::Changed { source_number: self.source + 1, offset: self.offset });
        }
        // Only strict readers fail.
        let _ = self.scanner.feed(bytes, &mut self.counting);
        self.offset += bytes.len() as u64;
        self.progress.bytes = (self.progress.bytes + bytes.len() as u64).min(self.progress.total_bytes);
        let size = self.sizes.get(self.source).copied().unwrap_or(0);
        if self.offset >= size {
            let _ = self.scanner.finish(&mut self.counting);
            // A comment that never ends hides the games after it: they are searched for inside it.
            if let Some(start) = self.scanner.swallowed_from() {
                self.scanner = self.scanner.resume_in();
                self.offset = start;
            } else {
                self.collect_problems();
                self.next_source();
            }
        }
        self.collect_problems();
        self.update();
        if self.source == self.sizes.len() {
            self.end_reading(emit);
        }
        Ok(())
    }

    /// Current progress.
    pub const fn progress(&self) -> &RecipeProgress {
        &self.progress
    }

    /// Returns the games skipped since the last call because they cannot be read. If they are not taken after each piece, some may
    /// be missing; [`RecipeProgress::rejected`] counts all.
    pub fn take_problems(&mut self) -> Vec<RecipeProblem> {
        std::mem::take(&mut self.problems)
    }

    /// Returns the result, once nothing more is needed.
    pub fn report(&self) -> RecipeReport {
        RecipeReport {
            progress: self.progress,
            taken_by_part: self.counting.taken_by_part(),
            filtered: self.counting.filtered,
            unremembered: self.counting.unremembered(),
            overflows: self.overflows,
        }
    }

    /// Returns the results of the book's moves, if requested and everything has been read.
    pub fn take_stats(&mut self) -> Option<StatsCounter> {
        self.stats.take()
    }

    fn skip_empty(&mut self) {
        while self.sizes.get(self.source) == Some(&0) {
            self.source += 1;
        }
    }

    fn next_source(&mut self) {
        self.source += 1;
        self.skip_empty();
        self.offset = 0;
        self.scanner = PgnScanner::new(false);
    }

    fn collect_problems(&mut self) {
        let source = self.source;
        let found = std::mem::take(&mut self.counting.problems);
        // Later readings find the same errors again.
        if self.progress.reading == 1 {
            self.problems.extend(found.into_iter().map(|problem| RecipeProblem { source, problem }));
        }
    }

    fn update(&mut self) {
        self.counting.update(&mut self.progress);
        let (before, width) = self.counting.range();
        let read = self.progress.bytes as f64 / self.progress.total_bytes.max(1) as f64;
        // Results are counted in one more reading after all ranges.
        let counted = if self.progress.counts_results { 1.0 } else { before + width * read };
        let fraction = match (self.progress.counts_results, self.handed_out.is_some()) {
            (true, _) => f64::midpoint(1.0, read),
            (false, true) => counted / 2.0,
            (false, false) => counted,
        };
        self.progress.fraction = self.progress.fraction.max(fraction.min(1.0));
    }

    fn end_reading(&mut self, mut emit: impl FnMut(Entry)) {
        let more = if self.progress.counts_results {
            self.stats = self.counting.take_stats();
            false
        } else {
            let (entries, handed_out) = (&mut self.progress.entries, &mut self.handed_out);
            let more = self.counting.finish_range(self.merge, &mut self.overflows, |entry| {
                *entries += 1;
                if let Some(list) = handed_out {
                    list.push((entry.key, entry.book_move.0));
                }
                emit(entry);
            });
            if let (false, Some(list)) = (more, self.handed_out.take_if(|_| !more)) {
                self.counting.count_stats(StatsCounter::new(list));
                self.progress.counts_results = true;
                true
            } else {
                more
            }
        };
        if more {
            self.source = 0;
            self.offset = 0;
            self.skip_empty();
            self.scanner = PgnScanner::new(false);
            self.counting.begin_reading();
            self.progress.reading += 1;
            self.progress.bytes = 0;
        } else {
            self.done = true;
            self.progress.fraction = 1.0;
        }
    }
}

/// Executes a recipe on sources that can be read synchronously; the results of the book's moves are part of the report if
/// requested.
///
/// # Errors
/// [`RunError`]; entries emitted before it are the beginning of a book.
pub fn run_recipe<S: BlockSource>(
    recipe: &Recipe,
    sources: &mut [S],
    with_stats: bool,
    observer: &mut impl RecipeObserver,
    mut emit: impl FnMut(Entry),
) -> Result<(RecipeReport, Option<StatsCounter>), RunError> {
    let sizes: Vec<u64> = sources.iter().map(BlockSource::len).collect();
    let mut run = RecipeRun::new(recipe, &sizes, with_stats)?;
    let mut buffer = Vec::new();
    while let Need::Read { source, offset, length } = run.need() {
        buffer.resize(length, 0);
        let Some(games) = sources.get_mut(source) else { break };
        games
            .read_at(offset, &mut buffer)
            .map_err(|error| RunError::Source { source_number: source + 1, error })?;
        run.feed(&buffer, &mut emit)?;
        run.take_problems().iter().for_each(|problem| observer.problem(problem));
        if observer.progress(run.progress()).is_break() {
            return Err(RunError::Cancelled);
        }
    }
    let stats = run.take_stats();
    Ok((run.report(), stats))
}
