//! Saved data: the current games, the recent ones, and everything else stored in this browser.

mod aside_list;
mod backup_parts;
mod desk;
mod dialogs;
mod import_section;
mod name_dialog;
mod recent_dialog;
mod save_sign;
mod storage_desk;
mod storage_dialog;

pub use desk::{PageStart, use_kept_games};
pub use dialogs::{KeptDialogs, KeptDialogsProps};
pub use save_sign::SaveSign;
