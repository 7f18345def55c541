//! Sequential test that ends the match.

use crate::apps::lab::components::fields::{DraftForm, DraftTextField, choice, switch};
use crate::apps::lab::strings;
use crate::state::lab::draft::DraftAction;
use crate::state::lab::field::{DraftField, Switch};
use crate::state::lab::words::{explain, explain_model};
use tabia_arena::SprtSettings;
use tabia_book_tools::decimal;
use tabia_stats::Model;
use yew::prelude::*;

const MODELS: [(Model, &str); 3] = [
    (Model::Normalized, strings::NORMALISED_ELO),
    (Model::Logistic, strings::LOGISTIC_ELO),
    (Model::Bayesian, strings::BAYESELO),
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
    let models = MODELS.map(|(model, name)| (DraftAction::Model(model), name.to_owned()));
    let chosen = MODELS.iter().position(|(model, _)| *model == draft.model).unwrap_or(0);
    html! {
        <section class="card lab-card" aria-label={strings::TEST}>
            <header class="panel-header">
                <h2>{ strings::TEST }</h2>
                { switch(form, Switch::Sprt, strings::STOP_WHEN_DECIDED_SPRT) }
            </header>
            if is_on {
                <div class="lab-grid lab-test">
                    <DraftTextField form={form.clone()} field={DraftField::Elo0} label={strings::H0_AT_MOST} inputmode="decimal" />
                    <DraftTextField form={form.clone()} field={DraftField::Elo1} label={strings::H1_AT_LEAST} inputmode="decimal" />
                    <DraftTextField form={form.clone()} field={DraftField::Alpha} label={strings::ALPHA} inputmode="decimal" />
                    <DraftTextField form={form.clone()} field={DraftField::Beta} label={strings::BETA} inputmode="decimal" />
                    { choice(form, "model", strings::ELO_MODEL, chosen, &models) }
                </div>
                <details class="lab-options">
                    <summary>{ strings::EXPLAIN_TEST }</summary>
                    if sprt.sprt().is_ok() {
                        <p class="lab-explain">{ explain(&sprt) }</p>
                    }
                    <p class="lab-explain">{ explain_model(draft.model) }</p>
                </details>
            } else {
                <p class="lab-explain lab-padded">
                    { strings::NO_TEST_NOTE }
                </p>
            }
        </section>
    }
}
