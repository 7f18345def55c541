//! Actions on the open games, and the errors they can cause.

use std::rc::Rc;
use std::time::Duration;

use tabia_chess::{Color, IllegalMove, Move};
use tabia_pgn::comment::{CommentEval, Shape};
use tabia_pgn::{Game, GameResult, Nag, NodeId, NullMoveInCheck};

use crate::language::tr;
use crate::state::input::InputError;
use crate::state::link::LinkPlace;
use crate::state::reading::GameBatch;
use crate::state::typed_move::TypedError;

/// Action on the open games.
#[derive(Clone, PartialEq, Debug)]
pub enum GameAction {
    /// Open a text: a FEN or games.
    Load(String),
    /// Open a text that must hold games.
    LoadPgn(String),
    /// Open the first games of a text that is still being read; the first game is shown.
    OpenGames(GameBatch),
    /// Append further games of the open text. The view stays.
    AppendGames(GameBatch),
    /// Start a game from a FEN.
    LoadFen(String),
    /// Start a game from the standard start position.
    NewGame,
    /// Start a game from Chess960 start position 0 to 959.
    NewChess960(u16),
    /// Show another of the open games, counted from 0.
    ChooseGame(usize),
    /// Show the next game (`true`) or the previous one; nothing changes at the ends.
    StepGame(bool),
    /// Show a node.
    GoTo(NodeId),
    /// Show the place named in a link.
    GoToPlace(LinkPlace),
    /// Go to the next move of this line.
    Next,
    /// Go back one move.
    Previous,
    /// Go to the start.
    First,
    /// Go to the end of this line.
    Last,
    /// Go to the next alternative to this move, from the last to the first.
    NextSibling,
    /// Go to the previous alternative to this move, from the first to the last.
    PreviousSibling,
    /// Go back to the move where the line leaves its parent line, or to the start.
    PreviousFork,
    /// Go forward to the next move with alternatives, or to the end of the line.
    NextFork,
    /// Go to the next main-line move with this glyph by the side at the bottom, wrapping around.
    NextWithGlyph(Nag),
    /// Play a move: follow it if it is already in the game, otherwise add it, as a variation if other moves exist.
    Play(Move),
    /// Add moves after a node, as a variation if other moves exist. The node on the board stays.
    KeepLine(NodeId, Vec<Move>),
    /// Play a move in SAN or UCI, or a null move, see [`typed_move`](crate::state::typed_move).
    PlayText(String),
    /// Play a PGN null move: the side to move passes.
    PlayNull,
    /// Delete a move and everything after it; at the start, all moves.
    Delete(NodeId),
    /// Delete all moves that are not on the line through a node; after it the line follows the first continuation.
    DeleteOtherLines(NodeId),
    /// Move a variation up by one.
    Promote(NodeId),
    /// Make the line through a node the main line.
    PromoteToMainLine(NodeId),
    /// Add a glyph to a move, or remove it.
    ToggleNag(NodeId, Nag),
    /// Replace the comments after a move, one per line of the text; an empty text removes them. Commands for programs (`[%clk 0:05:00]`)
    /// stay. Until [`EndTyping`](Self::EndTyping) or another edit, all of these at one node count as one edit.
    SetComment(NodeId, String),
    /// Replace the comments before a move, in the same way.
    SetCommentBefore(NodeId, String),
    /// End the current typing: further text is a separate edit.
    EndTyping,
    /// Set the clock time left after a move, or remove it.
    SetClock(NodeId, Option<Duration>),
    /// Set the evaluation of a move from White's side, with its depth in plies, or remove it.
    SetEvaluation(NodeId, Option<(CommentEval, Option<u32>)>),
    /// Draw an arrow or a circle; erase it if it already exists, recolour it if only the colour differs.
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
    /// Replace the game on the board by another version of it as one edit, such as one annotated by a report. Moves common to both must
    /// keep their nodes.
    Rewrite(Rc<Game>),
    /// Undo the last edit of the game on the board and show where it was.
    Undo,
    /// Redo the edit that was undone last.
    Redo,
    /// Flip the board.
    Flip,
    /// Set the side at the bottom of the board.
    SetOrientation(Color),
}

impl GameAction {
    /// Whether this only goes to another move and leaves the game unchanged.
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

/// Reason why an action failed. The state is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// Unusable text.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Illegal move.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// A null move in check.
    #[error("{}", tr!("{error}: you cannot pass in check", error = _0))]
    NullMove(#[from] NullMoveInCheck),
    /// Not a move, or not a legal one.
    #[error(transparent)]
    MoveText(#[from] TypedError),
    /// No game with this number.
    #[error("{}", tr!("there is no game {number}: {count} are open", number, count))]
    NoSuchGame {
        /// The requested number, from 1.
        number: usize,
        /// Number of open games.
        count: usize,
    },
    /// Appended games whose text is no longer open.
    #[error("{}", tr!("these games are no longer open"))]
    OtherText,
    /// Number outside the Chess960 range of 0 to 959.
    #[error(
        "{}",
        tr!("{number} is not a Chess960 start position: enter a number from 0 to 959", number = _0)
    )]
    NoSuchStart(u16),
    /// Node that is no longer in the game.
    #[error("{}", tr!("this move is no longer in the game"))]
    NoSuchNode,
    /// Tag name with a character that PGN does not allow.
    #[error(
        "{}",
        tr!("{text} cannot be the name of a tag: letters, digits and _ only", text = format_args!("{_0:?}"))
    )]
    TagName(String),
    /// Duplicate tag name.
    #[error("{}", tr!("the tag {name} occurs twice: remove one", name = _0))]
    RepeatedTag(String),
    /// No edit to undo.
    #[error("{}", tr!("there is nothing to undo"))]
    NothingToUndo,
    /// Nothing undone, or edited since.
    #[error("{}", tr!("there is nothing to redo"))]
    NothingToRedo,
    /// Tag that is derived from the game itself.
    #[error(
        "{}",
        tr!("the tag {name} is derived from the game: change its result or start position instead", name = _0)
    )]
    DerivedTag(String),
}
