//! The dialogs about what is kept. They belong to every page: the settings lead to them.

use super::desk::Desk;
use super::name_dialog::NameDialog;
use super::recent_dialog::RecentDialog;
use super::storage_dialog::StorageDialog;
use crate::apps::analysis::dialog::Dialog;
use yew::prelude::*;

/// Properties of [`KeptDialogs`].
#[derive(Clone, Properties, PartialEq)]
pub struct KeptDialogsProps {
    /// What lies over the page.
    pub dialog: UseStateHandle<Option<Dialog>>,
    /// Knows the games.
    pub desk: Desk,
}

/// The dialog that is open, if it is one of these.
#[component]
pub fn KeptDialogs(props: &KeptDialogsProps) -> Html {
    let KeptDialogsProps { dialog, desk } = props;
    let on_close = use_callback(dialog.setter(), |(), dialog| dialog.set(None));
    match &**dialog {
        Some(Dialog::Recent) => html! { <RecentDialog desk={desk.clone()} {on_close} /> },
        Some(Dialog::Name) => html! { <NameDialog desk={desk.clone()} {on_close} /> },
        Some(Dialog::Storage) => html! { <StorageDialog desk={desk.clone()} {on_close} /> },
        _ => html! {},
    }
}
