//! Between a player and the engine that it speaks to: what carries lines and time both ways.

use std::fs::File;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabia_arena::output::log::{Direction, log_line};
use tabia_arena::player::{Conduct, Event, Output, UciPlayer};

/// The time of a thread's games, in milliseconds since it began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock(Instant);

impl Clock {
    /// A clock that begins now.
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    /// The time.
    pub(crate) fn now_ms(self) -> f64 {
        self.at_ms(Instant::now())
    }

    /// The time of an instant.
    pub(crate) fn at_ms(self, at: Instant) -> f64 {
        at.saturating_duration_since(self.0).as_secs_f64() * 1000.0
    }

    /// How long it is until then; nothing if it is past.
    pub(crate) fn until(self, deadline_ms: f64) -> Duration {
        Duration::try_from_secs_f64((deadline_ms - self.now_ms()) / 1000.0).unwrap_or_default()
    }
}

/// An engine's end of a game or of a conversation: what it does goes here.
pub(crate) trait Peer {
    /// The engine was started.
    fn started(&mut self, now_ms: f64);
    /// The engine is gone, or could not be started.
    fn disconnected(&mut self, reason: String, now_ms: f64);
    /// It printed a line.
    fn line(&mut self, line: &str, at_ms: f64);
    /// A line that was handed over in a call is handled.
    fn returned(&mut self, now_ms: f64);
    /// Time has passed.
    fn time(&mut self, now_ms: f64);
    /// Whether a call into the engine is to come to an end.
    fn is_stopping(&self) -> bool;
}

/// What was there when an engine was polled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Polled {
    /// A line, or its end.
    Something,
    /// Nothing yet. [`thread::park_timeout`](std::thread::park_timeout) in the thread that started the engine returns when
    /// something comes.
    Nothing,
    /// There is nobody that could print: all that it does happens in calls, or it does not run.
    Nobody,
}

/// Carries lines to an engine and back.
pub(crate) trait Connection: Send {
    /// Starts the engine, afresh if it runs.
    fn start(&mut self, peer: &mut dyn Peer);
    /// Hands a line over.
    fn send(&mut self, line: &str, peer: &mut dyn Peer);
    /// Waits for something to happen until the deadline.
    fn wait(&mut self, deadline_ms: f64, peer: &mut dyn Peer);
    /// Takes the next line if it is there already.
    fn poll(&mut self, peer: &mut dyn Peer) -> Polled;
    /// Ends the engine.
    fn kill(&mut self);
}

/// Does what a player wants done.
pub(crate) fn perform(connection: &mut dyn Connection, output: Output, peer: &mut dyn Peer) {
    match output {
        Output::Start => connection.start(peer),
        Output::Line(line) => connection.send(&line, peer),
        Output::Kill => connection.kill(),
    }
}

/// A player without a game, until it is ready.
pub(crate) struct Introduction<'a> {
    pub(crate) player: &'a mut UciPlayer,
    /// Options that the engine was not expected to take.
    pub(crate) option_faults: Vec<Conduct>,
    /// What an engine that is called says of the option that it is being set: why it does not take it.
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

/// The log of one thread, shared by its engines; without a file it does nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    file: Option<Arc<Mutex<File>>>,
    start: Option<Instant>,
    /// Who speaks.
    engine: String,
}

impl Log {
    /// A log into a file.
    pub(crate) fn new(file: File) -> Self {
        Self { file: Some(Arc::new(Mutex::new(file))), start: Some(Instant::now()), engine: String::new() }
    }

    /// The same log for one engine.
    pub(crate) fn named(&self, engine: &str) -> Self {
        Self { engine: engine.to_owned(), ..self.clone() }
    }

    /// A line to the engine.
    pub(crate) fn sent(&self, line: &str) {
        self.write(Direction::Sent, line);
    }

    /// A line from the engine.
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
