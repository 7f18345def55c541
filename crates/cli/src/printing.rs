//! Printing to a terminal, a file or another program. The macros replace the standard library's, which panic when the
//! reader is gone, as with `| head -2`.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Like the standard library's `print`; see [`StandardOutput`].
macro_rules! print {
    ($($text:tt)*) => { $crate::printing::print(format_args!($($text)*)) };
}

/// Like the standard library's `println`; see [`StandardOutput`].
macro_rules! println {
    () => { $crate::printing::print(format_args!("\n")) };
    ($($text:tt)*) => { $crate::printing::print_line(format_args!($($text)*)) };
}

/// Like the standard library's `eprint`; a message that cannot be written is dropped.
macro_rules! eprint {
    ($($text:tt)*) => { $crate::printing::print_error(format_args!($($text)*), "") };
}

/// Like the standard library's `eprintln`; a message that cannot be written is dropped.
macro_rules! eprintln {
    () => { $crate::printing::print_error(format_args!(""), "\n") };
    ($($text:tt)*) => { $crate::printing::print_error(format_args!($($text)*), "\n") };
}

/// Whether standard output carries a file, so that messages go to standard error.
static CARRIES_FILE: AtomicBool = AtomicBool::new(false);

/// Sends everything printed to standard error from now on: standard output carries a file, written through
/// [`StandardOutput`].
pub(crate) fn print_to_standard_error() {
    CARRIES_FILE.store(true, Ordering::Relaxed);
}

/// Whether the program continues after the reader of its output is gone.
static GOES_ON_UNREAD: AtomicBool = AtomicBool::new(false);

/// Lets the program continue after the reader of its output is gone: its results are files, the output is just
/// messages.
pub(crate) fn go_on_unread() {
    GOES_ON_UNREAD.store(true, Ordering::Relaxed);
}

/// Standard output. When its reader is gone, the program exits silently with success, as usual in pipelines; unless
/// [`go_on_unread`] was called.
pub(crate) struct StandardOutput;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        or_end(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        or_end(io::stdout().flush())
    }
}

fn or_end<T>(result: io::Result<T>) -> io::Result<T> {
    if result.as_ref().is_err_and(is_unread) && !GOES_ON_UNREAD.load(Ordering::Relaxed) {
        process::exit(0);
    }
    result
}

fn is_unread(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe
}

pub(crate) fn print(text: Arguments<'_>) {
    if CARRIES_FILE.load(Ordering::Relaxed) {
        return print_error(text, "");
    }
    written(or_end(io::stdout().write_fmt(text)));
}

pub(crate) fn print_line(text: Arguments<'_>) {
    if CARRIES_FILE.load(Ordering::Relaxed) {
        return print_error(text, "\n");
    }
    let mut output = io::stdout().lock();
    written(or_end(output.write_fmt(text).and_then(|()| output.write_all(b"\n"))));
}

pub(crate) fn print_error(text: Arguments<'_>, end: &str) {
    let mut output = io::stderr().lock();
    // There is nowhere else to report it.
    let _ = output.write_fmt(text).and_then(|()| output.write_all(end.as_bytes()));
}

/// Exits with an error if standard output cannot be written: the output would be incomplete.
fn written(result: io::Result<()>) {
    // A broken pipe has already ended the program in `or_end`, if it is to end.
    if let Err(error) = result.or_else(|error| if is_unread(&error) { Ok(()) } else { Err(error) }) {
        eprintln!("tabia: the standard output cannot be written: {error}");
        process::exit(2);
    }
}
