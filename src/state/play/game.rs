//! A game: as it is kept, and as it is played.
//!
//! [`PlayedGame`] is one value that is stored whole after every move. [`LiveGame`] is the same game with its
//! positions, and knows the rules: who may move, how it ends, which draws can be claimed.

use serde::{Deserialize, Serialize};
use tabia_chess::{Color, Move, Position};
use thiserror::Error;

use super::clock::ClockStates;
use super::dead::{MAX_POSITIONS, is_dead};
use super::ending::{DrawClaim, EndReason, GameEnd};
use super::setup::{PlaySetup, StartFault, StartPosition};

/// An engine's judgement of the position after its move, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// Centipawns; not set for a mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Moves to mate, negative when Black mates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The depth that it was searched to, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move in UCI, castling as king takes rook where the game is Chess960.
    pub uci: String,
    /// The time that it took, in milliseconds.
    pub time_ms: f64,
    /// What both clocks showed when its turn began.
    #[serde(default)]
    pub before: ClockStates,
    /// What both clocks showed behind it.
    #[serde(default)]
    pub after: ClockStates,
    /// What the engine that played it thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// Whether it came from a book.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_book: bool,
}

/// A game as it is kept: everything that is needed to go on with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayedGame {
    /// A UUID.
    pub id: String,
    /// What it was begun with.
    pub setup: PlaySetup,
    /// When it was begun, in milliseconds since 1970.
    pub started_ms: f64,
    /// When it was last stored, in milliseconds since 1970.
    pub stored_ms: f64,
    /// The moves, without those of the start.
    pub moves: Vec<PlayedMove>,
    /// What both clocks showed when the present turn began.
    pub clocks: ClockStates,
    /// What the present turn has cost so far, in milliseconds.
    pub spent_ms: f64,
    /// Whether the clocks stand still until the user goes on.
    pub is_paused: bool,
    /// Whether the user put the game aside: it is not put on the board by itself when the page is opened.
    pub is_aside: bool,
    /// Who offers a draw: whether it is White.
    pub draw_offer: Option<bool>,
    /// How the game ended, once it has.
    pub end: Option<GameEnd>,
    /// How often moves were taken back.
    pub takebacks: u32,
    /// How many hints were given.
    pub hints: u32,
    /// Whether a clock was set by hand.
    pub was_clock_set: bool,
    /// The id of the game among the kept ones; empty as long as no move was played.
    pub kept_id: String,
    /// The revision that it has there.
    pub kept_revision: u64,
}

impl PlayedGame {
    /// Whether its result says something about the player: a finished game of a person against an engine
    /// without help, from a usual start.
    pub fn is_rated(&self) -> bool {
        self.setup.human().is_some()
            && self.end.is_some_and(|end| end.counts())
            && self.takebacks == 0
            && self.hints == 0
            && !self.was_clock_set
            && self.setup.start.is_even()
    }

    /// Who offers a draw.
    pub fn offered_by(&self) -> Option<Color> {
        self.draw_offer.map(|is_white| if is_white { Color::White } else { Color::Black })
    }
}

/// Why something cannot be done in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayFault {
    /// It is over.
    #[error("the game is over")]
    Over,
    /// The move is not legal.
    #[error("{0} is not a legal move here")]
    Illegal(String),
    /// An engine is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// There is no such draw.
    #[error("no draw can be claimed in this position")]
    NoClaim,
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
}

/// Why a kept game cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenFault {
    /// Its start gives no position.
    #[error(transparent)]
    Start(#[from] StartFault),
    /// A move of it is not legal.
    #[error("the kept game is damaged: its move {0} is not legal")]
    Move(usize),
}

/// A game with its positions.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame {
    game: PlayedGame,
    start: StartPosition,
    /// The position at the start and after each move, those of the start included.
    positions: Vec<Position>,
    /// The legal moves that led from one to the next.
    line: Vec<Move>,
}

impl LiveGame {
    /// A game before its first move.
    ///
    /// # Errors
    /// [`StartFault`] says why it cannot start there.
    pub fn new(id: String, setup: PlaySetup, started_ms: f64) -> Result<Self, StartFault> {
        let game = PlayedGame { id, setup, started_ms, ..PlayedGame::default() };
        let live = Self::of_start(game)?;
        // A start with moves may have ended before its last one: by repetition, say.
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

    /// A game that was kept.
    ///
    /// # Errors
    /// [`OpenFault`] when it is damaged.
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

    /// The game as it is kept.
    pub fn game(&self) -> &PlayedGame {
        &self.game
    }

    /// The game as it is kept, to be changed beside its moves and its end.
    pub fn game_mut(&mut self) -> &mut PlayedGame {
        &mut self.game
    }

    /// What it was begun with.
    pub fn setup(&self) -> &PlaySetup {
        &self.game.setup
    }

    /// Where it started, with the moves that were on the board.
    pub fn start(&self) -> &StartPosition {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start.position)
    }

    /// The position at the start and after each move, those of the start included.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// All moves, those of the start included.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// How many moves were on the board at the start.
    pub fn start_plies(&self) -> usize {
        self.start.moves.len()
    }

    /// The number of moves that were played in this game.
    pub fn ply(&self) -> usize {
        self.game.moves.len()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The moves from the start position in UCI, those of the start included.
    pub fn uci_moves(&self) -> Vec<String> {
        let moves = self.line.iter().zip(&self.positions);
        moves.map(|(&mv, position)| position.uci(mv, self.start.chess960)).collect()
    }

    /// How the game ended.
    pub fn end(&self) -> Option<GameEnd> {
        self.game.end
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.game.end.is_some()
    }

    /// Reads a move of the side to move, in UCI.
    ///
    /// # Errors
    /// When the game is over, or the move is not legal.
    pub fn read_move(&self, uci: &str) -> Result<Move, PlayFault> {
        if self.is_over() {
            return Err(PlayFault::Over);
        }
        let illegal = |_| PlayFault::Illegal(uci.chars().take(20).collect());
        self.position().parse_uci(uci).map_err(illegal)
    }

    /// Plays a legal move; `played` says what is known of it besides. The game ends if the rules end it.
    ///
    /// # Errors
    /// As [`read_move`](Self::read_move).
    pub fn play(&mut self, mv: Move, played: &PlayedMove) -> Result<(), PlayFault> {
        let uci = self.position().uci(mv, self.start.chess960);
        if self.is_over() {
            return Err(PlayFault::Over);
        }
        if !self.position().is_legal(mv) {
            return Err(PlayFault::Illegal(uci));
        }
        self.game.moves.push(PlayedMove { uci, ..*played });
        // A move answers an offer of the other side with no; one's own stands until it is answered.
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

    /// Ends the game, unless it is over.
    pub fn finish(&mut self, end: GameEnd) {
        if self.game.end.is_none() {
            self.game.end = Some(end);
            self.game.draw_offer = None;
        }
    }

    /// Ends the game because the time of a side is up: lost, or a draw if the other side cannot win by any
    /// sequence of moves (FIDE's laws, article 6.9).
    pub fn flag(&mut self, color: Color) {
        let winner = !color;
        self.finish(if self.position().cannot_mate(winner, MAX_POSITIONS) {
            GameEnd::without_winner(EndReason::TimeWithoutMaterial)
        } else {
            GameEnd::win(winner, EndReason::Time)
        });
    }

    /// The draw that can be claimed now.
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

    /// Ends the game by the draw that can be claimed now.
    ///
    /// # Errors
    /// [`PlayFault::NoClaim`] when there is none.
    pub fn claim_draw(&mut self) -> Result<(), PlayFault> {
        let claim = self.claim().ok_or(PlayFault::NoClaim)?;
        self.finish(GameEnd::without_winner(claim.reason()));
        Ok(())
    }

    /// How often the position has stood, now included.
    pub fn repetitions(&self) -> usize {
        let key = self.position().repetition_key();
        // Nothing before the last capture or pawn move can be the same.
        let reach = (self.position().halfmove_clock() as usize).saturating_add(1);
        self.positions.iter().rev().take(reach).filter(|earlier| earlier.repetition_key() == key).count()
    }

    /// How the rules end the game in this position, without anybody's claim. Between engines nobody claims:
    /// the third repetition and the fifty moves end the game, as they do in matches.
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
            // Where both rules apply at once this one is named, as by the referee of matches.
            EndReason::FiftyMoves
        } else if !has_human && repetitions >= 3 {
            EndReason::ThreefoldRepetition
        } else {
            return None;
        };
        Some(GameEnd::without_winner(reason))
    }

    /// How many moves a person takes back at once: up to the last one of a person whose turn it then is. 0
    /// when there is none.
    pub fn takeback_plies(&self) -> usize {
        let turn = self.turn();
        let seat_before = |back: usize| {
            let color = if back.is_multiple_of(2) { turn } else { !turn };
            self.setup().seat(color).is_human()
        };
        (1..=self.ply().min(2)).find(|&back| seat_before(back)).unwrap_or(0)
    }

    /// Takes moves back. The clocks are put back by the caller, to what is returned: what they showed when the
    /// turn of the first of these moves began.
    ///
    /// # Errors
    /// When the game is over, or has fewer moves.
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
