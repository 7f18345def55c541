//! A button that opens a file picker.

use super::files::files_of;
use super::icon::{Icon, IconView};
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`FileButton`].
#[derive(Properties, PartialEq)]
pub struct FileButtonProps {
    /// Label.
    pub label: AttrValue,
    /// Accepted file types.
    pub accept: AttrValue,
    /// Whether several files can be chosen at once.
    #[prop_or(true)]
    pub is_multiple: bool,
    /// CSS classes.
    #[prop_or_else(|| classes!("button", "quiet", "small"))]
    pub class: Classes,
    /// Icon.
    #[prop_or(Icon::File)]
    pub icon: Icon,
    /// Called with the chosen files.
    pub on_files: Callback<Vec<File>>,
}

/// A button that opens a file picker.
#[component]
pub fn FileButton(props: &FileButtonProps) -> Html {
    let input = use_node_ref();
    let onchange = {
        let (input, on_files) = (input.clone(), props.on_files.clone());
        Callback::from(move |_: Event| {
            let Some(element) = input.cast::<HtmlInputElement>() else { return };
            let files: Vec<File> = files_of(&element);
            // Allow the same file to be chosen again.
            element.set_value("");
            on_files.emit(files);
        })
    };
    let onclick = {
        let input = input.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(element) = input.cast::<HtmlInputElement>() {
                element.click();
            }
        })
    };
    html! {
        <>
            <button type="button" class={props.class.clone()} {onclick}><IconView icon={props.icon} />{ &props.label }</button>
            <input ref={input} type="file" multiple={props.is_multiple} hidden=true accept={props.accept.clone()} aria-label={props.label.clone()} {onchange} />
        </>
    }
}
