//! Console of an analysing engine: posts its output and passes on the page's signals.

use std::cell::{Cell, RefCell};

use tabia_uci::{Command, Info, Message};
use web_sys::Performance;

use super::messages::{BatchId, FromEngine};
use super::outbox::{MAX_BYTES, Outbox, Post};
use super::signals::{Signal, Signals};
use super::waiting::{SLEEP_MS, Waiting};
use crate::clock::{now_ms, worker_clock};
use crate::instance::{Console, EngineFault};
use crate::wire::serve::Page;

/// Posts the engine's output with the id of the batch it belongs to.
pub(super) struct Posting {
    batch: Cell<BatchId>,
    /// The option being set.
    option: RefCell<Option<String>>,
    signals: Option<Signals>,
    /// Whether to post every line at all times.
    all_lines: bool,
    waiting: Cell<Waiting>,
    outbox: RefCell<Outbox>,
    page: Page<FromEngine>,
    clock: Option<Performance>,
}

impl std::fmt::Debug for Posting {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Posting").field("batch", &self.batch).finish_non_exhaustive()
    }
}

impl Posting {
    /// Creates a console that posts to `page`.
    pub(super) fn new(signals: Option<Signals>, all_lines: bool, page: Page<FromEngine>) -> Self {
        Self {
            batch: Cell::new(0),
            option: RefCell::default(),
            signals,
            all_lines,
            waiting: Cell::default(),
            outbox: RefCell::new(Outbox::new()),
            page,
            clock: worker_clock(),
        }
    }

    /// Assigns output to `batch` from now on.
    pub(super) fn begin(&self, batch: BatchId) {
        self.batch.set(batch);
        let mut outbox = self.outbox.borrow_mut();
        outbox.keep_all(self.all_lines_wanted());
        outbox.begin(now_ms(self.clock.as_ref()));
    }

    fn all_lines_wanted(&self) -> bool {
        self.all_lines || self.signals.as_ref().is_some_and(Signals::all_lines_wanted)
    }

    /// Treats output as a response to this command from now on.
    pub(super) fn handle(&self, command: &str) {
        let option = match Command::parse(command) {
            Ok(Some(Command::SetOption(option))) => Some(option.name),
            _ => None,
        };
        self.option.replace(option);
    }

    /// Returns the engine's remark about an option: the option being set, or any option if the line has the form
    /// `info string setoption NAME: …`, which our own builds print.
    fn remark(&self, line: &str) -> Option<FromEngine> {
        let told = self.option.borrow().clone();
        let Ok(Some(Message::Info(info))) = Message::parse(line) else { return None };
        let Info { string, .. } = *info;
        let text = string?;
        let named = || Some(text.strip_prefix("setoption ")?.split_once(':')?.0.to_owned());
        let option = told.or_else(named)?;
        Some(FromEngine::OptionRemark { option, text })
    }

    /// Posts the pending lines and marks the batch as done.
    pub(super) fn finish(&self) {
        let post = self.outbox.borrow_mut().flush(now_ms(self.clock.as_ref()));
        self.send(post, true);
    }

    fn send_if(&self, post: Option<Post>) {
        if let Some(post) = post {
            self.send(post, false);
        }
    }

    fn send(&self, post: Post, done: bool) {
        let Post { lines, dropped } = post;
        self.page.post(self.batch.get(), FromEngine::Lines { lines, dropped, done });
    }
}

impl Console for Posting {
    fn print(&self, text: &str, now_ms: f64) -> Result<(), EngineFault> {
        for line in text.lines() {
            if let Some(remark) = self.remark(line) {
                self.page.post(self.batch.get(), remark);
                continue;
            }
            let post = self.outbox.borrow_mut().print(line.to_owned(), now_ms);
            self.send_if(post);
            if self.outbox.borrow().is_overfull() {
                return Err(EngineFault::Overfull(MAX_BYTES));
            }
        }
        Ok(())
    }

    fn signal(&self, now_ms: f64) -> Result<Signal, EngineFault> {
        let post = {
            let mut outbox = self.outbox.borrow_mut();
            outbox.keep_all(self.all_lines_wanted());
            outbox.poll(now_ms)
        };
        self.send_if(post);
        let Some(signals) = &self.signals else { return Ok(Signal::Go) };
        let batch = self.batch.get();
        let mut waiting = self.waiting.get();
        if waiting.poll(now_ms) {
            signals.sleep(batch, SLEEP_MS);
        }
        self.waiting.set(waiting);
        Ok(signals.signal(batch))
    }
}
