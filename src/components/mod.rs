//! The parts of the page, one per file.

pub mod analysis;
pub mod arrows;
pub mod board;
pub mod book;
pub mod controls;
pub mod drop_overlay;
pub mod eval_bar;
pub mod game_info;
pub mod games_list;
pub mod help_dialog;
pub mod icon;
pub mod lab;
pub mod modal;
pub mod move_list;
pub mod new_dialog;
pub mod open_dialog;
pub mod position_bar;
pub mod roving;
pub mod rows;
pub mod settings_dialog;
pub mod skip_links;
mod tables_choice;
pub mod toasts;
pub mod topbar;
