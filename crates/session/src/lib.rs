//! A UCI session.
