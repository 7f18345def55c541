//! Lazy SMP: several threads search the same position, each with its own histories, and share one
//! transposition table (see the Chess Programming Wiki's "Parallel Search").
//!
//! The engine starts no threads; its owner passes a [`RunThreads`] if it can. Which thread writes an entry
//! first is up to chance, so with more than one thread a search is not repeatable.

use super::root_move::ThreadResult;
use super::settings::SearchResult;
use super::shared::{SharedSearch, ThreadRole};
use super::thread::{SearchContext, SearchThread};
use super::thread_data::ThreadData;
use crate::control::Control;
use crate::limits::Limits;

/// The work of one helper thread. It ends soon after the main thread does.
pub type HelperTask<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs `main` here and every helper on a separate thread, as far as threads are available, and returns
/// when all have ended. Helpers may be left out; `main` must be run once.
pub type RunThreads = for<'a> fn(main: &mut (dyn FnMut() + 'a), helpers: Vec<HelperTask<'a>>);

/// Ends the helpers, however the main thread ends.
struct EndHelpers<'a>(&'a SharedSearch);

impl Drop for EndHelpers<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Searches with a main thread and one helper thread for each of `helpers`.
pub(super) fn search(
    context: SearchContext<'_>,
    main: &mut ThreadData,
    helpers: &mut [ThreadData],
    run_threads: RunThreads,
    limits: &Limits,
    control: &mut dyn Control,
) -> SearchResult {
    let shared = SharedSearch::default();
    // A helper ends with the main thread, so it has no limits but the depth.
    let unlimited = Limits {
        infinite: limits.infinite,
        search_moves: limits.search_moves.clone(),
        depth: limits.depth,
        ..Limits::default()
    };
    let mut results: Vec<Option<ThreadResult>> = helpers.iter().map(|_| None).collect();
    let mut main = SearchThread::new(context, main, limits, Some(control), ThreadRole::Main(&shared));
    let tasks = helpers.iter_mut().zip(&mut results).enumerate().map(|(index, (data, result))| {
        let (shared, unlimited) = (&shared, &unlimited);
        let task = move || {
            let helper = SearchThread::new(context, data, unlimited, None, ThreadRole::Helper(shared));
            // Half of them are a ply ahead, so that not all search the same and the table knows the way.
            *result = helper.run_helper((index as i32 + 1) % 2);
        };
        Box::new(task) as HelperTask<'_>
    });
    let tasks = tasks.collect();
    run_threads(
        &mut || {
            let _end = EndHelpers(&shared);
            main.iterative_deepening();
        },
        tasks,
    );
    main.adopt_best_result(results.into_iter().flatten());
    main.into_result()
}
