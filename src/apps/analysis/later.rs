//! Lazily loaded dialogs: a separate part of the program, loaded when one of them is first opened.

use super::dialog::Dialog;
use super::edit_dialogs::{EditDialogs, EditDialogsProps};
use super::help_dialog::{HelpDialog, HelpDialogProps};
use super::new_dialog::{NewDialog, NewDialogProps};
use super::open_dialog::{OpenDialog, OpenDialogProps};
use super::saved::{SavedDialogs, SavedDialogsProps};
use super::settings_dialog::{SettingsDialog, SettingsDialogProps};
use super::strings;
use crate::components::lazy_dialog::{DialogView, LazyDialog, LoadDialog};
use futures::FutureExt;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::prelude::*;

#[wasm_split(dialogs, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn edit_dialogs() -> Result<DialogView<EditDialogsProps>, SplitLoaderError> {
    Ok(|props| html! { <EditDialogs ..props /> })
}

#[wasm_split(dialogs, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn kept_dialogs() -> Result<DialogView<SavedDialogsProps>, SplitLoaderError> {
    Ok(|props| html! { <SavedDialogs ..props /> })
}

#[wasm_split(dialogs, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn open_dialog() -> Result<DialogView<OpenDialogProps>, SplitLoaderError> {
    Ok(|props| html! { <OpenDialog ..props /> })
}

#[wasm_split(dialogs, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn new_dialog() -> Result<DialogView<NewDialogProps>, SplitLoaderError> {
    Ok(|props| html! { <NewDialog ..props /> })
}

#[wasm_split(dialogs, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn help_dialog() -> Result<DialogView<HelpDialogProps>, SplitLoaderError> {
    Ok(|props| html! { <HelpDialog ..props /> })
}

#[wasm_split(dialogs, fallible)]
#[allow(clippy::unnecessary_wraps)] // The error is a failed load of the part.
fn settings_dialog() -> Result<DialogView<SettingsDialogProps>, SplitLoaderError> {
    Ok(|props| html! { <SettingsDialog ..props /> })
}

/// Returns the title of a dialog in this part; `None` for the others.
fn title(dialog: &Dialog) -> Option<&'static str> {
    Some(match dialog {
        Dialog::BoardEditor(_) => strings::set_up_a_position(),
        Dialog::Glyphs(_) => strings::glyphs(),
        Dialog::Facts(_) => strings::clock_and_evaluation().trim_end_matches('…'),
        Dialog::Header => strings::edit_header(),
        Dialog::Recent => strings::recent(),
        Dialog::Name => strings::name_and_labels(),
        Dialog::Storage => strings::stored_data(),
        _ => return None,
    })
}

/// Open edit dialog, if any.
pub fn edit_dialog_html(props: EditDialogsProps) -> Html {
    if !matches!(props.dialog, Dialog::BoardEditor(_) | Dialog::Glyphs(_) | Dialog::Facts(_) | Dialog::Header)
    {
        return html! {};
    }
    let Some(title) = title(&props.dialog) else { return html! {} };
    let on_close = props.on_close.clone();
    let load: LoadDialog<EditDialogsProps> = || edit_dialogs().map(Result::ok).boxed_local();
    html! {
        <LazyDialog<EditDialogsProps> key="edit" {title} {load} dialog={props} {on_close} />
    }
}

/// Open dialog about saved data, if any.
pub fn kept_dialog_html(props: SavedDialogsProps) -> Html {
    let open = (*props.dialog).clone();
    if !matches!(open, Some(Dialog::Recent | Dialog::Name | Dialog::Storage)) {
        return html! {};
    }
    let Some(title) = open.as_ref().and_then(title) else { return html! {} };
    let setter = props.dialog.setter();
    let load: LoadDialog<SavedDialogsProps> = || kept_dialogs().map(Result::ok).boxed_local();
    let on_close = Callback::from(move |()| setter.set(None));
    html! {
        <LazyDialog<SavedDialogsProps> key="kept" {title} {load} dialog={props} {on_close} />
    }
}

/// Open dialog.
pub fn open_dialog_html(props: OpenDialogProps) -> Html {
    let on_close = props.on_close.clone();
    let load: LoadDialog<OpenDialogProps> = || open_dialog().map(Result::ok).boxed_local();
    html! {
        <LazyDialog<OpenDialogProps> key="open" title={strings::open_a_game()} {load} dialog={props} {on_close} />
    }
}

/// New game dialog.
pub fn new_dialog_html(props: NewDialogProps) -> Html {
    let on_close = props.on_close.clone();
    let load: LoadDialog<NewDialogProps> = || new_dialog().map(Result::ok).boxed_local();
    html! {
        <LazyDialog<NewDialogProps> key="new" title={strings::new_game()} {load} dialog={props} {on_close} />
    }
}

/// Keyboard shortcuts.
pub fn help_dialog_html(props: HelpDialogProps) -> Html {
    let on_close = props.on_close.clone();
    let load: LoadDialog<HelpDialogProps> = || help_dialog().map(Result::ok).boxed_local();
    html! {
        <LazyDialog<HelpDialogProps> key="help" title={strings::keys()} {load} dialog={props} {on_close} />
    }
}

/// Settings.
pub fn settings_dialog_html(props: SettingsDialogProps) -> Html {
    let on_close = props.on_close.clone();
    let load: LoadDialog<SettingsDialogProps> = || settings_dialog().map(Result::ok).boxed_local();
    html! {
        <LazyDialog<SettingsDialogProps> key="settings" title={strings::settings()} {load} dialog={props} {on_close} />
    }
}
