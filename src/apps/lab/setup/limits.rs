//! Search limits of an engine.

use crate::apps::lab::components::fields::{DraftForm, DraftTextField, choice, switch};
use crate::apps::lab::components::folded::Folded;
use crate::apps::lab::strings;
use crate::state::lab::draft::{Draft, DraftAction};
use crate::state::lab::field::{DraftField, Limit, Switch};
use yew::prelude::*;

/// Properties of [`LimitFields`].
#[derive(Properties, PartialEq)]
pub struct LimitFieldsProps {
    /// The form.
    pub form: DraftForm,
    /// Index of the engine.
    pub engine: usize,
}

/// Kind of limit with its value; further limits to combine with it are collapsed.
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
    let margin = form.draft().auto_margin_ms();
    let extra = others
        .iter()
        .filter(|kind| Limit::MAIN.contains(kind))
        .map(|&kind| (kind, form.draft().text(DraftField::Limit(engine, kind)).trim()))
        .filter(|(_, text)| !text.is_empty())
        .map(|(kind, text)| format!("{} {text}", strings::limit_inside(kind)))
        .chain(margin_note(form.draft(), engine))
        .collect::<Vec<_>>()
        .join(", ");
    let has_fault = others.iter().any(|&kind| form.fault(DraftField::Limit(engine, kind)).is_some());
    html! {
        <div class="lab-limits">
            { choice(form, &format!("limit-kind-{engine}"), strings::limit(), chosen, &kinds) }
            <DraftTextField form={form.clone()} field={DraftField::Limit(engine, main)} label={main.label()} hint={hint(form.draft(), engine, main)}
                       inputmode={if main == Limit::Tc { "text" } else { "decimal" }} />
            <Folded label={strings::more_limits()} note={extra} {has_fault}>
                <div class="lab-option-grid">
                    { for others.into_iter().map(|kind| html! {
                        <DraftTextField key={kind.key()} form={form.clone()} field={DraftField::Limit(engine, kind)} label={kind.label()} placeholder={placeholder(kind, margin)} />
                    }) }
                </div>
                if form.draft().is_on(Switch::SameLimits) { { switch(form, Switch::SameLimits, strings::same_limits()) } }
            </Folded>
        </div>
    }
}

/// Returns what the typed limit means, followed by the input format.
fn hint(draft: &Draft, engine: usize, kind: Limit) -> String {
    let text = draft.text(DraftField::Limit(engine, kind));
    match kind.read_back(text) {
        Some(words) => strings::read_back(&words, kind.hint()),
        None => kind.hint().to_owned(),
    }
}

/// Returns the placeholder of an empty field.
fn placeholder(kind: Limit, margin_ms: u64) -> String {
    match kind {
        Limit::Margin => strings::margin_from_latency(&margin_ms),
        kind if Limit::MAIN.contains(&kind) => strings::no_limit().to_owned(),
        _ => String::new(),
    }
}

/// Describes how late a move may arrive, if the limit involves time.
fn margin_note(draft: &Draft, engine: usize) -> Option<String> {
    let is_set = |kind: Limit| !draft.text(DraftField::Limit(engine, kind)).trim().is_empty();
    if !is_set(Limit::Tc) && !is_set(Limit::MoveTime) {
        return None;
    }
    let typed = draft.text(DraftField::Limit(engine, Limit::Margin)).trim();
    let auto = draft.auto_margin_ms().to_string();
    Some(strings::margin(&if typed.is_empty() { &auto } else { typed }))
}

/// Returns whether two limits exclude each other: a time per move replaces the clock.
fn is_exclusive(a: Limit, b: Limit) -> bool {
    matches!((a, b), (Limit::Tc, Limit::MoveTime) | (Limit::MoveTime, Limit::Tc))
}
