//! Printing to a terminal, a file or another program. The macros take the place of the standard library's, which panic
//! when nobody reads any more, as behind `| head -2`.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// As the standard library's `print`; see [`StandardOutput`].
macro_rules! print {
    ($($text:tt)*) => { $crate::printing::print(format_args!($($text)*)) };
}

/// As the standard library's `println`; see [`StandardOutput`].
macro_rules! println {
    () => { $crate::printing::print(format_args!("\n")) };
    ($($text:tt)*) => { $crate::printing::print_line(format_args!($($text)*)) };
}

/// As the standard library's `eprint`; a message that nobody can read is dropped.
macro_rules! eprint {
    ($($text:tt)*) => { $crate::printing::print_error(format_args!($($text)*), "") };
}

/// As the standard library's `eprintln`; a message that nobody can read is dropped.
macro_rules! eprintln {
    () => { $crate::printing::print_error(format_args!(""), "\n") };
    ($($text:tt)*) => { $crate::printing::print_error(format_args!($($text)*), "\n") };
}

/// Whether the standard output carries a file, so that messages go to the standard error output.
static CARRIES_FILE: AtomicBool = AtomicBool::new(false);

/// Sends everything that is printed to the standard error output from now on: the standard output carries a file, which
/// is written by [`StandardOutput`].
pub(crate) fn print_to_standard_error() {
    CARRIES_FILE.store(true, Ordering::Relaxed);
}

/// Whether the program goes on when nobody reads its output any more.
static GOES_ON_UNREAD: AtomicBool = AtomicBool::new(false);

/// Lets the program go on when nobody reads its output any more: what it makes are files, and the rest is talk.
pub(crate) fn go_on_unread() {
    GOES_ON_UNREAD.store(true, Ordering::Relaxed);
}

/// The standard output. Where whoever reads it has seen enough, the program ends there, without a message and with
/// success, as programs do that read what they are given; unless [`go_on_unread`] was called.
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
    // There is nowhere else to say it.
    let _ = output.write_fmt(text).and_then(|()| output.write_all(end.as_bytes()));
}

/// Nothing that the program says can be relied on when its output cannot be written.
fn written(result: io::Result<()>) {
    // One that nobody reads has ended the program above, if it is to end it.
    if let Err(error) = result.or_else(|error| if is_unread(&error) { Ok(()) } else { Err(error) }) {
        eprintln!("tabia: the standard output cannot be written: {error}");
        process::exit(2);
    }
}
