//! A question of the Lab: what is going to be done, perhaps with something to type, and two buttons.

use crate::apps::lab::strings;
use crate::components::modal::Modal;
use yew::prelude::*;

/// Properties of [`Question`].
#[derive(Properties, PartialEq)]
pub struct QuestionProps {
    /// What is asked.
    pub title: AttrValue,
    /// What the button says that does it.
    pub button: &'static str,
    /// It is wanted. The question is closed by then.
    pub on_done: Callback<()>,
    /// It is to be closed, whether wanted or not.
    pub on_close: Callback<()>,
    /// What there is to know or to type.
    pub children: Html,
}

/// The question, in front of the page.
#[component]
pub fn Question(props: &QuestionProps) -> Html {
    let QuestionProps { title, button, on_done, on_close, children } = props;
    let onsubmit = use_callback((on_done.clone(), on_close.clone()), |event: SubmitEvent, (done, close)| {
        event.prevent_default();
        close.emit(());
        done.emit(());
    });
    let cancel = use_callback(on_close.clone(), |_: MouseEvent, close| close.emit(()));
    html! {
        <Modal title={title.clone()} on_close={on_close.clone()}>
            <form {onsubmit} class="lab-dialog">
                { children.clone() }
                <div class="modal-actions">
                    <button type="button" class="button" onclick={cancel}>{ strings::CANCEL }</button>
                    <button type="submit" class="button primary">{ *button }</button>
                </div>
            </form>
        </Modal>
    }
}
