//! Finished games as PGN, as much of them as c-chess-cli's verbosity says.

use std::fmt;
use std::str::FromStr;

use tabia_chess::Position;
use tabia_uci::Score;

use crate::record::{GameRecord, SearchReport};

/// How much a PGN file says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verbosity {
    /// Tags and results only, for rating programs.
    Tags,
    /// And the moves.
    Moves,
    /// And a comment `{score/depth}` for each move, the score in centipawns or as `M5` and `-M5`.
    Scores,
    /// And the time in each comment: `{score/depth 123ms}`.
    #[default]
    Times,
}

impl FromStr for Verbosity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "0" => Ok(Self::Tags),
            "1" => Ok(Self::Moves),
            "2" => Ok(Self::Scores),
            "3" => Ok(Self::Times),
            _ => Err(format!("{text:?} is no verbosity: 0, 1, 2 or 3")),
        }
    }
}

/// The tags that a game does not know itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// The name of the match.
    pub event: String,
    /// Where it was played.
    pub site: String,
    /// The day as `YYYY.MM.DD`; `????.??.??` when empty.
    pub date: String,
    /// The round, `1.2` for the second game of the first.
    pub round: String,
    /// The players' time controls, White's first; empty ones are left out.
    pub time_controls: [String; 2],
}

/// The widest a line of moves gets.
const LINE_WIDTH: usize = 79;

/// Writes a game, with an empty line behind it.
pub fn write_game(record: &GameRecord, tags: &Tags, verbosity: Verbosity) -> String {
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
    let [white, black] = &tags.time_controls;
    if white == black {
        if !white.is_empty() {
            tag("TimeControl", white);
        }
    } else {
        tag("WhiteTimeControl", &or(white, "-"));
        tag("BlackTimeControl", &or(black, "-"));
    }
    tag("Termination", record.conclusion.termination());
    tag("PlyCount", &record.plies.len().to_string());
    text.push('\n');
    if verbosity == Verbosity::Tags {
        text.push_str(record.conclusion.result());
    } else {
        text.push_str(&movetext(record, verbosity));
    }
    text.push_str("\n\n");
    text
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
        let comment = comment(ply.search.as_ref(), verbosity);
        needs_number = comment.is_some();
        if let Some(comment) = comment {
            lines.word(&format!("{{{comment}}}"));
        }
        position.play_unchecked(ply.mv);
    }
    lines.comment(&record.conclusion.to_string());
    lines.word(record.conclusion.result());
    lines.text
}

fn comment(search: Option<&SearchReport>, verbosity: Verbosity) -> Option<String> {
    if verbosity < Verbosity::Scores {
        return None;
    }
    let Some(search) = search else { return Some("book".to_owned()) };
    let score = search.score.map_or_else(|| "?".to_owned(), |score| ScoreText(score).to_string());
    let depth = search.depth.unwrap_or(0);
    Some(match verbosity {
        Verbosity::Times => format!("{score}/{depth} {}ms", search.time_ms.round()),
        _ => format!("{score}/{depth}"),
    })
}

/// A score as c-chess-cli writes it.
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

/// Words on lines that are not too wide.
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

    /// A comment of several words, which may go over several lines.
    fn comment(&mut self, text: &str) {
        for word in format!("{{{text}}}").split(' ') {
            self.word(word);
        }
    }
}
