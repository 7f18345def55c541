//! The search limits of one engine.

use serde::{Deserialize, Serialize};
use tabia_chess::{Position, Role};
use thiserror::Error;

use crate::time_control::{TimeControl, TimeControlError, milliseconds};

/// The maximum search time of an engine without a time limit before it counts as stalled, in milliseconds.
pub const DEFAULT_TIMEOUT_MS: u64 = 60_000;

/// The limits of one engine. Several can be combined; the first one reached ends the search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The clock, if any.
    pub time_control: Option<TimeControl>,
    /// Time per move in milliseconds, instead of the clock.
    pub movetime_ms: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth in plies for the middlegame, increased as the game gets simpler: see [`phase_depth`].
    pub ply: Option<u32>,
    /// By how much the time may be exceeded without losing the game, in milliseconds.
    pub margin_ms: u64,
    /// The maximum search time without a time limit, in milliseconds.
    pub timeout_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time_control: None,
            movetime_ms: None,
            depth: None,
            nodes: None,
            ply: None,
            margin_ms: 0,
            timeout_ms: DEFAULT_TIMEOUT_MS,
        }
    }
}

/// Reason why a limit is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LimitError {
    /// An invalid time.
    #[error("{key}: {source}")]
    Time {
        /// The limit's name.
        key: String,
        /// The error.
        source: TimeControlError,
    },
    /// An invalid number.
    #[error("{key}: {value:?} is not a whole number of at least {least}")]
    Number {
        /// The limit's name.
        key: String,
        /// The invalid text.
        value: String,
        /// The smallest allowed value.
        least: u64,
    },
    /// No limit would end a search.
    #[error("no limit: set a clock (tc), a time per move (movetime), nodes or a depth (depth, ply)")]
    None,
}

impl LimitError {
    /// Returns the error without the limit's name, for places that already show the name.
    pub fn reason(&self) -> String {
        match self {
            Self::Time { source, .. } => source.to_string(),
            Self::Number { value, least, .. } => {
                format!("{value:?} is not a whole number of at least {least}")
            }
            Self::None => self.to_string(),
        }
    }
}

/// Formats a number with its unit.
fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl Limits {
    /// Sets a limit by its name on the command line: `tc`, `movetime` (or `st`), `depth`, `nodes`, `ply`,
    /// `timemargin` (milliseconds) and `timeout` (seconds). Returns whether there is a limit of this name.
    ///
    /// # Errors
    /// If the value is invalid for this limit.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, LimitError> {
        let time_error = |source| LimitError::Time { key: key.to_owned(), source };
        match key {
            "tc" => {
                self.time_control =
                    if value == "inf" { None } else { Some(value.parse().map_err(time_error)?) };
                self.movetime_ms = None;
            }
            "movetime" | "st" => {
                let time = milliseconds("time in seconds", value).map_err(time_error)?;
                if time == 0 {
                    return Err(time_error(TimeControlError::NoTime(value.to_owned())));
                }
                self.movetime_ms = Some(time);
                self.time_control = None;
            }
            "depth" | "plies" => self.depth = Some(number(key, value, 1)?),
            "nodes" => self.nodes = Some(number(key, value, 1)?),
            "ply" => self.ply = Some(number(key, value, 1)?),
            "timemargin" => self.margin_ms = number(key, value, 0)?,
            "timeout" => {
                self.timeout_ms = milliseconds("time in seconds", value).map_err(time_error)?.max(1);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Checks that some limit ends a search.
    ///
    /// # Errors
    /// If none does.
    pub fn validate(&self) -> Result<(), LimitError> {
        let Self { time_control, movetime_ms, depth, nodes, ply, .. } = self;
        let limited = time_control.is_some()
            || movetime_ms.is_some()
            || depth.is_some()
            || nodes.is_some()
            || ply.is_some();
        if limited { Ok(()) } else { Err(LimitError::None) }
    }

    /// Returns whether there is a clock or a time per move.
    pub const fn is_timed(&self) -> bool {
        self.time_control.is_some() || self.movetime_ms.is_some()
    }

    /// Returns the depth limit in a position: the smaller of the fixed depth and the depth by game phase.
    pub fn depth_in(&self, position: &Position) -> Option<u32> {
        let by_phase = self.ply.map(|base| phase_depth(position, base));
        [self.depth, by_phase].into_iter().flatten().min()
    }

    /// Returns a summary in fastchess's notation: `8+0.08`, `0.1/move`, `8 plies`, `5000 nodes`.
    pub fn summary(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.time_control.as_ref().map(ToString::to_string));
        parts.extend(self.movetime_ms.map(|ms| format!("{}/move", ms as f64 / 1000.0)));
        parts.extend(self.depth.map(|depth| counted(depth.into(), "ply", "plies")));
        parts.extend(self.ply.map(|ply| format!("{} by phase", counted(ply.into(), "ply", "plies"))));
        parts.extend(self.nodes.map(|nodes| counted(nodes, "node", "nodes")));
        parts.join(" ")
    }
}

fn number<T: TryFrom<u64>>(key: &str, value: &str, least: u64) -> Result<T, LimitError> {
    let number =
        value.parse().ok().filter(|&number: &u64| number >= least).and_then(|number| number.try_into().ok());
    number.ok_or_else(|| LimitError::Number { key: key.to_owned(), value: value.to_owned(), least })
}

/// Returns the depth for `ProDeo`'s "ply" testing: a base for the middlegame, plus 1 without queens, 2 in an
/// endgame, 3 with rooks only, 4 with minor pieces only, 5 with pawns only, and 1 with queens only.
///
/// The description of that method does not define an endgame; here it is a position without queens in which
/// each side has at most two pieces besides king and pawns.
pub fn phase_depth(position: &Position, base: u32) -> u32 {
    let has = |role: Role| position.by_role(role).any();
    let minor = has(Role::Knight) || has(Role::Bishop);
    let extra = match (has(Role::Queen), has(Role::Rook), minor) {
        (false, false, false) => 5,
        (false, false, true) => 4,
        (false, true, false) => 3,
        (false, true, true) if is_ending(position) => 2,
        (false, true, true) | (true, false, false) => 1,
        (true, _, _) => 0,
    };
    base.saturating_add(extra)
}

fn is_ending(position: &Position) -> bool {
    tabia_chess::Color::ALL.into_iter().all(|color| {
        let men = position.by_color(color);
        let small = position.by_role(Role::King) | position.by_role(Role::Pawn);
        (men & !small).count() <= 2
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse::<tabia_chess::Setup>().unwrap().position().unwrap()
    }

    #[test]
    fn depth_follows_the_phase() {
        let cases = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
            ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", 1),
            ("r1b1k3/pppppppp/8/8/8/8/PPPPPPPP/R1B1K3 w Qq - 0 1", 2),
            ("r3k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w Qq - 0 1", 3),
            ("2b1k3/pppppppp/8/8/8/8/PPPPPPPP/2B1K3 w - - 0 1", 4),
            ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 5),
            ("3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", 1),
        ];
        for (fen, extra) in cases {
            assert_eq!(phase_depth(&position(fen), 8), 8 + extra, "{fen}");
        }
    }

    #[test]
    fn limits_are_set_by_name() {
        let mut limits = Limits::default();
        assert_eq!(limits.validate(), Err(LimitError::None));
        for (key, value) in
            [("tc", "8+0.08"), ("nodes", "5000"), ("depth", "9"), ("timemargin", "0"), ("timeout", "2.5")]
        {
            assert_eq!(limits.set(key, value), Ok(true), "{key}");
        }
        assert_eq!(limits.summary(), "8+0.08 9 plies 5000 nodes");
        assert_eq!(limits.timeout_ms, 2500);
        assert_eq!(limits.set("movetime", "0.123"), Ok(true));
        assert_eq!(
            (limits.movetime_ms, &limits.time_control),
            (Some(123), &None),
            "movetime replaces the clock"
        );
        assert_eq!(limits.set("tc", "inf"), Ok(true));
        assert_eq!((limits.movetime_ms, &limits.time_control), (None, &None));
        assert_eq!(limits.set("proto", "uci"), Ok(false));
        for (key, value) in [("tc", "x"), ("depth", "0"), ("nodes", "-1"), ("nodes", "1e5"), ("st", "")] {
            assert!(limits.set(key, value).is_err(), "{key}={value}");
        }
    }
}
