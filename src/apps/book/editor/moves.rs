//! The table of the book's moves.

use super::path::Path;
use super::session::EditSession;
use crate::apps::book::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::book::{learned_text, percent};
use tabia_polyglot::BookMove;
use tabia_worker::book::messages::{EditCommand, EditState};
use tabia_worker::probe::messages::{LookedMove, Mark};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Renders the book moves of the position with editable fields.
pub fn moves_html(state: &EditState, session: &EditSession, path: &Path) -> Html {
    if state.looked.moves.is_empty() {
        return html! { <p class="book-note">{ strings::no_move_here() }</p> };
    }
    html! {
        <table class="editor-table">
            <thead><tr><th>{ strings::move_text() }</th><th>{ strings::share() }</th><th>{ strings::weight() }</th><th>{ strings::play() }</th><th><span class="visually-hidden">{ strings::marks() }</span></th></tr></thead>
            <tbody>{ for state.looked.moves.iter().map(|m| move_html(m, session, path)) }</tbody>
        </table>
    }
}

fn move_html(m: &LookedMove, session: &EditSession, path: &Path) -> Html {
    let code = m.code;
    let act = |command: EditCommand| {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |_: MouseEvent| session.edit(path.clone(), command))
    };
    let walk = {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(m) = BookMove(code).resolve(&path.position()) {
                session.go(path.with(m));
            }
        })
    };
    let number = |empty: Option<u32>, make: fn(u16, u32) -> Option<EditCommand>| {
        let (session, path) = (session.clone(), path.clone());
        Callback::from(move |text: String| {
            let text = text.trim();
            let number = if text.is_empty() { empty } else { text.parse().ok() };
            match number.and_then(|number| make(code, number)) {
                Some(command) => session.edit(path.clone(), command),
                None => session.context.fault(strings::the_change_failed(), strings::number_ranges()),
            }
        })
    };
    let weight =
        number(None, |code, number| Some(EditCommand::Weight { code, weight: number.try_into().ok()? }));
    // An empty percentage means 0.
    let share = number(Some(0), |code, number| {
        let percent = number.try_into().ok().filter(|&percent: &u8| percent <= 100)?;
        Some(EditCommand::Percent { code, percent })
    });
    let mark = |mark: Mark, text: &'static str, title: &'static str| {
        let is_on = m.mark == mark;
        let command = EditCommand::Mark { code, mark: if is_on { Mark::None } else { mark } };
        html! { <button type="button" class="button quiet small" aria-pressed={is_on.to_string()} {title} aria-label={format!("{title}: {}", m.san)} onclick={act(command)}>{ text }</button> }
    };
    let learned = learned_text(m.learn).map(|text| format!(" ({text})")).unwrap_or_default();
    html! {
        <tr key={code} data-code={code.to_string()}>
            <td><button type="button" class="pv-move book-san" onclick={walk}>{ &m.san }</button>{ learned }</td>
            <td>{ if m.weight == 0 { strings::never_played().to_owned() } else { percent(m.share) } }</td>
            <td><NumberField label={strings::weight_of(&m.san)} max={65535} value={m.weight.to_string()} is_off={m.mark == Mark::Avoided} on_number={weight} /></td>
            <td><NumberField label={strings::percent_of(&m.san)} max={100} value={if m.play_percent > 0 { m.play_percent.to_string() } else { String::new() }} is_off={m.mark == Mark::Avoided} on_number={share} /></td>
            <td class="editor-marks">
                { mark(Mark::Recommended, "!", strings::play_only_marked()) }
                { mark(Mark::Avoided, "?", strings::never_play_it()) }
                <button type="button" class="button quiet icon small" title={strings::delete()} aria-label={strings::delete_move(&m.san)} onclick={act(EditCommand::Delete { code })}><IconView icon={Icon::Close} /></button>
            </td>
        </tr>
    }
}

#[derive(Properties, PartialEq)]
struct NumberFieldProps {
    label: String,
    max: u32,
    value: String,
    /// The move is marked `?` and never played, whatever the number.
    is_off: bool,
    on_number: Callback<String>,
}

/// Number field that takes effect when it loses focus. Typed text survives re-rendering.
#[component]
fn NumberField(props: &NumberFieldProps) -> Html {
    let typed = use_state_eq(|| None::<String>);
    let oninput = use_callback(typed.setter(), |event: InputEvent, typed| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        typed.set(input.map(|input| input.value()));
    });
    let onchange =
        use_callback((typed.setter(), props.on_number.clone()), |event: Event, (typed, on_number)| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            if let Some(input) = input {
                on_number.emit(input.value());
            }
            typed.set(None);
        });
    let title = props.is_off.then_some(strings::marked_avoided());
    let value = typed.as_ref().unwrap_or(&props.value).clone();
    html! {
        <input class="field" type="number" min="0" max={props.max.to_string()} placeholder="–" aria-label={props.label.clone()} {title}
            disabled={props.is_off} {value} {oninput} {onchange} />
    }
}
