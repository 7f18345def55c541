//! Text output for games: PGN, training data, final positions, lines and reports in fastchess's format,
//! communication logs.
//!
//! All of it is produced unit by unit, so that it can be streamed during a match.

pub mod lines;
pub mod log;
pub mod pgn;
pub mod report;
pub mod sample;
pub mod standing;

use crate::match_progress::MatchProgress;
use crate::record::GameRecord;
use crate::schedule::{GamePair, ScheduledGame};
use crate::stored_game::{PairRecord, StoredGameError};

use self::pgn::{Tags, Verbosity};

/// The text output for one unit.
#[derive(Clone, Debug)]
pub struct PairOutput<'a> {
    lab: &'a MatchProgress,
    unit: GamePair,
    host: String,
    finished_ms: u64,
    records: Vec<GameRecord>,
}

/// The default value of PGN's `Site`.
const SITE: &str = "Tabia";

impl MatchProgress {
    /// Prepares the text output for a unit of this match.
    ///
    /// # Errors
    /// If a game cannot be replayed.
    pub fn output(&self, record: &PairRecord) -> Result<PairOutput<'_>, StoredGameError> {
        let records =
            record.games.iter().map(crate::stored_game::StoredGame::record).collect::<Result<_, _>>()?;
        let unknown =
            GamePair { id: record.unit, round: 0, encounter: 0, engines: [0, 0], games: Vec::new() };
        let unit = self.schedule().unit(record.unit).unwrap_or(unknown);
        Ok(PairOutput {
            lab: self,
            unit,
            host: record.host.clone(),
            finished_ms: record.finished_ms,
            records,
        })
    }
}

impl PairOutput<'_> {
    /// Returns the games as PGN, each followed by an empty line.
    pub fn pgn(&self, verbosity: Verbosity) -> String {
        self.games().map(|(record, game)| pgn::write_game(record, &self.tags(game), verbosity)).collect()
    }

    /// Returns one game as PGN, by its index in the unit; `None` if the index is out of range.
    pub fn game_pgn(&self, index: usize, verbosity: Verbosity) -> Option<String> {
        let (record, game) = self.games().nth(index)?;
        Some(pgn::write_game(record, &self.tags(game), verbosity))
    }

    fn games(&self) -> impl Iterator<Item = (&GameRecord, &ScheduledGame)> {
        self.records.iter().zip(&self.unit.games)
    }

    fn tags(&self, game: &ScheduledGame) -> Tags {
        let settings = self.lab.settings();
        let limits = |engine: usize| {
            settings.engines.get(engine).map(|engine| engine.limits.clone()).unwrap_or_default()
        };
        Tags {
            event: settings.event_name(),
            site: if settings.site.is_empty() { self.site() } else { settings.site.clone() },
            date: date(self.finished_ms),
            round: format!("{}.{}", self.unit.round + 1, game.number_in_round + 1),
            limits: [limits(game.white), limits(game.black)],
        }
    }

    /// Returns the default site: this program, and the computer or browser.
    fn site(&self) -> String {
        if self.host.is_empty() { SITE.to_owned() } else { format!("{SITE} ({})", self.host) }
    }

    /// Returns the samples as `fen,score,result` lines; empty if the match takes none.
    pub fn samples(&self) -> String {
        let settings = self.lab.settings();
        let Some(options) = settings.sample else { return String::new() };
        let of_game = |(record, game): (&GameRecord, &ScheduledGame)| {
            let seed = settings.seed.wrapping_add(game.number as u64);
            sample::samples(record, options, settings.adjudication, seed)
        };
        self.games().map(of_game).collect()
    }

    /// Returns the last position of each game as a line of EPD: `id` is the number of the game in the match,
    /// `c0` the players, `c1` the ending, and `c9` the result, where tuning programs look for it.
    pub fn final_epd(&self) -> String {
        self.games().map(|(record, game)| final_line(record, game)).collect()
    }

    /// Returns the `Started game` and `Finished game` lines of each game, and a line for each warning.
    pub fn lines(&self) -> String {
        let names = self.lab.settings().names();
        let total = self.lab.schedule().total_games();
        let mut text = String::new();
        for (record, game) in self.games() {
            for line in [lines::started_line(game, total, &names), lines::finished_line(game, &names, record)]
            {
                text.extend([&line, "\n"]);
            }
            for warning in &record.warnings {
                text += &lines::warning_line(game, &record.players, warning);
                text.push('\n');
            }
        }
        text
    }
}

/// Formats the last position of a game as EPD, with a line end.
fn final_line(record: &GameRecord, game: &ScheduledGame) -> String {
    let position = record.final_position();
    // Chess960 games use file letters for castling rights.
    let fen = if record.chess960 { position.to_shredder_fen() } else { position.to_fen() };
    let fields = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    // EPD cannot represent a quotation mark inside a string.
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "'"));
    let [white, black] = &record.players;
    format!(
        "{fields} hmvc {}; fmvn {}; id {}; c0 {}; c1 {}; c9 {};\n",
        position.halfmove_clock(),
        position.fullmove_number(),
        quoted(&format!("game {}", game.number + 1)),
        quoted(&format!("{white} vs {black}")),
        quoted(&record.ending()),
        quoted(record.conclusion.result()),
    )
}

/// Formats a time in milliseconds since 1970 (UTC) as a PGN date; empty for 0. Gregorian calendar: 400 years
/// have 146,097 days, and in a year that starts in March the leap day comes last.
pub fn date(ms: u64) -> String {
    if ms == 0 {
        return String::new();
    }
    let days = ms / 86_400_000 + 719_468;
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
            [(1, "1970.01.02"), (11_016, "2000.02.29"), (11_017, "2000.03.01"), (20_778, "2026.11.21")]
        {
            assert_eq!(super::date(days * 86_400_000 + 7), expected);
        }
        assert_eq!(super::date(0), "");
    }
}
