//! The sequential test that ends the match.

use crate::apps::lab::components::fields::{Form, TextField, choice, switch};
use crate::state::lab::draft::DraftAction;
use crate::state::lab::field::{Field, Switch};
use crate::state::lab::words::{explain, explain_model};
use tabia_arena::SprtSettings;
use tabia_arena::stats::Model;
use yew::prelude::*;

const MODELS: [(Model, &str); 3] =
    [(Model::Normalized, "Normalised Elo"), (Model::Logistic, "Logistic Elo"), (Model::Bayesian, "BayesElo")];

/// Properties of [`TestCard`].
#[derive(Properties, PartialEq)]
pub struct TestCardProps {
    /// The form.
    pub form: Form,
}

/// The test, and what it means.
#[component]
pub fn TestCard(props: &TestCardProps) -> Html {
    let form = &props.form;
    let draft = form.draft();
    let is_on = draft.is_on(Switch::Sprt);
    let number = |field: Field| draft.text(field).trim().replace(',', ".").parse::<f64>().unwrap_or(f64::NAN);
    let sprt = SprtSettings {
        model: draft.model,
        elo0: number(Field::Elo0),
        elo1: number(Field::Elo1),
        alpha: number(Field::Alpha),
        beta: number(Field::Beta),
        ..SprtSettings::default()
    };
    let models = MODELS.map(|(model, name)| (DraftAction::Model(model), name.to_owned()));
    let chosen = MODELS.iter().position(|(model, _)| *model == draft.model).unwrap_or(0);
    html! {
        <section class="card lab-card" aria-label="Test">
            <header class="panel-header">
                <h2>{ "Test" }</h2>
                { switch(form, Switch::Sprt, "Stop when decided (SPRT)") }
            </header>
            if is_on {
                <div class="lab-grid lab-test">
                    <TextField form={form.clone()} field={Field::Elo0} label="H0: at most" inputmode="decimal" />
                    <TextField form={form.clone()} field={Field::Elo1} label="H1: at least" inputmode="decimal" />
                    <TextField form={form.clone()} field={Field::Alpha} label="alpha" inputmode="decimal" />
                    <TextField form={form.clone()} field={Field::Beta} label="beta" inputmode="decimal" />
                    { choice(form, "model", "Scale", chosen, &models) }
                </div>
                <details class="lab-options">
                    <summary>{ "What does this mean?" }</summary>
                    if sprt.sprt().is_ok() {
                        <p class="lab-explain">{ explain(&sprt) }</p>
                    }
                    <p class="lab-explain">{ explain_model(draft.model) }</p>
                </details>
            } else {
                <p class="lab-explain lab-padded">
                    { "All games are played; then the 95 % interval of Elo says whether one engine is stronger. A sequential test (SPRT) ends a match as soon as the result is clear enough." }
                </p>
            }
        </section>
    }
}
