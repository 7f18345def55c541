//! Native tests of the page's states.

mod analysis;
mod editing;
mod game;
mod input;
mod keys;
mod score;
mod settings;
