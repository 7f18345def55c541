//! Dialogs about saved data. All pages have them, because the settings link to them.

use super::desk::Desk;
use super::name_dialog::NameDialog;
use super::recent_dialog::RecentDialog;
use super::storage_dialog::StorageDialog;
use crate::apps::analysis::dialog::Dialog;
use yew::prelude::*;

/// Properties of [`KeptDialogs`].
#[derive(Clone, Properties, PartialEq)]
pub struct KeptDialogsProps {
    /// Open dialog.
    pub dialog: UseStateHandle<Option<Dialog>>,
    /// Access to the games.
    pub desk: Desk,
}

/// Open dialog, if it is one of these.
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
