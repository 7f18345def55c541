//! Making one report after the other: claim, read, run, store, dequeue.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::{ReportEvent, ReportService, WORK_KEY};
use crate::language::tr;
use crate::platform::clock::now_ms;
use crate::services::reports::queue::QueuedReport;
use crate::services::reports::repository::IndexEntry;
use crate::services::reports::saved_report::SavedReport;
use crate::services::reports::work::ReportWork;
use crate::storage::crash_counter::CrashCounter;
use crate::storage::{StoreError, files, locks};

/// Name under which page crashes are counted while reports are made.
const WORK: &str = "reports";

/// The lock of the tab that makes reports.
const LOCK: &str = "tabia report";

/// Guard for a change to the queue. Afterwards the work resumes, or the claim is released.
pub(super) struct QueueChange(ReportService);

impl Drop for QueueChange {
    fn drop(&mut self) {
        let Self(service) = self;
        service.0.flags.changes.set(service.0.flags.changes.get() - 1);
        let is_at_work = service.0.flags.is_fetching.get() || service.0.pool.look(|_| ()).is_some();
        if is_at_work || service.0.claim.borrow().is_none() {
            return;
        }
        if service.0.queue.borrow().waiting.is_empty() {
            // This releases the claim.
            service.make_next();
        } else {
            service.take_up();
        }
    }
}

impl ReportService {
    /// Claims the making of reports for this tab; `false` when another tab has it.
    pub(super) async fn claim(&self) -> bool {
        if self.0.claim.borrow().is_some() {
            return true;
        }
        let claim = locks::claim(LOCK).await;
        // Without locks, any tab will do.
        let is_free = !matches!(claim, Ok(None));
        if let Ok(Some(claim)) = claim {
            self.0.claim.replace(Some(claim));
        }
        if is_free {
            self.0.elsewhere.take();
            self.take_over().await;
        }
        is_free
    }

    /// Claims the making of reports for a change to the queue, even if the last report finishes in the meantime; `None` when another tab
    /// has it.
    pub(super) async fn claim_for_change(&self) -> Option<QueueChange> {
        self.0.flags.changes.set(self.0.flags.changes.get() + 1);
        let change = QueueChange(self.clone());
        self.claim().await.then_some(change)
    }

    /// Takes over the queue of the tab that made reports before, which may have been closed or crashed.
    async fn take_over(&self) {
        let left = match self.0.repository.queue().await {
            Ok(left) => left,
            Err(error) => return self.fault(error.to_string()),
        };
        let mut queue = self.0.queue.borrow_mut();
        if queue.waiting.is_empty() {
            *queue = left;
        }
    }

    /// Resumes the queue left when the page ended. If it has crashed the page repeatedly, it stays paused until the user resumes it.
    pub(super) fn take_up(&self) {
        if self.0.pool.look(|_| ()).is_some() {
            // Something was requested in the meantime, and continues with the rest.
            return;
        }
        if !self.0.queue.borrow().is_paused {
            if let Some(crash_counter) = CrashCounter::take_up(WORK) {
                self.0.crash_counter.replace(Some(crash_counter));
            } else {
                self.0.queue.borrow_mut().is_paused = true;
                self.keep_queue();
                let reason = tr!("the page crashed twice while making reports: press Resume to continue");
                self.fault(reason.to_owned());
            }
        }
        self.make_next();
    }

    /// Sets whether engines are running: page crashes only count while they are.
    pub(super) fn count_ends(&self, is_at_work: bool) {
        let mut crash_counter = self.0.crash_counter.borrow_mut();
        if is_at_work {
            crash_counter.get_or_insert_with(|| CrashCounter::begin(WORK));
        } else {
            *crash_counter = None;
        }
    }

    /// Stores the reports to make, and starts if nothing else is in progress.
    pub(super) async fn enqueue(&self, reports: Vec<SavedReport>) -> Result<(), String> {
        // One in progress is restarted with the new settings, after its results so far are stored.
        let ids: Vec<String> = reports.iter().map(|report| report.id.clone()).collect();
        self.interrupt(&ids);
        let kept = match self.keep_new(reports).await {
            Ok(kept) => kept,
            Err(error) => {
                self.go_on_if_idle();
                return Err(error.to_string());
            }
        };
        self.interrupt(&ids);
        self.line_up(kept);
        Ok(())
    }

    /// Appends stored reports to the queue.
    pub(super) fn line_up(&self, kept: Vec<SavedReport>) {
        {
            let mut queue = self.0.queue.borrow_mut();
            for SavedReport { id, title, run, .. } in &kept {
                queue.add(QueuedReport { id: id.clone(), title: title.clone(), run: run.clone() });
            }
        }
        for report in kept {
            self.update_shown(report);
        }
        self.keep_queue();
        self.go_on_if_idle();
    }

    /// Interrupts the report in progress if it is among these.
    fn interrupt(&self, ids: &[String]) {
        if self.0.pool.look(|work| ids.iter().any(|id| id == work.id())) == Some(true) {
            self.0.pool.end();
        }
    }

    fn go_on_if_idle(&self) {
        if self.0.pool.look(|_| ()).is_none() {
            self.make_next();
        }
    }

    /// Stores reports to make, merged with what is already stored for their games.
    async fn keep_new(&self, reports: Vec<SavedReport>) -> Result<Vec<SavedReport>, StoreError> {
        let mut kept = Vec::new();
        for report in reports {
            kept.push(match self.0.repository.before(&report.id).await? {
                Some(before) => report.in_place_of(before),
                None => report,
            });
        }
        self.0.repository.put(&kept).await?;
        Ok(kept)
    }

    /// Starts the first report of the queue.
    pub(super) fn make_next(&self) {
        let Some(first) = self.0.queue.borrow().first().cloned() else {
            self.0.pool.end();
            self.count_ends(false);
            if self.0.flags.changes.get() == 0 {
                self.0.claim.replace(None);
            }
            return self.changed();
        };
        if self.0.flags.is_fetching.replace(true) {
            return;
        }
        let service = self.clone();
        spawn_local(async move {
            let kept = service.0.repository.get(&first.id).await;
            service.0.flags.is_fetching.set(false);
            if service.0.queue.borrow().first() != Some(&first) {
                // It was cancelled in the meantime.
                return service.make_next();
            }
            let reason = match kept {
                Ok(Some(kept)) => match kept.game() {
                    Some(game) => return service.put_to_work(kept, &game),
                    None => tr!("its game cannot be read").to_owned(),
                },
                Ok(None) => tr!("it is no longer saved").to_owned(),
                Err(error) => error.to_string(),
            };
            service.0.queue.borrow_mut().remove(|waiting| waiting.id == first.id);
            service.keep_queue();
            service.fault(format!("{}: {reason}", first.title));
            service.make_next();
        });
    }

    fn put_to_work(&self, mut kept: SavedReport, game: &tabia_pgn::Game) {
        kept.is_paused = self.0.queue.borrow().is_paused;
        self.count_ends(!kept.is_paused);
        let plan = kept.plan(game);
        self.0.flags.is_finished.set(false);
        let can_go_on = !kept.is_paused && self.0.pool.look(|work| work.can_go_on_with(&kept)) == Some(true);
        if can_go_on {
            self.0.pool.act(|work, now| work.go_on_with(kept, plan, now));
        } else {
            self.0.pool.put(ReportWork::new(kept, plan, now_ms()));
        }
        self.0.events.emit(ReportEvent::Turned);
    }

    /// Returns the report in progress as it should be stored.
    fn work_now(&self) -> Option<SavedReport> {
        let mut kept = self.0.pool.look(|work| work.kept(now_ms()))?;
        kept.stored_ms = files::now_ms();
        Some(kept)
    }

    /// Shows the results if the game is on the board.
    fn update_shown(&self, kept: SavedReport) {
        if *self.0.shown_id.borrow() == kept.id {
            self.0.shown.replace(Some(Rc::new(kept.shown())));
            self.changed();
        }
    }

    /// Writes the report in progress as it is now.
    pub(super) fn keep_work(&self) {
        let Some(kept) = self.work_now() else { return };
        self.update_shown(kept.clone());
        let service = self.clone();
        spawn_local(async move {
            if let Err(error) = service.0.repository.put(&[kept]).await {
                service.fault(error.to_string());
            }
        });
    }

    /// Finishes the report in progress and starts the next one.
    pub(super) fn finish(&self) {
        if self.0.flags.is_finished.replace(true) {
            return;
        }
        let Some(kept) = self.work_now() else { return };
        self.0.queue.borrow_mut().remove(|waiting| waiting.id == kept.id);
        self.keep_queue();
        let entry = IndexEntry::of(&kept);
        let service = self.clone();
        if kept.run.is_empty() {
            spawn_local(async move {
                // The report itself is stored; without its list entry it is only missing from the list.
                let _ = service.0.repository.finished(entry).await;
            });
        }
        self.update_shown(kept.clone());
        self.0.events.emit(ReportEvent::Finished(Rc::new(kept)));
        self.make_next();
    }

    /// Removes unfinished reports from the queue and deletes them. A finished report that one was to replace stays.
    pub(super) fn cancel_where(&self, is_meant: impl Fn(&QueuedReport) -> bool) {
        let ids: Vec<String> = self
            .0
            .queue
            .borrow()
            .waiting
            .iter()
            .filter(|waiting| is_meant(waiting))
            .map(|w| w.id.clone())
            .collect();
        if ids.is_empty() {
            return;
        }
        let was_first = self.0.queue.borrow_mut().remove(is_meant);
        self.keep_queue();
        if ids.contains(&*self.0.shown_id.borrow()) {
            let shown = self.0.shown.borrow().clone();
            self.0.shown.replace(shown.filter(|shown| shown.is_done));
        }
        if was_first {
            self.0.pool.end();
            self.make_next();
        }
        self.changed();
        let service = self.clone();
        spawn_local(async move {
            if let Err(error) = service.0.repository.give_up(&ids).await {
                service.fault(error.to_string());
            }
        });
    }

    /// Stores the current queue.
    pub(super) fn keep_queue(&self) {
        let queue = self.0.queue.borrow().clone();
        if let Some(storage) = crate::platform::local::storage() {
            // Without local storage, the reports end with the page.
            let _ = if queue.waiting.is_empty() {
                storage.remove_item(WORK_KEY)
            } else {
                storage.set_item(WORK_KEY, "")
            };
        }
        let service = self.clone();
        spawn_local(async move {
            if let Err(error) = service.0.repository.put_queue(&queue).await {
                service.fault(error.to_string());
            }
        });
    }
}
