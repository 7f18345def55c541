//! A process that counts perft leaves on request.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

/// The protocol of an entrant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Protocol {
    /// `DEPTH FEN` is answered by the number of leaves.
    Lines,
    /// `go perft DEPTH` is answered by `Nodes searched: N` at the end.
    Uci,
}

/// A running process that counts perft leaves. It is ended when dropped.
pub struct Entrant {
    /// Its name in the tables.
    pub name: &'static str,
    /// Milliseconds that it needed for its tables, if it reports them.
    pub start_up: Option<f64>,
    protocol: Protocol,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Entrant {
    /// Starts a program that answers `DEPTH FEN` lines and first prints `ready`, optionally with the
    /// milliseconds that its tables took.
    pub fn lines(name: &'static str, command: Command) -> Result<Self, String> {
        let mut entrant = Self::start(name, command, Protocol::Lines)?;
        let line = entrant.read_until(|line| line.starts_with("ready"))?;
        entrant.start_up = line.split_ascii_whitespace().nth(1).and_then(|number| number.parse().ok());
        Ok(entrant)
    }

    /// Starts a UCI engine that knows Stockfish's `go perft`.
    pub fn uci(name: &'static str, command: Command) -> Result<Self, String> {
        let mut entrant = Self::start(name, command, Protocol::Uci)?;
        entrant.send("uci")?;
        entrant.read_until(|line| line == "uciok")?;
        Ok(entrant)
    }

    fn start(name: &'static str, mut command: Command, protocol: Protocol) -> Result<Self, String> {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("has no standard input or output".into());
        };
        Ok(Self { name, start_up: None, protocol, process, input, output: BufReader::new(output) })
    }

    /// Leaves after `depth` moves, and the seconds of processor time that counting took.
    pub fn perft(&mut self, fen: &str, depth: u32) -> Result<(u64, f64), String> {
        if self.protocol == Protocol::Uci {
            self.send(&format!("position fen {fen}"))?;
            self.send("isready")?;
            self.read_until(|line| line == "readyok")?;
        }
        let clock = self.clock();
        let answer = match self.protocol {
            Protocol::Lines => {
                self.send(&format!("{depth} {fen}"))?;
                self.read_until(|_| true)?
            }
            Protocol::Uci => {
                self.send(&format!("go perft {depth}"))?;
                self.read_until(|line| line.starts_with("Nodes searched"))?
            }
        };
        let seconds = self.seconds_since(&clock);
        let number = answer.rsplit(' ').next().and_then(|number| number.trim().parse().ok());
        number.map(|leaves| (leaves, seconds)).ok_or_else(|| format!("{}: {answer:?}", self.name))
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| format!("{}: {error}", self.name))
    }

    fn read_until(&mut self, wanted: impl Fn(&str) -> bool) -> Result<String, String> {
        loop {
            let mut line = String::new();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err(format!("{} ended without an answer", self.name)),
                Ok(_) if wanted(line.trim()) => return Ok(line.trim().to_owned()),
                Ok(_) => {}
                Err(error) => return Err(format!("{}: {error}", self.name)),
            }
        }
    }

    fn clock(&self) -> (Instant, Option<f64>) {
        (Instant::now(), self.processor_seconds())
    }

    /// Processor time if the system provides it, otherwise wall time.
    fn seconds_since(&self, (start, processor): &(Instant, Option<f64>)) -> f64 {
        match (self.processor_seconds(), processor) {
            (Some(now), Some(then)) => now - then,
            _ => start.elapsed().as_secs_f64(),
        }
    }

    /// The processor time of all threads of the process, from Linux's `/proc`.
    fn processor_seconds(&self) -> Option<f64> {
        let mut nanoseconds = 0.0;
        for task in std::fs::read_dir(format!("/proc/{}/task", self.process.id())).ok()? {
            let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            nanoseconds += text.split(' ').next()?.parse::<f64>().ok()?;
        }
        Some(nanoseconds / 1e9)
    }
}

impl Drop for Entrant {
    fn drop(&mut self) {
        // It may have exited by itself; then there is nothing to kill.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
