//! Engines end with the program that started them, and what they have started ends with them.

use std::process::{Child, Command};

/// Puts a process that is about to be started into a group of its own, and on Linux has it killed when the thread
/// that starts it ends, however it ends. So an engine has to be kept by the thread that started it.
#[cfg(unix)]
pub(super) fn join(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
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

/// Kills a process with all that it has started and that has not left its group.
#[cfg(unix)]
pub(super) fn kill(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // There is often nobody left.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Nothing is done elsewhere: engines end when their input is closed.
#[cfg(not(unix))]
pub(super) fn join(_: &mut Command) {}

/// Nothing is done elsewhere.
#[cfg(not(unix))]
pub(super) fn kill(_: &Child) {}
