//! What the page shows of a game, and what it hears. Everything is a value: the page finds the words.

use std::rc::Rc;

use tabia_chess::{Color, Move, Square};

use crate::state::play::clock::ClockReading;
use crate::state::play::ending::{DrawClaim, GameEnd};
use crate::state::play::game::LiveGame;

/// How far the service has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stage {
    /// It is being looked up whether a game goes on.
    #[default]
    Loading,
    /// There is no game: the set-up is shown.
    SetUp,
    /// A game is on the board, running or over.
    Game,
    /// The game that goes on is played in another tab; it can be taken over.
    Elsewhere {
        /// The game.
        id: String,
    },
}

/// What the engine of a side is doing.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EngineStatus {
    /// No engine plays here.
    #[default]
    None,
    /// It is fetched, compiled or started.
    Starting,
    /// It has nothing to do.
    Ready,
    /// It thinks about its move. A level that has its move and waits as a person would is said to think too.
    Thinking,
    /// It thinks on its opponent's time.
    Pondering,
    /// It cannot be used any more, and why; [`PlayService::retry_engine`](super::PlayService::retry_engine)
    /// tries again. The clock stands still.
    Failed(String),
}

/// Help for the next move, in two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// It is searched for.
    Searching,
    /// The piece that should move.
    Piece(Square),
    /// The move.
    Move(Move),
}

/// Whether the game is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SaveState {
    /// There is nothing to keep yet.
    #[default]
    None,
    /// Everything up to the last move is kept.
    Saved,
    /// It is being written.
    Saving,
    /// It could not be written. It is tried again with the next move, and after pauses.
    Failed {
        /// Why.
        reason: String,
        /// Whether it is tried again, too, when the page is next opened. Otherwise it is lost when the page is closed before.
        is_remembered: bool,
    },
}

/// What the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaySnapshot {
    /// How far it has come.
    pub stage: Stage,
    /// The game on the board.
    pub game: Option<Rc<LiveGame>>,
    /// What the engines of White and Black are doing.
    pub engines: [EngineStatus; 2],
    /// The move that is played as soon as its side is to move, in UCI.
    pub premove: Option<String>,
    /// Help for the next move.
    pub hint: Option<Hint>,
    /// Whether the game is kept.
    pub save: SaveState,
}

impl PlaySnapshot {
    /// Whether a game is on the board that is not over.
    pub fn is_running(&self) -> bool {
        self.game.as_ref().is_some_and(|game| !game.is_over())
    }

    /// Whether the clocks stand still until the user goes on.
    pub fn is_paused(&self) -> bool {
        self.is_running() && self.game.as_ref().is_some_and(|game| game.game().is_paused)
    }

    /// How the game ended.
    pub fn end(&self) -> Option<GameEnd> {
        self.game.as_ref().and_then(|game| game.end())
    }

    /// The side of the person who may move pieces now; `None` when the game is over, or an engine is to move. A
    /// move of a paused game goes on with it.
    pub fn to_move(&self) -> Option<Color> {
        let game = self.game.as_ref().filter(|_| self.is_running())?;
        game.setup().seat(game.turn()).is_human().then(|| game.turn())
    }

    /// The side of the person who may enter a premove now.
    pub fn may_premove(&self) -> Option<Color> {
        let game = self.game.as_ref().filter(|_| self.is_running() && !self.is_paused())?;
        let human = game.setup().human()?;
        (human != game.turn()).then_some(human)
    }

    /// The draw that a person can claim now.
    pub fn claim(&self) -> Option<DrawClaim> {
        self.to_move().and_then(|_| self.game.as_ref()?.claim())
    }

    /// Whether moves can be taken back.
    pub fn can_take_back(&self) -> bool {
        self.is_running() && self.game.as_ref().is_some_and(|game| game.takeback_plies() > 0)
    }

    /// Whether the engine that thinks can be made to move.
    pub fn can_move_now(&self) -> bool {
        let Some(game) = self.game.as_ref().filter(|_| self.is_running()) else { return false };
        self.engines[game.turn().index()] == EngineStatus::Thinking
    }

    /// Whether a person can offer a draw now: not while an offer stands.
    pub fn can_offer_draw(&self) -> bool {
        let Some(game) = self.game.as_ref().filter(|_| self.is_running()) else { return false };
        game.setup().has_human() && game.game().offered_by().is_none()
    }

    /// Who offers a draw that a person may answer.
    pub fn offer_to_answer(&self) -> Option<Color> {
        let game = self.game.as_ref().filter(|_| self.is_running())?;
        let by = game.game().offered_by()?;
        game.setup().seat(!by).is_human().then_some(by)
    }
}

/// What both clocks show, White's first; `None` for a side without a clock.
pub type ClockReadings = [Option<ClockReading>; 2];

/// What is heard.
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
    /// A draw is offered, or something else wants an answer.
    Ask,
}

/// Something that the user is told once.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayNotice {
    /// The engine of a side failed and is started afresh; the game goes on.
    EngineRestarted {
        /// The side.
        color: Color,
        /// What it did, as a sentence that follows its name: "it did not answer ...".
        reason: String,
    },
    /// The engine of a side failed too often.
    EngineGivenUp {
        /// The side.
        color: Color,
        /// What it did last.
        reason: String,
    },
    /// The engine named a move that is not legal; it is asked again.
    IllegalMove {
        /// The side.
        color: Color,
        /// The move as it was given.
        text: String,
    },
    /// The engine of a side does not agree to a draw.
    DrawDeclined(Color),
    /// A side offers a draw.
    DrawOffered(Color),
    /// The premove was not legal when its turn came.
    PremoveDropped,
    /// No hint was found, and why.
    NoHint(String),
    /// The book of the engines cannot be used, and why; they think for themselves.
    NoBook(String),
    /// The game was changed elsewhere among the kept games; it goes on as a copy there.
    KeptAsCopy,
    /// The game could not be kept.
    NotSaved {
        /// Why.
        reason: String,
        /// As [`SaveState::Failed`] says.
        is_remembered: bool,
        /// The game as PGN; `None` if it cannot be had.
        pgn: Option<String>,
    },
    /// The results could not be forgotten, and why.
    NotForgotten(String),
    /// Another tab plays the game from now on.
    TakenOver,
    /// The other tab does not give the game away.
    NotTakenOver,
    /// A kept game cannot be gone on with, and why.
    NotOpened(String),
}

/// What the service tells.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayEvent {
    /// Something of the [`PlaySnapshot`] has changed.
    Changed,
    /// Something is to be heard.
    Sound(SoundCue),
    /// Something for the user.
    Notice(PlayNotice),
    /// The game has ended: for those who keep results. It is told once, when it happens.
    Ended(Rc<LiveGame>),
}
