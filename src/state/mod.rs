//! View state of the page as plain values: pure reducers, independent of the browser and the engine.
//!
//! A state changes only through its own actions. A reducer returns a new state, or an error that says what is wrong; on an error the old
//! state is unchanged.

pub mod active_engines;
pub mod analysis;
pub mod analysis_request;
pub mod analysis_update;
pub mod board_editor;
pub mod book;
pub mod captured;
pub mod clock_text;
pub mod drawing;
pub mod engine_script;
pub mod evaluations;
pub mod explanation;
pub mod figures;
pub mod focus;
pub mod game;
pub mod game_search;
pub mod glyphs;
pub mod header_form;
pub mod input;
pub mod keys;
pub mod lab;
pub mod learned_positions;
pub mod library;
pub mod link;
pub mod move_list;
pub mod opening_names;
pub mod page_keys;
pub mod play;
pub mod play_form;
pub mod premove;
pub mod reading;
pub mod recipe_form;
pub mod report;
pub mod rest;
pub mod route;
pub mod score;
pub mod settings;
pub mod sound;
pub mod status;
pub mod tablebase_moves;
pub mod text;
pub mod threads;
pub mod threat;
pub mod typed_move;
pub mod wheel;

#[cfg(test)]
mod tests;
