//! Buttons of a game.

use yew::prelude::*;

use super::dialogs::PlayDialog;
use super::draft::MoveDraft;
use super::menu::GameMenu;
use super::shown::ShownGame;
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_settings;
use crate::services::play::Hint;

/// Properties of [`Buttons`].
#[derive(Properties, PartialEq)]
pub struct ButtonsProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// Flips the board.
    pub flip: Callback<()>,
    /// Opens a dialog.
    pub open: Callback<Option<PlayDialog>>,
    /// Sets or clears the draft.
    pub set_draft: Callback<Option<MoveDraft>>,
}

/// Buttons, with the most frequently used ones first; the others are in the menu.
#[component]
pub fn Buttons(props: &ButtonsProps) -> Html {
    let ButtonsProps { context, shown, flip, open, set_draft } = props;
    let settings = use_settings();
    let flip = use_callback(flip.clone(), |_: MouseEvent, flip| flip.emit(()));
    let asks = settings.0.confirm_resign;
    let resign =
        use_callback((context.clone(), open.clone(), asks), |_: MouseEvent, (context, open, asks)| {
            if *asks { open.emit(Some(PlayDialog::Resign)) } else { context.done(context.play.resign()) }
        });
    let snapshot = &shown.snapshot;
    let (is_running, is_paused) = (snapshot.is_running(), snapshot.is_paused());
    let has_human = shown.game.setup().has_human();
    html! {
        <div class="play-buttons" role="group" aria-label={strings::game()}>
            if is_running && has_human {
                { button(Icon::Undo, strings::take_back(), !snapshot.can_take_back(), context.on(|context| context.done(context.play.take_back()))) }
                { hint_button(context, shown) }
                if snapshot.claim().is_some() {
                    { button(Icon::Check, strings::claim_draw(), false, context.on(|context| context.done(context.play.claim_draw()))) }
                } else {
                    { button(Icon::Hand, strings::offer_draw(), !snapshot.can_offer_draw() || is_paused, context.on(|context| context.done(context.play.offer_draw()))) }
                }
                { button(Icon::Stop, strings::resign(), false, resign) }
            }
            if is_running { { pause_button(context, is_paused) } }
            { button(Icon::Flip, strings::flip(), false, flip) }
            <GameMenu key="menu" context={context.clone()} shown={shown.clone()} open={open.clone()} set_draft={set_draft.clone()} />
        </div>
    }
}

/// Renders the pause and resume button: a single button, which keeps the focus.
fn pause_button(context: &PlayContext, is_paused: bool) -> Html {
    if is_paused {
        let resume = context.on(|context| context.play.resume());
        button_at("pause", Icon::Play, strings::continue_text(), false, resume)
    } else {
        let pause = context.on(|context| context.play.pause());
        button_at("pause", Icon::Pause, strings::pause(), false, pause)
    }
}

/// Renders the hint button: the first press shows the piece, the second its move. It keeps the focus during the search.
fn hint_button(context: &PlayContext, shown: &ShownGame) -> Html {
    let hint = shown.snapshot.hint;
    let is_second = matches!(hint, Some(Hint::Piece(_)));
    let is_off = shown.snapshot.to_move().is_none()
        || shown.snapshot.is_paused()
        || matches!(hint, Some(Hint::Move(_)));
    let name = if is_second { strings::hint_move_text() } else { strings::hint() };
    let ask: fn(&PlayContext) =
        if hint == Some(Hint::Searching) { |_| () } else { |context| context.play.hint() };
    button_at("hint", Icon::Info, name, is_off, context.on(ask))
}

fn button(icon: Icon, name: &'static str, disabled: bool, onclick: Callback<MouseEvent>) -> Html {
    button_at(name, icon, name, disabled, onclick)
}

/// Renders a button that stays the same element when its label changes.
fn button_at(
    key: &'static str,
    icon: Icon,
    name: &'static str,
    disabled: bool,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! {
        <button {key} type="button" class="button play-action" {disabled} {onclick}><IconView {icon} /><span>{ name }</span></button>
    }
}
