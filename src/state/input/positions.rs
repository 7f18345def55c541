//! Lists of positions, as in test suites and opening sets: each position becomes a game without moves.

use tabia_chess::{Fault, PositionError};
use tabia_pgn::epd::EpdLine;
use tabia_pgn::{Game, Problem, ProblemKind, doubt_text, needs_chess960};

/// So many lines are looked at to tell what a text is.
const SAMPLE_LINES: usize = 40;

/// The lines of a text that say something: blank lines and comments do not.
pub(super) fn content_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}' || c == '\0');
        !line.is_empty() && !line.starts_with(['#', '%'])
    })
}

/// Whether most of the first lines of a text begin as a FEN does, whatever its file is called.
pub fn is_list_of_positions(text: &str) -> bool {
    let (mut positions, mut all) = (0, 0);
    for line in content_lines(text).take(SAMPLE_LINES) {
        all += 1;
        positions += usize::from(looks_like_fen(line));
    }
    positions * 2 > all
}

/// Whether a line is meant to begin with a FEN: its first word has the slashes of a board.
pub(super) fn looks_like_fen(line: &str) -> bool {
    let board = line.trim_start_matches('\u{FEFF}').split_whitespace().next().unwrap_or_default();
    let is_board_char = |c: char| c == '/' || c.is_ascii_digit() || "pnbrqkPNBRQK".contains(c);
    let slashes = board.matches('/').count();
    // A letter too many is a slip in a FEN; a path of words is something else.
    let strangers = board.chars().filter(|&c| !is_board_char(c)).count();
    slashes >= 3 && (strangers == 0 || (slashes >= 7 && strangers * 4 <= board.chars().count()))
}

/// What is doubtful about a position that was taken; castling rights that were dropped are a loss.
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

/// The game of a line, named by its `id`, and what is doubtful about its position.
///
/// # Errors
/// What is wrong with its position.
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
            message: format!("this line was skipped: {error}"),
            is_loss: true,
        }),
    }
}
