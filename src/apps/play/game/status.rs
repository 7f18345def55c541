//! Status of the game: side to move, engine activity, offers, hints, premoves.

use tabia_chess::Color;
use yew::prelude::*;

use super::draft::{DraftCard, MoveDraft};
use super::save::not_saved;
use super::shown::{ShownGame, side};
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::board::describe::role_name;
use crate::language::tr;
use crate::services::play::{EngineStatus, Hint};
use crate::state::play::setup::SidePlayer;
use crate::state::premove::Premove;

/// Properties of [`StatusLine`].
#[derive(Properties, PartialEq)]
pub struct StatusLineProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// Last reply; empty if there is none.
    pub answer: String,
    /// Goes to a ply of the game.
    pub go: Callback<Option<usize>>,
    /// Move that is being entered.
    pub draft: Option<MoveDraft>,
    /// Sets or clears the draft.
    pub set_draft: Callback<Option<MoveDraft>>,
}

/// Status line, with anything that needs a reply.
#[component]
pub fn StatusLine(props: &StatusLineProps) -> Html {
    let StatusLineProps { context, shown, answer, go, draft, set_draft } = props;
    let back = use_callback(go.clone(), |_: MouseEvent, go| go.emit(None));
    let snapshot = &shown.snapshot;
    html! {
        <div class="card play-status">
            <p class="play-state">{ state(shown) }</p>
            { failed(context, shown) }
            { offer(context, shown) }
            if let Some(draft) = *draft {
                <DraftCard context={context.clone()} shown={shown.clone()} {draft} set_draft={set_draft.clone()} />
            }
            // Replies are announced; the side to move isn't, because the moves already make it clear.
            <p class="play-told" role="status">{ format!("{answer} {}", told(shown)).trim() }</p>
            if !snapshot.premoves.is_empty() {
                <button type="button" class="button small" onclick={context.on(|context| context.play.premove(None))}>{ strings::cancel_premove() }</button>
            }
            if snapshot.is_paused() && shown.game.setup().has_engine() {
                <p class="play-hint">{ strings::paused_after_leaving() }</p>
            }
            if !shown.is_at_end() {
                <button type="button" class="button small" onclick={back}>{ strings::back_to_game() }</button>
            }
            { not_saved(context, &snapshot.save) }
        </div>
    }
}

/// Describes whose move it is.
fn state(shown: &ShownGame) -> String {
    let snapshot = &shown.snapshot;
    let turn = shown.game.turn();
    let name = || shown.game.setup().player(turn).name();
    if snapshot.is_paused() {
        return strings::paused().to_owned();
    }
    match &snapshot.engines[turn.index()] {
        EngineStatus::None if shown.game.setup().human() == Some(turn) => strings::your_move().to_owned(),
        EngineStatus::None | EngineStatus::Failed(_) => strings::to_move(side(turn)),
        EngineStatus::Starting => strings::starts(&name()),
        EngineStatus::Ready | EngineStatus::Thinking | EngineStatus::Pondering => strings::thinks(&name()),
    }
}

/// Renders failed engines.
fn failed(context: &PlayContext, shown: &ShownGame) -> Html {
    let failed = Color::ALL.into_iter().filter_map(|color| match &shown.snapshot.engines[color.index()] {
        EngineStatus::Failed(reason) => Some((color, reason.clone())),
        _ => None,
    });
    failed
        .map(|(color, reason)| {
            let context = context.clone();
            let retry = Callback::from(move |_: MouseEvent| context.play.retry_engine(color));
            let name = shown.game.setup().player(color).name();
            html! {
                <div key={side(color)} class="play-failed" role="alert">
                    <p>{ strings::failed(&name, reason.trim_end_matches('.')) }</p>
                    <button type="button" class="button small" onclick={retry}>{ strings::retry_engine() }</button>
                </div>
            }
        })
        .collect()
}

/// Renders a draw offer.
fn offer(context: &PlayContext, shown: &ShownGame) -> Html {
    let Some(by) = shown.snapshot.offer_to_answer() else {
        let own = shown.game.game().offered_by();
        return own.map_or_else(Html::default, |by| {
            let other = shown.game.setup().player(!by).name();
            html! { <p class="play-hint">{ strings::you_offered(&other) }</p> }
        });
    };
    let name = match shown.game.setup().player(by) {
        // Two unnamed people are told apart by their sides.
        SidePlayer::Human { name } if name.trim().is_empty() => side(by).to_owned(),
        player => player.name(),
    };
    html! {
        <div class="play-offer" role="status">
            <p>{ strings::offers_draw(&name) }</p>
            <button type="button" class="button small primary" onclick={context.on(|context| context.done(context.play.answer_draw(true)))}>{ strings::accept() }</button>
            <button type="button" class="button small" onclick={context.on(|context| context.done(context.play.answer_draw(false)))}>{ strings::decline() }</button>
        </div>
    }
}

/// Describes the hint and the premove.
fn told(shown: &ShownGame) -> String {
    let position = shown.game.position();
    match shown.snapshot.hint {
        Some(Hint::Searching) => return strings::searching_hint().to_owned(),
        Some(Hint::Piece(square)) => {
            let piece = position.piece_at(square).map_or_else(|| tr!("piece"), |piece| role_name(piece.role));
            return strings::hint_piece(&square, piece);
        }
        Some(Hint::Move(m)) if position.is_legal(m) => return strings::hint_move(&position.san(m)),
        Some(Hint::Move(_)) | None => {}
    }
    let premoves: Vec<String> = shown.snapshot.premoves.iter().filter_map(|uci| premove_words(uci)).collect();
    if premoves.is_empty() { String::new() } else { strings::premove(&premoves.join(", ")) }
}

/// Describes a premove: its squares, and the piece that a pawn becomes.
fn premove_words(uci: &str) -> Option<String> {
    let (from, to) = Premove::squares(uci)?;
    let piece = uci.get(4..).filter(|piece| !piece.is_empty());
    Some(piece.map_or_else(
        || format!("{from}–{to}"),
        |piece| format!("{from}–{to}={}", piece.to_ascii_uppercase()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_premove_names_the_piece_that_a_pawn_becomes() {
        assert_eq!(premove_words("f1e2").as_deref(), Some("f1–e2"));
        assert_eq!(premove_words("a7a8n").as_deref(), Some("a7–a8=N"));
        assert_eq!(premove_words("a7"), None);
    }
}
