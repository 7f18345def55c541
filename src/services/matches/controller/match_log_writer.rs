//! Saves the engine log of a running match: buffers lines briefly, then writes them to the browser's database.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;

use crate::storage::logs::{LIMIT, LogWriter};
use crate::storage::{Database, StoreError};

/// Time that lines are buffered before they are written, in milliseconds. More is lost only if the browser itself exits.
const COLLECT_MS: u32 = 2000;

/// Called after a write, with the error if it failed.
type OnWritten = Box<dyn Fn(Result<(), StoreError>)>;

/// Handle; clones share the log writer.
#[derive(Clone)]
pub struct MatchLogWriter(Rc<MatchLogWriterInner>);

struct MatchLogWriterInner {
    host: String,
    /// Absent while being opened or writing.
    writer: RefCell<Option<LogWriter>>,
    /// Lines that arrived in the meantime, by worker.
    waiting: RefCell<BTreeMap<u64, String>>,
    /// Workers with output since the log writer was created.
    seen: RefCell<Vec<u64>>,
    timer: RefCell<Option<Timeout>>,
    has_failed: Cell<bool>,
    on_written: OnWritten,
    leaving: RefCell<Option<EventListener>>,
}

impl MatchLogWriter {
    /// Continues the logs of a match. `host` identifies this browser.
    pub fn new(database: Database, id: &str, host: &str, on_written: OnWritten) -> Self {
        let log_writer = Self(Rc::new(MatchLogWriterInner {
            host: host.to_owned(),
            writer: RefCell::default(),
            waiting: RefCell::default(),
            seen: RefCell::default(),
            timer: RefCell::default(),
            has_failed: Cell::new(false),
            on_written,
            leaving: RefCell::default(),
        }));
        if let Some(window) = web_sys::window() {
            let weak = Rc::downgrade(&log_writer.0);
            // On a reload, a write started now still completes.
            let listener = EventListener::new(&window, "pagehide", move |_| {
                if let Some(inner) = weak.upgrade() {
                    Self(inner).flush();
                }
            });
            log_writer.0.leaving.replace(Some(listener));
        }
        let (opening, id) = (log_writer.clone(), id.to_owned());
        spawn_local(async move {
            match LogWriter::open(database, &id, LIMIT).await {
                Ok(writer) => opening.put_back(writer),
                Err(error) => opening.fail(error),
            }
        });
        log_writer
    }

    /// Buffers lines of a worker.
    pub fn take(&self, worker: usize, text: &str) {
        let inner = &self.0;
        if inner.has_failed.get() {
            return;
        }
        let worker = worker as u64;
        let mut waiting = inner.waiting.borrow_mut();
        let lines = waiting.entry(worker).or_default();
        if !inner.seen.borrow().contains(&worker) {
            inner.seen.borrow_mut().push(worker);
            let now = String::from(js_sys::Date::new_0().to_iso_string());
            lines.extend([format!("# worker {} of {}, {now}\n", worker + 1, inner.host)]);
        }
        lines.push_str(text);
        drop(waiting);
        let log_writer = self.clone();
        inner.timer.borrow_mut().get_or_insert_with(|| {
            Timeout::new(COLLECT_MS, move || {
                log_writer.0.timer.borrow_mut().take();
                log_writer.flush();
            })
        });
    }

    /// Writes the buffered lines now.
    pub fn flush(&self) {
        let Some(mut writer) = self.0.writer.borrow_mut().take() else { return };
        for (worker, text) in std::mem::take(&mut *self.0.waiting.borrow_mut()) {
            writer.take(worker, &text);
        }
        if !writer.has_pending() {
            self.0.writer.replace(Some(writer));
            return;
        }
        let log_writer = self.clone();
        spawn_local(async move {
            match writer.flush().await {
                Ok(()) => {
                    log_writer.put_back(writer);
                    (log_writer.0.on_written)(Ok(()));
                }
                Err(error) => log_writer.fail(error),
            }
        });
    }

    /// Returns the writer to its slot. Lines that arrived in the meantime are written when the timer fires; without a timer, now.
    fn put_back(&self, writer: LogWriter) {
        self.0.writer.replace(Some(writer));
        let is_late = self.0.timer.borrow().is_none() && !self.0.waiting.borrow().is_empty();
        if is_late {
            self.flush();
        }
    }

    fn fail(&self, error: StoreError) {
        self.0.has_failed.set(true);
        self.0.waiting.borrow_mut().clear();
        (self.0.on_written)(Err(error));
    }
}
