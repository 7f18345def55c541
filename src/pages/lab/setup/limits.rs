//! How long an engine thinks.

use crate::components::lab::fields::{Form, TextField, choice};
use crate::state::lab::draft::DraftAction;
use crate::state::lab::field::{Field, Limit};
use yew::prelude::*;

/// Properties of [`LimitFields`].
#[derive(Properties, PartialEq)]
pub struct LimitFieldsProps {
    /// The form.
    pub form: Form,
    /// Whose limits.
    pub engine: usize,
}

/// The kind of limit with its value; the others, to be combined with it, are folded away.
#[component]
pub fn LimitFields(props: &LimitFieldsProps) -> Html {
    let LimitFieldsProps { form, engine } = props;
    let engine = *engine;
    let main = form.draft().main_limit(engine);
    let kinds: Vec<_> = Limit::MAIN
        .into_iter()
        .map(|kind| (DraftAction::OnlyLimit(engine, kind), kind.label().to_owned()))
        .collect();
    let chosen = Limit::MAIN.iter().position(|&kind| kind == main).unwrap_or(0);
    let others: Vec<Limit> =
        Limit::ALL.into_iter().filter(|&kind| kind != main && !is_exclusive(main, kind)).collect();
    let extra = others
        .iter()
        .filter(|kind| Limit::MAIN.contains(kind))
        .map(|&kind| (kind, form.draft().text(Field::Limit(engine, kind)).trim()))
        .filter(|(_, text)| !text.is_empty())
        .map(|(kind, text)| format!("{} {text}", kind.label().to_lowercase()))
        .collect::<Vec<_>>()
        .join(", ");
    html! {
        <div class="lab-limits">
            { choice(form, &format!("limit-kind-{engine}"), "Limit", chosen, &kinds) }
            <TextField form={form.clone()} field={Field::Limit(engine, main)} label={main.label()} hint={main.hint()}
                       inputmode={if main == Limit::Tc { "text" } else { "decimal" }} />
            <details class="lab-options">
                <summary>{ "And also" }<span class="lab-summary-note">{ extra }</span></summary>
                <div class="lab-option-grid">
                    { for others.into_iter().map(|kind| html! {
                        <TextField key={kind.key()} form={form.clone()} field={Field::Limit(engine, kind)} label={kind.label()} placeholder={if Limit::MAIN.contains(&kind) { "none" } else { "" }} />
                    }) }
                </div>
            </details>
        </div>
    }
}

/// A time for each move takes the place of the clock.
fn is_exclusive(a: Limit, b: Limit) -> bool {
    matches!((a, b), (Limit::Tc, Limit::MoveTime) | (Limit::MoveTime, Limit::Tc))
}
