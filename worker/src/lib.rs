//! Web workers.
