//! Games that the scanner does not understand, read by the reader that shows them.
//!
//! The scanner is made for speed and reads what Polyglot reads. Where it stumbles over a game, or is not sure, the text goes to the reader
//! of the board ([`tabia_pgn::Reader`]), so that a game is found by what is seen when it is opened.

use std::borrow::Cow;

use tabia_pgn::{Decoded, Encoding, Game, NodeId, Played, ReadGame, Step, decode};
use tabia_polyglot::BookMove;
use tabia_polyglot::pgn_scan::ProblemKind;

use super::collector::{Collector, Fault, MAX_PLIES};
use super::variations::{Line, MAX_DEPTH};
use crate::positions::Entry;
use crate::record::{Flag, result_code};

/// Keeps all games of a text that stands at `offset` of the file and begins with line `line`; how many. `certain` is wrong with the first
/// of them whatever the reader says.
pub(super) fn games(
    collector: &mut Collector,
    text: &[u8],
    offset: u64,
    line: u64,
    certain: Option<&Fault>,
) -> usize {
    let decoded = decode(text);
    let Some(offsets) = ByteOffsets::of(text, &decoded) else { return 0 };
    let mut kept = 0;
    for read in tabia_pgn::Reader::new(&decoded.text).filter(|read| is_more_than_a_result(&read.game)) {
        // What stands in front of the first is its own.
        let start = if kept == 0 { offset } else { offset + offsets.of_place(read.span.start) as u64 };
        collector.records.end_last_at(start);
        collector.begin_record(start);
        take(collector, &read, line, certain.filter(|_| kept == 0));
        kept += 1;
    }
    kept
}

/// A result by itself is a game when a text holds nothing else, but not between the games of a file.
fn is_more_than_a_result(game: &Game) -> bool {
    let is_empty = game.tags().iter().next().is_none()
        && game.main_child(NodeId::ROOT).is_none()
        && game.annotations(NodeId::ROOT).is_empty();
    !is_empty
}

/// Keeps the first game of a text, whose record is begun already; `false` if it has none.
pub(super) fn first(collector: &mut Collector, text: &[u8], line: u64) -> bool {
    let decoded = decode(text);
    let read = tabia_pgn::Reader::new(&decoded.text).next();
    read.map(|read| take(collector, &read, line, None)).is_some()
}

/// Where places of a decoded text stand in its bytes.
struct ByteOffsets {
    /// The bytes in front of the text: a byte order mark.
    mark: usize,
    /// For each byte that is not UTF-8, where the decoded text goes on behind its character, and by how many bytes that text is longer
    /// than the bytes up to there.
    replaced: Vec<(usize, usize)>,
}

impl ByteOffsets {
    /// Nothing for texts in UTF-16.
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

/// Keeps a game as it was read.
fn take(collector: &mut Collector, read: &ReadGame, line: u64, certain: Option<&Fault>) {
    let game = &read.game;
    collector.forget_game();
    for (name, value) in game.tags().iter() {
        collector.header(name.as_bytes(), escaped(value).as_bytes());
    }
    collector.record.result = result_code(game.result());
    if game.is_chess960() {
        collector.flags |= Flag::Chess960 as u8;
    }
    collector.start_from(*game.start());
    let is_whole = take_moves(collector, game);
    let problem = read.problems.iter().find(|problem| problem.is_loss);
    let fault = problem.map(|problem| {
        Fault::new(line + problem.line as u64 - 1, problem.column as u64, problem.message.clone())
    });
    let too_long = || Fault::new(line, 1, ProblemKind::TooLong.to_string());
    let fault = fault.or_else(|| (!is_whole).then(too_long)).or_else(|| certain.cloned());
    collector.keep_with(fault);
}

/// The value of a tag as it stands in a file.
fn escaped(value: &str) -> Cow<'_, str> {
    if value.contains(['"', '\\']) {
        Cow::Owned(value.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        Cow::Borrowed(value)
    }
}

/// Takes the main line, and the variations where they are wanted; whether the main line was not too long.
fn take_moves(collector: &mut Collector, game: &Game) -> bool {
    let mut main = Line::new(*game.start(), 0);
    let mut variations: Vec<Line> = Vec::new();
    // Variations that are open, those inside of which nothing is looked at included.
    let mut depth = 0;
    let mut is_whole = true;
    for step in game.walk() {
        match step {
            Step::Begin => {
                collector.flags |= Flag::Variations as u8;
                if depth < MAX_DEPTH {
                    variations.push(variations.last().unwrap_or(&main).beside());
                }
                depth += 1;
            }
            Step::End => {
                depth -= 1;
                if depth < MAX_DEPTH {
                    let end = variations.pop().and_then(|line| line.end());
                    collector.beside.extend(end.filter(|_| collector.with_variations));
                }
            }
            Step::Move { node, .. } => {
                let Some(played) = game.played(node) else { continue };
                if depth > MAX_DEPTH {
                    continue;
                }
                if let Some(line) = variations.last_mut() {
                    let entry = line.play(played);
                    collector.beside.extend(collector.with_variations.then_some(entry));
                } else if collector.plies() < MAX_PLIES {
                    main.play(played);
                    collector.play(played);
                } else {
                    is_whole = false;
                }
            }
        }
    }
    is_whole
}

impl Line {
    fn play(&mut self, played: Played) -> Entry {
        let code = played.as_move().map_or(BookMove::NONE, Into::into);
        self.step(code, |position| played.apply(position))
    }
}
