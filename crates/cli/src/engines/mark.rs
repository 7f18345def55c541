//! Marks that identify the processes of an engine, even when they have left its process tree.

use std::process::{Child, Command};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};
use std::time::{SystemTime, UNIX_EPOCH};

use super::processes::stat;

/// Environment variable that holds an engine's mark.
const VARIABLE: &str = "TABIA_ENGINE";

/// How long to search for processes with a mark: they may start others while they are being killed.
#[cfg(target_os = "linux")]
const SEARCH: Duration = Duration::from_millis(500);

/// Unique tag that an engine's process passes on to all descendants through the environment, to identify even
/// those that have left its group and lost their parents, as daemons do.
#[derive(Debug)]
pub(super) struct Mark {
    text: String,
    /// Start time of the engine, in ticks since boot.
    since: u64,
}

impl Mark {
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let text = format!("{}-{}", of_program(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self { text, since: 0 }
    }

    /// Sets the mark on a process that is about to start.
    pub(super) fn put_on(&self, command: &mut Command) {
        command.env(VARIABLE, &self.text);
    }

    /// Records the start time of the engine.
    pub(super) fn started(&mut self, child: &Child) {
        self.since = i32::try_from(child.id()).ok().and_then(stat).map_or(0, |stat| stat.began);
    }

    /// Kills all processes with this mark. Only Linux can find them.
    pub(super) fn kill(&self) {
        kill_where(|mark| mark == self.text.as_bytes(), self.since);
    }
}

/// Returns the common prefix of the marks of all engines of this program.
pub(super) fn of_program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        format!("{}-{since}", std::process::id())
    })
}

/// Keeps this program's own mark, if it has one, from a process that is about to start.
pub(super) fn take_off(command: &mut Command) {
    command.env_remove(VARIABLE);
}

/// Kills all processes with a mark of the given program's engines.
pub(super) fn kill_all_of(program: &str) {
    let since = i32::try_from(std::process::id()).ok().and_then(stat).map_or(0, |stat| stat.began);
    kill_where(
        |mark| mark.strip_prefix(program.as_bytes()).is_some_and(|rest| rest.starts_with(b"-")),
        since,
    );
}

/// Kills the processes with matching marks. None of them started before `since`.
#[cfg(target_os = "linux")]
fn kill_where(is_meant: impl Fn(&[u8]) -> bool, since: u64) {
    use rustix::process::{Pid, Signal, kill_process};
    let ends = Instant::now() + SEARCH;
    loop {
        let (mut is_done, mut marked) = (true, Vec::new());
        for pid in super::processes::numbers() {
            match look(pid, since, &is_meant) {
                Look::Meant => marked.push(pid),
                Look::Unknown => is_done = false,
                Look::Other => {}
            }
        }
        for &pid in &marked {
            if let Some(pid) = Pid::from_raw(pid) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        if (is_done && marked.is_empty()) || Instant::now() > ends {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Does nothing on other systems.
#[cfg(not(target_os = "linux"))]
fn kill_where(_: impl Fn(&[u8]) -> bool, _: u64) {}

/// Result of inspecting a process.
#[cfg(target_os = "linux")]
enum Look {
    /// Has a matching mark.
    Meant,
    /// Can't be inspected yet: during `exec` a process has no environment for a moment, or for some milliseconds
    /// on a busy machine.
    Unknown,
    /// Belongs to someone else, or is about to end.
    Other,
}

#[cfg(target_os = "linux")]
fn look(pid: i32, since: u64, is_meant: impl Fn(&[u8]) -> bool) -> Look {
    // Other users' processes can't be read.
    let Ok(variables) = std::fs::read(format!("/proc/{pid}/environ")) else { return Look::Other };
    if variables.is_empty() {
        // Kernel threads have no program.
        let is_program = std::fs::read_link(format!("/proc/{pid}/exe")).is_ok();
        let is_young = stat(pid).is_some_and(|stat| stat.is_alive && stat.began >= since);
        return if is_program && is_young { Look::Unknown } else { Look::Other };
    }
    let mark = variables.split(|&byte| byte == 0).find_map(|variable| {
        let value = variable.strip_prefix(VARIABLE.as_bytes())?;
        value.strip_prefix(b"=")
    });
    if mark.is_some_and(is_meant) { Look::Meant } else { Look::Other }
}
