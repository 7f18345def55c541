//! What can be done with the open games, and why it may fail.

use std::rc::Rc;
use std::time::Duration;

use tabia_chess::{Color, IllegalMove, Move};
use tabia_pgn::comment::{CommentEval, Shape};
use tabia_pgn::{Game, GameResult, Nag, NodeId, NullMoveInCheck};

use crate::state::input::InputError;
use crate::state::link::LinkPlace;
use crate::state::reading::GameBatch;
use crate::state::typed_move::TypedError;

/// What can be done with the open games.
#[derive(Clone, PartialEq, Debug)]
pub enum GameAction {
    /// Open a text that is a FEN or holds games.
    Load(String),
    /// Open a text that must hold games.
    LoadPgn(String),
    /// Open the first games of a text that is still being read; the first is shown.
    OpenGames(GameBatch),
    /// Add games that follow in the text which is open. What is shown stays.
    AppendGames(GameBatch),
    /// Begin a game from a FEN.
    LoadFen(String),
    /// Begin a game from the usual start position.
    NewGame,
    /// Begin a game from Chess960 start position 0 to 959.
    NewChess960(u16),
    /// Show another of the open games, counted from 0.
    ChooseGame(usize),
    /// Show the game behind the one on the board, or the one before it; at the ends nothing changes.
    StepGame(bool),
    /// Show a node.
    GoTo(NodeId),
    /// Show the place that a link names.
    GoToPlace(LinkPlace),
    /// To the next move of this line.
    Next,
    /// Back one move.
    Previous,
    /// To the start.
    First,
    /// To the end of this line.
    Last,
    /// To the alternative after this move, or from the last to the first.
    NextSibling,
    /// To the alternative before this move, or from the first to the last.
    PreviousSibling,
    /// Back to the move at which the line left its parent line, or to the start.
    PreviousFork,
    /// Forward to the next move that has alternatives, or to the end of the line.
    NextFork,
    /// To the next move of the main line that has this glyph and is by the side below, and from the last to the first.
    NextWithGlyph(Nag),
    /// Play a move: follows it when it is in the game already, else adds it, as a variation where others exist.
    Play(Move),
    /// Add moves behind a node, as a variation where others exist. What is on the board stays.
    KeepLine(NodeId, Vec<Move>),
    /// Play a move given in SAN or UCI, or pass, see [`typed_move`](crate::state::typed_move).
    PlayText(String),
    /// Have the side to move pass: PGN's null move.
    PlayNull,
    /// Delete a move and all that follows; at the start, all moves.
    Delete(NodeId),
    /// Delete all moves that are not on the line through a node, which goes on behind it with the first continuation each time.
    DeleteOtherLines(NodeId),
    /// Move a variation one place up.
    Promote(NodeId),
    /// Make the line through a node the main line.
    PromoteToMainLine(NodeId),
    /// Give a move a glyph, or take it away.
    ToggleNag(NodeId, Nag),
    /// Replace the comments behind a move, every line of the text by one of them; an empty text removes them. What they say to programs
    /// (`[%clk 0:05:00]`) stays. Until [`EndTyping`](Self::EndTyping) or another edit, all of this at one node is one edit.
    SetComment(NodeId, String),
    /// Replace the comments before a move, in the same way.
    SetCommentBefore(NodeId, String),
    /// What is typed next is an edit of its own.
    EndTyping,
    /// Set the time left on the clock behind a move, or take it away.
    SetClock(NodeId, Option<Duration>),
    /// Set the evaluation of a move from White's side, with its depth in plies, or take it away.
    SetEvaluation(NodeId, Option<(CommentEval, Option<u32>)>),
    /// Draw an arrow or a circle; erase it if it is there, recolour one in its place.
    ToggleShape(NodeId, Shape),
    /// Erase all arrows and circles of a node.
    ClearShapes(NodeId),
    /// Replace all tags and the result; tags with an empty value are left out.
    SetHeader {
        /// Names and values, in order, without `Result`.
        tags: Vec<(String, String)>,
        /// The result.
        result: GameResult,
    },
    /// Set a tag; an empty value removes it.
    SetTag(String, String),
    /// Set the result.
    SetResult(GameResult),
    /// Put another version of the game on the board in place of this one, as one edit: with what a report has written into it. A move that
    /// both have must be the same node.
    Rewrite(Rc<Game>),
    /// Undo the last edit of the game on the board, and show where it was.
    Undo,
    /// Do the edit again that was undone last.
    Redo,
    /// Turn the board.
    Flip,
    /// Turn the board so that this side is below.
    SetOrientation(Color),
}

impl GameAction {
    /// Whether this goes to another move and leaves the game as it is.
    pub fn is_navigation(&self) -> bool {
        matches!(
            self,
            Self::GoTo(_)
                | Self::GoToPlace(_)
                | Self::Next
                | Self::Previous
                | Self::First
                | Self::Last
                | Self::NextSibling
                | Self::PreviousSibling
                | Self::NextFork
                | Self::PreviousFork
                | Self::NextWithGlyph(_)
        )
    }
}

/// Why an action could not be done. The state is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// A text that could not be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A move that is not legal.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// A side in check cannot pass.
    #[error("{0}: this check has to be answered by a move")]
    NullMove(#[from] NullMoveInCheck),
    /// A text that is no move, or not a legal one.
    #[error(transparent)]
    MoveText(#[from] TypedError),
    /// There is no such game.
    #[error("there is no game {number}: {count} are open")]
    NoSuchGame {
        /// The number asked for, counted from 1.
        number: usize,
        /// How many games are open.
        count: usize,
    },
    /// Games that follow others, which are no longer open.
    #[error("these games belong to a text that is no longer open")]
    OtherText,
    /// Chess960 numbers go from 0 to 959.
    #[error("{0} is not a Chess960 start position: enter a number from 0 to 959")]
    NoSuchStart(u16),
    /// The move is no longer in the game.
    #[error("this move is no longer in the game")]
    NoSuchNode,
    /// The name of a tag has a character that PGN does not allow.
    #[error("{0:?} cannot be the name of a tag: letters, digits and _ only")]
    TagName(String),
    /// The same name twice.
    #[error("the tag {0} is there twice: a game has one of each name")]
    RepeatedTag(String),
    /// Nothing was edited.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// Nothing was undone, or something was edited since.
    #[error("there is nothing to do again")]
    NothingToRedo,
    /// A tag that follows from the game itself.
    #[error("the tag {0} is derived from the game: change its result or start position instead")]
    DerivedTag(String),
}
