//! Comments of the current move, edited below the move list.

use super::game_store::{GameDispatcher, StoreAction};
use super::move_menu::move_name;
use super::strings;
use crate::hooks::use_window_event;
use crate::state::game::{GameAction, GameState};
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tabia_pgn::NodeId;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Element id of the comment field after the move.
pub const COMMENT_ID: &str = "move-comment";

/// Element id of the comment field before the move.
pub const COMMENT_BEFORE_ID: &str = "comment-before";

/// Delay before typed text is written to the game, in milliseconds; avoids re-rendering the move list on every key.
const PAUSE_MS: u32 = 200;

/// Maximum visible lines of a comment; the rest scrolls.
const MAX_ROWS: usize = 5;

/// Properties of [`CommentPanel`].
#[derive(Properties, PartialEq)]
pub struct CommentPanelProps {
    /// Games.
    pub state: GameState,
    /// Dispatcher for edits.
    pub game: GameDispatcher,
    /// Whether to show the field before the move even if it is empty.
    pub shows_before: bool,
}

/// Comments before and after a move.
#[component]
pub fn CommentPanel(props: &CommentPanelProps) -> Html {
    let CommentPanelProps { state, game, shows_before } = props;
    let node = state.node();
    let game_id = state.game_id();
    // Pending text from another game's field must not be written into this game.
    let shown_game = (*use_memo((), |()| Rc::new(Cell::new(game_id)))).clone();
    shown_game.set(game_id);
    let annotations = state.game().annotations(node);
    let before = annotations.text_before();
    let name = move_name(state, node);
    let after_label = match &name {
        None => strings::comment_on_the_game().to_owned(),
        Some(name) => strings::comment_on(name),
    };
    let has_before = name.is_some() && (*shows_before || !before.is_empty());
    let before_label = strings::comment_before(&name.unwrap_or_default());
    let place = CommentPlace { game_id, node, shown_game };
    html! {
        <div class="comment-panel">
            if has_before {
                <CommentField key={format!("before {game_id} {node:?}")} id={COMMENT_BEFORE_ID} label={before_label} text={before}
                    place={place.clone()} is_before={true} game={game.clone()} />
            }
            <CommentField key={format!("after {game_id} {node:?}")} id={COMMENT_ID} label={after_label} text={annotations.text_after()}
                {place} is_before={false} game={game.clone()} />
        </div>
    }
}

/// Move that a field belongs to, and the game shown at the moment.
#[derive(Clone)]
struct CommentPlace {
    game_id: u64,
    node: NodeId,
    shown_game: Rc<Cell<u64>>,
}

impl PartialEq for CommentPlace {
    fn eq(&self, other: &Self) -> bool {
        (self.game_id, self.node) == (other.game_id, other.node)
    }
}

#[derive(Properties, PartialEq)]
struct CommentFieldProps {
    id: &'static str,
    label: AttrValue,
    /// Comment in the game.
    text: AttrValue,
    place: CommentPlace,
    is_before: bool,
    game: GameDispatcher,
}

/// Typed text not yet written to the game.
type PendingComment = Rc<RefCell<Option<(String, Timeout)>>>;

/// Comment field; writes to the game as the user types and belongs to one move for its lifetime. Everything typed until it loses focus is
/// one edit.
#[component]
fn CommentField(props: &CommentFieldProps) -> Html {
    let CommentFieldProps { id, label, text, place, is_before, game } = props;
    let draft = use_state(|| None::<String>);
    let pending = (*use_memo((), |()| PendingComment::default())).clone();
    let flush = use_callback((game.clone(), place.clone(), *is_before), {
        let pending = Rc::clone(&pending);
        move |(), (game, place, is_before): &(GameDispatcher, CommentPlace, bool)| {
            let text = pending.borrow_mut().take().map(|(text, _)| text);
            let Some(text) = text.filter(|_| place.shown_game.get() == place.game_id) else { return };
            let write = if *is_before { GameAction::SetCommentBefore } else { GameAction::SetComment };
            game.dispatch(StoreAction::Do(write(place.node, text)));
        }
    });
    use_effect_with((), {
        let flush = flush.clone();
        move |()| move || flush.emit(())
    });
    // The page may be closed before the delay is over.
    use_window_event("pagehide", flush.reform(|_: Event| ()));
    use_window_event("visibilitychange", flush.reform(|_: Event| ()));
    let oninput = use_callback((draft.setter(), flush.clone()), move |event: InputEvent, (draft, flush)| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        let Some(field) = field else { return };
        draft.set(Some(field.value()));
        let flush = flush.clone();
        let timer = Timeout::new(PAUSE_MS, move || flush.emit(()));
        pending.replace(Some((field.value(), timer)));
    });
    let onblur = use_callback((draft.clone(), flush, game.clone()), |_: FocusEvent, (draft, flush, game)| {
        if draft.is_some() {
            flush.emit(());
            game.dispatch(StoreAction::Do(GameAction::EndTyping));
            draft.set(None);
        }
    });
    let onkeydown = Callback::from(|event: KeyboardEvent| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        if let Some(field) = field.filter(|_| event.key() == "Escape") {
            // Blurring an element of the page cannot fail.
            let _ = field.blur();
        }
    });
    let value = (*draft).clone().map_or_else(|| text.clone(), AttrValue::from);
    let rows = value.lines().count().clamp(1, MAX_ROWS);
    html! {
        <textarea id={*id} class="field comment-field" rows={rows.to_string()} aria-label={label.clone()} placeholder={label.clone()} {value} {oninput} {onblur} {onkeydown} />
    }
}
