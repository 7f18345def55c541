//! Process information from the system.

/// Returns the PIDs of all processes.
#[cfg(target_os = "linux")]
pub(super) fn numbers() -> impl Iterator<Item = i32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// Information about a process.
pub(super) struct Stat {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux tells"))]
    pub(super) pid: i32,
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux tells"))]
    pub(super) parent: i32,
    /// Start time, in ticks since boot.
    pub(super) began: u64,
    /// Whether it is still running.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux tells"))]
    pub(super) is_alive: bool,
}

/// Reads `/proc/PID/stat`, see `proc_pid_stat(5)`. `None` if there is no such process or no such file.
pub(super) fn stat(pid: i32) -> Option<Stat> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The program name is in parentheses and may itself contain some.
    let (_, rest) = text.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    let is_alive = !matches!(fields.next()?, "Z" | "X");
    let parent = fields.next()?.parse().ok()?;
    let began = fields.nth(17)?.parse().ok()?;
    Some(Stat { pid, parent, began, is_alive })
}
