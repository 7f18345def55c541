//! What a tab remembers of itself in the browser's web storage, which can be read and written at once: the workspace that it shows,
//! and what was not written when it ended.

use crate::platform::local::storage as local;
use web_sys::Storage;

use super::keeper::Remembered;
use crate::storage::workspaces::Workspace;

/// The id of this tab's workspace, in the tab's own storage: it survives a reload.
const WORKSPACE: &str = "tabia.workspace";
/// Whether any tab has kept something: then it is worth waiting longer for the database before the board is drawn.
const HAS_KEPT: &str = "tabia.has-kept";
/// What was not written of a workspace; its id follows.
const UNSAVED: &str = "tabia.unsaved.";

fn session() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// The workspace that this tab showed before it was loaded anew.
pub(super) fn workspace() -> Option<String> {
    session()?.get_item(WORKSPACE).ok()?
}

/// Notes the workspace of this tab.
pub(super) fn set_workspace(id: &str) {
    // Where nothing can be written, a reload takes over the newest workspace.
    let _ = session().map(|session| session.set_item(WORKSPACE, id));
}

/// Whether something was kept in this browser.
pub fn has_kept() -> bool {
    local().and_then(|local| local.get_item(HAS_KEPT).ok()?).is_some()
}

/// Notes that something was kept.
pub(super) fn set_has_kept() {
    let _ = local().map(|local| local.set_item(HAS_KEPT, "1"));
}

/// Remembers what is not written. Returns whether there was room.
pub(super) fn remember(what: Remembered) -> bool {
    let key = format!("{UNSAVED}{}", what.workspace.id);
    let workspace = Workspace { updated_ms: js_sys::Date::now(), ..what.workspace };
    let text = Remembered { workspace, ..what }.to_text();
    local().zip(text).is_some_and(|(local, text)| local.set_item(&key, &text).is_ok())
}

/// What was remembered of a workspace.
pub(super) fn remembered(id: &str) -> Option<Remembered> {
    let text = local()?.get_item(&format!("{UNSAVED}{id}")).ok()??;
    Remembered::read(&text).filter(|read| read.workspace.id == id)
}

/// The ids of the workspaces of which something is remembered. Other names may begin in the same way: what stands there is not read as
/// a workspace's.
pub(super) fn remembered_ids() -> Vec<String> {
    let Some(local) = local() else { return Vec::new() };
    let names = (0..local.length().unwrap_or(0)).filter_map(|place| local.key(place).ok().flatten());
    names.filter_map(|name| name.strip_prefix(UNSAVED).map(str::to_owned)).collect()
}

/// Forgets what was remembered of a workspace.
pub(super) fn forget(id: &str) {
    let _ = local().map(|local| local.remove_item(&format!("{UNSAVED}{id}")));
}
