//! Process trees: engines end with the program that started them, and so do their descendants.

use std::process::{Child, Command};

use super::mark::Mark;
#[cfg(target_os = "linux")]
use super::processes::Stat;
#[cfg(unix)]
use super::processes::stat;

/// Puts a process that is about to start into a separate process group with a mark. On Linux it is also
/// killed when the thread that starts it ends for any reason, so an engine must stay on the thread that
/// started it. The engine's own children are then up to the guardian.
#[cfg(unix)]
pub(super) fn join(command: &mut Command, mark: &Mark) {
    use std::os::unix::process::CommandExt as _;
    super::guardian::stand_by();
    command.process_group(0);
    mark.put_on(command);
    #[cfg(target_os = "linux")]
    {
        let parent = rustix::process::getpid();
        let die_with_parent = move || {
            use rustix::process::{Signal, getppid, set_parent_process_death_signal};
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have ended already.
            if getppid() == Some(parent) { Ok(()) } else { Err(std::io::ErrorKind::BrokenPipe.into()) }
        };
        // SAFETY: between fork and exec there are only two system calls; nothing is allocated or locked.
        unsafe { command.pre_exec(die_with_parent) };
    }
}

/// Registers a started process.
#[cfg(unix)]
pub(super) fn started(child: &Child, mark: &mut Mark) {
    super::guardian::watch(child.id());
    mark.started(child);
}

/// Kills a process with all its descendants: its group, and on Linux also descendants that have left the
/// group, identified by their parents or by the mark.
#[cfg(unix)]
pub(super) fn kill(child: &Child, descendants: &Descendants, mark: &Mark) {
    use rustix::process::{Pid, Signal, kill_process, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // Often the group is already empty.
        let _ = kill_process_group(group, Signal::KILL);
    }
    for &(pid, began) in &descendants.0 {
        // A PID is reused after its process has ended.
        if stat(pid).is_some_and(|stat| stat.began == began)
            && let Some(pid) = Pid::from_raw(pid)
        {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
    mark.kill();
    super::guardian::release(child.id());
}

/// Descendants of a process seen so far, each with its start time. Only available on Linux.
#[derive(Debug, Default)]
pub(super) struct Descendants(Vec<(i32, u64)>);

impl Descendants {
    /// Adds the current descendants of a process.
    #[cfg(target_os = "linux")]
    pub(super) fn note(&mut self, child: &Child) {
        let Some(root) = i32::try_from(child.id()).ok() else { return };
        let all: Vec<Stat> = super::processes::numbers().filter_map(stat).collect();
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

    /// Does nothing on other systems.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn note(&mut self, _: &Child) {}
}

/// Does nothing on other systems: engines end when their input is closed.
#[cfg(not(unix))]
pub(super) fn join(_: &mut Command, _: &Mark) {}

/// Does nothing on other systems.
#[cfg(not(unix))]
pub(super) fn started(_: &Child, _: &mut Mark) {}

/// Does nothing on other systems.
#[cfg(not(unix))]
pub(super) fn kill(_: &Child, _: &Descendants, _: &Mark) {}
