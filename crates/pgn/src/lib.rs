//! Games and PGN.
