//! Tools to make, edit and check opening books in Polyglot's format, on top of [`tabia_polyglot`].
//!
//! Books are made from recipes of several filtered passes ([`recipe`], [`filter`]), edited by hand ([`edit`]), and learn from games
//! ([`learn`]); statistics are stored next to them ([`stats`]). [`panel`] shows everything known about a position, [`leaving`] where
//! players left a book, [`strip`] cleans games, [`illegal`] finds illegal moves. Hand-written books are trees of lines ([`tree`],
//! [`compile()`]), and openings have names ([`names`]).
//! Numbers in recipes, and in settings elsewhere, are read from JSON exactly as written ([`decimal`]).

mod compile;
pub mod decimal;
pub mod eco;
pub mod edit;
pub mod filter;
pub mod illegal;
pub mod learn;
pub mod leaving;
pub mod names;
pub mod packed;
pub mod panel;
pub mod recipe;
pub mod stats;
pub mod strip;
pub mod tree;

pub use compile::compile;
