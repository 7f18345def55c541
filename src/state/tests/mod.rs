//! The page's states, tested natively.

mod analysis;
mod editing;
mod game;
mod input;
mod keys;
mod score;
mod settings;
