//! The platform as a session sees it.

use tabia_engine::{RunThreads, Signal};
use tabia_uci::Info;

use crate::files::{NetFiles, TablebaseSource, TextFiles, no_files};
use crate::host_error::HostError;
use crate::opening_book::OpeningBook;

/// The platform as a session sees it.
pub trait Host {
    /// Prints a line; the host adds the line end and flushes it.
    fn print(&mut self, line: &str);

    /// Milliseconds since any fixed moment.
    fn now_ms(&mut self) -> f64;

    /// What the host wants of the current search; asked every few thousand nodes. A signal stays until the
    /// next `go`, unless another one replaces it.
    fn signal(&mut self) -> Signal;

    /// Called while a finished search waits for `stop` or `ponderhit`; should sleep for a moment where
    /// possible.
    fn wait(&mut self) {}

    /// The opening book, if the host can open one. Otherwise its options do not exist.
    fn book(&mut self) -> Option<&mut dyn OpeningBook> {
        None
    }

    /// Text files, if there are any. Otherwise the options that name them are not announced.
    fn text_files(&self) -> Option<&dyn TextFiles> {
        None
    }

    /// Writes everything that is received and printed to this file from now on; an empty name ends it.
    ///
    /// # Errors
    /// Why it cannot be written, as a sentence that names it. Nothing is logged then.
    fn log_to(&mut self, path: &str) -> Result<(), HostError> {
        if path.is_empty() { Ok(()) } else { Err(no_files(path)) }
    }

    /// Files of nets, if there are any. Otherwise the option that names one is not announced.
    fn net_files(&self) -> Option<&dyn NetFiles> {
        None
    }

    /// The threads for a search, if it may have more than one.
    fn threads(&self) -> Option<Threads> {
        None
    }

    /// The source of tablebases, if there is one. Otherwise their options are not announced.
    fn tablebase_source(&self) -> Option<&dyn TablebaseSource> {
        None
    }
}

/// The threads of a host.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// The most threads that one search may use.
    pub max: usize,
    /// How they are started.
    pub run_threads: RunThreads,
}

/// Shows a message to the user.
pub(crate) fn say(host: &mut impl Host, text: impl Into<String>) {
    host.print(&Info::message(text).to_string());
}
