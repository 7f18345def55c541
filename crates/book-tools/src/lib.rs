//! Tools that make, change and check opening books in Polyglot's format, over [`tabia_polyglot`].
//!
//! Books are made by recipes of several filtered passes ([`recipe`], [`filter`]), changed by hand ([`edit`]), and learn from games
//! ([`learn`]); statistics lie beside them ([`stats`]). [`panel`] shows all that is known of a position, [`leaving`] where players left a
//! book, [`strip`] cleans games, [`illegal`] finds moves that their positions do not allow. Books written by hand are trees of lines ([`tree`], [`compile()`]), and openings have names ([`names`]).
//! Numbers of recipes, and of settings elsewhere, come back from JSON as they were written ([`decimal`]).

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
