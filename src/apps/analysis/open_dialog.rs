//! Dialog for pasting a game or choosing a file.

use crate::apps::analysis::actions::EXAMPLE;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// Opens a text and returns the error, if any.
pub type TextOpener = Callback<String, Result<(), String>>;

/// Properties of [`OpenDialog`].
#[derive(Clone, Properties, PartialEq)]
pub struct OpenDialogProps {
    /// Initial text of the field; a text that could not be opened stays here.
    pub text: AttrValue,
    /// Opens the field's text.
    pub on_text: TextOpener,
    /// Opens files.
    pub on_files: Callback<Vec<File>>,
    /// Shows the recent games.
    pub on_recent: Callback<()>,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Paste a game, or choose a file.
#[component]
pub fn OpenDialog(props: &OpenDialogProps) -> Html {
    let field = use_node_ref();
    let picker = use_node_ref();
    let fault = use_state(|| None::<String>);

    use_effect_with((), {
        let (field, text) = (field.clone(), props.text.clone());
        move |()| {
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                field.set_value(&text);
                // The dialog is open, so its field can be focused.
                let _ = field.focus();
            }
        }
    });

    let submit =
        use_callback((field.clone(), fault.setter(), props.on_text.clone(), props.on_close.clone()), {
            |(), (field, fault, on_text, on_close): &(NodeRef, UseStateSetter<_>, TextOpener, Callback<()>)| {
                let text = field.cast::<HtmlTextAreaElement>().map(|field| field.value()).unwrap_or_default();
                match on_text.emit(text) {
                    Ok(()) => on_close.emit(()),
                    Err(reason) => fault.set(Some(reason)),
                }
            }
        });
    let onclick = use_callback(submit.clone(), |_: MouseEvent, submit| submit.emit(()));
    let onkeydown = use_callback(submit, |event: KeyboardEvent, submit| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            submit.emit(());
        }
    });
    let oninput = use_callback(fault.setter(), |_: InputEvent, fault| fault.set(None));
    let choose = use_callback(picker.clone(), |_: MouseEvent, picker| {
        if let Some(picker) = picker.cast::<HtmlInputElement>() {
            picker.click();
        }
    });
    let onchange = use_callback(
        (props.on_files.clone(), props.on_close.clone()),
        |event: Event, (on_files, on_close)| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            let files = input.and_then(|input| input.files());
            let files: Vec<File> = files
                .map(|list| (0..list.length()).filter_map(|i| list.get(i)).collect())
                .unwrap_or_default();
            if !files.is_empty() {
                on_close.emit(());
                on_files.emit(files);
            }
        },
    );
    let cancel = use_callback(props.on_close.clone(), |_: MouseEvent, on_close| on_close.emit(()));
    let example = use_callback(
        (props.on_text.clone(), props.on_close.clone()),
        |_: MouseEvent, (on_text, on_close)| {
            // The example is a legal game.
            let _ = on_text.emit(EXAMPLE.to_owned());
            on_close.emit(());
        },
    );

    html! {
        <Modal title={strings::open_a_game()} on_close={props.on_close.clone()}>
            <p>{ strings::open_note() }</p>
            <textarea ref={field} class="field" spellcheck="false" aria-label={strings::pgn_or_fen()} aria-invalid={fault.is_some().to_string()}
                      placeholder={strings::OPEN_PLACEHOLDER} {onkeydown} {oninput} />
            if let Some(reason) = &*fault {
                <div key="fault" class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ reason }</p></div>
            }
            <div key="actions" class="modal-actions">
                <button type="button" class="button spread" onclick={choose}><IconView icon={Icon::File} />{ strings::choose_a_file() }</button>
                <button type="button" class="button" onclick={props.on_recent.reform(|_: MouseEvent| ())}><IconView icon={Icon::Recent} />{ strings::recent() }</button>
                <button type="button" class="button" onclick={example}>{ strings::show_an_example() }</button>
                <button type="button" class="button quiet" onclick={cancel}>{ strings::cancel() }</button>
                <button type="button" class="button primary" {onclick}>{ strings::open() }</button>
            </div>
            <input key="picker" ref={picker} type="file" hidden=true accept=".pgn,.fen,.epd,.txt,.bin,.wasm,.js,.mjs" {onchange} />
        </Modal>
    }
}
