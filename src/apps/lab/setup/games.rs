//! How many games from which openings, when they end early, and what is kept of them.

use super::engines::FileButton;
use super::found::{FoundLine, use_opening_files};
use crate::apps::lab::components::fields::{Form, TextField, choice, switch};
use crate::services::matches::controller::MatchController;
use crate::state::lab::draft::DraftAction;
use crate::state::lab::field::{Field, Switch};
use tabia_arena::{OpeningSource, Order, TournamentFormat};
use web_sys::File;
use yew::prelude::*;

/// Properties of [`GamesCard`].
#[derive(Properties, PartialEq)]
pub struct GamesCardProps {
    /// The controller, which knows the opening files.
    pub controller: MatchController,
    /// The form.
    pub form: Form,
    /// Files with openings.
    pub on_openings: Callback<Vec<File>>,
}

/// Openings and the number of games.
#[component]
pub fn GamesCard(props: &GamesCardProps) -> Html {
    let GamesCardProps { controller, form, on_openings } = props;
    let draft = form.draft();
    let files = use_opening_files(controller, &draft.openings);
    let mut sources = vec![
        (DraftAction::Openings(OpeningSource::BuiltIn), "Built-in set".to_owned()),
        (DraftAction::Openings(OpeningSource::Startpos), "Start position only".to_owned()),
    ];
    let sha256 = |source: &OpeningSource| source.file().map(|(_, sha256)| sha256.to_owned());
    let name = |source: &OpeningSource| source.file().map_or_else(String::new, |(name, _)| name.to_owned());
    sources.extend(files.iter().map(|source| (DraftAction::Openings(source.clone()), name(source))));
    let chosen = match &draft.openings {
        OpeningSource::BuiltIn => 0,
        OpeningSource::Startpos => 1,
        own => files.iter().position(|source| sha256(source) == sha256(own)).map_or_else(
            || {
                // From a link, perhaps: its file is not here.
                sources.push((DraftAction::Openings(own.clone()), name(own)));
                sources.len() - 1
            },
            |place| place + 2,
        ),
    };
    let orders = vec![
        (DraftAction::Order(Order::Random), "Random, by the seed".to_owned()),
        (DraftAction::Order(Order::Sequential), "As in the file".to_owned()),
    ];
    let has_plies = matches!(draft.openings, OpeningSource::Pgn { .. } | OpeningSource::Polyglot { .. });
    html! {
        <section class="card lab-card" aria-label="Games and openings">
            <header class="panel-header">
                <h2>{ "Games and openings" }</h2>
                <FileButton label="File…" accept=".epd,.pgn,.bin,.txt" on_files={on_openings.clone()} />
            </header>
            <div class="lab-grid">
                <TextField form={form.clone()} field={Field::Games} label={if draft.engines.len() == 2 { "Games at most" } else { "Games per pairing" }} />
                { choice(form, "openings", "Openings", chosen, &sources) }
                { choice(form, "order", "Order", usize::from(draft.order == Order::Sequential), &orders) }
                if has_plies {
                    <TextField form={form.clone()} field={Field::Plies} label="Plies of an opening" placeholder="all" />
                }
                <FoundLine controller={controller.clone()} form={form.clone()} />
                <div class="lab-wide">{ switch(form, Switch::Repeat, "Each opening twice, with colours swapped (pairs)") }</div>
                if draft.engines.len() > 2 {
                    { choice(form, "format", "Format", usize::from(draft.format == TournamentFormat::Gauntlet), &[
                        (DraftAction::Format(TournamentFormat::RoundRobin), "Round-robin".to_owned()),
                        (DraftAction::Format(TournamentFormat::Gauntlet), "Gauntlet: engine 1 against all others".to_owned()),
                    ]) }
                    <TextField form={form.clone()} field={Field::Rounds} label="Rounds" />
                }
            </div>
            <details class="lab-options lab-wide">
                <summary>{ "Seed, start, adjudication, samples" }</summary>
                <div class="lab-option-grid">
                    <TextField form={form.clone()} field={Field::Seed} label="Seed" hint="the same seed, the same openings" />
                    <TextField form={form.clone()} field={Field::Start} label="Skip openings" />
                    <TextField form={form.clone()} field={Field::Count} label="Openings at most" placeholder="all" />
                    <TextField form={form.clone()} field={Field::MaxMoves} label="Draw after moves" placeholder="never" />
                    <TextField form={form.clone()} field={Field::Event} label="Name of the match (Event)" inputmode="text" placeholder="who plays" />
                    <TextField form={form.clone()} field={Field::Site} label="Place (Site)" inputmode="text" placeholder="Tabia" />
                </div>
                <div class="lab-rule">
                    { switch(form, Switch::Draw, "Draw by score") }
                    if draft.is_on(Switch::Draw) {
                        <div class="lab-option-grid">
                            <TextField form={form.clone()} field={Field::DrawMove} label="From move" />
                            <TextField form={form.clone()} field={Field::DrawCount} label="Moves in a row" />
                            <TextField form={form.clone()} field={Field::DrawScore} label="Within centipawns" />
                        </div>
                    }
                </div>
                <div class="lab-rule">
                    { switch(form, Switch::Resign, "Resign by score") }
                    if draft.is_on(Switch::Resign) {
                        <div class="lab-option-grid">
                            <TextField form={form.clone()} field={Field::ResignCount} label="Moves in a row" />
                            <TextField form={form.clone()} field={Field::ResignScore} label="Centipawns behind" />
                            { switch(form, Switch::TwoSided, "Both must agree") }
                        </div>
                    }
                </div>
                <div class="lab-rule">
                    { switch(form, Switch::Tables, "Endgame tables end games") }
                    if draft.is_on(Switch::Tables) {
                        <p class="lab-facts">{ "Those that are kept in this browser: choose them in the settings of the page." }</p>
                    }
                </div>
                <div class="lab-rule">
                    { switch(form, Switch::Variations, "Keep principal variations (more room, for the PGN)") }
                </div>
                <div class="lab-rule">
                    { switch(form, Switch::Sample, "Sample positions (fen,score,result)") }
                    if draft.is_on(Switch::Sample) {
                        <div class="lab-option-grid">
                            <TextField form={form.clone()} field={Field::Frequency} label="Share of positions" inputmode="decimal" />
                            { switch(form, Switch::Resolve, "At the end of the line (resolvePv)") }
                        </div>
                    }
                </div>
            </details>
        </section>
    }
}
