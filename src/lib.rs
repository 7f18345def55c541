//! The Tabia page.
