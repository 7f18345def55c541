//! Marks by which the processes of an engine are known, however far they have gone from it.

use std::process::{Child, Command};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};
use std::time::{SystemTime, UNIX_EPOCH};

use super::processes::stat;

/// The variable of the environment that holds an engine's mark.
const VARIABLE: &str = "TABIA_ENGINE";

/// How long processes with a mark are looked for: they may start others while they are ended.
#[cfg(target_os = "linux")]
const SEARCH: Duration = Duration::from_millis(500);

/// What an engine's process hands down to all that it starts, so that also those are known which have left
/// its group and lost their parents, as daemons do. No two engines have the same.
#[derive(Debug)]
pub(super) struct Mark {
    text: String,
    /// When the engine was started, in ticks since the system was.
    since: u64,
}

impl Mark {
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let text = format!("{}-{}", of_program(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self { text, since: 0 }
    }

    /// Gives the mark to a process that is about to be started.
    pub(super) fn put_on(&self, command: &mut Command) {
        command.env(VARIABLE, &self.text);
    }

    /// Notes that the engine was started.
    pub(super) fn started(&mut self, child: &Child) {
        self.since = i32::try_from(child.id()).ok().and_then(stat).map_or(0, |stat| stat.began);
    }

    /// Kills all processes that have this mark. Only Linux tells which do.
    pub(super) fn kill(&self) {
        kill_where(|mark| mark == self.text.as_bytes(), self.since);
    }
}

/// What the marks of all engines of this program begin with.
pub(super) fn of_program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        format!("{}-{since}", std::process::id())
    })
}

/// Keeps a mark that this program may have itself from a process that is about to be started.
pub(super) fn take_off(command: &mut Command) {
    command.env_remove(VARIABLE);
}

/// Kills the processes with a mark of a program's engines.
pub(super) fn kill_all_of(program: &str) {
    let since = i32::try_from(std::process::id()).ok().and_then(stat).map_or(0, |stat| stat.began);
    kill_where(
        |mark| mark.strip_prefix(program.as_bytes()).is_some_and(|rest| rest.starts_with(b"-")),
        since,
    );
}

/// Kills the processes with the marks that are meant. `since`: none is older.
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

/// Nothing is known elsewhere.
#[cfg(not(target_os = "linux"))]
fn kill_where(_: impl Fn(&[u8]) -> bool, _: u64) {}

/// What is seen of a process.
#[cfg(target_os = "linux")]
enum Look {
    /// It has a mark that is meant.
    Meant,
    /// It is not to be seen yet: a process that becomes another program has no environment for a moment, and on a
    /// busy machine for some milliseconds.
    Unknown,
    /// It is somebody else's, or at its end.
    Other,
}

#[cfg(target_os = "linux")]
fn look(pid: i32, since: u64, is_meant: impl Fn(&[u8]) -> bool) -> Look {
    // Those of others cannot be read.
    let Ok(variables) = std::fs::read(format!("/proc/{pid}/environ")) else { return Look::Other };
    if variables.is_empty() {
        // Threads of the system have no program.
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
