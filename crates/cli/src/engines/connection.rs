//! Connections between players and their engines: transport of lines and time.

use std::fs::File;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabia_arena::output::log::{Direction, log_line};
use tabia_arena::player::{Conduct, Event, Output, UciPlayer};

/// Clock of a thread's games, in milliseconds since it started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock(Instant);

impl Clock {
    /// Starts a clock.
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    /// Returns the current time.
    pub(crate) fn now_ms(self) -> f64 {
        self.at_ms(Instant::now())
    }

    /// Converts an instant to clock time.
    pub(crate) fn at_ms(self, at: Instant) -> f64 {
        at.saturating_duration_since(self.0).as_secs_f64() * 1000.0
    }

    /// Returns the duration until the deadline; zero if it has passed.
    pub(crate) fn until(self, deadline_ms: f64) -> Duration {
        Duration::try_from_secs_f64((deadline_ms - self.now_ms()) / 1000.0).unwrap_or_default()
    }
}

/// Receiver of an engine's events, in a game or a conversation.
pub(crate) trait Peer {
    /// Called when the engine has started.
    fn started(&mut self, now_ms: f64);
    /// Called when the engine is gone or could not be started.
    fn disconnected(&mut self, reason: String, now_ms: f64);
    /// Called for each line the engine prints.
    fn line(&mut self, line: &str, at_ms: f64);
    /// Called when a line passed by a call has been handled.
    fn returned(&mut self, now_ms: f64);
    /// Called when time has passed.
    fn time(&mut self, now_ms: f64);
    /// Whether a call into the engine should return soon.
    fn is_stopping(&self) -> bool;
}

/// Result of polling an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Polled {
    /// A line, or the end of the output.
    Something,
    /// Nothing yet. [`thread::park_timeout`](std::thread::park_timeout) in the thread that started the engine returns when
    /// something arrives.
    Nothing,
    /// No output is possible: the engine works only in calls, or is not running.
    Nobody,
}

/// Connection to an engine.
pub(crate) trait Connection: Send {
    /// Starts the engine; restarts it if it is running.
    fn start(&mut self, peer: &mut dyn Peer);
    /// Sends a line.
    fn send(&mut self, line: &str, peer: &mut dyn Peer);
    /// Waits for an event until the deadline.
    fn wait(&mut self, deadline_ms: f64, peer: &mut dyn Peer);
    /// Receives the next line if it is already there.
    fn poll(&mut self, peer: &mut dyn Peer) -> Polled;
    /// Kills the engine.
    fn kill(&mut self);
}

/// Executes an output of a player.
pub(crate) fn perform(connection: &mut dyn Connection, output: Output, peer: &mut dyn Peer) {
    match output {
        Output::Start => connection.start(peer),
        Output::Line(line) => connection.send(&line, peer),
        Output::Kill => connection.kill(),
    }
}

/// A player that is starting, before any game.
pub(crate) struct Introduction<'a> {
    pub(crate) player: &'a mut UciPlayer,
    /// Options that the engine wasn't expected to accept.
    pub(crate) option_faults: Vec<Conduct>,
    /// First error that an engine run by calls reported about the option being set.
    pub(crate) refusal: Option<String>,
}

impl<'a> Introduction<'a> {
    pub(crate) fn new(player: &'a mut UciPlayer) -> Self {
        Self { player, option_faults: Vec::new(), refusal: None }
    }

    fn event(&mut self, event: Option<&Event<'_>>) {
        match event {
            Some(Event::Introduced) => self.option_faults = self.player.take_option_faults(),
            Some(Event::InfoString(text))
                if self.player.option_being_set().is_some() && text.starts_with("setoption") =>
            {
                self.refusal.get_or_insert_with(|| (*text).to_owned());
            }
            _ => {}
        }
    }
}

impl Peer for Introduction<'_> {
    fn started(&mut self, now_ms: f64) {
        self.player.started(now_ms);
    }

    fn disconnected(&mut self, reason: String, _: f64) {
        let event = self.player.disconnected(reason);
        self.event(event.as_ref());
    }

    fn line(&mut self, line: &str, at_ms: f64) {
        let event = self.player.line(line, at_ms);
        self.event(event.as_ref());
    }

    fn returned(&mut self, _: f64) {
        let event = self.player.returned();
        self.event(event.as_ref());
    }

    fn time(&mut self, now_ms: f64) {
        let event = self.player.time(now_ms);
        self.event(event.as_ref());
    }

    fn is_stopping(&self) -> bool {
        self.player.is_stopping()
    }
}

/// Log of one thread, shared by its engines; does nothing without a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    file: Option<Arc<Mutex<File>>>,
    start: Option<Instant>,
    /// Name of the engine.
    engine: String,
}

impl Log {
    /// Creates a log that writes to a file.
    pub(crate) fn new(file: File) -> Self {
        Self { file: Some(Arc::new(Mutex::new(file))), start: Some(Instant::now()), engine: String::new() }
    }

    /// Returns the same log for one engine.
    pub(crate) fn named(&self, engine: &str) -> Self {
        Self { engine: engine.to_owned(), ..self.clone() }
    }

    /// Logs a line sent to the engine.
    pub(crate) fn sent(&self, line: &str) {
        self.write(Direction::Sent, line);
    }

    /// Logs a line received from the engine.
    pub(crate) fn received(&self, line: &str) {
        self.write(Direction::Received, line);
    }

    fn write(&self, direction: Direction, line: &str) {
        if let (Some(file), Some(start)) = (&self.file, self.start) {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // A full disk must not end a match.
            let elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
            let _ = writeln!(file, "{}", log_line(elapsed_ms, &self.engine, direction, line));
        }
    }
}
