//! What a match leaves behind: files in the order of the games, and totals of the engines.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use tabia_arena::{GameRecord, Reason};
use tabia_chess::Color;

use super::MatchError;

/// A text file that grows.
#[derive(Debug)]
pub(super) struct Sink {
    file: File,
    path: PathBuf,
}

impl Sink {
    /// Opens a file to append to it, or to write it anew.
    pub(super) fn open(path: &Path, anew: bool) -> Result<Self, MatchError> {
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let file = opened.and_then(|file| if anew { file.set_len(0).map(|()| file) } else { Ok(file) });
        let error =
            |error: std::io::Error| MatchError::File { path: path.to_owned(), fault: error.to_string() };
        Ok(Self { file: file.map_err(error)?, path: path.to_owned() })
    }

    /// Adds text.
    pub(super) fn write(&mut self, text: &str) -> Result<(), MatchError> {
        let error =
            |error: std::io::Error| MatchError::File { path: self.path.clone(), fault: error.to_string() };
        self.file.write_all(text.as_bytes()).map_err(error)
    }
}

/// What an engine did in all of its games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EngineTotals {
    timeouts: u64,
    crashes: u64,
    illegal_moves: u64,
    moves: u64,
    nodes: u64,
    depths: u64,
    time_ms: f64,
}

impl EngineTotals {
    /// Adds a game in which the engine had a colour.
    pub(super) fn add(&mut self, record: &GameRecord, color: Color) {
        let start = record.start.turn();
        for (index, ply) in record.plies.iter().enumerate() {
            let mover = if index % 2 == 0 { start } else { !start };
            if let (true, Some(search)) = (mover == color, &ply.search) {
                self.moves += 1;
                self.nodes += search.nodes.unwrap_or(0);
                self.depths += u64::from(search.depth.unwrap_or(0));
                self.time_ms += search.time_ms;
            }
        }
        if record.conclusion.winner == Some(!color) {
            match record.conclusion.reason {
                Reason::TimeForfeit(_) => self.timeouts += 1,
                Reason::Disconnect | Reason::Stall => self.crashes += 1,
                Reason::IllegalMove => self.illegal_moves += 1,
                _ => {}
            }
        }
    }

    /// The totals in fastchess's words, with speed and depth behind.
    pub(super) fn report(&self, name: &str) -> String {
        let moves = self.moves.max(1) as f64;
        let nps = self.nodes as f64 / (self.time_ms / 1000.0).max(0.001);
        format!(
            "Player: {name}\n  Timeouts: {}\n  Crashed: {}\n  Illegal moves: {}\n  \
             Moves: {}, nodes: {}, time: {:.1} s, nps: {nps:.0}, time/move: {:.2} ms, nodes/move: {:.0}, depth: {:.1}\n",
            self.timeouts,
            self.crashes,
            self.illegal_moves,
            self.moves,
            self.nodes,
            self.time_ms / 1000.0,
            self.time_ms / moves,
            self.nodes as f64 / moves,
            self.depths as f64 / moves
        )
    }
}

/// Today in UTC, as PGN writes it.
pub(super) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs());
    date(seconds / 86_400)
}

/// The date of a day since 1970-01-01, by the Gregorian calendar: 400 years have 146,097 days, and a year
/// that begins in March has its leap day last.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_have_dates() {
        for (days, expected) in
            [(0, "1970.01.01"), (11_016, "2000.02.29"), (11_017, "2000.03.01"), (20_778, "2026.11.21")]
        {
            assert_eq!(super::date(days), expected);
        }
    }
}
