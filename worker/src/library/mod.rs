//! The library worker: databases of games indexed and searched beside the page's thread.
//!
//! - [`messages`]: what page and worker say to each other

pub mod messages;
