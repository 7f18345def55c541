//! Dialogs of a game: confirmations and setting the clocks.

use yew::prelude::*;

use super::shown::ShownGame;
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::events::input_value;
use crate::components::modal::Modal;
use crate::state::clock_text::{clock_text, parse_clock};

/// Dialog of the game page.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayDialog {
    /// Confirms resigning the game.
    Resign,
    /// Confirms aborting the game.
    Abort,
    /// Sets the clocks.
    Clocks,
}

/// Properties of [`Dialogs`].
#[derive(Properties, PartialEq)]
pub struct DialogsProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// Open dialog, if any.
    pub dialog: Option<PlayDialog>,
    /// Opens another dialog or closes it.
    pub open: Callback<Option<PlayDialog>>,
}

/// The open dialog.
#[component]
pub fn Dialogs(props: &DialogsProps) -> Html {
    let DialogsProps { context, shown, dialog, open } = props;
    let on_close = use_callback(open.clone(), |(), open| open.emit(None));
    match dialog {
        // The game may end while the dialog is open.
        Some(_) if shown.game.is_over() => Html::default(),
        Some(PlayDialog::Resign) => {
            let action = context.on(|context| context.done(context.play.resign()));
            question(
                strings::resign_question(),
                strings::resign_detail(),
                strings::resign(),
                &action,
                &on_close,
            )
        }
        Some(PlayDialog::Abort) => {
            let action = context.on(|context| context.play.abort());
            question(strings::abort_question(), strings::abort_detail(), strings::abort(), &action, &on_close)
        }
        Some(PlayDialog::Clocks) => html! { <ClocksDialog context={context.clone()} {on_close} /> },
        None => Html::default(),
    }
}

fn question(
    title: &'static str,
    detail: &'static str,
    yes: &'static str,
    action: &Callback<MouseEvent>,
    on_close: &Callback<()>,
) -> Html {
    let (action, close) = (action.clone(), on_close.clone());
    let agree = Callback::from(move |event: MouseEvent| {
        close.emit(());
        action.emit(event);
    });
    let close = on_close.clone();
    let cancel = Callback::from(move |_: MouseEvent| close.emit(()));
    html! {
        <Modal {title} {on_close} class="narrow">
            <p>{ detail }</p>
            <div class="modal-actions">
                <button type="button" class="button" onclick={cancel}>{ strings::cancel() }</button>
                <button type="button" class="button primary" onclick={agree}>{ yes }</button>
            </div>
        </Modal>
    }
}

#[derive(Properties, PartialEq)]
struct ClocksDialogProps {
    context: PlayContext,
    on_close: Callback<()>,
}

/// Dialog for setting the remaining time of both sides.
#[component]
fn ClocksDialog(props: &ClocksDialogProps) -> Html {
    let readings = *use_memo((), |()| props.context.play.clocks());
    let texts = use_state_eq(|| {
        readings.map(|reading| reading.map(|reading| clock_text(reading.remaining_ms)).unwrap_or_default())
    });
    let set = {
        let (context, texts, close) = (props.context.clone(), texts.clone(), props.on_close.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let times =
                [0, 1].map(|side| if readings[side].is_some() { parse_clock(&texts[side]) } else { None });
            // An unedited clock is left alone: it has been running in the meantime.
            let before = readings.map(|reading| reading.map(|reading| clock_text(reading.remaining_ms)));
            let changed =
                [0, 1].map(|side| times[side].filter(|_| before[side].as_ref() != Some(&texts[side])));
            context.play.set_clocks(changed);
            close.emit(());
        })
    };
    let is_wrong = |side: usize| readings[side].is_some() && parse_clock(&texts[side]).is_none();
    let field = |side: usize, id: &'static str, label: &'static str| {
        let oninput = {
            let texts = texts.clone();
            Callback::from(move |event: InputEvent| {
                if let Some(value) = input_value(&event) {
                    let mut all = (*texts).clone();
                    all[side] = value;
                    texts.set(all);
                }
            })
        };
        let note = format!("{id}-note");
        html! {
            <div class="play-field">
                <label for={id}>{ label }</label>
                <input {id} class="field" type="text" value={texts[side].clone()} autocomplete="off" aria-invalid={is_wrong(side).to_string()}
                       aria-describedby={note.clone()} {oninput} />
                <p id={note} class="field-error">{ if is_wrong(side) { strings::clock_fault() } else { "" } }</p>
            </div>
        }
    };
    html! {
        <Modal title={strings::set_clocks()} on_close={props.on_close.clone()} class="narrow">
            <form onsubmit={set}>
                if readings[0].is_some() { { field(0, "play-set-white", strings::white_left()) } }
                if readings[1].is_some() { { field(1, "play-set-black", strings::black_left()) } }
                <p class="play-hint">{ strings::clocks_rated() }</p>
                <div class="modal-actions">
                    <button type="submit" class="button primary" disabled={is_wrong(0) || is_wrong(1)}>{ strings::set() }</button>
                </div>
            </form>
        </Modal>
    }
}
