//! UCI on standard input and output.
//!
//! One thread reads, one searches. The reader replies to `isready` during a search and turns `stop` and
//! `ponderhit` into signals; it queues all other lines. The end of input counts as `quit`, and so does an input
//! or output error.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead as _, Write as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tabia_session::{
    Flow, Host, HostError, NetFiles, OpeningBook, Session, Signal, TablebaseSource, TextFiles, Threads,
};
use tabia_uci::{Command, Message};

use crate::native_files::NativeFiles;
use crate::own_book::OwnBook;
use crate::threads::THREADS;

/// State shared by the two threads.
#[derive(Default)]
struct SharedQueue {
    state: Mutex<LineQueue>,
    changed: Condvar,
}

/// Searches are numbered as they are read, so that a signal reaches the search it was meant for, even if that
/// search hasn't started yet or has just ended.
#[derive(Default)]
struct LineQueue {
    lines: VecDeque<Line>,
    /// Number of searches read.
    searches_read: u64,
    /// Number of searches finished.
    searches_done: u64,
    /// Number of the last search to stop, along with all before it.
    stopped: u64,
    /// Number of the search whose ponder move was played.
    ponder_hit: u64,
    /// Number of the last search that doesn't end by itself (infinite or pondering).
    last_endless: u64,
}

struct Line {
    text: String,
    /// Whether the line starts something that can be stopped.
    is_search: bool,
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, LineQueue> {
        // A panicking thread ends the program; the state is always consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues the final line and stops all searches before it.
    fn quit(&self, text: String) {
        let mut state = self.lock();
        state.stopped = u64::MAX;
        state.lines.push_back(Line { text, is_search: false });
        self.changed.notify_all();
    }
}

/// Runs until `quit`, the end of input, or the reader of the output is gone.
pub(crate) fn run() -> io::Result<bool> {
    let shared = Arc::new(SharedQueue::default());
    let reader = thread::spawn({
        let shared = Arc::clone(&shared);
        move || {
            let read = read_lines(&shared);
            if read.is_err() {
                shared.quit("quit".to_owned());
            }
            read
        }
    });
    let searcher = thread::spawn(move || search_lines(&shared));
    let panicked = |thread| io::Error::other(format!("the {thread} thread panicked"));
    // If it fails, the other thread may wait for input that never comes; it ends with the program.
    searcher.join().unwrap_or_else(|_| Err(panicked("search")))?;
    reader.join().unwrap_or_else(|_| Err(panicked("reading")))?;
    Ok(true)
}

/// Runs the commands given as arguments, one after the other, without reading any input.
pub(crate) fn run_commands(commands: Vec<String>) -> io::Result<bool> {
    let is_search = |text: &String| {
        let command = Command::parse(text).ok().flatten();
        matches!(command, Some(Command::Go(_) | Command::Bench(_) | Command::Speed))
    };
    let quit = "quit".to_owned();
    let lines = commands.into_iter().chain([quit]).map(|text| Line { is_search: is_search(&text), text });
    let state = LineQueue { lines: lines.collect(), ..LineQueue::default() };
    search_lines(&SharedQueue { state: Mutex::new(state), ..SharedQueue::default() })?;
    Ok(true)
}

fn read_lines(shared: &SharedQueue) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = input.read_until(b'\n', &mut bytes);
        let is_end = read.map_err(|error| named(&error, "the standard input cannot be read"))? == 0;
        // Some shells prepend a byte order mark to piped input.
        let line = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(&bytes);
        // Invalid UTF-8 can't be a known word; the rest of the line may be valid.
        let text = if is_end { "quit".to_owned() } else { String::from_utf8_lossy(line).into_owned() };
        log(">> ", &text);
        let command = Command::parse(&text).ok().flatten();
        let mut state = shared.lock();
        let is_searching = state.searches_done < state.searches_read;
        let is_search = match &command {
            Some(Command::IsReady) if is_searching => {
                drop(state);
                print(&Message::ReadyOk.to_string())?;
                continue;
            }
            Some(Command::Stop) => {
                state.stopped = state.searches_read;
                continue;
            }
            Some(Command::PonderHit) => {
                state.ponder_hit = state.searches_read;
                continue;
            }
            Some(Command::Quit) => {
                drop(state);
                shared.quit(text);
                return Ok(());
            }
            Some(Command::Go(go)) => {
                // GUIs must not send this during a search; an endless one has to be stopped for it.
                if state.last_endless > state.searches_done {
                    state.stopped = state.stopped.max(state.last_endless);
                }
                state.searches_read += 1;
                if go.infinite || go.ponder || go.is_unlimited() {
                    state.last_endless = state.searches_read;
                }
                true
            }
            Some(Command::Bench(_) | Command::Speed) => {
                state.searches_read += 1;
                true
            }
            _ => false,
        };
        state.lines.push_back(Line { text, is_search });
        shared.changed.notify_all();
    }
}

fn search_lines(shared: &SharedQueue) -> io::Result<()> {
    let mut session = Session::new();
    let mut host =
        StdHost { shared, start: Instant::now(), search: 0, written: Ok(()), book: OwnBook::default() };
    loop {
        let mut state = shared.lock();
        let line = loop {
            match state.lines.pop_front() {
                Some(line) => break line,
                None => state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(state);
        if line.is_search {
            host.search += 1;
        }
        let flow = session.line(&mut host, &line.text);
        if line.is_search {
            shared.lock().searches_done = host.search;
        }
        if flow == Flow::Continue && host.written.is_err() {
            // The reader is gone. `quit` saves what was learned.
            session.line(&mut host, "quit");
        } else if flow == Flow::Continue {
            continue;
        }
        return host.written;
    }
}

/// File of `Debug Log File`.
static LOG: Mutex<Option<File>> = Mutex::new(None);

/// Writes a line to the log, if there is one, in Stockfish's format. Logging stops at the first write error.
fn log(mark: &str, line: &str) {
    let mut log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = log.as_mut()
        && writeln!(file, "{mark}{}", line.trim_end_matches(['\n', '\r'])).is_err()
    {
        *log = None;
    }
}

fn print(line: &str) -> io::Result<()> {
    log("<< ", line);
    let mut output = io::stdout().lock();
    let written = writeln!(output, "{line}").and_then(|()| output.flush());
    written.map_err(|error| named(&error, "the standard output cannot be written"))
}

/// Returns an error of the same kind, prefixed with what failed.
fn named(error: &io::Error, what: &str) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}

/// Host of the session.
struct StdHost<'a> {
    shared: &'a SharedQueue,
    start: Instant,
    /// Number of the running search.
    search: u64,
    written: io::Result<()>,
    book: OwnBook,
}

impl Host for StdHost<'_> {
    fn print(&mut self, line: &str) {
        if self.written.is_ok() {
            self.written = print(line);
        }
    }

    fn now_ms(&mut self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }

    fn signal(&mut self) -> Signal {
        if self.written.is_err() {
            return Signal::Stop;
        }
        let state = self.shared.lock();
        if state.stopped >= self.search {
            Signal::Stop
        } else if state.ponder_hit >= self.search {
            Signal::PonderHit
        } else {
            Signal::Go
        }
    }

    fn wait(&mut self) {
        thread::sleep(Duration::from_millis(1));
    }

    fn book(&mut self) -> Option<&mut dyn OpeningBook> {
        Some(&mut self.book)
    }

    fn text_files(&self) -> Option<&dyn TextFiles> {
        Some(&NativeFiles)
    }

    fn log_to(&mut self, path: &str) -> Result<(), HostError> {
        let opened = if path.is_empty() { None } else { Some(File::create(path)) };
        let file = opened.transpose().map_err(|error| HostError::from(format!("{path}: {error}")));
        let (file, result) = match file {
            Ok(file) => (file, Ok(())),
            Err(error) => (None, Err(error)),
        };
        *LOG.lock().unwrap_or_else(PoisonError::into_inner) = file;
        result
    }

    fn net_files(&self) -> Option<&dyn NetFiles> {
        Some(&NativeFiles)
    }

    fn threads(&self) -> Option<Threads> {
        Some(THREADS)
    }

    fn tablebase_source(&self) -> Option<&dyn TablebaseSource> {
        Some(&NativeFiles)
    }
}
