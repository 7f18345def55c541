//! The engine of this program, played without a process.

use std::time::Instant;

use tabia_arena::{Failure, Ponder, Request};
use tabia_session::{Host, OpeningBook, Session, Signal, TablebaseSource, TextFiles, Threads};

use crate::native_files::NativeFiles;
use crate::own_book::OwnBook;
use crate::threads::THREADS;

use super::player::{LineSink, Log, Player, SearchEnd};

/// A session of our own engine.
pub(super) struct Builtin {
    session: Session,
    book: OwnBook,
    name: String,
    log: Log,
}

/// A session's host during a match: lines go to the referee, and the deadline is the signal.
struct Referred<'a, 'b> {
    start: Instant,
    deadline_ms: f64,
    line: &'a mut LineSink<'b>,
    log: &'a Log,
    book: &'a mut OwnBook,
    ended: bool,
    overdue: bool,
}

impl Referred<'_, '_> {
    fn elapsed_ms(&self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }
}

impl Host for Referred<'_, '_> {
    fn print(&mut self, line: &str) {
        self.log.received(line);
        let elapsed_ms = self.elapsed_ms();
        self.overdue |= elapsed_ms > self.deadline_ms && !self.ended;
        if !self.overdue && (self.line)(line, elapsed_ms) {
            self.ended = true;
        }
    }

    fn now_ms(&mut self) -> f64 {
        self.elapsed_ms()
    }

    fn signal(&mut self) -> Signal {
        if self.elapsed_ms() > self.deadline_ms { Signal::Stop } else { Signal::Go }
    }

    fn book(&mut self) -> Option<&mut dyn OpeningBook> {
        Some(self.book)
    }

    fn text_files(&self) -> Option<&dyn TextFiles> {
        Some(&NativeFiles)
    }

    fn threads(&self) -> Option<Threads> {
        Some(THREADS)
    }

    fn tablebase_source(&self) -> Option<&dyn TablebaseSource> {
        Some(&NativeFiles)
    }
}

impl Builtin {
    /// A session with its options set.
    pub(super) fn start(options: &[(String, String)], log: Log) -> Result<Self, String> {
        let mut builtin =
            Self { session: Session::new(), book: OwnBook::default(), name: String::new(), log };
        let mut name = String::new();
        builtin.ask("uci", &mut |line| {
            if let Some(text) = line.strip_prefix("id name ") {
                text.clone_into(&mut name);
            }
        });
        builtin.name = name;
        let mut complaint = None;
        for (option, value) in options {
            builtin.ask(&format!("setoption name {option} value {value}"), &mut |line| {
                complaint = line
                    .strip_prefix("info string ")
                    .filter(|text| text.starts_with("setoption"))
                    .map(str::to_owned);
            });
        }
        complaint.map_or(Ok(builtin), Err)
    }

    /// Sends a line that is answered at once.
    fn ask(&mut self, command: &str, answer: &mut dyn FnMut(&str)) {
        let line: &mut LineSink<'_> = &mut |line, _| {
            answer(line);
            false
        };
        self.send(command, f64::INFINITY, line);
    }

    fn send(&mut self, command: &str, deadline_ms: f64, line: &mut LineSink<'_>) -> SearchEnd {
        self.log.sent(command);
        let start = Instant::now();
        let (log, book) = (&self.log, &mut self.book);
        let mut host = Referred { start, deadline_ms, line, log, book, ended: false, overdue: false };
        self.session.line(&mut host, command);
        if host.ended { SearchEnd::Moved } else { SearchEnd::Overdue }
    }
}

impl Player for Builtin {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, chess960: bool) -> Result<(), Failure> {
        self.ask(&format!("setoption name UCI_Chess960 value {chess960}"), &mut |_| {});
        self.ask("ucinewgame", &mut |_| {});
        Ok(())
    }

    /// It is played as a process where it has to ponder (see [`super::engine`]).
    fn ponder(&mut self, _: &Ponder) -> Result<(), Failure> {
        Err(Failure::Stall)
    }

    fn stop_pondering(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn search(
        &mut self,
        request: &Request,
        _: bool,
        stray: &mut dyn FnMut(&str),
        line: &mut LineSink<'_>,
    ) -> SearchEnd {
        self.ask(&request.position, stray);
        self.send(&request.go, request.deadline_ms, line)
    }
}
