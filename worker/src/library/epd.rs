//! Position lists: each line is a game without moves.

use std::fmt::Write;

use tabia_chess::{Fault, Position};
use tabia_library::{BuildError, ByteSink, IndexBuilder, LinePlace};
use tabia_pgn::epd::EpdLine;
use tabia_pgn::{Epd, needs_chess960};

/// Maximum length of a line, in bytes; longer ones are cut. No position needs that many.
const LONGEST: usize = 64 << 10;

/// Splits bytes that arrive in pieces into lines.
#[derive(Debug, Default)]
pub(super) struct EpdLines {
    /// Current line so far.
    line: Vec<u8>,
    /// Its offset in the file, in bytes, and its number, from 1.
    start: u64,
    number: u64,
    offset: u64,
}

impl EpdLines {
    /// Adds the next bytes.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        builder: &mut IndexBuilder,
        index: &mut impl ByteSink,
    ) -> Result<(), BuildError> {
        if self.offset == 0 && matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
            return Err(BuildError::Utf16);
        }
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let room = LONGEST.saturating_sub(self.line.len());
            self.line.extend_from_slice(&piece[..piece.len().min(room)]);
            self.offset += piece.len() as u64;
            if piece.ends_with(b"\n") {
                self.end(builder, index)?;
            }
        }
        Ok(())
    }

    /// Ends the current line.
    pub(super) fn end(
        &mut self,
        builder: &mut IndexBuilder,
        index: &mut impl ByteSink,
    ) -> Result<(), BuildError> {
        self.number += 1;
        let text = tabia_pgn::decode(&self.line).text;
        let line = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
        let is_comment = line.is_empty() || line.starts_with('#');
        if !is_comment {
            let length = self.line.trim_ascii_end().len() as u32;
            let place = LinePlace { offset: self.start, length, line: self.number };
            builder.feed_line(place, pgn_of_line(line).as_bytes(), index)?;
        }
        self.line.clear();
        self.start = self.offset;
        Ok(())
    }
}

/// Converts a line of a position list to a game: the position as `FEN`, its `id` as `Event`, other operations as a comment. A line
/// that is not a position becomes a game with the line as its `FEN`, and thus an error with the reason.
pub(super) fn pgn_of_line(line: &str) -> String {
    let line = line.trim().trim_start_matches('\u{feff}');
    let mut pgn = String::new();
    let tag = |pgn: &mut String, name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a String cannot fail.
        let _ = writeln!(pgn, "[{name} \"{value}\"]");
    };
    let whole = tabia_pgn::position_from_fen(line).ok();
    let epd = if whole.is_some() { None } else { Epd::parse(line).ok() };
    let of_epd = |epd: &Epd| EpdLine::new(1, line, epd.clone()).start().ok();
    let fen = whole.or_else(|| epd.as_ref().and_then(of_epd)).map(|(position, doubt)| {
        // Stale castling rights stay in the tag: its reader drops them with a message.
        if doubt.is_some_and(|doubt| doubt.faults().contains(Fault::CastlingRights)) {
            epd.as_ref().map_or_else(|| line.to_owned(), |epd| epd.setup.to_string())
        } else {
            fen_of(&position)
        }
    });
    let id = epd.as_ref().and_then(|epd| epd.text("id"));
    if let Some(id) = &id {
        tag(&mut pgn, "Event", id);
    }
    tag(&mut pgn, "SetUp", "1");
    // A FEN tag without slashes would be ignored (`tabia_chess::fen::is_no_fen`), and the line must be reported as an error.
    tag(&mut pgn, "FEN", &fen.unwrap_or_else(|| format!("{line} //")));
    let operations = line.splitn(5, ' ').nth(4).filter(|_| epd.is_some()).unwrap_or_default().trim();
    match operations.replace(['{', '}'], "") {
        rest if rest.is_empty() => pgn.push_str("\n*\n"),
        rest => drop(write!(pgn, "\n{{{rest}}} *\n")),
    }
    pgn
}

/// Returns the FEN of a position without a `Variant` tag: Chess960 positions give the rooks' files.
fn fen_of(position: &Position) -> String {
    if needs_chess960(position) { position.to_shredder_fen() } else { position.to_fen() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_chess960_keeps_its_castling_rights() {
        let fen = "nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w Gb - 0 1";
        let game = &tabia_pgn::read(&pgn_of_line(fen)).games[0];
        assert_eq!((game.start().to_shredder_fen().as_str(), game.is_chess960()), (fen, true));
    }

    #[test]
    fn stale_castling_rights_are_dropped_with_a_message() {
        let board = "r5k1/ppp2ppp/8/8/8/8/PPP2PPP/R5K1";
        for line in [format!("{board} w Qq - 0 1"), format!("{board} w Qq - bm Rd1; id \"x\";")] {
            let read = tabia_pgn::read(&pgn_of_line(&line));
            assert_eq!(read.games[0].start().to_fen(), format!("{board} w - - 0 1"), "{line}");
            assert!(!read.games[0].is_chess960());
            assert!(
                read.problems.iter().any(|problem| problem.message.contains("castling rights")),
                "{read:?}"
            );
        }
    }

    #[test]
    fn a_line_keeps_its_position_its_name_and_what_else_it_says() {
        let pgn = pgn_of_line("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn \\ 1\";");
        let game = &tabia_pgn::read(&pgn).games[0];
        assert_eq!(game.tags().get("Event"), Some("pawn \\ 1"));
        assert_eq!(game.start().to_fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert!(pgn.contains("{bm e4; id"), "{pgn}");
        let game = &tabia_pgn::read(&pgn_of_line("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40")).games[0];
        assert_eq!(game.start().to_fen(), "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40");
    }
}
