//! The built-in engine, without a process.

use tabia_session::{Host, NetFiles, OpeningBook, Session, Signal, TablebaseSource, TextFiles, Threads};

use crate::native_files::NativeFiles;
use crate::own_book::OwnBook;
use crate::threads::THREADS;

use super::connection::{Clock, Connection, Log, Peer, Polled};

/// A session of the built-in engine, called line by line.
pub(crate) struct Builtin {
    session: Session,
    book: OwnBook,
    log: Log,
    clock: Clock,
}

impl Builtin {
    /// Creates a new session.
    pub(crate) fn new(log: Log, clock: Clock) -> Self {
        Self { session: Session::new(), book: OwnBook::default(), log, clock }
    }
}

impl Connection for Builtin {
    fn start(&mut self, peer: &mut dyn Peer) {
        peer.started(self.clock.now_ms());
    }

    fn send(&mut self, line: &str, peer: &mut dyn Peer) {
        self.log.sent(line);
        let mut host =
            BuiltinHost { peer: &mut *peer, log: &self.log, book: &mut self.book, clock: self.clock };
        self.session.line(&mut host, line);
        peer.returned(self.clock.now_ms());
    }

    fn wait(&mut self, deadline_ms: f64, peer: &mut dyn Peer) {
        // Everything happens in calls, so there is nothing to wait for.
        peer.time(deadline_ms);
    }

    fn poll(&mut self, _: &mut dyn Peer) -> Polled {
        Polled::Nobody
    }

    fn kill(&mut self) {
        self.session = Session::new();
    }
}

/// Host of the session.
struct BuiltinHost<'a> {
    peer: &'a mut dyn Peer,
    log: &'a Log,
    book: &'a mut OwnBook,
    clock: Clock,
}

impl Host for BuiltinHost<'_> {
    fn print(&mut self, line: &str) {
        self.log.received(line);
        self.peer.line(line, self.clock.now_ms());
    }

    fn now_ms(&mut self) -> f64 {
        self.clock.now_ms()
    }

    fn signal(&mut self) -> Signal {
        self.peer.time(self.clock.now_ms());
        if self.peer.is_stopping() { Signal::Stop } else { Signal::Go }
    }

    fn book(&mut self) -> Option<&mut dyn OpeningBook> {
        Some(self.book)
    }

    fn text_files(&self) -> Option<&dyn TextFiles> {
        Some(&NativeFiles)
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
