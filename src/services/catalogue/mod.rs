//! The engines that the user can choose: those that come with the app, and those that were dropped in.
//!
//! - [`list`]: the list, kept in the browser; adding, renaming, removing
//! - [`entry`]: what is known of an engine
//! - [`pick`]: which of the files that were picked together make an engine
//! - [`interview`]: asking an engine who it is, and for its bench signature
//! - [`sandbox`]: foreign engines (UCI workers written in JavaScript) in a frame that reaches nothing

pub mod entry;
pub mod interview;
pub mod list;
pub mod pick;
pub mod sandbox;

pub use entry::{Bench, EngineEntry, EngineKind};
pub use list::{AddError, BuiltIn, Catalogue, EngineContent};
pub use sandbox::Sandbox;
