//! Sequential test that ends the match.

use crate::apps::lab::components::fields::{DraftForm, DraftTextField, choice, switch};
use crate::apps::lab::components::folded::Folded;
use crate::apps::lab::strings;
use crate::language::Text;
use crate::state::lab::draft::DraftAction;
use crate::state::lab::field::{DraftField, Switch};
use crate::state::lab::words::{explain, explain_model};
use tabia_arena::SprtSettings;
use tabia_book_tools::decimal;
use tabia_stats::Model;
use yew::prelude::*;

const MODELS: [(Model, Text); 3] = [
    (Model::Normalized, strings::normalised_elo),
    (Model::Logistic, strings::logistic_elo),
    (Model::Bayesian, strings::bayeselo),
];

/// Usual hypotheses.
const BOUNDS: [(&str, &str, Text); 4] = [
    ("0", "5", strings::bounds_gain),
    ("0", "10", strings::bounds_large_gain),
    ("0", "3", strings::bounds_small_gain),
    ("-5", "0", strings::bounds_no_loss),
];

/// Properties of [`TestCard`].
#[derive(Properties, PartialEq)]
pub struct TestCardProps {
    /// The form.
    pub form: DraftForm,
}

/// Settings of the test and their meaning.
#[component]
pub fn TestCard(props: &TestCardProps) -> Html {
    let form = &props.form;
    let draft = form.draft();
    let is_on = draft.is_on(Switch::Sprt);
    let number =
        |field: DraftField| decimal::parse(&draft.text(field).trim().replace(',', ".")).unwrap_or(f64::NAN);
    let sprt = SprtSettings {
        model: draft.model,
        elo0: number(DraftField::Elo0),
        elo1: number(DraftField::Elo1),
        alpha: number(DraftField::Alpha),
        beta: number(DraftField::Beta),
        ..SprtSettings::default()
    };
    let models = MODELS.map(|(model, name)| (DraftAction::Model(model), name().to_owned()));
    let chosen = MODELS.iter().position(|(model, _)| *model == draft.model).unwrap_or(0);
    let has_fault =
        [DraftField::Alpha, DraftField::Beta].into_iter().any(|field| form.fault(field).is_some());
    html! {
        <section class="card lab-card" aria-label={strings::test()}>
            <header class="panel-header">
                <h2>{ strings::test() }</h2>
                { switch(form, Switch::Sprt, strings::stop_when_decided_sprt()) }
            </header>
            if is_on {
                <div class="lab-grid lab-test">
                    { bounds(form) }
                    <DraftTextField form={form.clone()} field={DraftField::Elo0} label={strings::h0_at_most()} inputmode="decimal" />
                    <DraftTextField form={form.clone()} field={DraftField::Elo1} label={strings::h1_at_least()} inputmode="decimal" />
                </div>
                <Folded label={strings::more_of_test()} note={draft.test_notes()} {has_fault}>
                    <div class="lab-option-grid">
                        <DraftTextField form={form.clone()} field={DraftField::Alpha} label={strings::alpha()} inputmode="decimal" />
                        <DraftTextField form={form.clone()} field={DraftField::Beta} label={strings::beta()} inputmode="decimal" />
                        { choice(form, "model", strings::elo_model(), chosen, &models) }
                    </div>
                    if sprt.sprt().is_ok() {
                        <p class="lab-explain">{ explain(&sprt) }</p>
                    }
                    <p class="lab-explain">{ explain_model(draft.model) }</p>
                </Folded>
            } else {
                <p class="lab-explain lab-padded">
                    { strings::no_test_note() }
                </p>
            }
        </section>
    }
}

/// Renders the choice among the usual hypotheses; others are typed.
fn bounds(form: &DraftForm) -> Html {
    let [elo0, elo1] =
        [DraftField::Elo0, DraftField::Elo1].map(|field| form.draft().text(field).trim().to_owned());
    let mut options: Vec<_> =
        BOUNDS.iter().map(|&(from, to, name)| (DraftAction::Bounds(from, to), name().to_owned())).collect();
    let chosen = BOUNDS.iter().position(|&(from, to, _)| (from, to) == (elo0.as_str(), elo1.as_str()));
    let chosen = chosen.unwrap_or_else(|| {
        options.push((DraftAction::Type(DraftField::Elo0, elo0.clone()), format!("[{elo0}, {elo1}]")));
        BOUNDS.len()
    });
    choice(form, "bounds", strings::bounds(), chosen, &options)
}
