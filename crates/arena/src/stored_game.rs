//! The storage format of games: compact JSON that can be converted back into records.

use serde::{Deserialize, Serialize};
use tabia_chess::{Color, Position, Setup};
use tabia_uci::Score;
use thiserror::Error;

use crate::openings::{moves_from_text, moves_text};
use crate::record::{GameRecord, Ply, SearchReport, Warning};
use crate::termination::Conclusion;
use tabia_stats::PlayerResult;

/// The finished games of a unit, for storage, export and merging.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairRecord {
    /// The unit's number in the schedule.
    pub unit: usize,
    /// A short id of the browser or computer that played it; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub host: String,
    /// The host's worker or thread that played it, from 0.
    #[serde(default)]
    pub worker: u16,
    /// When its last game ended, in milliseconds since 1970 (UTC); 0 if unknown.
    #[serde(default)]
    pub finished_ms: u64,
    /// Its games in order, as many as scheduled.
    pub games: Vec<StoredGame>,
}

/// A stored game. Per-ply lists start after the opening: their first entry belongs to move number `opening`
/// (from 0), and every later move has one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredGame {
    /// The players' names, White's first.
    pub players: [String; 2],
    /// The start position as FEN; empty for the standard one. Chess960 games use file letters for castling
    /// rights.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fen: String,
    /// Whether castling needs Chess960 notation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chess960: bool,
    /// The number of plies before the first search: the opening, and any moves from the engines' own books
    /// that follow it directly.
    #[serde(default)]
    pub opening: usize,
    /// Later plies from an engine's own book, numbered from 0. Their list entries are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub book: Vec<usize>,
    /// The moves in UCI, including the opening, separated by spaces.
    pub moves: String,
    /// Scores from the mover's point of view: centipawns, or `"#3"` and `"#-3"` for mates.
    #[serde(default)]
    pub scores: Vec<Option<StoredScore>>,
    /// Depths in plies.
    #[serde(default)]
    pub depths: Vec<Option<u32>>,
    /// Selective depths in plies.
    #[serde(default)]
    pub seldepths: Vec<Option<u32>>,
    /// Nodes searched.
    #[serde(default)]
    pub nodes: Vec<Option<u64>>,
    /// Times by the referee's clock, in microseconds.
    #[serde(default)]
    pub times_us: Vec<u64>,
    /// Positions at the ends of principal variations, as FEN; empty unless samples need them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resolved: Vec<Option<String>>,
    /// Principal variations as UCI moves separated by spaces, starting with the move played; empty if the
    /// match does not save them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pvs: Vec<Option<String>>,
    /// The result and its reason.
    pub conclusion: Conclusion,
    /// Details about the end, such as the illegal move or why the engine disconnected.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Problems with the engines' output: ply, colour (`w` or `b`), text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<(usize, char, String)>,
}

/// A score in JSON: a number of centipawns, or `"#3"` and `"#-3"` for a mate in that many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ScoreJson", into = "ScoreJson")]
pub struct StoredScore(pub Score);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ScoreJson {
    Cp(i32),
    Mate(String),
}

impl From<StoredScore> for ScoreJson {
    fn from(StoredScore(score): StoredScore) -> Self {
        match score {
            Score::Cp(cp) => Self::Cp(cp),
            Score::Mate(moves) => Self::Mate(format!("#{moves}")),
        }
    }
}

impl TryFrom<ScoreJson> for StoredScore {
    type Error = String;

    fn try_from(json: ScoreJson) -> Result<Self, String> {
        match json {
            ScoreJson::Cp(cp) => Ok(Self(Score::Cp(cp))),
            ScoreJson::Mate(text) => text
                .strip_prefix('#')
                .and_then(|moves| moves.parse().ok())
                .map(|moves| Self(Score::Mate(moves)))
                .ok_or_else(|| format!("invalid score {text:?}: use a number of centipawns or \"#3\"")),
        }
    }
}

impl std::fmt::Display for StoredScore {
    /// Centipawns with a sign, or a mate as `#3`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Score::Cp(cp) => write!(f, "{cp:+}"),
            Score::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// Reason why a stored game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoredGameError {
    /// An invalid position.
    #[error("{what}: {error}")]
    Position {
        /// Which position.
        what: &'static str,
        /// The error.
        error: String,
    },
    /// An illegal move.
    #[error("{0}")]
    Moves(String),
    /// A list of the wrong length.
    #[error("{what} has {found} entries, but {expected} moves were played after the opening")]
    Length {
        /// The list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The expected length.
        expected: usize,
    },
    /// Book plies that are out of order or not after the opening.
    #[error("book must have numbers of plies after the opening ({opening} to {plies}), in order")]
    Book {
        /// The number of opening plies.
        opening: usize,
        /// The total number of plies.
        plies: usize,
    },
    /// A colour that is neither `w` nor `b`.
    #[error("invalid colour {0:?}: use w or b")]
    Color(char),
}

impl StoredGame {
    /// Returns the result from one colour's point of view; `None` for a game that does not count.
    pub fn result_for(&self, color: Color) -> Option<PlayerResult> {
        self.conclusion.result_for(color)
    }

    /// Returns the number of plies, including the opening.
    pub fn plies(&self) -> usize {
        self.moves.split_ascii_whitespace().count()
    }

    /// Returns the side to move after the opening; White if the position cannot be read.
    pub fn first_mover(&self) -> Color {
        let black_begins = self.fen.split_ascii_whitespace().nth(1) == Some("b");
        if black_begins == (self.opening % 2 == 1) { Color::White } else { Color::Black }
    }

    /// Returns the number of plies after the opening, if the per-ply lists show which of them were searched.
    ///
    /// Earlier versions omitted plies from an engine's own book without marking them, so the entries of those
    /// games cannot be assigned to plies; then it is `None`. Their moves and results are still valid.
    fn searched(&self) -> Result<Option<usize>, StoredGameError> {
        let plies = self.plies();
        let expected = plies.saturating_sub(self.opening);
        let are_places = self.book.iter().all(|place| (self.opening..plies).contains(place));
        if !are_places || !self.book.is_sorted_by(|a, b| a < b) {
            return Err(StoredGameError::Book { opening: self.opening, plies });
        }
        let optional = |list: usize| (list > 0).then_some(list);
        let lengths = [
            ("scores", Some(self.scores.len())),
            ("depths", Some(self.depths.len())),
            ("seldepths", Some(self.seldepths.len())),
            ("nodes", Some(self.nodes.len())),
            ("times_us", Some(self.times_us.len())),
            ("resolved", optional(self.resolved.len())),
            ("pvs", optional(self.pvs.len())),
        ];
        let is_left_out = self.times_us.len() < expected && self.book.is_empty();
        let common = if is_left_out { self.times_us.len() } else { expected };
        for (what, found) in lengths {
            if let Some(found) = found.filter(|&found| found != common) {
                return Err(StoredGameError::Length { what, found, expected });
            }
        }
        Ok((!is_left_out).then_some(expected))
    }

    /// Returns whether a ply after the opening, numbered from the start of the game, came from an engine's
    /// own book.
    fn is_from_book(&self, ply: usize) -> bool {
        self.book.binary_search(&ply).is_ok()
    }

    /// Returns the numbers of a colour's searched plies, counted from the end of the opening; empty if
    /// unknown.
    pub(crate) fn searches_of(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        let own = usize::from(self.first_mover() != color);
        let searched = self.searched().ok().flatten().unwrap_or(0);
        let is_book = move |index: usize| self.is_from_book(self.opening.saturating_add(index));
        (own..searched).step_by(2).filter(move |&index| !is_book(index))
    }

    /// Converts the game back into the referee's record, with times rounded to microseconds. If an earlier
    /// version did not mark which plies were searched, every search is empty.
    ///
    /// # Errors
    /// If a position or move is illegal or a list has the wrong length, which this program never writes.
    pub fn record(&self) -> Result<GameRecord, StoredGameError> {
        let position = |what, fen: &str| -> Result<Position, StoredGameError> {
            let error = |error: String| StoredGameError::Position { what, error };
            let setup: Setup = fen.parse().map_err(|fault| error(format!("{fault}")))?;
            setup.position_lenient().map_err(|fault| error(fault.to_string()))
        };
        let start = if self.fen.is_empty() { Position::default() } else { position("fen", &self.fen)? };
        let moves = moves_from_text(start, &self.moves).map_err(StoredGameError::Moves)?;
        let is_known = self.searched()?.is_some();
        let mut plies = Vec::with_capacity(moves.len());
        let mut before = start;
        for (index, &mv) in moves.iter().enumerate() {
            let index = index.checked_sub(self.opening).filter(|_| !self.is_from_book(index));
            let search = index.map(|index| -> Result<_, StoredGameError> {
                if !is_known {
                    return Ok(SearchReport::default());
                }
                let resolved = self.resolved.get(index).and_then(Option::as_ref);
                let pv = self.pvs.get(index).and_then(Option::as_ref);
                let pv = pv.map(|pv| moves_from_text(before, pv)).transpose();
                Ok(SearchReport {
                    score: self.scores[index].map(|StoredScore(score)| score),
                    depth: self.depths[index],
                    seldepth: self.seldepths[index],
                    nodes: self.nodes[index],
                    time_ms: self.times_us[index] as f64 / 1000.0,
                    pv: pv.map_err(StoredGameError::Moves)?.unwrap_or_default(),
                    resolved: resolved.map(|fen| position("resolved", fen)).transpose()?.map(Box::new),
                })
            });
            plies.push(Ply { mv, search: search.transpose()? });
            before.play_unchecked(mv);
        }
        let warnings = self.warnings.iter().map(|(ply, color, message)| {
            let color = match color {
                'w' => Color::White,
                'b' => Color::Black,
                other => return Err(StoredGameError::Color(*other)),
            };
            Ok(Warning { ply: *ply, color, message: message.clone() })
        });
        Ok(GameRecord {
            players: self.players.clone(),
            start,
            chess960: self.chess960,
            plies,
            conclusion: self.conclusion,
            detail: self.detail.clone(),
            warnings: warnings.collect::<Result<_, _>>()?,
        })
    }
}

/// The optional data stored with a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keep {
    /// The positions at the ends of principal variations, for samples.
    pub resolved: bool,
    /// The principal variations.
    pub variations: bool,
}

impl StoredGame {
    /// Converts a record for storage.
    pub fn new(record: &GameRecord, keep: Keep) -> Self {
        let GameRecord { players, start, chess960, plies, conclusion, detail, warnings } = record;
        let fen = |position: &Position| {
            if *chess960 { position.to_shredder_fen() } else { position.to_fen() }
        };
        let opening = plies.iter().take_while(|ply| ply.search.is_none()).count();
        let played = plies.get(opening..).unwrap_or_default();
        let searches = || played.iter().map(|ply| ply.search.as_ref());
        let resolved = || searches().map(|s| s?.resolved.as_deref().map(&fen)).collect();
        Self {
            players: players.clone(),
            fen: if *start == Position::default() { String::new() } else { fen(start) },
            chess960: *chess960,
            opening,
            book: (opening..).zip(played).filter(|(_, ply)| ply.search.is_none()).map(|(at, _)| at).collect(),
            moves: moves_text(*start, plies.iter().map(|ply| ply.mv), *chess960),
            scores: searches().map(|s| s?.score.map(StoredScore)).collect(),
            depths: searches().map(|s| s?.depth).collect(),
            seldepths: searches().map(|s| s?.seldepth).collect(),
            nodes: searches().map(|s| s?.nodes).collect(),
            times_us: searches().map(|s| s.map_or(0, |s| (s.time_ms * 1000.0).round() as u64)).collect(),
            resolved: if keep.resolved { resolved() } else { Vec::new() },
            pvs: if keep.variations { variations(record, opening) } else { Vec::new() },
            conclusion: *conclusion,
            detail: detail.clone(),
            warnings: warnings
                .iter()
                .map(|w| (w.ply, if w.color.is_white() { 'w' } else { 'b' }, w.message.clone()))
                .collect(),
        }
    }
}

impl From<&GameRecord> for StoredGame {
    /// Converts a record for storage, with everything known.
    fn from(record: &GameRecord) -> Self {
        Self::new(record, Keep { resolved: true, variations: true })
    }
}

/// Returns the principal variations after the opening as UCI; empty if there are none.
fn variations(record: &GameRecord, opening: usize) -> Vec<Option<String>> {
    let text = |(before, ply): (Position, &Ply)| {
        let pv = &ply.search.as_ref()?.pv;
        (!pv.is_empty()).then(|| moves_text(before, pv.iter().copied(), record.chess960))
    };
    let texts: Vec<Option<String>> = record.positions().zip(&record.plies).skip(opening).map(text).collect();
    if texts.iter().all(Option::is_none) { Vec::new() } else { texts }
}
