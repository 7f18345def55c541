//! The analysis: a game on the board, what the engine thinks of it, and its book.

mod actions;
mod analysis_feed;
mod app;
mod arrows;
mod book;
mod controls;
mod dialog;
mod engine_panel;
mod eval_bar;
mod explorer;
mod game_info;
mod game_store;
mod games_list;
mod help_dialog;
mod keeping;
mod keys;
mod lab_play;
mod large_file;
mod loader;
mod move_list;
mod new_dialog;
mod notices;
mod open_dialog;
mod opened;
mod page;
mod position_bar;
mod settings_dialog;
mod settings_store;
mod skip_links;
mod strings;
mod speech;
mod subject;
mod tables_choice;
mod topbar;

pub use app::App;
pub use keeping::PageStart;
