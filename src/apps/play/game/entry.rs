//! A field for typing moves and premoves. It remains the same element for both sides, so that it keeps the focus.

use tabia_chess::Move;
use yew::prelude::*;

use super::shown::ShownGame;
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::components::events::input_value;
use crate::state::premove;
use crate::state::text::sentence;
use crate::state::typed_move::{TypedMove, choose, read};

/// Element id of the field.
pub const ENTRY_ID: &str = "play-type-move";

/// Properties of [`Entry`].
#[derive(Properties, PartialEq)]
pub struct EntryProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// Plays a person's move, or makes it a draft.
    pub enter: Callback<Move>,
}

/// Field that plays the typed move: at once if it is unambiguous, otherwise on Enter. While the opponent is to move, the text is a
/// premove, entered with Enter.
#[component]
pub fn Entry(props: &EntryProps) -> Html {
    let EntryProps { context, shown, enter: on_enter } = props;
    let text = use_state_eq(String::new);
    let fault = use_state_eq(|| None::<String>);
    let snapshot = &shown.snapshot;
    let is_own = shown.to_move().is_some();
    let premover = snapshot.may_premove();
    let oninput = use_callback((on_enter.clone(), shown.clone(), text.setter(), fault.setter()), {
        |event: InputEvent,
         (on_enter, shown, text, fault): &(
            Callback<Move>,
            ShownGame,
            UseStateSetter<String>,
            UseStateSetter<_>,
        )| {
            let Some(typed) = input_value(&event) else { return };
            fault.set(None);
            let certain = shown.to_move().and_then(|_| read(shown.game.position(), &typed).certain());
            match certain {
                Some(m) => {
                    text.set(String::new());
                    on_enter.emit(m);
                }
                None => text.set(typed),
            }
        }
    });
    let onkeydown = {
        let (context, shown, on_enter) = (context.clone(), shown.clone(), on_enter.clone());
        let (text, fault) = (text.clone(), fault.clone());
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Enter" if !text.trim().is_empty() => {
                event.prevent_default();
                match enter(&context, &shown, &on_enter, &text) {
                    Ok(()) => {
                        text.set(String::new());
                        fault.set(None);
                    }
                    Err(wrong) => fault.set(Some(sentence(&wrong))),
                }
            }
            "Escape" if text.is_empty() => context.play.premove(None),
            "Escape" => {
                text.set(String::new());
                fault.set(None);
            }
            _ => {}
        })
    };
    if !is_own && premover.is_none() {
        return Html::default();
    }
    let label = if premover.is_some() { strings::premove_help() } else { strings::type_a_move() };
    html! {
        <div class="play-entry">
            <input id={ENTRY_ID} class="field mono" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"
                   aria-label={label} placeholder={label} value={(*text).clone()} aria-invalid={fault.is_some().to_string()}
                   aria-describedby="play-type-note" {oninput} {onkeydown} />
            <p id="play-type-note" class="field-error" role="status">{ (*fault).clone().unwrap_or_default() }</p>
        </div>
    }
}

/// Plays or premoves the text in the field.
fn enter(
    context: &PlayContext,
    shown: &ShownGame,
    on_enter: &Callback<Move>,
    text: &str,
) -> Result<(), String> {
    let position = shown.game.position();
    if let Some(color) = shown.snapshot.may_premove() {
        let (position, _) = premove::made(position, &shown.snapshot.premoves);
        let premove =
            premove::read(&position, color, text).ok_or_else(|| strings::no_premove(text.trim()))?;
        context.play.premove(Some(premove.uci(&position)));
        return Ok(());
    }
    match choose(position, text).map_err(|error| error.to_string())? {
        TypedMove::Move(m) => {
            on_enter.emit(m);
            Ok(())
        }
        TypedMove::Null => Err(strings::no_passing().to_owned()),
    }
}
