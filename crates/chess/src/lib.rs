//! Rules of chess.
