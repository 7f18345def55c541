//! Fallback for games that the scanner does not understand: they are read by the board's reader.
//!
//! The scanner is made for speed and accepts what Polyglot accepts. If it fails on a game, or is not sure, the text goes to the board's
//! reader ([`tabia_pgn::Reader`]), so that a game is found by what the user sees when opening it.

use tabia_pgn::{Decoded, Encoding, Game, NodeId, Played, ReadGame, Step, decode};
use tabia_polyglot::BookMove;
use tabia_polyglot::pgn_scan::MainLine;

use super::variations::{Line, MAX_DEPTH};
use crate::positions::Entry;

/// Calls `take` with all games of a text and the byte offset of each; returns their number.
pub(super) fn games(text: &[u8], mut take: impl FnMut(u64, &ReadGame)) -> usize {
    let decoded = decode(text);
    let Some(offsets) = ByteOffsets::of(text, &decoded) else { return 0 };
    let mut count = 0;
    for read in tabia_pgn::Reader::new(&decoded.text).filter(|read| is_more_than_a_result(&read.game)) {
        // Text before the first game belongs to it.
        let start = if count == 0 { 0 } else { offsets.of_place(read.span.start) };
        take(start as u64, &read);
        count += 1;
    }
    count
}

/// Plays the game that was read.
pub(crate) fn play(line: &mut MainLine, played: Played) {
    match played {
        Played::Move(mv) => line.play(mv),
        Played::Null => line.pass(),
    }
}

/// The first game of a text.
pub(crate) fn first(text: &[u8]) -> Option<ReadGame> {
    tabia_pgn::Reader::new(&decode(text).text).next()
}

/// A lone result is a game if the text contains nothing else, but not between the games of a file.
fn is_more_than_a_result(game: &Game) -> bool {
    let is_empty = game.stored_tags().is_empty()
        && game.main_child(NodeId::ROOT).is_none()
        && game.annotations(NodeId::ROOT).is_empty();
    !is_empty
}

/// Parts of a game besides its main line.
#[derive(Default, Debug)]
pub(super) struct Beside {
    pub(super) has_variations: bool,
    /// The positions of the variations, as of game 0; none if not requested.
    pub(super) positions: Vec<Entry>,
}

impl Beside {
    /// Checks whether a game has variations, without playing a move; `with_positions`, all of
    /// them are played, down to [`MAX_DEPTH`].
    pub(super) fn of(game: &Game, with_positions: bool) -> Self {
        if !with_positions {
            let has_variations = game.main_line().any(|node| game.next_sibling(node).is_some());
            return Self { has_variations, positions: Vec::new() };
        }
        let mut beside = Self::default();
        let mut main = Line::new(*game.start(), 0);
        let mut variations: Vec<Line> = Vec::new();
        // Open variations, including those that are skipped.
        let mut depth = 0;
        for step in game.walk() {
            match step {
                Step::Begin => {
                    beside.has_variations = true;
                    if depth < MAX_DEPTH {
                        variations.push(variations.last().unwrap_or(&main).beside());
                    }
                    depth += 1;
                }
                Step::End => {
                    depth -= 1;
                    if depth < MAX_DEPTH {
                        beside.positions.extend(variations.pop().and_then(|line| line.end()));
                    }
                }
                Step::Move { node, .. } => {
                    let Some(played) = game.played(node).filter(|_| depth <= MAX_DEPTH) else { continue };
                    match variations.last_mut() {
                        Some(line) => beside.positions.push(line.play(played)),
                        None => _ = main.play(played),
                    }
                }
            }
        }
        beside
    }
}

impl Line {
    fn play(&mut self, played: Played) -> Entry {
        let code = played.as_move().map_or(BookMove::NONE, Into::into);
        self.step(code, |position| played.apply(position))
    }
}

/// Mapping from offsets in a decoded text to offsets in its bytes.
struct ByteOffsets {
    /// Number of bytes before the text: a byte order mark.
    mark: usize,
    /// For each byte that is not UTF-8, the offset in the decoded text after its character, and by how many bytes the text up to there is
    /// longer than the original.
    replaced: Vec<(usize, usize)>,
}

impl ByteOffsets {
    /// Returns `None` for texts in UTF-16.
    fn of(bytes: &[u8], decoded: &Decoded<'_>) -> Option<Self> {
        let mark = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let mut replaced = Vec::new();
        match decoded.encoding {
            Encoding::Utf8 => {}
            Encoding::Utf16Le | Encoding::Utf16Be => return None,
            Encoding::Windows1252 => {
                let (mut at, mut longer) = (0, 0);
                for chunk in bytes.get(mark..)?.utf8_chunks() {
                    at += chunk.valid().len();
                    for _ in chunk.invalid() {
                        let width = decoded.text.get(at..)?.chars().next()?.len_utf8();
                        at += width;
                        longer += width - 1;
                        replaced.push((at, longer));
                    }
                }
            }
        }
        Some(Self { mark, replaced })
    }

    fn of_place(&self, at: usize) -> usize {
        let before = self.replaced.partition_point(|&(end, _)| end <= at);
        let longer = before.checked_sub(1).map_or(0, |last| self.replaced[last].1);
        self.mark + at - longer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_are_played_where_their_positions_are_asked_for() {
        for (text, count) in [
            ("1. e4 e5 2. Nf3 *", 0),
            ("1. e4 (1. d4 d5) e5 *", 3),
            ("1. e4 e5 (1... c5 2. Nf3 (2. c3)) *", 5),
            ("1. e4 e5 2. Nf3 (2. f4) *", 2),
        ] {
            let game = first(text.as_bytes()).expect("a game").game;
            let (with, without) = (Beside::of(&game, true), Beside::of(&game, false));
            assert_eq!((with.has_variations, with.positions.len()), (count > 0, count), "{text}");
            assert_eq!((without.has_variations, without.positions.capacity()), (count > 0, 0), "{text}");
        }
    }
}
