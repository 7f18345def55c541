//! `position`: sets up the position to search.

use std::fmt::Display;

use tabia_chess::fen::{TolerantFen, parse_tolerant};
use tabia_chess::{FenError, Position, PositionError, Setup};
use thiserror::Error;

use crate::host::{Host, say};
use crate::session::Session;

/// Why a `position` was rejected. The previous position remains.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum PositionRefused {
    #[error("position: invalid FEN: {0}")]
    Fen(#[from] FenError),
    #[error("position: {0}")]
    Illegal(#[from] PositionError),
}

impl Session {
    /// Sets the position. An unreadable or illegal position changes nothing; an unreadable or illegal move ends the
    /// move list, and the moves before it are played, as in other engines.
    ///
    /// Within a game each command repeats the previous one and adds a move or two; only those are played then.
    pub(crate) fn set_position(&mut self, host: &mut impl Host, command: tabia_uci::PositionCommand) {
        let goes_on = |game: &tabia_uci::PositionCommand| {
            game.fen == command.fen && command.moves.starts_with(&game.moves)
        };
        let known = self.game.as_ref().filter(|game| goes_on(game)).map(|game| game.moves.len());
        if known.is_none() {
            let start = match &command.fen {
                None => Position::default(),
                Some(fen) => match parse_start(fen, self.options.chess960) {
                    Ok((position, is_stale)) => {
                        if is_stale {
                            say(
                                host,
                                "position: castling rights without king and rook on their squares were dropped",
                            );
                        }
                        position
                    }
                    Err(error) => {
                        say(host, error.to_string());
                        return;
                    }
                },
            };
            self.moves = (start == Position::default()).then(Vec::new);
            self.position = start;
            self.history.clear();
            self.last_move = None;
        }
        // Set again once all moves are played.
        self.game = None;
        for (index, mv) in command.moves.iter().enumerate().skip(known.unwrap_or(0)) {
            let legal = match self.position.parse_uci(mv.as_str()) {
                Ok(legal) => legal,
                Err(error) => return report_move(host, index, &error),
            };
            self.history.push(self.position.repetition_key());
            self.position.play_unchecked(legal);
            self.last_move = Some(legal);
            if let Some(moves) = &mut self.moves {
                moves.push(legal);
            }
        }
        match &command.unreadable {
            Some(error) => report_move(host, command.moves.len(), error),
            None => self.game = Some(command),
        }
    }
}

/// Prints why the move list ends before this move, counted from 0.
fn report_move(host: &mut impl Host, index: usize, error: &impl Display) {
    say(host, format!("position: move {}: {error}; the moves before it were played", index + 1));
}

/// Parses the start of a game. Also returns whether castling rights were dropped that are valid only in Chess960 while
/// `UCI_Chess960` is off.
fn parse_start(fen: &str, is_chess960: bool) -> Result<(Position, bool), PositionRefused> {
    let (mut setup, names_rooks) = parse_setup(fen)?;
    let is_stale = !is_chess960 && setup.drop_stale_castling_rights(names_rooks);
    Ok((setup.position_lenient()?, is_stale))
}

/// Parses a FEN. Positions that can't arise in a game are accepted, as in other engines.
pub(crate) fn parse_fen(fen: &str) -> Result<Position, PositionRefused> {
    Ok(parse_setup(fen)?.0.position_lenient()?)
}

/// Parses a FEN, and whether its castling rights name the files of the rooks.
fn parse_setup(fen: &str) -> Result<(Setup, bool), FenError> {
    let TolerantFen { setup, names_rooks, ignored } = parse_tolerant(fen)?;
    match ignored {
        Some(words) => Err(FenError::Trailing(words)),
        None => Ok((setup, names_rooks)),
    }
}
