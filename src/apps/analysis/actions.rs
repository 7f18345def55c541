//! User actions of the analysis page.

use super::dialog::Dialog;
use super::game_store::{GameStore, StoreAction};
use super::notices::copy;
use super::strings;
use crate::components::toasts::ToastDispatcher;
use crate::state::game::GameAction;
use std::rc::Rc;
use tabia_chess::Move;
use tabia_pgn::comment::Shape;
use tabia_pgn::{Game, NodeId};
use yew::prelude::*;

/// The Opera Game, loaded by the example buttons.
pub const EXAMPLE: &str = "[Event \"Opera game\"]\n[Site \"Paris\"]\n[Date \"1858.??.??\"]\n[White \"Morphy, Paul\"]\n[Black \
         \"Duke of Brunswick and Count Isouard\"]\n[Result \"1-0\"]\n[ECO \"C41\"]\n\n1. e4 e5 2. Nf3 d6 3. \
         d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ \
         Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

/// Callbacks of the page. Those passed to the board and the lists are stable while the game goes on.
pub struct Actions {
    /// Plays a move made on the board.
    pub on_move: Callback<Move>,
    /// Plays the moves of an engine's line.
    pub on_play: Callback<Vec<Move>>,
    /// Goes to a move.
    pub on_go: Callback<NodeId>,
    /// Replaces the game on the board with an edited version.
    pub on_rewrite: Callback<Rc<Game>>,
    /// Switches to another game.
    pub on_choose: Callback<usize>,
    /// Opens the dialog for opening a game.
    pub open: Callback<MouseEvent>,
    /// Draws or erases an arrow or a circle.
    pub on_shape: Callback<Shape>,
    /// Sets up a position.
    pub set_up: Callback<MouseEvent>,
    /// Edits the tags and the result.
    pub edit_header: Callback<MouseEvent>,
    /// Closes the dialog.
    pub close: Callback<()>,
    /// Loads the example game.
    pub example: Callback<MouseEvent>,
    /// Copies the position.
    pub copy_fen: Callback<MouseEvent>,
    /// Copies the game.
    pub copy_pgn: Callback<MouseEvent>,
    /// Opens the share dialog.
    pub share: Callback<MouseEvent>,
    /// Explains the evaluation.
    pub explain: Callback<MouseEvent>,
}

/// Creates the page's callbacks. `is_threat` is true while the lines show the opponent's threats.
#[hook]
pub fn use_actions(
    store: &UseReducerHandle<GameStore>,
    toasts: &ToastDispatcher,
    dialog: &UseStateHandle<Option<Dialog>>,
    open_text: &Callback<String, Result<(), String>>,
    fen: &AttrValue,
    is_threat: bool,
) -> Actions {
    let game = store.dispatcher();
    let on_move =
        use_callback(game.clone(), |m: Move, game| game.dispatch(StoreAction::Do(GameAction::Play(m))));
    let on_play = use_callback((game.clone(), is_threat), |moves: Vec<Move>, (game, is_threat)| {
        // The moves of a threat don't belong to the position on the board.
        if !is_threat {
            for m in moves {
                game.dispatch(StoreAction::Do(GameAction::Play(m)));
            }
        }
    });
    let on_go = use_callback(game.clone(), |node: NodeId, game| {
        game.dispatch(StoreAction::Do(GameAction::GoTo(node)));
    });
    let on_rewrite = use_callback(game.clone(), |version: Rc<Game>, game| {
        game.dispatch(StoreAction::Do(GameAction::Rewrite(version)));
    });
    let on_choose = use_callback(game.clone(), |index: usize, game| {
        game.dispatch(StoreAction::Do(GameAction::ChooseGame(index)));
    });
    let open = use_callback(dialog.setter(), |_: MouseEvent, dialog| {
        dialog.set(Some(Dialog::Open(AttrValue::default())));
    });
    let share = use_callback(dialog.setter(), |_: MouseEvent, dialog| dialog.set(Some(Dialog::Share)));
    let explain = use_callback(dialog.setter(), |_: MouseEvent, dialog| dialog.set(Some(Dialog::Explain)));
    let node = store.state().node();
    let on_shape = use_callback((game.clone(), node), |shape: Shape, (game, node)| {
        game.dispatch(StoreAction::Do(GameAction::ToggleShape(*node, shape)));
    });
    let set_up = use_callback((dialog.setter(), fen.clone()), |_: MouseEvent, (dialog, fen)| {
        dialog.set(Some(Dialog::BoardEditor(fen.clone())));
    });
    let edit_header = use_callback(dialog.setter(), |_: MouseEvent, dialog| dialog.set(Some(Dialog::Header)));
    let close = use_callback(dialog.setter(), |(), dialog| dialog.set(None));
    let example = use_callback(open_text.clone(), |_: MouseEvent, open| {
        // The example is a legal game.
        let _ = open.emit(EXAMPLE.to_owned());
    });
    let copy_fen = {
        let (fen, toasts) = (fen.clone(), toasts.clone());
        Callback::from(move |_: MouseEvent| copy(strings::fen(), &fen, toasts.clone()))
    };
    let copy_pgn = {
        let (store, toasts) = (store.clone(), toasts.clone());
        Callback::from(move |_: MouseEvent| {
            copy(strings::pgn(), &store.state().pgn(), toasts.clone());
        })
    };
    Actions {
        on_move,
        on_play,
        on_go,
        on_rewrite,
        on_choose,
        open,
        on_shape,
        set_up,
        edit_header,
        close,
        example,
        copy_fen,
        copy_pgn,
        share,
        explain,
    }
}
