//! A process that ends this program's engines if the program couldn't: the same executable, which just waits for the end of a
//! pipe. The system closes the pipe however the program ends, even by `kill -9`.
//!
//! A process's death signal is not inherited by its children, so an engine started by a script would survive without this.

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

use super::mark;

/// The guardian process, and the engines' process groups it was sent.
struct Guard {
    process: Option<(Child, ChildStdin)>,
    groups: BTreeSet<u32>,
    /// Whether it could not be started, which was reported.
    is_missing: bool,
}

static GUARD: Mutex<Guard> = Mutex::new(Guard { process: None, groups: BTreeSet::new(), is_missing: false });

fn with<T>(act: impl FnOnce(&mut Guard) -> T) -> T {
    act(&mut GUARD.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Starts the guardian if it isn't running; called before an engine is started.
pub(super) fn stand_by() {
    with(|guard| guard.say(""));
}

/// Registers an engine's process group, to be killed when this program ends.
pub(super) fn watch(group: u32) {
    with(|guard| {
        guard.groups.insert(group);
        guard.say(&format!("+{group}\n"));
    });
}

/// Unregisters a process group that has ended: its number may be reused.
pub(super) fn release(group: u32) {
    with(|guard| {
        if guard.groups.remove(&group) {
            guard.say(&format!("-{group}\n"));
        }
    });
}

impl Guard {
    /// Sends a line to the guardian; if it has ended, starts a new one and sends it all groups.
    fn say(&mut self, line: &str) {
        if let Some((child, input)) = &mut self.process {
            let is_alive = matches!(child.try_wait(), Ok(None));
            if is_alive && input.write_all(line.as_bytes()).is_ok() {
                return;
            }
            self.process = None;
        }
        match start(&self.groups) {
            Ok(process) => self.process = Some(process),
            Err(error) => {
                if !std::mem::replace(&mut self.is_missing, true) {
                    eprintln!("Warning: engines may outlive this program if it is killed: {error}");
                }
            }
        }
    }
}

fn start(groups: &BTreeSet<u32>) -> io::Result<(Child, ChildStdin)> {
    use std::os::unix::process::CommandExt as _;
    // The file may have been replaced since this program started.
    let own = if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { std::env::current_exe()? };
    let mut command = Command::new(own);
    // A separate group: signals from the terminal are not meant for it. It keeps no folder and no output open.
    command.args(["guard", mark::of_program()]).process_group(0).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    mark::take_off(&mut command);
    let mut child = command.spawn()?;
    let mut input = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    for group in groups {
        writeln!(input, "+{group}")?;
    }
    Ok((child, input))
}

/// Main loop of the guardian: waits for the end of its input, then kills what the engines of `program` have left behind. The
/// lines it receives name their groups; the marks identify processes that have left those.
pub(crate) fn guard(program: &str) {
    let mut groups = BTreeSet::new();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let group = |text: &str| text.parse().ok().filter(|&group: &i32| group > 1);
        if let Some(begun) = line.strip_prefix('+').and_then(group) {
            groups.insert(begun);
        } else if let Some(ended) = line.strip_prefix('-').and_then(group) {
            groups.remove(&ended);
        }
    }
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    mark::kill_all_of(program);
}
