//! Shared components of several applications. They don't depend on any application or service.

pub mod board;
pub mod drop_overlay;
pub mod events;
pub mod file_button;
pub mod files;
pub mod icon;
pub mod lazy_dialog;
pub mod lazy_part;
pub mod menu;
pub mod mini_board;
pub mod modal;
pub mod question;
pub mod results_bar;
pub mod roving;
pub mod rows;
pub mod select;
pub mod select_field;
mod strings;
pub mod toasts;
