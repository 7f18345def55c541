//! Standard input of an engine process, written with a timeout.
//!
//! A pipe holds about 64 kB of unread data; a write that blocks then would wait forever, and the player's time limits
//! would be lost.

use std::io;
use std::process::ChildStdin;
use std::time::Duration;

/// How long a process may leave its input unread once the pipe is full.
pub(super) const LIMIT: Duration = Duration::from_secs(5);

/// Standard input of a process.
#[derive(Debug)]
pub(super) struct Input(ChildStdin);

#[cfg(unix)]
impl Input {
    /// Makes the pipe non-blocking.
    pub(super) fn new(input: ChildStdin) -> io::Result<Self> {
        let flags = rustix::fs::fcntl_getfl(&input)?;
        rustix::fs::fcntl_setfl(&input, flags | rustix::fs::OFlags::NONBLOCK)?;
        Ok(Self(input))
    }

    /// Writes all bytes.
    ///
    /// # Errors
    /// [`io::ErrorKind::TimedOut`] if the process does not read for [`LIMIT`]; other errors if it has closed its input.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_within(bytes, LIMIT)
    }

    fn write_within(&mut self, mut bytes: &[u8], limit: Duration) -> io::Result<()> {
        use std::io::Write as _;
        while !bytes.is_empty() {
            match self.0.write(bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(limit)?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits until the pipe accepts data.
    fn wait(&self, limit: Duration) -> io::Result<()> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let limit = Timespec::try_from(limit).ok();
        match poll(&mut [PollFd::new(&self.0, PollFlags::OUT)], limit.as_ref()) {
            Ok(0) => Err(io::ErrorKind::TimedOut.into()),
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
impl Input {
    /// Wraps the pipe unchanged.
    pub(super) fn new(input: ChildStdin) -> io::Result<Self> {
        Ok(Self(input))
    }

    /// Writes all bytes, without a timeout.
    ///
    /// # Errors
    /// If the process has closed its input.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        use std::io::Write as _;
        self.0.write_all(bytes).and_then(|()| self.0.flush())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    #[test]
    fn a_process_that_does_not_read_is_not_waited_for_for_ever() {
        let mut child = Command::new("sleep").arg("100").stdin(Stdio::piped()).spawn().expect("a process");
        let mut input = child.stdin.take().and_then(|input| Input::new(input).ok()).expect("its input");
        input.write(b"position startpos\n").expect("room in the pipe");
        let began = Instant::now();
        let error = input.write_within(&vec![b'x'; 1 << 20], Duration::from_millis(50));
        assert_eq!(error.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
        assert!(began.elapsed() >= Duration::from_millis(50));
        child.kill().and_then(|()| child.wait()).expect("its end");
        let error = input.write(b"quit\n").map_err(|error| error.kind());
        assert_eq!(error, Err(io::ErrorKind::BrokenPipe));
    }

    #[test]
    fn long_lines_arrive_whole() {
        let mut command = Command::new("wc");
        let mut child =
            command.arg("-c").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a process");
        let mut input = child.stdin.take().and_then(|input| Input::new(input).ok()).expect("its input");
        input.write(&vec![b'x'; 3 << 20]).expect("a reader");
        drop(input);
        let output = child.wait_with_output().expect("its output");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), (3 << 20).to_string());
    }
}
