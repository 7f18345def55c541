//! Options that select games.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tabia_book_tools::filter::{EcoRange, ParseDateError, PartialDate};
use tabia_chess::Position;
use tabia_library::{Bounds, EloOf, Flag, GameDate, MaterialFilter, Query};
use tabia_pgn::GameResult;

use super::error::GamesFailure;
use crate::commands::line_of_moves::moves_of;
use crate::number::whole;

/// A position, by moves or a FEN.
#[derive(Debug, Args)]
#[command(next_help_heading = "A position")]
pub(super) struct PositionArgs {
    /// The moves to the position, as "e4 e5 Nf3"
    #[arg(long, value_name = "LINE")]
    moves: Option<String>,
    /// The position, or the one at which the moves begin
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

impl PositionArgs {
    /// Parses the position, if one is given.
    pub(super) fn position(&self) -> Result<Option<Position>, GamesFailure> {
        let mut position = match &self.fen {
            None if self.moves.is_none() => return Ok(None),
            None => Position::default(),
            Some(fen) => {
                let position = tabia_pgn::position_from_fen(fen);
                position.map_err(|reason| GamesFailure::Fen { fen: fen.clone(), reason })?.0
            }
        };
        moves_of(&mut position, self.moves.as_deref().unwrap_or_default())?;
        Ok(Some(position))
    }
}

/// Which games are meant. Names are looked for word by word, without case and accents.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which games")]
pub(super) struct GamesFilterArgs {
    /// A player of either colour: "carlsen m" finds "Carlsen, Magnus"
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// White
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Black
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// The event
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// The place
    #[arg(long, value_name = "NAME")]
    site: Option<String>,
    /// The opening's name
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Openings such as B20-B99, C65 or D; can be repeated
    #[arg(long, value_name = "RANGE")]
    eco: Vec<EcoRange>,
    /// A result; can be repeated
    #[arg(long, value_name = "RESULT", value_parser = results())]
    result: Vec<GameResult>,
    /// The first date: 2010, 2010.05 or 2010.05.17
    #[arg(long, value_name = "DATE", value_parser = date)]
    from: Option<GameDate>,
    /// The last date
    #[arg(long, value_name = "DATE", value_parser = date)]
    to: Option<GameDate>,
    /// The minimum Elo
    #[arg(long, value_name = "ELO", value_parser = whole::<u16>(0..=u16::MAX))]
    min_elo: Option<u16>,
    /// The maximum Elo
    #[arg(long, value_name = "ELO", value_parser = whole::<u16>(0..=u16::MAX))]
    max_elo: Option<u16>,
    /// Whose Elo counts
    #[arg(long, value_name = "WHOSE", default_value = "both", value_parser = elo_of())]
    elo_of: EloOf,
    /// The minimum number of half-moves
    #[arg(long, value_name = "N", value_parser = whole::<u16>(0..=u16::MAX))]
    min_plies: Option<u16>,
    /// The maximum number of half-moves
    #[arg(long, value_name = "N", value_parser = whole::<u16>(0..=u16::MAX))]
    max_plies: Option<u16>,
    /// What is left at the end, or stood on the board with --any-time: both sides' chessmen, as KRPKR, or rook, pawn, queen, bishop, knight, minor-pieces, rook-and-minor
    #[arg(long, value_name = "MATERIAL")]
    material: Option<MaterialFilter>,
    /// Find the material with the colours exchanged too
    #[arg(long, requires = "material")]
    either_colour: bool,
    /// Find games that had the material at any time, for two positions in a row or at the end: they are replayed, which takes longer
    #[arg(long, requires = "material")]
    any_time: bool,
    /// Only games with this property: error, set-up, chess960 or variations; can be repeated
    #[arg(long, value_name = "WHAT", value_parser = flags())]
    only: Vec<Flag>,
    /// No games with this property; can be repeated
    #[arg(long, value_name = "WHAT", value_parser = flags())]
    no: Vec<Flag>,
}

impl GamesFilterArgs {
    /// Returns the query of the options, with a position if one is given.
    pub(super) fn query(&self, position: Option<&Position>) -> Query {
        Query {
            player: self.player.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            elo: Bounds { min: self.min_elo, max: self.max_elo },
            elo_of: self.elo_of,
            results: self.result.clone(),
            from: self.from,
            to: self.to,
            eco: self.eco.clone(),
            opening: self.opening.clone(),
            event: self.event.clone(),
            site: self.site.clone(),
            plies: Bounds { min: self.min_plies, max: self.max_plies },
            material: self.material.clone(),
            material_of_either_colour: self.either_colour,
            material_anywhere: self.any_time,
            with: self.only.clone(),
            without: self.no.clone(),
            position: position.map(Position::repetition_key),
        }
    }
}

/// Parses a date more strictly than in tags: there an invalid date counts as unknown, and a search for it would find nothing.
fn date(text: &str) -> Result<GameDate, ParseDateError> {
    text.parse::<PartialDate>().map(|_| GameDate::of_tag(text.as_bytes()))
}

fn results() -> impl TypedValueParser<Value = GameResult> {
    PossibleValuesParser::new(["1-0", "0-1", "1/2-1/2", "*"])
        .map(|result| GameResult::parse(&result).unwrap_or_default())
}

fn elo_of() -> impl TypedValueParser<Value = EloOf> {
    PossibleValuesParser::new(["both", "either", "average"]).map(|whose| match whose.as_str() {
        "either" => EloOf::Either,
        "average" => EloOf::Average,
        _ => EloOf::Both,
    })
}

fn flags() -> impl TypedValueParser<Value = Flag> {
    PossibleValuesParser::new(["error", "set-up", "chess960", "variations"]).map(|flag| match flag.as_str() {
        "set-up" => Flag::SetUp,
        "chess960" => Flag::Chess960,
        "variations" => Flag::Variations,
        _ => Flag::Error,
    })
}
