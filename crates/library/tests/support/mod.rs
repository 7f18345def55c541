//! Helpers shared by the tests.

use std::ops::ControlFlow;

use tabia_library::{BuildError, IndexOptions, Library, build_index};

/// The index of a text.
pub(crate) fn index(pgn: &[u8]) -> Result<Vec<u8>, BuildError> {
    let mut index = Vec::new();
    build_index(&mut &*pgn, IndexOptions::default(), &mut index, |_| ControlFlow::Continue(()))?;
    Ok(index)
}

/// The library of an index that is in order.
pub(crate) fn library(index: Vec<u8>) -> Library<Vec<u8>> {
    Library::open(index).expect("the index is in order")
}
