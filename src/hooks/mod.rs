//! Hooks: how components reach the browser and the states.

mod analysis_feed;
mod clipboard;
mod game_store;
mod lab_play;
mod route;
mod settings_store;
mod turns;
mod window_event;

pub use analysis_feed::{AnalysisFeed, use_analysis, use_engine_status};
pub use clipboard::copy_text;
pub use game_store::{GameDispatcher, GameStore, StoreAction};
pub use lab_play::{BY_CLOCK, LabPlay, use_lab_play};
pub use route::{current_route, use_route};
pub use settings_store::{SettingsDispatcher, SettingsStore, use_settings};
pub use turns::next_turn;
pub use window_event::{LAB_PLAYS, OPEN_GAME, PLAYING_MARK, use_window_event};
