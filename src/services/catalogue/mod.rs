//! Engines that the user can choose: those shipped with the app, and those added by the user.
//!
//! - [`list`]: the list, stored in the browser, and additions to it; `saved_engines`: look-up, renaming and removal
//! - [`content`]: engine content that plays
//! - [`entry`]: data about an engine
//! - [`news`]: change notifications for all pages and tabs
//! - [`offers`]: engines that the host of the page offers
//! - [`pick`]: which of the files picked together form an engine
//! - [`interview`]: asks an engine for its identity and its bench signature
//! - [`sandbox`]: foreign engines (UCI workers written in JavaScript) in an isolated frame

pub mod content;
pub mod entry;
pub mod interview;
pub mod list;
pub mod news;
pub mod offers;
pub mod pick;
pub mod sandbox;
mod saved_engines;

pub use content::EngineContent;
pub use entry::{Bench, EngineEntry, EngineKind};
pub use list::{AddError, EngineList};
pub use sandbox::{Sandbox, SandboxError};
