//! A UCI engine in a separate process.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::connection::{Clock, Connection, Log, Peer, Polled};
use super::family::{self, Descendants};
use super::input::{self, Input};
use super::mark::Mark;

/// How long to wait for the exit status of a process that has closed its output or its input.
const EXIT: Duration = Duration::from_millis(200);

/// Number of lines that may be queued; an engine that prints more has to wait. With the longest lines this is 8 MiB.
const WAITING_LINES: usize = 128;

/// Length at which lines are cut, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Line length at which the engine is ended, in bytes: it is printing something that never becomes a line.
const MAX_SKIPPED: usize = 16 << 20;

/// Process of an engine; empty while it is not running.
pub(crate) struct Process {
    /// Program and arguments.
    words: Vec<OsString>,
    dir: Option<PathBuf>,
    log: Log,
    clock: Clock,
    running: Option<RunningProcess>,
}

struct RunningProcess {
    child: Child,
    mark: Mark,
    input: Input,
    lines: Receiver<Read>,
}

/// Item read from a process.
enum Read {
    /// A line, with its time of arrival.
    Line(Instant, String),
    /// A line longer than [`MAX_SKIPPED`] bytes. Reading has stopped.
    Endless,
}

impl Process {
    /// Creates a process from a program and its arguments, without starting it.
    pub(crate) fn new(words: Vec<OsString>, dir: Option<PathBuf>, log: Log, clock: Clock) -> Self {
        Self { words, dir, log, clock, running: None }
    }

    /// Handles the end of the process, or of its output or input, as described by `closed`.
    fn gone(&mut self, closed: &str, peer: &mut dyn Peer) {
        let reason = self.running.take().map_or_else(String::new, |mut running| running.end_words(closed));
        peer.disconnected(reason, self.clock.now_ms());
    }

    /// Forwards an item to the peer.
    fn take(&mut self, read: Read, peer: &mut dyn Peer) {
        match read {
            Read::Line(at, line) => {
                self.log.received(&line);
                peer.line(&line, self.clock.at_ms(at));
            }
            Read::Endless => self.endless(peer),
        }
    }

    /// Handles a line that never ends.
    fn endless(&mut self, peer: &mut dyn Peer) {
        self.running = None;
        let reason = format!("it printed a line of more than {} MiB, which is the limit", MAX_SKIPPED >> 20);
        peer.disconnected(reason, self.clock.now_ms());
    }

    /// Handles a process that doesn't read its input.
    fn stuck(&mut self, peer: &mut dyn Peer) {
        self.running = None;
        let reason = format!("it did not read its input for {} s", input::LIMIT.as_secs());
        peer.disconnected(reason, self.clock.now_ms());
    }
}

impl Connection for Process {
    fn start(&mut self, peer: &mut dyn Peer) {
        // The old process ends before the new one starts.
        self.running = None;
        match RunningProcess::start(&self.words, self.dir.as_deref()) {
            Ok(running) => {
                self.running = Some(running);
                peer.started(self.clock.now_ms());
            }
            Err(reason) => peer.disconnected(reason, self.clock.now_ms()),
        }
    }

    fn send(&mut self, line: &str, peer: &mut dyn Peer) {
        let Some(running) = &mut self.running else { return };
        self.log.sent(line);
        // One write, so that the engine wakes up once.
        match running.input.write(format!("{line}\n").as_bytes()) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::TimedOut => self.stuck(peer),
            Err(_) => self.gone("it closed its input", peer),
        }
    }

    fn wait(&mut self, deadline_ms: f64, peer: &mut dyn Peer) {
        let Some(running) = &self.running else { return peer.time(deadline_ms) };
        match running.lines.recv_timeout(self.clock.until(deadline_ms)) {
            Ok(read) => self.take(read, peer),
            Err(RecvTimeoutError::Timeout) => peer.time(self.clock.now_ms().max(deadline_ms)),
            Err(RecvTimeoutError::Disconnected) => self.gone("it closed its output", peer),
        }
    }

    fn poll(&mut self, peer: &mut dyn Peer) -> Polled {
        let Some(running) = &self.running else { return Polled::Nobody };
        match running.lines.try_recv() {
            Ok(read) => self.take(read, peer),
            Err(TryRecvError::Empty) => return Polled::Nothing,
            Err(TryRecvError::Disconnected) => self.gone("it closed its output", peer),
        }
        Polled::Something
    }

    fn kill(&mut self) {
        self.running = None;
    }
}

impl RunningProcess {
    fn start(words: &[OsString], dir: Option<&Path>) -> Result<Self, String> {
        let (program, arguments) =
            words.split_first().map_or((Path::new(""), words), |(program, rest)| (Path::new(program), rest));
        let mut process = Command::new(program);
        if let Some(dir) = dir {
            process.current_dir(dir);
        } else if let (Some(dir), Some(file)) = (program.parent(), program.file_name())
            && !dir.as_os_str().is_empty()
        {
            // As in c-chess-cli: an engine finds its files next to itself.
            let dir = dir
                .canonicalize()
                .map_err(|error| format!("cannot be started: {}: {error}", dir.display()))?;
            process = Command::new(dir.join(file));
            process.current_dir(dir);
        }
        process.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut mark = Mark::new();
        family::join(&mut process, &mark);
        let mut child = process.spawn().map_err(|error| format!("cannot be started: {error}"))?;
        family::started(&child, &mut mark);
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("has no input or output".to_owned());
        };
        let input = Input::new(input).map_err(|error| format!("cannot be written to: {error}"))?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        let starter = thread::current();
        thread::spawn(move || {
            read_lines(BufReader::new(output), &sender, &starter);
            // The end of the output wakes the reader, too.
            drop(sender);
            starter.unpark();
        });
        Ok(Self { child, mark, input, lines })
    }

    /// Describes how the process ended; `closed` if it is still running.
    fn end_words(&mut self, closed: &str) -> String {
        let deadline = Instant::now() + EXIT;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("its process ended ({status})"),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return closed.to_owned(),
            }
        }
    }
}

impl Drop for RunningProcess {
    fn drop(&mut self) {
        let mut descendants = Descendants::default();
        // A healthy engine was sent `quit` and exits; any other is killed.
        for _ in 0..20 {
            // Descendants can only be found while the engine lives.
            descendants.note(&self.child);
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                // Its children may still be running.
                family::kill(&self.child, &descendants, &self.mark);
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        family::kill(&self.child, &descendants, &self.mark);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines until the engine closes its output, and timestamps them on arrival. Unparks the thread that started the
/// engine, as it may be parked.
fn read_lines(mut output: impl std::io::BufRead, sender: &SyncSender<Read>, starter: &Thread) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_LINE {
            match skip_line(&mut output) {
                Skipped::Line => {}
                Skipped::End => return,
                Skipped::TooMuch => {
                    // The receiver may be gone.
                    let _ = sender.send(Read::Endless);
                    return;
                }
            }
        }
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if sender.send(Read::Line(at, line)).is_err() {
            return;
        }
        starter.unpark();
    }
}

/// How skipping a line ended.
enum Skipped {
    /// After the line.
    Line,
    /// At the end of the output.
    End,
    /// The line doesn't end.
    TooMuch,
}

/// Skips the rest of a line that is too long.
fn skip_line(output: &mut impl std::io::BufRead) -> Skipped {
    let mut all = 0;
    loop {
        let Ok(buffer) = output.fill_buf() else { return Skipped::End };
        if buffer.is_empty() {
            return Skipped::End;
        }
        let (skipped, ended) =
            buffer.iter().position(|&byte| byte == b'\n').map_or((buffer.len(), false), |at| (at + 1, true));
        output.consume(skipped);
        if ended {
            return Skipped::Line;
        }
        all += skipped;
        if all > MAX_SKIPPED {
            return Skipped::TooMuch;
        }
    }
}
