//! Saved data: the current games, the recent ones, and everything else stored in this browser.

mod aside_list;
mod backup_parts;
mod dialogs;
mod import_section;
mod name_dialog;
mod opener;
mod recent_dialog;
mod save_sign;
mod storage_actions;
mod storage_dialog;

pub use dialogs::{SavedDialogs, SavedDialogsProps};
pub use opener::{PageStart, use_saved_games};
pub use save_sign::SaveSign;
