//! A process that ends this program's engines when the program could not: the same program, which does nothing but
//! wait for the end of a pipe. The system closes the pipe however the program ends, also by `kill -9`.
//!
//! The death signal of a process is not handed down to what it starts, so that an engine behind a script would live
//! on without this.

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

use super::mark;

/// The process, and the groups of engines that it was told of.
struct Guard {
    process: Option<(Child, ChildStdin)>,
    groups: BTreeSet<u32>,
    /// It could not be started, which was told.
    is_missing: bool,
}

static GUARD: Mutex<Guard> = Mutex::new(Guard { process: None, groups: BTreeSet::new(), is_missing: false });

fn with<T>(act: impl FnOnce(&mut Guard) -> T) -> T {
    act(&mut GUARD.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Makes sure of the guardian before an engine is started.
pub(super) fn stand_by() {
    with(|guard| guard.say(""));
}

/// Has the group of an engine ended with this program.
pub(super) fn watch(group: u32) {
    with(|guard| {
        guard.groups.insert(group);
        guard.say(&format!("+{group}\n"));
    });
}

/// The group of an engine is no more: another may get its number.
pub(super) fn release(group: u32) {
    with(|guard| {
        if guard.groups.remove(&group) {
            guard.say(&format!("-{group}\n"));
        }
    });
}

impl Guard {
    /// Tells the guardian something; one that has ended is replaced by another, which is told of all groups.
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
    // The file may have been replaced by another since this program was started.
    let own = if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { std::env::current_exe()? };
    let mut command = Command::new(own);
    // A group of its own: what the terminal sends is not for it. No folder and no output are kept open.
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

/// What the guardian does: waits for the end of its input, and then ends what the engines of `program` have left. By its lines it
/// knows their groups, by their marks what has left those.
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
