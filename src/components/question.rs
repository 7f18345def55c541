//! A confirmation dialog: a description, perhaps with a field, and two buttons.

use super::modal::Modal;
use super::strings;
use yew::prelude::*;

/// Properties of [`Question`].
#[derive(Properties, PartialEq)]
pub struct QuestionProps {
    /// Title.
    pub title: AttrValue,
    /// Label of the confirm button.
    pub button: AttrValue,
    /// Whether the confirm button is enabled.
    #[prop_or(true)]
    pub can_be_done: bool,
    /// Called on confirmation, after the dialog has closed.
    pub on_done: Callback<()>,
    /// Called to close the dialog, confirmed or not.
    pub on_close: Callback<()>,
    /// Description and fields.
    pub children: Html,
}

/// The dialog; Enter confirms, too.
#[component]
pub fn Question(props: &QuestionProps) -> Html {
    let QuestionProps { title, button, can_be_done, on_done, on_close, children } = props;
    let onsubmit = use_callback((on_done.clone(), on_close.clone()), |event: SubmitEvent, (done, close)| {
        event.prevent_default();
        close.emit(());
        done.emit(());
    });
    let cancel = use_callback(on_close.clone(), |_: MouseEvent, close| close.emit(()));
    html! {
        <Modal title={title.clone()} on_close={on_close.clone()}>
            <form {onsubmit} class="question">
                { children.clone() }
                <div class="modal-actions">
                    <button type="button" class="button" onclick={cancel}>{ strings::cancel() }</button>
                    <button type="submit" class="button primary" disabled={!can_be_done}>{ button }</button>
                </div>
            </form>
        </Modal>
    }
}
