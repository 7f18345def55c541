//! Engines end with the program that started them, and what they have started ends with them.

use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable of the environment that holds an engine's mark.
const VARIABLE: &str = "TABIA_ENGINE";

/// How often it is looked for what has an engine's mark: processes may be started while others are ended.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 10;

/// What an engine's process hands down to all that it starts, so that also those are known which have left
/// its group and lost their parents, as daemons do. No two engines have the same.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Self(format!("{}-{since}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)))
    }
}

/// Puts a process that is about to be started into a group of its own with a mark, and on Linux has it killed
/// when the thread that starts it ends, however it ends. So an engine has to be kept by the thread that
/// started it.
#[cfg(unix)]
pub(super) fn join(command: &mut Command, mark: &Mark) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0).env(VARIABLE, &mark.0);
    #[cfg(target_os = "linux")]
    {
        let parent = rustix::process::getpid();
        let die_with_parent = move || {
            use rustix::process::{Signal, getppid, set_parent_process_death_signal};
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have ended before.
            if getppid() == Some(parent) { Ok(()) } else { Err(std::io::ErrorKind::BrokenPipe.into()) }
        };
        // SAFETY: between fork and exec only two system calls are made; nothing is allocated or locked.
        unsafe { command.pre_exec(die_with_parent) };
    }
}

/// Kills a process with all that it has started: its group, and on Linux those of its descendants that have
/// left the group, known by their parents or by the mark.
#[cfg(unix)]
pub(super) fn kill(child: &Child, descendants: &Descendants, mark: &Mark) {
    use rustix::process::{Pid, Signal, kill_process, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // There is often nobody left.
        let _ = kill_process_group(group, Signal::KILL);
    }
    for &(pid, began) in &descendants.0 {
        // A number is given to another process when its own has ended.
        if stat(pid).is_some_and(|stat| stat.began == began)
            && let Some(pid) = Pid::from_raw(pid)
        {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
    #[cfg(target_os = "linux")]
    for _ in 0..ROUNDS {
        let marked = marked(mark);
        if marked.is_empty() {
            return;
        }
        for pid in marked.into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// The processes that run with a mark, those that are ending excepted.
#[cfg(target_os = "linux")]
fn marked(mark: &Mark) -> Vec<i32> {
    let words = format!("{VARIABLE}={}", mark.0);
    let has_mark = |pid: &i32| {
        // Those of others cannot be read.
        let variables = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        variables.split(|&byte| byte == 0).any(|variable| variable == words.as_bytes())
    };
    numbers().filter(has_mark).collect()
}

/// The numbers of all processes.
#[cfg(target_os = "linux")]
fn numbers() -> impl Iterator<Item = i32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// The descendants of a process that were seen, each with the time of its start. Only Linux tells of them.
#[derive(Debug, Default)]
pub(super) struct Descendants(Vec<(i32, u64)>);

impl Descendants {
    /// Adds those that a process has now.
    #[cfg(target_os = "linux")]
    pub(super) fn note(&mut self, child: &Child) {
        let Some(root) = i32::try_from(child.id()).ok() else { return };
        let all: Vec<Stat> = numbers().filter_map(stat).collect();
        let mut parents = vec![root];
        while let Some(parent) = parents.pop() {
            for stat in all.iter().filter(|stat| stat.parent == parent) {
                if !self.0.contains(&(stat.pid, stat.began)) {
                    self.0.push((stat.pid, stat.began));
                }
                parents.push(stat.pid);
            }
        }
    }

    /// Nothing is known elsewhere.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn note(&mut self, _: &Child) {}
}

/// What the system says of a process.
#[cfg(unix)]
struct Stat {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux tells"))]
    pid: i32,
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux tells"))]
    parent: i32,
    /// When it was started, in ticks since the system was.
    began: u64,
}

/// Reads `/proc/PID/stat`: see `proc_pid_stat(5)`. `None` where there is no such process or no such file.
#[cfg(unix)]
fn stat(pid: i32) -> Option<Stat> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program stands in parentheses, and may hold some itself.
    let (_, rest) = text.rsplit_once(") ")?;
    let mut fields = rest.split(' ').skip(1);
    let parent = fields.next()?.parse().ok()?;
    let began = fields.nth(17)?.parse().ok()?;
    Some(Stat { pid, parent, began })
}

/// Nothing is done elsewhere: engines end when their input is closed.
#[cfg(not(unix))]
pub(super) fn join(_: &mut Command, _: &Mark) {}

/// Nothing is done elsewhere.
#[cfg(not(unix))]
pub(super) fn kill(_: &Child, _: &Descendants, _: &Mark) {}
