//! State of a tab in web storage, which can be read and written synchronously: the workspace it shows, and what was not yet written when it
//! ended.

use crate::platform::local::storage as local;
use web_sys::Storage;

use super::autosave::CrashBackup;
use crate::storage::workspaces::Workspace;

/// Session-storage key of this tab's workspace id, which survives a reload.
const WORKSPACE: &str = "tabia.workspace";
/// Key set once any tab has stored something: then it is worth waiting longer for the database before the board is drawn.
const HAS_KEPT: &str = "tabia.has-kept";
/// Key prefix of a workspace's unwritten changes; its id follows.
const UNSAVED: &str = "tabia.unsaved.";

fn session() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// Returns the workspace that this tab showed before a reload.
pub(super) fn workspace() -> Option<String> {
    session()?.get_item(WORKSPACE).ok()?
}

/// Stores the id of this tab's workspace.
pub(super) fn set_workspace(id: &str) {
    // If this fails, a reload takes over the newest workspace.
    let _ = session().map(|session| session.set_item(WORKSPACE, id));
}

/// Returns whether anything was ever stored in this browser.
pub fn has_kept() -> bool {
    local().and_then(|local| local.get_item(HAS_KEPT).ok()?).is_some()
}

/// Notes that something was stored.
pub(super) fn set_has_kept() {
    let _ = local().map(|local| local.set_item(HAS_KEPT, "1"));
}

/// Stores unwritten changes. Returns whether there was room.
pub(super) fn remember(what: CrashBackup) -> bool {
    let key = format!("{UNSAVED}{}", what.workspace.id);
    let workspace = Workspace { updated_ms: js_sys::Date::now(), ..what.workspace };
    let text = CrashBackup { workspace, ..what }.to_text();
    local().zip(text).is_some_and(|(local, text)| local.set_item(&key, &text).is_ok())
}

/// Returns the stored unwritten changes of a workspace.
pub(super) fn crash_backup(id: &str) -> Option<CrashBackup> {
    let text = local()?.get_item(&format!("{UNSAVED}{id}")).ok()??;
    CrashBackup::read(&text).filter(|read| read.workspace.id == id)
}

/// Returns the ids of the workspaces with unwritten changes. Other names may share the prefix; their content is not read as a workspace.
pub(super) fn remembered_ids() -> Vec<String> {
    let Some(local) = local() else { return Vec::new() };
    let names = (0..local.length().unwrap_or(0)).filter_map(|place| local.key(place).ok().flatten());
    names.filter_map(|name| name.strip_prefix(UNSAVED).map(str::to_owned)).collect()
}

/// Removes the stored unwritten changes of a workspace.
pub(super) fn forget(id: &str) {
    let _ = local().map(|local| local.remove_item(&format!("{UNSAVED}{id}")));
}
