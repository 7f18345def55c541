//! Preview of the active row's game next to the table: its final position, or the one searched for.

use std::rc::Rc;

use tabia_chess::{Color, Move};
use tabia_pgn::Game;
use tabia_worker::library::messages::Row;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::context::LibraryContext;
use super::grid_rows::SharedRow;
use super::{actions, strings};
use crate::components::board::view::marked_squares;
use crate::components::board::{Board, BoardView};
use crate::components::icon::{Icon, IconView};
use crate::state::library::text::{date_text, result_text};

/// Maximum text size for a preview, in bytes; a longer text would take too long.
const LONGEST: u32 = 60_000;
/// Maximum number of plies shown below the board, up to its position.
const PLIES: usize = 60;

/// Properties of [`Preview`].
#[derive(Properties, PartialEq)]
pub struct PreviewProps {
    /// State shared by all components of the page.
    pub context: LibraryContext,
    /// Database of the game.
    pub database: AttrValue,
    /// Row of the game, if any.
    pub row: Option<SharedRow>,
}

/// Rendered data of a game.
#[derive(Clone, PartialEq)]
struct DrawnGame {
    game: u32,
    view: Rc<BoardView>,
    moves: String,
    is_read: bool,
}

/// Preview pane.
#[component]
pub fn Preview(props: &PreviewProps) -> Html {
    let PreviewProps { context, database, row } = props;
    let drawn = use_state_eq(|| None::<DrawnGame>);
    use_effect_with((context.clone(), database.clone(), row.clone()), {
        let drawn = drawn.setter();
        move |(context, database, row): &(LibraryContext, AttrValue, Option<SharedRow>)| {
            let is_wanted = Rc::new(std::cell::Cell::new(true));
            if let Some(row) = row.clone().filter(|row| row.bytes <= LONGEST) {
                let (context, database, is_wanted) =
                    (context.clone(), database.clone(), Rc::clone(&is_wanted));
                spawn_local(async move {
                    // A read error is shown when the game is opened.
                    let Ok(text) = context.library.text(&database, row.game).await else { return };
                    if is_wanted.get() {
                        drawn.set(Some(draw(&row, &text.pgn)));
                    }
                });
            }
            move || is_wanted.set(false)
        }
    });
    let Some(row) = row else {
        return html! { <section class="library-preview empty card" aria-label={strings::preview()}><p>{ strings::preview_hint() }</p></section> };
    };
    let open = {
        let (context, database, row) = (context.clone(), database.to_string(), Rc::clone(row));
        Callback::from(move |_: MouseEvent| actions::open_row(&context, database.clone(), (*row).clone()))
    };
    let drawn = (*drawn).clone().filter(|drawn| drawn.game == row.game);
    html! {
        <section class="library-preview card" aria-label={strings::preview()} data-game={row.game.to_string()}>
            { player(&row.black, row.black_elo, Color::Black) }
            <div class="library-preview-board">
                if let Some(drawn) = &drawn { <Board view={Rc::clone(&drawn.view)} on_move={no_move()} /> }
            </div>
            { player(&row.white, row.white_elo, Color::White) }
            <p class="library-preview-facts">{ facts(row) }</p>
            { text(row, drawn.as_ref()) }
            <button type="button" class="button primary" onclick={open}><IconView icon={Icon::Board} />{ strings::open_on_board() }</button>
        </section>
    }
}

fn text(row: &Row, drawn: Option<&DrawnGame>) -> Html {
    if row.bytes > LONGEST {
        return html! { <p class="library-preview-moves">{ strings::too_long_to_preview() }</p> };
    }
    let Some(drawn) = drawn else { return html! { <p class="library-preview-moves" /> } };
    let place = row.ply.map_or_else(|| strings::final_position().to_owned(), strings::after_move);
    html! {
        <>
            <p class="library-preview-place">{ place }</p>
            <p class="library-preview-moves" tabindex="0">{ if drawn.is_read { drawn.moves.as_str() } else { strings::no_moves_read() } }</p>
        </>
    }
}

fn player(name: &str, elo: Option<u16>, color: Color) -> Html {
    let name = if name.is_empty() { strings::UNKNOWN_PLAYER } else { name };
    html! {
        <div class="player">
            <span class={classes!("player-disc", (color == Color::Black).then_some("black"))} aria-hidden="true" />
            <span class="player-name">{ name }</span>
            <span class="player-elo">{ elo.map(|elo| elo.to_string()).unwrap_or_default() }</span>
        </div>
    }
}

/// Formats result, event, date and opening in one line.
fn facts(row: &Row) -> String {
    let date = row.date.to_string();
    let opening = [row.eco.as_deref().unwrap_or_default(), row.opening.as_str()].join(" ");
    let parts = [result_text(row.result), row.event.as_str(), date_text(&date), opening.trim()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Plays the main line up to the position shown.
fn draw(row: &Row, pgn: &str) -> DrawnGame {
    let game = tabia_pgn::read(pgn).games.into_iter().next().unwrap_or_default();
    let last = row.ply.map_or(usize::MAX, usize::from);
    let (mut position, mut last_move, mut words) = (*game.start(), None::<Move>, Vec::new());
    for node in game.main_line().take(last) {
        let Some(played) = game.played(node) else { break };
        let number = position.fullmove_number();
        let san = played.san(&position);
        let is_white = position.turn() == Color::White;
        words.push(if is_white {
            format!("{number}. {san}")
        } else if words.is_empty() {
            format!("{number}… {san}")
        } else {
            san
        });
        last_move = played.as_move();
        played.apply(&mut position);
    }
    let is_read = !words.is_empty() || row.plies == 0;
    let cut = words.len().saturating_sub(PLIES);
    let dots = if cut > 0 { "… " } else { "" };
    let moves = format!("{dots}{}", words.get(cut..).unwrap_or_default().join(" "));
    let view = BoardView::new(position, Color::White, last_move.map(marked_squares)).fixed();
    DrawnGame {
        game: row.game,
        view: Rc::new(view),
        moves,
        is_read: is_read && has_moves_or_none(&game, row),
    }
}

/// Returns whether moves of the game could be read, or it has none.
fn has_moves_or_none(game: &Game, row: &Row) -> bool {
    row.plies == 0 || game.main_line().next().is_some()
}

/// Returns the same callback every time, so that the board isn't rendered again because of it.
fn no_move() -> Callback<Move> {
    thread_local! {
        static NOTHING: Callback<Move> = Callback::noop();
    }
    NOTHING.with(Callback::clone)
}
