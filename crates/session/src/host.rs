//! The platform as a session sees it.

use tabia_engine::{RunThreads, Signal};
use tabia_uci::Info;

use crate::files::{TablebaseSource, TextFiles};
use crate::opening_book::OpeningBook;

/// The platform as a session sees it.
pub trait Host {
    /// Prints a line; the host adds the end of line and sends it off at once.
    fn print(&mut self, line: &str);

    /// Milliseconds since any fixed moment.
    fn now_ms(&mut self) -> f64;

    /// What the outside wants of the running search; asked every few thousand nodes. A signal stays until the
    /// next `go`, unless another takes its place.
    fn signal(&mut self) -> Signal;

    /// Called while a finished search waits for `stop` or `ponderhit`; lets a moment pass where possible.
    fn wait(&mut self) {}

    /// The opening book, if the host can open one. Only then are there options for it.
    fn book(&mut self) -> Option<&mut dyn OpeningBook> {
        None
    }

    /// The files of text, if there are any. Only then are there options that name them.
    fn text_files(&self) -> Option<&dyn TextFiles> {
        None
    }

    /// The threads that a search may have, if it may have more than one.
    fn threads(&self) -> Option<Threads> {
        None
    }

    /// Where tablebases come from, if there are any. Only then are there options about them.
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

/// Says something to the person behind the GUI.
pub(crate) fn say(host: &mut impl Host, text: impl Into<String>) {
    host.print(&Info::message(text).to_string());
}
