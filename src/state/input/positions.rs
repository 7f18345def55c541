//! Position lists, such as test suites and opening sets: each position becomes a game without moves.

use tabia_chess::{Fault, PositionError};
use tabia_pgn::epd::EpdLine;
use tabia_pgn::{Game, Problem, ProblemKind, doubt_text, needs_chess960};

use crate::language::tr;

/// Number of lines checked to detect the kind of a text.
const SAMPLE_LINES: usize = 40;

/// Lines of a text that aren't blank or comments.
pub(super) fn content_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}' || c == '\0');
        !line.is_empty() && !line.starts_with(['#', '%'])
    })
}

/// Whether most of the first lines of a text start like a FEN, regardless of the file name.
pub fn is_list_of_positions(text: &str) -> bool {
    let (mut positions, mut all) = (0, 0);
    for line in content_lines(text).take(SAMPLE_LINES) {
        all += 1;
        positions += usize::from(looks_like_fen(line));
    }
    positions * 2 > all
}

/// Whether a line is meant to start with a FEN: its first word has slashes like a board.
pub(super) fn looks_like_fen(line: &str) -> bool {
    let board = line.trim_start_matches('\u{FEFF}').split_whitespace().next().unwrap_or_default();
    let is_board_char = |c: char| c == '/' || c.is_ascii_digit() || "pnbrqkPNBRQK".contains(c);
    let slashes = board.matches('/').count();
    // A few wrong letters are typos in a FEN; a path of words is something else.
    let strangers = board.chars().filter(|&c| !is_board_char(c)).count();
    slashes >= 3 && (strangers == 0 || (slashes >= 7 && strangers * 4 <= board.chars().count()))
}

/// Describes the doubt about an accepted position; dropped castling rights count as a loss.
pub(super) fn doubt_about(fen: &str, line: usize, doubt: PositionError) -> Problem {
    Problem {
        game: 0,
        line,
        column: 1,
        kind: ProblemKind::StartPosition,
        message: doubt_text(fen, doubt),
        is_loss: doubt.faults().contains(Fault::CastlingRights),
    }
}

/// Returns the game of a line, named by its `id`, and any doubt about its position.
///
/// # Errors
/// Problem that makes the position unusable.
pub fn game_of_line(line: &EpdLine) -> Result<(Game, Option<Problem>), Problem> {
    match line.start() {
        Ok((position, doubt)) => {
            let mut game = Game::new(position, needs_chess960(&position));
            let name = line.epd.text("id").unwrap_or_else(|| format!("Line {}", line.line));
            game.tags_mut().set("Event", name);
            let doubt = doubt.map(|doubt| doubt_about(&line.epd.setup.to_string(), line.line, doubt));
            Ok((game, doubt))
        }
        Err(error) => Err(Problem {
            game: 0,
            line: line.line,
            column: 1,
            kind: ProblemKind::StartPosition,
            message: tr!("this line was skipped: {error}", error),
            is_loss: true,
        }),
    }
}
