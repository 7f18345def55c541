//! The engines that the user can choose: those that come with the app, and those that were dropped in.
//!
//! - [`list`]: the list, kept in the browser, and what is added to it; `kept`: what is in it, renamed and removed
//! - [`content`]: what plays
//! - [`entry`]: what is known of an engine
//! - [`news`]: word of its changes, for every page and tab
//! - [`pick`]: which of the files that were picked together make an engine
//! - [`interview`]: asking an engine who it is, and for its bench signature
//! - [`sandbox`]: foreign engines (UCI workers written in JavaScript) in a frame that reaches nothing

pub mod content;
pub mod entry;
pub mod interview;
mod kept;
pub mod list;
pub mod news;
pub mod pick;
pub mod sandbox;

pub use content::EngineContent;
pub use entry::{Bench, EngineEntry, EngineKind};
pub use list::{AddError, Catalogue};
pub use sandbox::{Sandbox, SandboxError};
