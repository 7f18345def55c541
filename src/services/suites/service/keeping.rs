//! Storage of attempts: collected for a moment, written together, and retried if there was no pool.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use tabia_suite::Problem;
use wasm_bindgen_futures::spawn_local;

use super::SuiteService;
use crate::language::tr;
use crate::services::suites::saved_runs::{Attempted, SavedRun};
use crate::storage::{Claim, StoreError};

/// How long attempts are collected before they are written, in milliseconds.
const COLLECT_MS: u32 = 500;
/// Pause before a failed write is retried, in milliseconds.
const RETRY_MS: u32 = 5000;

impl SuiteService {
    /// Collects a finished attempt, by the indices of engine and problem.
    pub(super) fn collect(&self, engine: usize, problem: usize) {
        self.0.unwritten.borrow_mut().push((engine, problem));
        self.write_soon();
    }

    pub(super) fn write_soon(&self) {
        self.write_after(COLLECT_MS);
    }

    /// Writes the collected attempts after this time in milliseconds, unless an earlier write is planned.
    fn write_after(&self, ms: u32) {
        let weak = Rc::downgrade(&self.0);
        self.0.writing.borrow_mut().get_or_insert_with(|| {
            Timeout::new(ms, move || {
                if let Some(inner) = weak.upgrade() {
                    inner.writing.take();
                    Self(inner).write(None);
                }
            })
        });
    }

    /// Writes the collected attempts and then releases the claim.
    pub(super) fn write(&self, claim: Option<Claim>) {
        let Some((kept, problems, attempts)) = self.what_to_write() else { return };
        let (service, is_still_shown) = (self.clone(), self.until_another());
        let text = self.text_to_store();
        spawn_local(async move {
            match service.store(&kept, text, &problems, &attempts).await {
                Ok(()) => {
                    service.0.is_told_unkept.set(false);
                    service.note_kept(&kept.id);
                }
                Err(error) => {
                    // There may be room later.
                    if is_still_shown() {
                        let places = attempts.iter().map(|(engine, problem, _)| (*engine, *problem));
                        service.0.unwritten.borrow_mut().extend(places);
                        service.write_after(RETRY_MS);
                    }
                    if !service.0.is_told_unkept.replace(true) {
                        service.notice(tr!("The results were not saved"), error);
                    }
                }
            }
            drop(claim);
        });
    }

    /// Returns the text of the suite if the run is not stored with it yet.
    fn text_to_store(&self) -> Option<Rc<str>> {
        let is_kept = self.0.run.borrow().as_ref()?.is_kept;
        self.with_suite_view(|suite_view| Rc::clone(&suite_view.text)).filter(|_| !is_kept)
    }

    /// Stores attempts, preceded by the run with the text of its suite if given.
    async fn store(
        &self,
        kept: &SavedRun,
        text: Option<Rc<str>>,
        problems: &[Problem],
        attempts: &[Attempted],
    ) -> Result<(), StoreError> {
        if let Some(text) = text {
            self.0.kept.create(kept, &text).await?;
        }
        self.0.kept.write(kept, problems, attempts).await
    }

    /// Notes that a run is stored with the text of its suite.
    pub(super) fn note_kept(&self, id: &str) {
        let mut run = self.0.run.borrow_mut();
        if let Some(run) = run.as_mut().filter(|run| run.kept.id == id) {
            run.is_kept = true;
        }
    }

    fn what_to_write(&self) -> Option<(SavedRun, Rc<Vec<Problem>>, Vec<Attempted>)> {
        let mut run = self.0.run.borrow_mut();
        let kept = &mut run.as_mut()?.kept;
        let attempts = self.with_runner(|runner| {
            kept.done = runner.progress().0;
            kept.is_running = runner.is_running();
            kept.right = runner.columns().iter().map(|column| column.totals().right).collect();
            let unwritten = self.0.unwritten.take().into_iter();
            let attempted =
                |(engine, problem)| Some((engine, problem, runner.outcome(engine, problem)?.clone()));
            unwritten.filter_map(attempted).collect()
        })?;
        if let Some(listed) = self.0.runs.borrow_mut().iter_mut().find(|listed| listed.id == kept.id) {
            listed.clone_from(kept);
        }
        Some((kept.clone(), self.problems(), attempts))
    }
}
