//! A game on the board: clocks, moves, buttons, result.

mod answer;
mod board;
mod buttons;
mod clock;
mod dialogs;
mod draft;
mod entry;
mod keys;
mod menu;
mod moves;
mod player;
mod result;
mod review;
mod save;
mod shown;
mod speech;
mod status;

use std::rc::Rc;

use tabia_chess::Color;
use yew::prelude::*;

use self::answer::use_answer;
use self::board::BoardPane;
use self::buttons::Buttons;
use self::dialogs::{Dialogs, PlayDialog};
use self::draft::{MoveDraft, use_enter};
use self::entry::Entry;
use self::keys::{Keys, use_keys};
use self::moves::Moves;
use self::player::Player;
use self::result::ResultPanel;
use self::shown::{ShownGame, side_below};
use self::speech::{Spoken, use_speech};
use self::status::StatusLine;
use super::context::PlayContext;
use super::focus::use_focus_return;
use super::strings;
use crate::hooks::use_observable;

/// Properties of [`GameView`].
#[derive(Properties, PartialEq)]
pub struct GameViewProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Whether the page is visible.
    pub is_seen: bool,
}

/// Game page.
#[component]
pub fn GameView(props: &GameViewProps) -> Html {
    let context = &props.context;
    let snapshot = use_observable(&context.play, |play| Rc::new(play.snapshot()));
    let ply = use_state_eq(|| None::<usize>);
    let is_flipped = use_state_eq(|| false);
    let dialog = use_state_eq(|| None::<PlayDialog>);
    let draft = use_state_eq(|| None::<MoveDraft>);
    let game = snapshot.game.clone();
    // A new game is shown at its end, and a move brings the view back from an earlier position. A draft belongs to its position.
    let place = game.as_ref().map(|game| (game.game().id.clone(), game.ply(), game.is_over()));
    use_effect_with(place, {
        let (ply, draft) = (ply.setter(), draft.setter());
        move |_| {
            ply.set(None);
            draft.set(None);
        }
    });
    // The set-up form may have been scrolled; the game begins at the top of the page.
    use_effect_with((game.as_ref().map(|game| game.game().id.clone()), props.is_seen), |(_, is_seen)| {
        if let Some(window) = web_sys::window().filter(|_| *is_seen) {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    use_focus_return(&context.focus);
    let below = game.as_ref().map_or(Color::White, |game| side_below(game, context.prefs.turn_board));
    let orientation = if *is_flipped { !below } else { below };
    let shown = game.map(|game| ShownGame { snapshot: Rc::clone(&snapshot), game, ply: *ply, orientation });
    let (spoken, speak) = use_speech();
    let answer = use_answer(context);
    let enter = use_enter(context, shown.as_ref(), &draft);
    let set_draft = use_callback(draft.setter(), |to: Option<MoveDraft>, draft| draft.set(to));
    let go = use_callback(ply.setter(), |to: Option<usize>, ply| ply.set(to));
    let flip = use_callback(is_flipped.clone(), |(), is_flipped| is_flipped.set(!**is_flipped));
    let open = use_callback(dialog.setter(), |to: Option<PlayDialog>, dialog| dialog.set(to));
    let keys = Keys { shown: shown.clone(), go: go.clone(), flip: flip.clone(), speak };
    use_keys(context, keys, props.is_seen && dialog.is_none());
    let Some(shown) = shown else { return Html::default() };
    let context = context.clone();
    html! {
        <div class="play-game" data-over={shown.game.is_over().to_string()}>
            <section key="board" class="play-stage" aria-label={strings::board()}>
                <Player key="above" context={context.clone()} shown={shown.clone()} color={!orientation} />
                <BoardPane key="pane" context={context.clone()} shown={shown.clone()} draft={*draft} set_draft={set_draft.clone()} enter={enter.clone()} />
                <Player key="below" context={context.clone()} shown={shown.clone()} color={orientation} />
            </section>
            <section key="side" class="play-side" aria-label={strings::game()}>
                if shown.game.is_over() {
                    <ResultPanel key="result" context={context.clone()} shown={shown.clone()} go={go.clone()} is_seen={props.is_seen} />
                } else {
                    <StatusLine key="status" context={context.clone()} shown={shown.clone()} {answer} go={go.clone()} draft={*draft} set_draft={set_draft.clone()} />
                }
                <Buttons key="buttons" context={context.clone()} shown={shown.clone()} {flip} open={open.clone()} {set_draft} />
                <Moves key="moves" shown={shown.clone()} {go} />
                <Entry key="entry" context={context.clone()} shown={shown.clone()} {enter} />
            </section>
            <Spoken key="spoken" shown={shown.clone()} text={spoken} />
            <Dialogs key="dialogs" {context} {shown} dialog={(*dialog).clone()} {open} />
        </div>
    }
}
