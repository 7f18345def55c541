//! The moves of a game as flat rows for the move list.

use std::time::Duration;

use tabia_chess::Color;
use tabia_pgn::comment::{self, CommentEval};
use tabia_pgn::{Game, Nag, NodeId, Step};

use super::score::Evaluation;
use crate::language::tr;

/// One move of the move list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRow {
    /// Node after the move.
    pub node: NodeId,
    /// The number of the move, as in a FEN.
    pub number: u32,
    /// Side that plays the move.
    pub color: Color,
    /// The move in SAN, including check and mate signs.
    pub san: String,
    /// Glyphs.
    pub nags: Vec<Nag>,
    /// Comments before the move.
    pub comments_before: Vec<String>,
    /// Machine-readable facts about the move.
    pub facts: Option<MoveFacts>,
    /// Comments after the move, without those facts.
    pub comments_after: Vec<String>,
    /// Variation depth: 0 on the main line, 1 in its variations, and so on.
    pub depth: usize,
    /// Whether a variation starts with this move.
    pub begins_variation: bool,
    /// Number of variations that end after this move.
    pub ends_variations: usize,
    /// Whether the move number is shown: for White's moves, and for Black's that don't directly follow a White move.
    pub shows_number: bool,
}

/// Facts from comments: `[%eval 0.31,10] [%emt 0:00:01]`, or the wording of programs that play matches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveFacts {
    /// The evaluation from White's side.
    pub evaluation: Option<Evaluation>,
    /// Search depth of the evaluation, in plies.
    pub depth: Option<u32>,
    /// Time taken for the move.
    pub time: Option<Duration>,
    /// Clock time left after the move.
    pub clock: Option<Duration>,
    /// Whether the move came from a book.
    pub is_book: bool,
    /// All of it, as written.
    pub text: String,
}

/// Returns the evaluation of the position in the comments after a move of `mover`.
pub fn evaluation_in(comments: &[String], mover: Color) -> Option<Evaluation> {
    MoveFacts::read(comments, mover).0?.evaluation
}

impl MoveFacts {
    /// Parses the comments after a move of `mover`; returns the facts, and the remaining text for people.
    fn read(comments: &[String], mover: Color) -> (Option<Self>, Vec<String>) {
        let mut facts = Self::default();
        let mut left = Vec::new();
        for comment in comments {
            if let Some(prose) = facts.take(comment, mover) {
                if !facts.text.is_empty() {
                    facts.text.push(' ');
                }
                facts.text.push_str(comment.trim());
                if !prose.trim().is_empty() {
                    left.push(prose);
                }
            } else {
                left.extend(for_people(comment));
            }
        }
        ((!facts.text.is_empty()).then_some(facts), left)
    }

    /// Extracts the facts of one comment and returns the rest; `None` if it has no facts.
    fn take(&mut self, comment: &str, mover: Color) -> Option<String> {
        if comment.trim() == "book" {
            self.is_book = true;
            return Some(String::new());
        }
        if let Some((report, rest)) = comment::report(comment) {
            self.evaluation = report.score.map(|score| evaluation(score, mover));
            (self.depth, self.time) = (Some(report.depth).filter(|&depth| depth > 0), report.time);
            return Some(rest.into_owned());
        }
        let (eval, clock, time) =
            (comment::evaluation(comment), comment::clock(comment), comment::move_time(comment));
        if eval.is_none() && clock.is_none() && time.is_none() {
            return None;
        }
        if let Some((score, depth)) = eval {
            // Values of commands are from White's side.
            (self.evaluation, self.depth) = (Some(evaluation(score, Color::White)), depth);
        }
        (self.clock, self.time) = (clock.or(self.clock), time.or(self.time));
        Some(comment::prose(comment).into_owned())
    }
}

/// Returns a comment without its commands; `None` if nothing else is left.
fn for_people(comment: &str) -> Option<String> {
    let prose = comment::prose(comment);
    (!prose.trim().is_empty()).then(|| prose.into_owned())
}

/// Converts an evaluation from a player's side to White's.
fn evaluation(score: CommentEval, player: Color) -> Evaluation {
    let white = if player.is_white() { 1 } else { -1 };
    match score {
        CommentEval::Cp(cp) => Evaluation::Cp(white * cp),
        // Mate in 0: already given, by the side that moved.
        CommentEval::Mate(moves) => {
            let winner = if moves < 0 { !player } else { player };
            Evaluation::Mate { winner, moves: moves.unsigned_abs() }
        }
    }
}

/// Formats a time next to a move: `0.12 s`, `1:05`, `2:03:04`.
pub fn time_text(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => tr!("{seconds} s", seconds = format_args!("{:.2}", time.as_secs_f64())),
        10..60 => tr!("{seconds} s", seconds),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

impl MoveRow {
    /// Formats the move number: `12.` or `12...`.
    pub fn number_text(&self) -> String {
        let dots = if self.color == Color::White { "." } else { "..." };
        format!("{}{dots}", self.number)
    }
}

/// Returns all moves of a game in PGN order: a move, its alternatives, the next move.
pub fn move_rows(game: &Game) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    let mut depth = 0;
    let mut begins_variation = false;
    let mut follows_directly = false;
    for step in game.walk() {
        match step {
            Step::Begin => {
                depth += 1;
                begins_variation = true;
            }
            Step::End => {
                depth -= 1;
                follows_directly = false;
                if let Some(row) = rows.last_mut() {
                    row.ends_variations += 1;
                }
            }
            Step::Move { node, before } => {
                let annotations = game.annotations(node);
                let color = before.turn();
                let (facts, comments_after) = MoveFacts::read(&annotations.after, color);
                let has_comments = !comments_after.is_empty();
                let comments_before: Vec<String> =
                    annotations.before.iter().filter_map(|comment| for_people(comment)).collect();
                let shows_number = color == Color::White
                    || begins_variation
                    || !follows_directly
                    || !comments_before.is_empty();
                rows.push(MoveRow {
                    node,
                    number: before.fullmove_number(),
                    color,
                    san: game.played(node).map_or_else(String::new, |played| played.san(&before)),
                    nags: annotations.nags.clone(),
                    comments_before,
                    facts,
                    comments_after,
                    depth,
                    begins_variation,
                    ends_variations: 0,
                    shows_number,
                });
                begins_variation = false;
                follows_directly = !has_comments;
            }
        }
    }
    rows
}
