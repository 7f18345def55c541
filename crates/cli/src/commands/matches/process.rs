//! A UCI engine in a process of its own.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tabia_arena::{Failure, Ponder, Request};
use tabia_uci::{EngineOption, Message, OptionKind};

use super::player::{LineSink, Log, Player, SearchEnd};

/// How long an engine may take to say `uciok`, and `readyok` before its first game.
const STARTUP: Duration = Duration::from_secs(10);

/// How long an engine may take to say `readyok` later on.
const READY: Duration = Duration::from_secs(10);

/// How long an engine that exceeded its time may take to end its search before it is replaced.
const STOP: Duration = Duration::from_millis(500);

/// How long it is waited for the exit status of a process that closed its output.
const EXIT: Duration = Duration::from_millis(200);

/// Lines that may wait to be read; an engine that prints more has to wait itself.
const WAITING_LINES: usize = 1024;

/// Longer lines are cut.
const MAX_LINE: u64 = 1 << 16;

/// An engine's process, started again when it is gone.
pub(super) struct Process {
    command: String,
    dir: Option<PathBuf>,
    options: Vec<(String, String)>,
    ponder: bool,
    name: String,
    log: Log,
    connection: Option<Connection>,
    /// What is known about its last failure.
    fault: String,
}

/// A running process.
struct Connection {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    log: Log,
    announced: Vec<EngineOption>,
}

impl Process {
    /// Starts an engine and sets its options.
    pub(super) fn start(
        command: &str,
        dir: Option<PathBuf>,
        options: Vec<(String, String)>,
        ponder: bool,
        log: Log,
    ) -> Result<Self, String> {
        let mut process = Self {
            command: command.to_owned(),
            dir,
            options,
            ponder,
            name: command.to_owned(),
            log,
            connection: None,
            fault: String::new(),
        };
        process.connect()?;
        Ok(process)
    }

    fn connect(&mut self) -> Result<(), String> {
        let mut connection = Connection::open(&self.command, self.dir.as_deref(), self.log.clone())?;
        if let Some(name) = connection.introduce()? {
            self.name = name;
        }
        if self.ponder && connection.announced("Ponder").is_some() {
            let sent = connection.send("setoption name Ponder value true");
            sent.map_err(|_| "it ended while its options were set".to_owned())?;
        }
        for (option, value) in &self.options {
            if let Err(fault) = connection.check_option(option, value) {
                eprintln!("Warning: {}: {fault}", self.name);
            }
            let line = if connection.is_button(option) {
                format!("setoption name {option}")
            } else {
                format!("setoption name {option} value {value}")
            };
            connection.send(&line).map_err(|_| "it ended while its options were set".to_owned())?;
        }
        connection.ready(STARTUP, &mut |_| {}).map_err(|_| "no readyok from it".to_owned())?;
        self.connection = Some(connection);
        Ok(())
    }

    /// Gives the process up, so that the next game starts another, and remembers what happened to it.
    fn give_up(&mut self, failure: Failure) {
        let connection = self.connection.take();
        self.fault = match (failure, connection) {
            (Failure::Stall, _) => format!("no answer to isready within {} s", READY.as_secs()),
            (Failure::Disconnect, Some(mut connection)) => connection.end_words(),
            (Failure::Disconnect, None) => String::new(),
        };
    }
}

impl Player for Process {
    fn name(&self) -> &str {
        &self.name
    }

    fn fault(&self) -> Option<&str> {
        Some(&self.fault)
    }

    fn new_game(&mut self, chess960: bool) -> Result<(), Failure> {
        if self.connection.is_none()
            && let Err(fault) = self.connect()
        {
            eprintln!("Warning: {} could not be started again: {fault}", self.name);
            self.fault = format!("it could not be started again: {fault}");
            return Err(Failure::Disconnect);
        }
        let Some(connection) = self.connection.as_mut() else { return Err(Failure::Disconnect) };
        let prepared = connection.prepare(chess960);
        if let Err(failure) = prepared {
            self.give_up(failure);
        }
        prepared
    }

    fn ponder(&mut self, ponder: &Ponder) -> Result<(), Failure> {
        let connection = self.connection.as_mut().ok_or(Failure::Disconnect)?;
        let begun = connection.send(&ponder.position).and_then(|()| connection.send(&ponder.go));
        if let Err(failure) = begun {
            self.give_up(failure);
        }
        begun
    }

    fn stop_pondering(&mut self) -> Result<(), Failure> {
        let connection = self.connection.as_mut().ok_or(Failure::Disconnect)?;
        if connection.stop() {
            return Ok(());
        }
        self.connection = None;
        self.fault = format!("it did not stop pondering within {} ms", STOP.as_millis());
        Err(Failure::Stall)
    }

    fn search(
        &mut self,
        request: &Request,
        is_hit: bool,
        stray: &mut dyn FnMut(&str),
        line: &mut LineSink<'_>,
    ) -> SearchEnd {
        let Some(connection) = self.connection.as_mut() else {
            return SearchEnd::Failed(Failure::Disconnect);
        };
        let end = connection.search(request, is_hit, stray, line);
        match end {
            SearchEnd::Moved => {}
            SearchEnd::Overdue => {
                if !connection.stop() {
                    self.connection = None;
                }
            }
            SearchEnd::Failed(failure) => self.give_up(failure),
        }
        end
    }
}

impl Connection {
    fn open(command: &str, dir: Option<&Path>, log: Log) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut process = Command::new(program);
        if let Some(dir) = dir {
            process.current_dir(dir);
        } else if let (Some(dir), Some(file)) = (Path::new(program).parent(), Path::new(program).file_name())
            && program.contains('/')
        {
            // As c-chess-cli does: an engine finds its files beside itself.
            let dir = dir
                .canonicalize()
                .map_err(|error| format!("cannot be started: {}: {error}", dir.display()))?;
            process = Command::new(dir.join(file));
            process.current_dir(dir);
        }
        process.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = process.spawn().map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("has no input or output".to_owned());
        };
        let (sender, lines) = sync_channel(WAITING_LINES);
        thread::spawn(move || read_lines(BufReader::new(output), &sender));
        Ok(Self { child, input, lines, log, announced: Vec::new() })
    }

    /// Lets the engine say its name and options.
    fn introduce(&mut self) -> Result<Option<String>, String> {
        self.send("uci").map_err(|_| "it ended at once".to_owned())?;
        let deadline = Instant::now() + STARTUP;
        let mut name = None;
        loop {
            let (_, line) = self.receive(deadline).map_err(|error| match error {
                RecvTimeoutError::Timeout => format!("no uciok from it within {} s", STARTUP.as_secs()),
                RecvTimeoutError::Disconnected => "it ended before uciok".to_owned(),
            })?;
            match Message::parse(&line) {
                Ok(Some(Message::UciOk)) => return Ok(name),
                Ok(Some(Message::IdName(text))) => name = Some(text),
                Ok(Some(Message::Option(option))) => self.announced.push(option),
                _ => {}
            }
        }
    }

    fn announced(&self, name: &str) -> Option<&OptionKind> {
        self.announced.iter().find(|option| option.name.eq_ignore_ascii_case(name)).map(|option| &option.kind)
    }

    fn is_button(&self, name: &str) -> bool {
        self.announced(name) == Some(&OptionKind::Button)
    }

    /// Whether an option exists and takes a value.
    fn check_option(&self, name: &str, value: &str) -> Result<(), String> {
        match self.announced(name) {
            None => Err(format!("it announces no option {name:?}")),
            Some(OptionKind::Spin { min, max, .. }) => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(()),
                _ => Err(format!("option {name}: {value:?} is not from {min} to {max}")),
            },
            Some(OptionKind::Check { .. }) if !matches!(value, "true" | "false") => {
                Err(format!("option {name}: {value:?} is neither true nor false"))
            }
            Some(OptionKind::Combo { vars, .. }) if !vars.iter().any(|var| var == value) => {
                Err(format!("option {name}: {value:?} is none of {vars:?}"))
            }
            Some(_) => Ok(()),
        }
    }

    fn prepare(&mut self, chess960: bool) -> Result<(), Failure> {
        if self.announced("UCI_Chess960").is_some() {
            self.send(&format!("setoption name UCI_Chess960 value {chess960}"))?;
        }
        self.send("ucinewgame")?;
        // What comes before readyok belongs to the game before.
        self.ready(READY, &mut |_| {})
    }

    fn search(
        &mut self,
        request: &Request,
        is_hit: bool,
        stray: &mut dyn FnMut(&str),
        line: &mut LineSink<'_>,
    ) -> SearchEnd {
        if !is_hit {
            let prepared = self.send(&request.position).and_then(|()| self.ready(READY, stray));
            if let Err(failure) = prepared {
                return SearchEnd::Failed(failure);
            }
        }
        // What an engine printed while it pondered came before this, and counts as no time.
        let start = Instant::now();
        if self.send(if is_hit { "ponderhit" } else { &request.go }).is_err() {
            return SearchEnd::Failed(Failure::Disconnect);
        }
        let deadline = start + Duration::from_secs_f64(request.deadline_ms / 1000.0);
        loop {
            match self.receive(deadline) {
                Ok((at, text)) => {
                    let elapsed_ms = at.saturating_duration_since(start).as_secs_f64() * 1000.0;
                    if line(&text, elapsed_ms) {
                        return SearchEnd::Moved;
                    }
                }
                Err(RecvTimeoutError::Timeout) => return SearchEnd::Overdue,
                Err(RecvTimeoutError::Disconnected) => return SearchEnd::Failed(Failure::Disconnect),
            }
        }
    }

    /// Ends a search that took too long; says whether the engine obeyed and can go on.
    fn stop(&mut self) -> bool {
        let deadline = Instant::now() + STOP;
        if self.send("stop").is_err() {
            return false;
        }
        loop {
            match self.receive(deadline) {
                Ok((_, line)) if line.trim_start().starts_with("bestmove") => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
    }

    /// How the process ended, in words.
    fn end_words(&mut self) -> String {
        let deadline = Instant::now() + EXIT;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("its process ended ({status})"),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return "it closed its output".to_owned(),
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.log.sent(line);
        // One write, so that the engine is woken up once.
        let sent = self.input.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|_| Failure::Disconnect)
    }

    /// Asks whether the engine is ready and waits for its answer; other lines go to `other`.
    fn ready(&mut self, patience: Duration, other: &mut dyn FnMut(&str)) -> Result<(), Failure> {
        self.send("isready")?;
        let deadline = Instant::now() + patience;
        loop {
            let (_, line) = self.receive(deadline).map_err(|error| match error {
                RecvTimeoutError::Timeout => Failure::Stall,
                RecvTimeoutError::Disconnected => Failure::Disconnect,
            })?;
            if line.trim() == "readyok" {
                return Ok(());
            }
            other(&line);
        }
    }

    fn receive(&mut self, deadline: Instant) -> Result<(Instant, String), RecvTimeoutError> {
        let (at, line) = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()))?;
        // Lines that waited are no excuse for an engine that talks on and on.
        if at > deadline {
            return Err(RecvTimeoutError::Timeout);
        }
        self.log.received(&line);
        Ok((at, line))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // A healthy engine ends by itself; any other is ended.
        let _ = self.send("quit");
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines until the engine closes its output, and stamps them with the time of their coming.
fn read_lines(mut output: impl std::io::BufRead, sender: &SyncSender<(Instant, String)>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_LINE && !skip_line(&mut output) {
            return;
        }
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if sender.send((at, line)).is_err() {
            return;
        }
    }
}

/// Passes over the rest of a line that is too long; says whether there is more behind it.
fn skip_line(output: &mut impl std::io::BufRead) -> bool {
    loop {
        let Ok(buffer) = output.fill_buf() else { return false };
        if buffer.is_empty() {
            return false;
        }
        let (skipped, ended) =
            buffer.iter().position(|&byte| byte == b'\n').map_or((buffer.len(), false), |at| (at + 1, true));
        output.consume(skipped);
        if ended {
            return true;
        }
    }
}
