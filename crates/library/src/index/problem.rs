//! Problems with games.

use serde::Serialize;

use crate::bytes::{Pieces, Reader, put_text, put_varint};

/// A problem with a game, and its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IndexedProblem {
    /// The game, from 0.
    pub game: u32,
    /// The line of the file, from 1.
    pub line: u64,
    /// The byte of the line, from 1.
    pub column: u64,
    /// The problem.
    pub reason: String,
}

pub(super) fn write(problems: &[IndexedProblem], write: &mut dyn FnMut(&[u8])) {
    let mut pieces = Pieces::new(write);
    put_varint(&mut pieces.bytes, problems.len() as u64);
    for problem in problems {
        for number in [u64::from(problem.game), problem.line, problem.column] {
            put_varint(&mut pieces.bytes, number);
        }
        put_text(&mut pieces.bytes, &problem.reason);
        pieces.pass();
    }
    pieces.finish();
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Vec<IndexedProblem>> {
    let count = reader.varint()?;
    let mut problems = Vec::new();
    for _ in 0..count {
        problems.push(IndexedProblem {
            game: u32::try_from(reader.varint()?).ok()?,
            line: reader.varint()?,
            column: reader.varint()?,
            reason: reader.text()?.to_owned(),
        });
    }
    Some(problems)
}
