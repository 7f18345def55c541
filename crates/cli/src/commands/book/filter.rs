//! Options that select games.

use crate::number::whole;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, ValueEnum};
use tabia_book_tools::filter::{
    BookSide, DateRange, EcoRange, GameFilter, PartialDate, PlayerFilter, Unknown,
};
use tabia_pgn::GameResult;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Side {
    White,
    Black,
}

/// Which games are taken.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which games")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option without a value")]
pub(super) struct BookFilterArgs {
    /// The minimum Elo of both sides
    #[arg(long, value_name = "ELO", value_parser = whole::<u16>(0..=u16::MAX))]
    elo: Option<u16>,
    /// The minimum Elo of White
    #[arg(long, value_name = "ELO", value_parser = whole::<u16>(0..=u16::MAX))]
    white_elo: Option<u16>,
    /// The minimum Elo of Black
    #[arg(long, value_name = "ELO", value_parser = whole::<u16>(0..=u16::MAX))]
    black_elo: Option<u16>,
    /// Include games without an Elo
    #[arg(long)]
    keep_unknown_elo: bool,
    /// A result to include; can be repeated
    #[arg(long, value_name = "RESULT", value_parser = results())]
    result: Vec<GameResult>,
    /// A player, by part of the name; can be repeated
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Match whole names, whatever their case
    #[arg(long)]
    exact_player: bool,
    /// The player's side
    #[arg(long, value_name = "SIDE", requires = "player")]
    player_side: Option<Side>,
    /// The first date: 2010, 2010.05 or 2010.05.17
    #[arg(long, value_name = "DATE")]
    from: Option<PartialDate>,
    /// The last date
    #[arg(long, value_name = "DATE")]
    to: Option<PartialDate>,
    /// Include games without a date
    #[arg(long)]
    keep_unknown_date: bool,
    /// Openings such as B20-B99, C65 or D; can be repeated
    #[arg(long, value_name = "RANGE")]
    eco: Vec<EcoRange>,
    /// Include games without an ECO code
    #[arg(long)]
    keep_unknown_eco: bool,
    /// Use only the first of games with the same players and moves
    #[arg(long)]
    no_duplicates: bool,
}

impl BookFilterArgs {
    /// Returns the filter that the options describe.
    pub(super) fn filter(&self) -> GameFilter {
        let unknown = |keep| if keep { Unknown::Keep } else { Unknown::LeaveOut };
        GameFilter {
            white_elo: self.white_elo.or(self.elo),
            black_elo: self.black_elo.or(self.elo),
            unknown_elo: unknown(self.keep_unknown_elo),
            results: self.result.clone(),
            players: self.players(),
            dates: DateRange { from: self.from, to: self.to },
            unknown_date: unknown(self.keep_unknown_date),
            eco: self.eco.clone(),
            unknown_eco: unknown(self.keep_unknown_eco),
            no_duplicates: self.no_duplicates,
        }
    }

    /// Returns the selected players.
    pub(super) fn players(&self) -> Vec<PlayerFilter> {
        let side = self.player_side.map(|side| match side {
            Side::White => BookSide::White,
            Side::Black => BookSide::Black,
        });
        let player = |name: &String| PlayerFilter { name: name.clone(), exact: self.exact_player, side };
        self.player.iter().map(player).collect()
    }
}

fn results() -> impl clap::builder::TypedValueParser<Value = GameResult> {
    PossibleValuesParser::new(["1-0", "0-1", "1/2-1/2", "*"])
        .map(|result| GameResult::parse(&result).unwrap_or_default())
}
