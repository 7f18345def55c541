//! The platform, as a session sees it.

use tabia_engine::{RunThreads, Signal};
use tabia_uci::Info;

use crate::files::{NetFiles, TablebaseSource, TextFiles, no_files};
use crate::host_error::HostError;
use crate::opening_book::OpeningBook;

/// The platform, as a session sees it.
pub trait Host {
    /// Prints a line; the host adds the line ending and flushes.
    fn print(&mut self, line: &str);

    /// Returns the milliseconds since any fixed moment.
    fn now_ms(&mut self) -> f64;

    /// Returns the signal for the current search; polled every few thousand nodes. A signal stays until the
    /// next `go`, unless another one replaces it.
    fn signal(&mut self) -> Signal;

    /// Called while a finished search waits for `stop` or `ponderhit`; should sleep briefly if possible.
    fn wait(&mut self) {}

    /// Returns the opening book, if the host supports one. Otherwise its options don't exist.
    fn book(&mut self) -> Option<&mut dyn OpeningBook> {
        None
    }

    /// Returns access to text files, if any. Otherwise the options that name them aren't announced.
    fn text_files(&self) -> Option<&dyn TextFiles> {
        None
    }

    /// Logs everything received and printed to this file from now on; an empty name stops logging.
    ///
    /// # Errors
    /// If the file cannot be written; the message is a sentence that names it. Nothing is logged then.
    fn log_to(&mut self, path: &str) -> Result<(), HostError> {
        if path.is_empty() { Ok(()) } else { Err(no_files(path)) }
    }

    /// Returns access to net files, if any. Otherwise the option that names one isn't announced.
    fn net_files(&self) -> Option<&dyn NetFiles> {
        None
    }

    /// Returns the threads for a search, if it may use more than one.
    fn threads(&self) -> Option<Threads> {
        None
    }

    /// Returns the tablebase source, if any. Otherwise the tablebase options aren't announced.
    fn tablebase_source(&self) -> Option<&dyn TablebaseSource> {
        None
    }
}

/// Threads of a host.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// Maximum number of threads per search.
    pub max: usize,
    /// Function that starts them.
    pub run_threads: RunThreads,
}

/// Prints a message for the user as an `info string`.
pub(crate) fn say(host: &mut impl Host, text: impl Into<String>) {
    host.print(&Info::message(text).to_string());
}
