//! Starting, stopping, resuming and deleting runs. A run in progress is claimed, so that no other tab resumes it too.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::SuiteService;
use super::suite_view::RunClaim;
use crate::language::{texts, tr};
use crate::platform::random::unique_id;
use crate::services::suites::runner::SuiteRunner;
use crate::services::suites::running;
use crate::services::suites::saved_runs::{SavedRun, SavedRuns};
use crate::services::suites::settings::SuiteSettings;
use crate::storage::crash_counter::CrashCounter;
use crate::storage::files;

texts! {
    /// Why a run waits for the user, as shown to them.
    ended_the_page: "the page crashed twice during it: press Resume to continue";
    /// Why a run cannot be claimed, as shown to the user.
    in_another_tab: "it is running in another tab";
}

impl SuiteService {
    /// Returns the stored runs, newest first.
    pub fn runs(&self) -> Vec<SavedRun> {
        self.0.runs.borrow().clone()
    }

    /// Returns a stored run.
    pub(super) fn kept_run(&self, id: &str) -> Option<SavedRun> {
        self.0.runs.borrow().iter().find(|run| run.id == id).cloned()
    }

    pub(super) async fn read_runs(&self) {
        match self.0.kept.list().await {
            Ok(runs) => {
                self.0.runs.replace(runs);
                self.changed();
            }
            Err(error) => self.notice(tr!("The earlier runs were not read"), error),
        }
    }

    /// Deletes a stored run.
    pub fn remove_run(&self, id: &str) {
        if self.run_id().as_deref() == Some(id) {
            self.close();
        }
        let (service, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            // Attempts written by another tab would be left without their run.
            let Some(_claim) = SavedRuns::claim(&id).await else {
                return service.notice(tr!("The run was not deleted"), in_another_tab());
            };
            if let Err(error) = service.0.kept.remove(&id).await {
                service.notice(tr!("The run was not deleted"), error);
            }
            service.read_runs().await;
        });
    }

    /// Starts a run of the current suite. An existing one stays stored.
    pub fn start(&self, settings: SuiteSettings) {
        self.halt();
        let suite_view = self.with_suite_view(|suite_view| {
            (suite_view.name.clone(), Rc::clone(&suite_view.text), Rc::clone(&suite_view.problems))
        });
        let Some((name, text, problems)) = suite_view else { return };
        let kept = SavedRun {
            id: unique_id(),
            name,
            problems: problems.len(),
            right: vec![0; settings.engines.len()],
            begun_ms: files::now_ms(),
            settings: settings.clone(),
            ..SavedRun::default()
        };
        self.show_run(Some((kept.clone(), SuiteRunner::new(problems, settings))));
        let service = self.clone();
        spawn_local(async move {
            match service.0.kept.create(&kept, &text).await {
                Ok(()) => service.note_kept(&kept.id),
                // Retried with the first results.
                Err(error) => {
                    service.0.is_told_unkept.set(true);
                    service.notice(tr!("The run was not saved"), error);
                }
            }
            service.0.runs.borrow_mut().insert(0, kept);
            service.resume();
        });
    }

    /// Resumes the current run at the user's request.
    pub fn resume(&self) {
        self.go_on(|work| Some(CrashCounter::begin(work)));
    }

    /// Resumes the current run because it was in progress when the page was left. One that has crashed the page repeatedly waits for the
    /// user.
    pub(super) fn take_up(&self) {
        self.go_on(CrashCounter::take_up);
    }

    fn go_on(&self, begin: impl FnOnce(&str) -> Option<CrashCounter> + 'static) {
        let Some(id) = self.run_id() else { return };
        let service = self.clone();
        spawn_local(async move {
            let Some(claim) = SavedRuns::claim(&id).await else {
                service.notice(tr!("The run was not resumed here"), in_another_tab());
                return;
            };
            if service.run_id().as_deref() != Some(id.as_str()) {
                return;
            }
            let Some(crash_counter) = begin(&format!("suite.{id}")) else {
                running::forget(&id);
                return service.notice(tr!("The run was not resumed automatically"), ended_the_page());
            };
            if let Some(run) = service.0.run.borrow_mut().as_mut() {
                run.held = Some(RunClaim { claim, crash_counter });
            }
            running::remember(&id);
            service.0.pool.start();
            service.write_soon();
            service.changed();
        });
    }

    /// Stops the current run; [`resume`](Self::resume) continues it.
    pub fn pause(&self) {
        self.0.pool.pause();
        self.let_go();
        self.changed();
    }

    /// Writes the run once no engine is running any more, and lets other tabs resume it.
    pub(super) fn let_go(&self) {
        let held =
            self.0.run.borrow_mut().as_mut().and_then(|run| Some((run.kept.id.clone(), run.held.take()?)));
        if let Some((id, RunClaim { claim, crash_counter })) = held {
            drop(crash_counter);
            running::forget(&id);
            self.write(Some(claim));
        }
    }
}
