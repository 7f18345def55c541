//! The engine build.
