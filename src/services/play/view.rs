//! Snapshot and events of a game, for the page. Everything is a value: the page chooses the words.

use std::rc::Rc;

use tabia_chess::{Color, Move, Square};

use crate::state::play::clock::ClockReading;
use crate::state::play::ending::{DrawClaim, GameEnd};
use crate::state::play::game::LiveGame;

/// Stage of the service.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PlayStage {
    /// Looking for an unfinished game.
    #[default]
    Loading,
    /// No game: the set-up is shown.
    BoardEditor,
    /// A game is on the board, running or over.
    Game,
    /// The unfinished game is being played in another tab; it can be taken over.
    Elsewhere {
        /// Id of the game.
        id: String,
    },
}

/// Status of a side's engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EngineStatus {
    /// No engine plays here.
    #[default]
    None,
    /// Being fetched, compiled or started.
    Starting,
    /// Idle.
    Ready,
    /// Thinking about its move. Includes a level that has found its move and waits as a person would.
    Thinking,
    /// Thinking on its opponent's time.
    Pondering,
    /// Unusable, with the reason; [`PlayService::retry_engine`](super::PlayService::retry_engine) tries again. The clock is stopped.
    Failed(String),
}

/// Hint for the next move, in two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The search is running.
    Searching,
    /// The piece that should move.
    Piece(Square),
    /// The move.
    Move(Move),
}

/// Save state of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlaySaveState {
    /// Nothing to save yet.
    #[default]
    None,
    /// Everything up to the last move is saved.
    Saved,
    /// Being written.
    Saving,
    /// The write failed. It is retried with the next move, and after pauses.
    Failed {
        /// The reason.
        reason: String,
        /// Whether it is also retried when the page is next opened. If not, closing the page before a successful retry loses the game.
        is_remembered: bool,
    },
}

/// State shown by the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaySnapshot {
    /// The stage.
    pub stage: PlayStage,
    /// The game on the board.
    pub game: Option<Rc<LiveGame>>,
    /// Status of the engines of White and Black.
    pub engines: [EngineStatus; 2],
    /// The premoves, in UCI: each is played as soon as its side is to move.
    pub premoves: Vec<String>,
    /// The hint for the next move.
    pub hint: Option<Hint>,
    /// Save state of the game.
    pub save: PlaySaveState,
}

impl PlaySnapshot {
    /// Returns whether an unfinished game is on the board.
    pub fn is_running(&self) -> bool {
        self.game.as_ref().is_some_and(|game| !game.is_over())
    }

    /// Returns whether the clocks are stopped until the user resumes.
    pub fn is_paused(&self) -> bool {
        self.is_running() && self.game.as_ref().is_some_and(|game| game.game().is_paused)
    }

    /// Returns how the game ended.
    pub fn end(&self) -> Option<GameEnd> {
        self.game.as_ref().and_then(|game| game.end())
    }

    /// Returns the human side that may move now; `None` when the game is over or an engine is to move. A move in a paused game resumes it.
    pub fn to_move(&self) -> Option<Color> {
        let game = self.game.as_ref().filter(|_| self.is_running())?;
        game.setup().player(game.turn()).is_human().then(|| game.turn())
    }

    /// Returns the human side that may enter a premove now.
    pub fn may_premove(&self) -> Option<Color> {
        let game = self.game.as_ref().filter(|_| self.is_running() && !self.is_paused())?;
        let human = game.setup().human()?;
        (human != game.turn()).then_some(human)
    }

    /// Returns the draw that a person can claim now.
    pub fn claim(&self) -> Option<DrawClaim> {
        self.to_move().and_then(|_| self.game.as_ref()?.claim())
    }

    /// Returns whether moves can be taken back.
    pub fn can_take_back(&self) -> bool {
        self.is_running() && self.game.as_ref().is_some_and(|game| game.takeback_plies() > 0)
    }

    /// Returns the side whose last move can be replaced by another: an engine's, while a person is to move.
    pub fn replaceable(&self) -> Option<Color> {
        let turn = self.to_move()?;
        let game = self.game.as_ref().filter(|game| game.ply() > 0)?;
        (!game.setup().player(!turn).is_human()).then_some(!turn)
    }

    /// Returns whether an engine is thinking and can be made to move.
    pub fn can_move_now(&self) -> bool {
        let Some(game) = self.game.as_ref().filter(|_| self.is_running()) else { return false };
        self.engines[game.turn().index()] == EngineStatus::Thinking
    }

    /// Returns whether a person can offer a draw now: not while an offer is open.
    pub fn can_offer_draw(&self) -> bool {
        let Some(game) = self.game.as_ref().filter(|_| self.is_running()) else { return false };
        game.setup().has_human() && game.game().offered_by().is_none()
    }

    /// Returns the side whose draw offer a person may answer.
    pub fn offer_to_answer(&self) -> Option<Color> {
        let game = self.game.as_ref().filter(|_| self.is_running())?;
        let by = game.game().offered_by()?;
        game.setup().player(!by).is_human().then_some(by)
    }
}

/// Readings of both clocks, White's first; `None` for a side without a clock.
pub type ClockReadings = [Option<ClockReading>; 2];

/// Sound cue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundCue {
    /// A move.
    Move,
    /// A capture.
    Capture,
    /// A check.
    Check,
    /// The game is over.
    End,
    /// A person's time is running out.
    LowTime,
    /// A draw offer, or anything else that needs a reply.
    Ask,
}

/// One-time notice for the user.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayNotice {
    /// A side's engine failed and was restarted; the game goes on.
    EngineRestarted {
        /// The side.
        color: Color,
        /// The failure, as a clause that follows the engine's name: "it did not answer ...".
        reason: String,
    },
    /// A side's engine failed too often.
    EngineGivenUp {
        /// The side.
        color: Color,
        /// The last failure.
        reason: String,
    },
    /// The engine returned an illegal move; it is asked again.
    IllegalMove {
        /// The side.
        color: Color,
        /// The move as the engine wrote it.
        text: String,
    },
    /// A side's engine declines a draw.
    DrawDeclined(Color),
    /// A side offers a draw.
    DrawOffered(Color),
    /// The premove was illegal when its turn came.
    PremoveDropped,
    /// No hint was found, with the reason.
    NoHint(String),
    /// The engines' book is unusable, with the reason; they think for themselves.
    NoBook(String),
    /// The saved game was changed elsewhere; this one is now saved as a copy.
    KeptAsCopy,
    /// The game could not be saved.
    NotSaved {
        /// The reason.
        reason: String,
        /// As in [`PlaySaveState::Failed`].
        is_remembered: bool,
        /// The game as PGN; `None` if unavailable.
        pgn: Option<String>,
    },
    /// The results could not be deleted, with the reason.
    NotForgotten(String),
    /// Another tab has taken over the game.
    TakenOver,
    /// The other tab does not release the game.
    NotTakenOver,
    /// A saved game cannot be resumed, with the reason.
    NotOpened(String),
}

/// Event emitted by the service.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayEvent {
    /// The [`PlaySnapshot`] has changed.
    Changed,
    /// A sound to play.
    Sound(SoundCue),
    /// A notice for the user.
    Notice(PlayNotice),
    /// The game has ended. Emitted once, when it happens, for code that records results.
    Ended(Rc<LiveGame>),
}
