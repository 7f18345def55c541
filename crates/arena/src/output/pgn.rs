//! Finished games as PGN, in c-chess-cli's verbosity levels and two more.

use std::fmt;
use std::str::FromStr;

use tabia_book_tools::names::name_of_moves;
use tabia_chess::{Move, Position};
use tabia_uci::Score;

use super::lines::without_braces;
use crate::limits::Limits;
use crate::record::{GameRecord, SearchReport};

/// The amount of detail in a PGN file. The first four levels are c-chess-cli's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verbosity {
    /// Tags and results only, for rating programs.
    Tags,
    /// Adds the moves.
    Moves,
    /// Adds a comment `{score/depth}` for each move, with the score in centipawns or as `M5` and `-M5`.
    Scores,
    /// Adds the time to each comment: `{score/depth 123ms}`.
    #[default]
    Times,
    /// Adds nodes, selective depth and speed, in fastchess's notation: `{score/depth 123ms, n=5120, sd=15,
    /// nps=41626}`.
    Nodes,
    /// Adds the principal variation in standard notation, `pv="e4 e5"`, if the match saves variations.
    Variations,
}

/// A text that is not a [`Verbosity`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid verbosity {0:?}: use 0 to 5")]
pub struct UnknownVerbosity(String);

impl FromStr for Verbosity {
    type Err = UnknownVerbosity;

    fn from_str(text: &str) -> Result<Self, UnknownVerbosity> {
        match text {
            "0" => Ok(Self::Tags),
            "1" => Ok(Self::Moves),
            "2" => Ok(Self::Scores),
            "3" => Ok(Self::Times),
            "4" => Ok(Self::Nodes),
            "5" => Ok(Self::Variations),
            _ => Err(UnknownVerbosity(text.to_owned())),
        }
    }
}

/// PGN tags that are not part of the game record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// The name of the match.
    pub event: String,
    /// The site.
    pub site: String,
    /// The date as `YYYY.MM.DD`; `????.??.??` if empty.
    pub date: String,
    /// The round, `1.2` for the second game of the first.
    pub round: String,
    /// The players' search limits, White's first.
    pub limits: [Limits; 2],
}

/// The maximum width of a line of moves.
const LINE_WIDTH: usize = 79;

/// Writes a game, followed by an empty line.
pub fn write_game(record: &GameRecord, tags: &Tags, verbosity: Verbosity) -> String {
    let mut text = tag_lines(record, tags);
    text.push('\n');
    if verbosity == Verbosity::Tags {
        text.push_str(record.conclusion.result());
    } else {
        text.push_str(&movetext(record, verbosity));
    }
    text.push_str("\n\n");
    text
}

/// Returns the tags of a game, starting with the seven tag roster.
fn tag_lines(record: &GameRecord, tags: &Tags) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.extend(["[", name, " \"", &value, "\"]\n"]);
    };
    let or =
        |value: &str, unknown: &str| if value.is_empty() { unknown.to_owned() } else { value.to_owned() };
    tag("Event", &or(&tags.event, "?"));
    tag("Site", &or(&tags.site, "?"));
    tag("Date", &or(&tags.date, "????.??.??"));
    tag("Round", &or(&tags.round, "?"));
    tag("White", &or(&record.players[0], "?"));
    tag("Black", &or(&record.players[1], "?"));
    tag("Result", record.conclusion.result());
    if record.chess960 {
        tag("Variant", "Chess960");
    }
    if record.start != Position::default() {
        tag("SetUp", "1");
        tag("FEN", &if record.chess960 { record.start.to_shredder_fen() } else { record.start.to_fen() });
    }
    // Opening names apply to standard chess only.
    let moves = record.plies.iter().map(|ply| ply.mv);
    if let Some(named) = (!record.chess960).then(|| name_of_moves(&record.start, moves)).flatten() {
        tag("ECO", &named.opening.eco.to_string());
        tag("Opening", named.opening.name);
    }
    let [white, black] = [0, 1].map(|side| time_control(&tags.limits[side]));
    if white == black {
        tag("TimeControl", &white);
    } else {
        tag("WhiteTimeControl", &white);
        tag("BlackTimeControl", &black);
    }
    for (name, limits) in [("WhiteLimits", &tags.limits[0]), ("BlackLimits", &tags.limits[1])] {
        let has_more = limits.nodes.is_some() || limits.depth.is_some() || limits.ply.is_some();
        if has_more {
            tag(name, &limits.summary());
        }
    }
    tag("Termination", record.conclusion.termination());
    tag("PlyCount", &record.plies.len().to_string());
    text
}

/// Returns the time limit for PGN's `TimeControl`: the periods of a clock, `1/0.1` for a time per move, `-`
/// if there is none.
fn time_control(limits: &Limits) -> String {
    match (limits.movetime_ms, &limits.time_control) {
        (Some(ms), _) => format!("1/{}", ms as f64 / 1000.0),
        (None, Some(clock)) => clock.pgn_tag(),
        (None, None) => "-".to_owned(),
    }
}

fn movetext(record: &GameRecord, verbosity: Verbosity) -> String {
    let mut lines = Lines::default();
    let mut position = record.start;
    let mut needs_number = true;
    for ply in &record.plies {
        let number = position.fullmove_number();
        if position.turn().is_white() {
            lines.word(&format!("{number}."));
        } else if needs_number {
            lines.word(&format!("{number}..."));
        }
        lines.word(&position.san(ply.mv));
        let comment = comment(&position, ply.search.as_ref(), verbosity);
        needs_number = comment.is_some();
        if let Some(comment) = comment {
            // A short comment is not wrapped.
            if verbosity < Verbosity::Variations {
                lines.word(&format!("{{{comment}}}"));
            } else {
                lines.comment(&comment);
            }
        }
        position.play_unchecked(ply.mv);
    }
    lines.comment(&without_braces(&record.ending()));
    lines.word(record.conclusion.result());
    lines.text
}

/// Returns the comment for a move played in `position`; `None` if the verbosity has none.
fn comment(position: &Position, search: Option<&SearchReport>, verbosity: Verbosity) -> Option<String> {
    if verbosity < Verbosity::Scores {
        return None;
    }
    let Some(search) = search else { return Some("book".to_owned()) };
    let score = search.score.map_or_else(|| "?".to_owned(), |score| ScoreText(score).to_string());
    let mut text = format!("{score}/{}", search.depth.unwrap_or(0));
    if verbosity >= Verbosity::Times {
        text.extend([format!(" {}ms", search.time_ms.round())]);
    }
    if verbosity >= Verbosity::Nodes {
        let nps = search.nodes.filter(|_| search.time_ms > 0.0);
        let nps = nps.map(|nodes| (nodes as f64 * 1000.0 / search.time_ms).round());
        text.extend(search.nodes.map(|nodes| format!(", n={nodes}")));
        text.extend(search.seldepth.map(|seldepth| format!(", sd={seldepth}")));
        text.extend(nps.map(|nps| format!(", nps={nps}")));
    }
    if verbosity >= Verbosity::Variations && !search.pv.is_empty() {
        text.extend([format!(", pv=\"{}\"", san_line(position, &search.pv))]);
    }
    Some(text)
}

/// Formats moves in standard notation, up to the first illegal one.
fn san_line(start: &Position, moves: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        words.push(position.san(mv));
        position.play_unchecked(mv);
    }
    words.join(" ")
}

/// A score in c-chess-cli's notation.
struct ScoreText(Score);

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Score::Cp(cp) => write!(f, "{cp}"),
            Score::Mate(moves) if moves > 0 => write!(f, "M{moves}"),
            Score::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// A line-wrapping writer.
#[derive(Default)]
struct Lines {
    text: String,
    width: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        if self.width > 0 && self.width + 1 + word.len() > LINE_WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += word.len();
    }

    /// Adds a comment of several words, which may span lines.
    fn comment(&mut self, text: &str) {
        for word in format!("{{{text}}}").split(' ') {
            self.word(word);
        }
    }
}
