//! Save status of the current game next to its moves; opens the dialog for its name and labels.

use crate::apps::analysis::dialog::Dialog;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::hooks::use_observable;
use crate::services::games::autosave::SaveState;
use crate::services::games::driver::GameAutosave;
use crate::state::text::sentence;
use yew::prelude::*;

/// Properties of [`SaveSign`].
#[derive(Properties, PartialEq)]
pub struct SaveSignProps {
    /// Autosave of the games.
    pub autosave: GameAutosave,
    /// Sets the dialog to open.
    pub dialog: UseStateSetter<Option<Dialog>>,
}

/// Save status. Screen readers only announce failures, by a message.
#[component]
pub fn SaveSign(props: &SaveSignProps) -> Html {
    let state = use_observable(&props.autosave, GameAutosave::state);
    let onclick = use_callback(props.dialog.clone(), |_: MouseEvent, dialog| dialog.set(Some(Dialog::Name)));
    let (text, icon, hint) = match &state {
        SaveState::Nothing => return html! {},
        SaveState::Saved => (strings::saved(), Some(Icon::Check), strings::saved_hint().to_owned()),
        SaveState::Saving => (strings::saving(), None, strings::saved_hint().to_owned()),
        SaveState::NotSaved(trouble) => {
            (strings::not_saved(), Some(Icon::Warning), sentence(&trouble.to_string()))
        }
    };
    let class = if matches!(state, SaveState::NotSaved(_)) { "save-sign fault" } else { "save-sign" };
    html! {
        <button type="button" {class} title={hint} aria-label={strings::save_sign(&text)} {onclick}>
            if let Some(icon) = icon { <IconView {icon} /> }
            <span>{ text }</span>
        </button>
    }
}
