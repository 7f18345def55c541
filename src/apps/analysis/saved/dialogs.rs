//! Dialogs about saved data. All pages have them, because the settings link to them.

use super::name_dialog::GameNameDialog;
use super::opener::GameOpener;
use super::recent_dialog::RecentDialog;
use super::storage_dialog::StorageDialog;
use crate::apps::analysis::dialog::Dialog;
use yew::prelude::*;

/// Properties of [`SavedDialogs`].
#[derive(Clone, Properties, PartialEq)]
pub struct SavedDialogsProps {
    /// Open dialog.
    pub dialog: UseStateHandle<Option<Dialog>>,
    /// Access to the games.
    pub opener: GameOpener,
}

/// Open dialog, if it is one of these.
#[component]
pub fn SavedDialogs(props: &SavedDialogsProps) -> Html {
    let SavedDialogsProps { dialog, opener } = props;
    let on_close = use_callback(dialog.setter(), |(), dialog| dialog.set(None));
    match &**dialog {
        Some(Dialog::Recent) => html! { <RecentDialog opener={opener.clone()} {on_close} /> },
        Some(Dialog::Name) => html! { <GameNameDialog opener={opener.clone()} {on_close} /> },
        Some(Dialog::Storage) => html! { <StorageDialog opener={opener.clone()} {on_close} /> },
        _ => html! {},
    }
}
