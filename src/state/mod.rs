//! What the page shows, as values: pure reducers that know neither the browser nor the engine.
//!
//! Each state is changed by its own actions only. A reducer gives back a new state or an error that says what was wrong; on an error the old
//! state is still there, untouched.

pub mod analysis;
pub mod analysis_request;
pub mod analysis_update;
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
pub mod library;
pub mod lineup;
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
pub mod set_up;
pub mod settings;
pub mod sound;
pub mod status;
pub mod text;
pub mod threads;
pub mod threat;
pub mod typed_move;

#[cfg(test)]
mod tests;
