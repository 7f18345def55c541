//! A game, as stored and as played.
//!
//! [`PlayedGame`] is a single value that is saved after every move. [`LiveGame`] adds the positions and applies
//! the rules: legal moves, game endings and draw claims.

use serde::{Deserialize, Serialize};
use tabia_chess::{Color, Move, Position};
use thiserror::Error;

use super::clock::ClockStates;
use super::dead::{MAX_POSITIONS, is_dead};
use super::ending::{DrawClaim, EndReason, GameEnd};
use super::setup::{PlaySetup, StartFault, StartPosition};
use crate::language::tr;

/// Engine's evaluation of the position after its move, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveEvaluation {
    /// Centipawns; `None` for a mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Moves to mate, negative if Black mates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// A move that was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move in UCI, with castling as king takes rook in Chess960.
    pub uci: String,
    /// Time taken, in milliseconds.
    pub time_ms: f64,
    /// State of both clocks at the start of the turn.
    #[serde(default)]
    pub before: ClockStates,
    /// State of both clocks after the move.
    #[serde(default)]
    pub after: ClockStates,
    /// Evaluation by the engine that played it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<MoveEvaluation>,
    /// Whether it is a book move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_book: bool,
}

/// A stored game: everything needed to resume it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayedGame {
    /// A UUID.
    pub id: String,
    /// Set-up of the game.
    pub setup: PlaySetup,
    /// Start time in milliseconds since 1970.
    pub started_ms: f64,
    /// Time of the last save, in milliseconds since 1970.
    pub stored_ms: f64,
    /// Moves played, without those of the start.
    pub moves: Vec<PlayedMove>,
    /// State of both clocks at the start of the current turn.
    pub clocks: ClockStates,
    /// Time spent on the current turn so far, in milliseconds.
    pub spent_ms: f64,
    /// Whether the clocks are stopped until the user resumes.
    pub is_paused: bool,
    /// Whether the user saved the game for later: it isn't opened automatically with the page.
    pub is_aside: bool,
    /// Side that offers a draw: `true` for White.
    pub draw_offer: Option<bool>,
    /// End of the game, once it is over.
    pub end: Option<GameEnd>,
    /// Number of takebacks.
    pub takebacks: u32,
    /// Number of hints given.
    pub hints: u32,
    /// Whether a clock was adjusted by hand.
    pub was_clock_set: bool,
    /// Id among the saved games; empty until the first move.
    pub kept_id: String,
    /// Revision among the saved games.
    pub kept_revision: u64,
}

impl PlayedGame {
    /// Whether the result says something about the player: a finished game against an engine without help, with an
    /// even start.
    pub fn is_rated(&self) -> bool {
        self.setup.human().is_some()
            && self.end.is_some_and(|end| end.counts())
            && self.takebacks == 0
            && self.hints == 0
            && !self.was_clock_set
            && self.setup.start.is_even()
    }

    /// Returns the side that offers a draw.
    pub fn offered_by(&self) -> Option<Color> {
        self.draw_offer.map(|is_white| if is_white { Color::White } else { Color::Black })
    }
}

/// Reason why an action in a game is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayFault {
    /// The game is over.
    #[error("{}", tr!("the game is over"))]
    Over,
    /// The move is not legal.
    #[error("{}", tr!("{text} is not a legal move here", text = _0))]
    Illegal(String),
    /// An engine is to move.
    #[error("{}", tr!("it is not your turn"))]
    NotYourTurn,
    /// No draw can be claimed.
    #[error("{}", tr!("no draw can be claimed in this position"))]
    NoClaim,
    /// No move to take back.
    #[error("{}", tr!("there is no move to take back"))]
    NothingToTakeBack,
}

/// Reason why a stored game can't be resumed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenFault {
    /// The start isn't a valid position.
    #[error(transparent)]
    Start(#[from] StartFault),
    /// The game contains an illegal move.
    #[error("{}", tr!("the saved game is damaged: its move {number} is illegal", number = _0))]
    Move(usize),
}

/// A game with its positions.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame {
    game: PlayedGame,
    start: StartPosition,
    /// Positions at the start and after each move, including the moves of the start.
    positions: Vec<Position>,
    /// Legal moves between the positions.
    line: Vec<Move>,
}

impl LiveGame {
    /// Creates a game before its first move.
    ///
    /// # Errors
    /// [`StartFault`] if it can't start there.
    pub fn new(id: String, setup: PlaySetup, started_ms: f64) -> Result<Self, StartFault> {
        let game = PlayedGame { id, setup, started_ms, ..PlayedGame::default() };
        let live = Self::of_start(game)?;
        // A start with moves may have ended earlier, for example by repetition.
        let is_over = live.positions.iter().any(|position| position.outcome().is_some());
        if is_over || live.automatic_end().is_some() { Err(StartFault::Over) } else { Ok(live) }
    }

    fn of_start(game: PlayedGame) -> Result<Self, StartFault> {
        let start = game.setup.start.resolve()?;
        let mut live = Self { positions: vec![start.position], line: Vec::new(), game, start };
        for mv in live.start.moves.clone() {
            live.push(mv);
        }
        Ok(live)
    }

    /// Opens a stored game.
    ///
    /// # Errors
    /// [`OpenFault`] if it is damaged.
    pub fn open(game: PlayedGame) -> Result<Self, OpenFault> {
        let texts: Vec<String> = game.moves.iter().map(|played| played.uci.clone()).collect();
        let mut live = Self::of_start(game)?;
        for (place, text) in texts.iter().enumerate() {
            let mv = live.position().parse_uci(text).map_err(|_| OpenFault::Move(place + 1))?;
            live.push(mv);
        }
        Ok(live)
    }

    fn push(&mut self, mv: Move) {
        let mut next = *self.position();
        next.play_unchecked(mv);
        self.line.push(mv);
        self.positions.push(next);
    }

    /// Returns the game as stored.
    pub fn game(&self) -> &PlayedGame {
        &self.game
    }

    /// Returns the stored game, to change anything except its moves and its end.
    pub fn game_mut(&mut self) -> &mut PlayedGame {
        &mut self.game
    }

    /// Returns the set-up of the game.
    pub fn setup(&self) -> &PlaySetup {
        &self.game.setup
    }

    /// Returns the start of the game, including moves already on the board.
    pub fn start(&self) -> &StartPosition {
        &self.start
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start.position)
    }

    /// Returns the positions at the start and after each move, including the moves of the start.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns all moves, including those of the start.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Returns the number of moves on the board at the start.
    pub fn start_plies(&self) -> usize {
        self.start.moves.len()
    }

    /// Returns the number of moves played in this game.
    pub fn ply(&self) -> usize {
        self.game.moves.len()
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Returns the moves from the start position in UCI, including those of the start.
    pub fn uci_moves(&self) -> Vec<String> {
        let moves = self.line.iter().zip(&self.positions);
        moves.map(|(&mv, position)| position.uci_with(mv, self.start.chess960)).collect()
    }

    /// Returns the end of the game; `None` while it continues.
    pub fn end(&self) -> Option<GameEnd> {
        self.game.end
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.end.is_some()
    }

    /// Parses a move of the side to move, in UCI.
    ///
    /// # Errors
    /// If the game is over, or the move is illegal.
    pub fn read_move(&self, uci: &str) -> Result<Move, PlayFault> {
        if self.is_over() {
            return Err(PlayFault::Over);
        }
        let illegal = |_| PlayFault::Illegal(uci.chars().take(20).collect());
        self.position().parse_uci(uci).map_err(illegal)
    }

    /// Plays a legal move; `played` has the other data of the move. Ends the game if the rules do.
    ///
    /// # Errors
    /// As [`read_move`](Self::read_move).
    pub fn play(&mut self, mv: Move, played: &PlayedMove) -> Result<(), PlayFault> {
        let uci = self.position().uci_with(mv, self.start.chess960);
        if self.is_over() {
            return Err(PlayFault::Over);
        }
        if !self.position().is_legal(mv) {
            return Err(PlayFault::Illegal(uci));
        }
        self.game.moves.push(PlayedMove { uci, ..*played });
        // A move declines the opponent's offer; one's own offer stays open.
        if self.game.offered_by() != Some(self.turn()) {
            self.game.draw_offer = None;
        }
        self.push(mv);
        self.game.end = self.automatic_end();
        if self.is_over() {
            self.game.draw_offer = None;
        }
        Ok(())
    }

    /// Ends the game, unless it is already over.
    pub fn finish(&mut self, end: GameEnd) {
        if self.game.end.is_none() {
            self.game.end = Some(end);
            self.game.draw_offer = None;
        }
    }

    /// Ends the game because a side ran out of time: a loss, or a draw if the other side can't win by any sequence
    /// of moves (FIDE Laws 6.9).
    pub fn flag(&mut self, color: Color) {
        let winner = !color;
        self.finish(if self.position().cannot_mate(winner, MAX_POSITIONS) {
            GameEnd::without_winner(EndReason::TimeWithoutMaterial)
        } else {
            GameEnd::win(winner, EndReason::Time)
        });
    }

    /// Returns the draw that can be claimed now.
    pub fn claim(&self) -> Option<DrawClaim> {
        if self.is_over() {
            None
        } else if self.repetitions() >= 3 {
            Some(DrawClaim::ThreefoldRepetition)
        } else if self.position().halfmove_clock() >= 100 {
            Some(DrawClaim::FiftyMoves)
        } else {
            None
        }
    }

    /// Ends the game by claiming the available draw.
    ///
    /// # Errors
    /// [`PlayFault::NoClaim`] if there is none.
    pub fn claim_draw(&mut self) -> Result<(), PlayFault> {
        let claim = self.claim().ok_or(PlayFault::NoClaim)?;
        self.finish(GameEnd::without_winner(claim.reason()));
        Ok(())
    }

    /// Returns the number of occurrences of the position, including this one.
    pub fn repetitions(&self) -> usize {
        let key = self.position().repetition_key();
        // Positions before the last capture or pawn move can't be the same.
        let reach = (self.position().halfmove_clock() as usize).saturating_add(1);
        self.positions.iter().rev().take(reach).filter(|earlier| earlier.repetition_key() == key).count()
    }

    /// Returns the end that the rules impose without a claim. Engines don't claim: between them, threefold
    /// repetition and the fifty-move rule end the game, as in matches.
    fn automatic_end(&self) -> Option<GameEnd> {
        let position = self.position();
        if position.is_checkmate() {
            return Some(GameEnd::win(!position.turn(), EndReason::Checkmate));
        }
        let repetitions = self.repetitions();
        let has_human = self.game.setup.has_human();
        let reason = if position.is_stalemate() {
            EndReason::Stalemate
        } else if is_dead(position) {
            EndReason::DeadPosition
        } else if repetitions >= 5 {
            EndReason::FivefoldRepetition
        } else if position.halfmove_clock() >= 150 {
            EndReason::SeventyFiveMoves
        } else if !has_human && position.halfmove_clock() >= 100 {
            // If both rules apply, the match referee reports this one, too.
            EndReason::FiftyMoves
        } else if !has_human && repetitions >= 3 {
            EndReason::ThreefoldRepetition
        } else {
            return None;
        };
        Some(GameEnd::without_winner(reason))
    }

    /// Returns the number of moves a takeback removes: back to the last move of a person, who is then to move. 0
    /// if there is none.
    pub fn takeback_plies(&self) -> usize {
        let turn = self.turn();
        let player_before = |back: usize| {
            let color = if back.is_multiple_of(2) { turn } else { !turn };
            self.setup().player(color).is_human()
        };
        (1..=self.ply().min(2)).find(|&back| player_before(back)).unwrap_or(0)
    }

    /// Takes back moves. Returns the state of the clocks at the start of the first of these turns; the caller
    /// restores the clocks.
    ///
    /// # Errors
    /// If the game is over, or has fewer moves.
    pub fn take_back(&mut self, plies: usize) -> Result<ClockStates, PlayFault> {
        if self.is_over() {
            return Err(PlayFault::Over);
        }
        let left = self.ply().checked_sub(plies).filter(|_| plies > 0).ok_or(PlayFault::NothingToTakeBack)?;
        let clocks = self.game.moves.get(left).map(|played| played.before).unwrap_or_default();
        self.game.moves.truncate(left);
        self.line.truncate(self.start_plies() + left);
        self.positions.truncate(self.start_plies() + left + 1);
        self.game.draw_offer = None;
        self.game.takebacks += 1;
        self.game.clocks = clocks;
        self.game.spent_ms = 0.0;
        Ok(clocks)
    }
}

#[cfg(test)]
mod tests;
