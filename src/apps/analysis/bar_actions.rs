//! Actions in the top bar of the analysis page.

use super::dialog::Dialog;
use super::strings;
use crate::components::icon::{Icon, IconView};
use yew::prelude::*;

/// Properties of [`BarActions`].
#[derive(Properties, PartialEq)]
pub struct BarActionsProps {
    /// Sets the dialog to open.
    pub dialog: UseStateSetter<Option<Dialog>>,
}

/// Buttons that open the analysis page's dialogs.
#[component]
pub fn BarActions(props: &BarActionsProps) -> Html {
    let show = |dialog: Dialog| {
        let setter = props.dialog.clone();
        Callback::from(move |_: MouseEvent| setter.set(Some(dialog.clone())))
    };
    html! {
        <>
            <button key="open" type="button" class="button primary" aria-label={strings::open_game()} onclick={show(Dialog::Open(AttrValue::default()))}>
                <IconView icon={Icon::Open} /><span class="medium-only">{ strings::open() }</span>
            </button>
            <button key="recent" type="button" class="button icon wide-only" aria-label={strings::recent()} title={strings::recent_hint()} onclick={show(Dialog::Recent)}>
                <IconView icon={Icon::Recent} />
            </button>
            <button key="new" type="button" class="button new-game" aria-label={strings::new_game()} onclick={show(Dialog::New)}>
                <IconView icon={Icon::Plus} /><span class="wide-only">{ strings::new() }</span>
            </button>
            <button key="keys" type="button" class="button quiet icon wide-only" aria-label={strings::keys()} title={strings::keys_hint()} onclick={show(Dialog::Help)}>
                <IconView icon={Icon::Keyboard} />
            </button>
        </>
    }
}
