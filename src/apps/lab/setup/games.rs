//! Number of games, their openings, adjudication, and the saved data.

use super::found::{FoundLine, use_opening_files};
use crate::apps::lab::components::fields::{DraftForm, DraftTextField, choice, switch};
use crate::apps::lab::components::folded::Folded;
use crate::apps::lab::strings;
use crate::components::file_button::FileButton;
use crate::services::matches::controller::MatchController;
use crate::state::lab::draft::DraftAction;
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::field::{DraftField, Switch};
use std::rc::Rc;
use tabia_arena::{OpeningSource, Order, TournamentFormat};
use web_sys::File;
use yew::prelude::*;

/// Properties of [`SetupGamesCard`].
#[derive(Properties, PartialEq)]
pub struct SetupGamesCardProps {
    /// Controller, which provides the opening files.
    pub controller: MatchController,
    /// The form.
    pub form: DraftForm,
    /// Engines to choose from.
    pub engines: Rc<[Rc<EngineInfo>]>,
    /// Adds opening files.
    pub on_openings: Callback<Vec<File>>,
}

/// Folded fields.
const FOLDED: [DraftField; 12] = [
    DraftField::Seed,
    DraftField::Start,
    DraftField::Count,
    DraftField::MaxMoves,
    DraftField::Event,
    DraftField::Site,
    DraftField::DrawMove,
    DraftField::DrawCount,
    DraftField::DrawScore,
    DraftField::ResignCount,
    DraftField::ResignScore,
    DraftField::Frequency,
];

/// Openings and the number of games.
#[component]
pub fn SetupGamesCard(props: &SetupGamesCardProps) -> Html {
    let SetupGamesCardProps { controller, form, engines, on_openings } = props;
    let draft = form.draft();
    let files = use_opening_files(controller, &draft.openings);
    let (sources, chosen) = sources(&draft.openings, &files);
    let orders = vec![
        (DraftAction::Order(Order::Random), strings::random_order().to_owned()),
        (DraftAction::Order(Order::Sequential), strings::sequential().to_owned()),
    ];
    let has_plies = matches!(draft.openings, OpeningSource::Pgn { .. } | OpeningSource::Polyglot { .. });
    let has_fault = FOLDED.into_iter().any(|field| form.fault(field).is_some());
    html! {
        <section class="card lab-card" aria-label={strings::games_and_openings()}>
            <header class="panel-header">
                <h2>{ strings::games_and_openings() }</h2>
                <FileButton label={strings::file()} accept=".epd,.pgn,.bin,.txt" on_files={on_openings.clone()} />
            </header>
            <div class="lab-grid">
                <DraftTextField form={form.clone()} field={DraftField::Games} label={if draft.engines.len() == 2 { strings::maximum_games() } else { strings::games_per_pairing() }} />
                { choice(form, "openings", strings::openings(), chosen, &sources) }
                if has_plies {
                    <DraftTextField form={form.clone()} field={DraftField::Plies} label={strings::opening_plies()} placeholder={strings::all()} />
                }
                <FoundLine controller={controller.clone()} form={form.clone()} engines={Rc::clone(engines)} />
                if draft.engines.len() > 2 {
                    { choice(form, "format", strings::format(), usize::from(draft.format == TournamentFormat::Gauntlet), &[
                        (DraftAction::Format(TournamentFormat::RoundRobin), strings::round_robin().to_owned()),
                        (DraftAction::Format(TournamentFormat::Gauntlet), strings::gauntlet().to_owned()),
                    ]) }
                    <DraftTextField form={form.clone()} field={DraftField::Rounds} label={strings::rounds()} />
                }
            </div>
            <Folded label={strings::more_settings()} note={draft.game_notes()} {has_fault}>
                { switch(form, Switch::Repeat, strings::play_pairs()) }
                <div class="lab-option-grid">
                    { choice(form, "order", strings::order(), usize::from(draft.order == Order::Sequential), &orders) }
                    <DraftTextField form={form.clone()} field={DraftField::Seed} label={strings::seed()} hint={strings::seed_hint()} />
                    <DraftTextField form={form.clone()} field={DraftField::Start} label={strings::skip_openings()} />
                    <DraftTextField form={form.clone()} field={DraftField::Count} label={strings::maximum_openings()} placeholder={strings::all()} />
                    <DraftTextField form={form.clone()} field={DraftField::MaxMoves} label={strings::draw_after_moves()} placeholder={strings::never()} />
                    <DraftTextField form={form.clone()} field={DraftField::Event} label={strings::match_name()} inputmode="text" placeholder={strings::engine_names()} />
                    <DraftTextField form={form.clone()} field={DraftField::Site} label={strings::site()} inputmode="text" placeholder={strings::tabia()} />
                </div>
                { rules(form) }
            </Folded>
        </section>
    }
}

/// Returns the openings to choose from and the index of the chosen one.
fn sources(openings: &OpeningSource, files: &[OpeningSource]) -> (Vec<(DraftAction, String)>, usize) {
    let mut sources = vec![
        (DraftAction::Openings(OpeningSource::BuiltIn), strings::built_in_set().to_owned()),
        (DraftAction::Openings(OpeningSource::Startpos), strings::start_position_only().to_owned()),
    ];
    let sha256 = |source: &OpeningSource| source.file().map(|(_, sha256)| sha256.to_owned());
    let name = |source: &OpeningSource| source.file().map_or_else(String::new, |(name, _)| name.to_owned());
    sources.extend(files.iter().map(|source| (DraftAction::Openings(source.clone()), name(source))));
    let chosen = match openings {
        OpeningSource::BuiltIn => 0,
        OpeningSource::Startpos => 1,
        own => files.iter().position(|source| sha256(source) == sha256(own)).map_or_else(
            || {
                // Possibly from a link: its file is not stored here.
                sources.push((DraftAction::Openings(own.clone()), name(own)));
                sources.len() - 1
            },
            |place| place + 2,
        ),
    };
    (sources, chosen)
}

/// Renders adjudication and the data saved about the games.
fn rules(form: &DraftForm) -> Html {
    let draft = form.draft();
    html! {
        <>
            <div class="lab-rule">
                { switch(form, Switch::Draw, strings::draw_adjudication()) }
                if draft.is_on(Switch::Draw) {
                    <div class="lab-option-grid">
                        <DraftTextField form={form.clone()} field={DraftField::DrawMove} label={strings::from_move()} />
                        <DraftTextField form={form.clone()} field={DraftField::DrawCount} label={strings::consecutive_moves()} />
                        <DraftTextField form={form.clone()} field={DraftField::DrawScore} label={strings::score_within_centipawns()} />
                    </div>
                }
            </div>
            <div class="lab-rule">
                { switch(form, Switch::Resign, strings::resign_adjudication()) }
                if draft.is_on(Switch::Resign) {
                    <div class="lab-option-grid">
                        <DraftTextField form={form.clone()} field={DraftField::ResignCount} label={strings::consecutive_moves()} />
                        <DraftTextField form={form.clone()} field={DraftField::ResignScore} label={strings::behind_by_centipawns()} />
                        { switch(form, Switch::TwoSided, strings::both_engines_must_agree()) }
                    </div>
                }
            </div>
            <div class="lab-rule">
                { switch(form, Switch::Tables, strings::tablebase_adjudication()) }
                if draft.is_on(Switch::Tables) {
                    <p class="lab-facts">{ strings::tablebases_hint() }</p>
                }
            </div>
            <div class="lab-rule">
                { switch(form, Switch::Variations, strings::store_variations()) }
            </div>
            <div class="lab-rule">
                { switch(form, Switch::Sample, strings::sample_positions()) }
                if draft.is_on(Switch::Sample) {
                    <div class="lab-option-grid">
                        <DraftTextField form={form.clone()} field={DraftField::Frequency} label={strings::fraction_of_positions()} inputmode="decimal" />
                        { switch(form, Switch::Resolve, strings::at_end_of_pv()) }
                    </div>
                }
            </div>
        </>
    }
}
