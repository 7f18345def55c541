//! Warning if the game is not saved.

use yew::prelude::*;

use crate::apps::play::context::PlayContext;
use crate::apps::play::{strings, unsaved};
use crate::services::play::PlaySaveState;

/// Renders the problem with a download button; nothing while the game is saved.
pub fn not_saved(context: &PlayContext, save: &PlaySaveState) -> Html {
    let PlaySaveState::Failed { reason, is_remembered } = save else { return Html::default() };
    html! {
        <div class="play-failed">
            <p>{ strings::not_saved() }{ ": " }{ unsaved::detail(reason, *is_remembered) }</p>
            <button type="button" class="button small" onclick={context.on(download)}>{ strings::download_pgn() }</button>
        </div>
    }
}

fn download(context: &PlayContext) {
    if let Some(pgn) = context.play.pgn() {
        unsaved::save_as_file(context, &pgn);
    }
}
