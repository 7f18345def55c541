//! Opening and closing of suites and stored runs. Reading takes time; the latest request is shown.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::suite_view::{ShownRun, SuiteView};
use super::{SuiteService, SuiteStage};
use crate::language::tr;
use crate::services::suites::reading;
use crate::services::suites::runner::SuiteRunner;
use crate::services::suites::running::was_running;
use crate::services::suites::saved_runs::SavedRun;
use crate::storage::StoreError;

impl SuiteService {
    /// Looks for a run in progress; called when the page is first drawn.
    pub fn begin(&self) {
        if self.0.has_begun.replace(true) {
            return;
        }
        let service = self.clone();
        spawn_local(async move {
            service.read_runs().await;
            if *service.0.stage.borrow() != SuiteStage::Loading {
                return;
            }
            match was_running().filter(|id| service.kept_run(id).is_some()) {
                Some(id) => service.open_kept(&id, true, service.until_another()).await,
                None => service.set_stage(SuiteStage::Empty),
            }
        });
    }

    /// Opens another suite. A run in progress is stopped and stays stored.
    pub fn open(&self, name: String, text: String) {
        self.halt();
        let (service, is_wanted) = (self.clone(), self.until_another());
        spawn_local(async move {
            if let Some(suite_view) = service.read(name, text, is_wanted).await {
                service.show(Some(suite_view), None);
                service.set_stage(SuiteStage::Suite);
            }
        });
    }

    /// Opens a stored run.
    pub fn open_run(&self, id: &str) {
        self.halt();
        let (service, id, is_wanted) = (self.clone(), id.to_owned(), self.until_another());
        spawn_local(async move { service.open_kept(&id, false, is_wanted).await });
    }

    /// Closes the suite. A run in progress is stopped and stays stored.
    pub fn close(&self) {
        self.halt();
        self.show(None, None);
        self.set_stage(SuiteStage::Empty);
    }

    /// Shows the suite without its run, to start another one. A run in progress is stopped and stays stored.
    pub fn set_up_again(&self) {
        self.halt();
        self.show_run(None);
        self.changed();
    }

    /// Stops the run because the page turns to something else.
    pub(super) fn halt(&self) {
        self.pause();
        self.0.epoch.set(self.0.epoch.get() + 1);
    }

    /// Returns a predicate: whether the page has not turned to something else since this call.
    pub(super) fn until_another(&self) -> impl Fn() -> bool + use<> {
        let (service, epoch) = (self.clone(), self.0.epoch.get());
        move || service.0.epoch.get() == epoch
    }

    fn show(&self, suite_view: Option<SuiteView>, run: Option<(SavedRun, SuiteRunner)>) {
        self.0.suite_view.replace(suite_view);
        self.show_run(run);
    }

    /// Shows a run of the current suite, or none.
    pub(super) fn show_run(&self, run: Option<(SavedRun, SuiteRunner)>) {
        let (kept, runner) = run.unzip();
        self.0.run.replace(kept.map(|kept| ShownRun { kept, is_kept: false, held: None }));
        self.0.pool.put(runner);
    }

    /// Reads a suite, replacing what is shown; returns `None` if the suite is no longer needed.
    async fn read(&self, name: String, text: String, is_wanted: impl Fn() -> bool) -> Option<SuiteView> {
        self.show(None, None);
        let on_percent = |percent| self.set_stage(SuiteStage::Reading { name: name.clone(), percent });
        let suite = reading::read(&text, is_wanted, on_percent).await?;
        Some(SuiteView::new(name, text, suite))
    }

    async fn open_kept(&self, id: &str, goes_on: bool, is_wanted: impl Fn() -> bool) {
        let Some(kept) = self.kept_run(id) else { return };
        let opened = self.read_kept(&kept, &is_wanted).await;
        if !is_wanted() {
            return;
        }
        match opened {
            Ok(Some((suite_view, runner))) => {
                self.show(Some(suite_view), Some((kept, runner)));
                self.note_kept(id);
                self.set_stage(SuiteStage::Suite);
                if goes_on {
                    self.take_up();
                }
            }
            Ok(None) => {}
            Err(error) => {
                self.set_stage(SuiteStage::Empty);
                self.notice(tr!("The run was not opened"), error);
            }
        }
    }

    /// Reads the suite of a run, and its stored attempts; returns `None` if the suite is no longer needed.
    async fn read_kept(
        &self,
        kept: &SavedRun,
        is_wanted: &impl Fn() -> bool,
    ) -> Result<Option<(SuiteView, SuiteRunner)>, StoreError> {
        let text = self.0.kept.text(&kept.id).await?;
        if !is_wanted() {
            return Ok(None);
        }
        let Some(suite_view) = self.read(kept.name.clone(), text, is_wanted).await else { return Ok(None) };
        let mut runner = SuiteRunner::new(Rc::clone(&suite_view.problems), kept.settings.clone());
        let restore = |(engine, problem, outcome)| runner.restore(engine, problem, outcome);
        self.0.kept.outcomes(&kept.id, &suite_view.problems, restore).await?;
        Ok(Some((suite_view, runner)))
    }
}
