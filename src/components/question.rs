//! A question in front of the page: what is going to be done, perhaps with something to type, and two buttons.

use super::modal::Modal;
use super::strings;
use yew::prelude::*;

/// Properties of [`Question`].
#[derive(Properties, PartialEq)]
pub struct QuestionProps {
    /// What is asked.
    pub title: AttrValue,
    /// What the button says that does it.
    pub button: AttrValue,
    /// Whether the button can be pressed.
    #[prop_or(true)]
    pub can_be_done: bool,
    /// It is wanted. The question is closed by then.
    pub on_done: Callback<()>,
    /// It is to be closed, whether wanted or not.
    pub on_close: Callback<()>,
    /// What there is to know or to type.
    pub children: Html,
}

/// The question; its form is sent with Enter too.
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
                    <button type="button" class="button" onclick={cancel}>{ strings::CANCEL }</button>
                    <button type="submit" class="button primary" disabled={!can_be_done}>{ button }</button>
                </div>
            </form>
        </Modal>
    }
}
