//! View of a match, updated as it progresses.

use crate::hooks::{Refresh, use_observable_when};
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::match_library::BATCH;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::services::matches::controller::saved_match::SavedMatch;
use crate::services::matches::events::{MatchEvent, MatchState};
use crate::state::lab::self_play::{MAX_UNITS, is_self_play};
use crate::state::lab::time_losses::TimeLosses;
use crate::storage::logs::LogExtent;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use tabia_arena::checks::SelfPlay;
use tabia_arena::{MatchProgress, MatchSettings, PairRecord, Snapshot};
use tabia_stats::{Counts, EncounterResult};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Minimum time between two renderings of the figures, in milliseconds.
const REFRESH_MS: u32 = 300;

/// State of a match shown at a given moment.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchView {
    /// Figures of the match.
    pub snapshot: Snapshot,
    /// Results of every pairing.
    pub encounters: Vec<EncounterResult>,
    /// State of play.
    pub state: MatchState,
    /// Whether workers are being started.
    pub is_starting: bool,
    /// Whether another tab plays it, so that it can only be watched here.
    pub is_elsewhere: bool,
    /// Saved data about the match.
    pub kept: SavedMatch,
    /// Games per second.
    pub speed: Option<f64>,
    /// Number of games at a time.
    pub workers: usize,
    /// Number of failures.
    pub faults: usize,
    /// Games lost on time.
    pub time_losses: TimeLosses,
    /// Saved extent of the workers' logs.
    pub logs: Rc<BTreeMap<u64, LogExtent>>,
}

impl MatchView {
    fn of(open: &OpenMatch) -> Option<Rc<Self>> {
        Some(Rc::new(Self {
            snapshot: open.with_match(MatchProgress::snapshot)?,
            encounters: open.with_match(MatchProgress::encounters)?,
            state: open.state(),
            is_starting: open.is_starting(),
            is_elsewhere: open.is_elsewhere() && open.state() == MatchState::Stopped,
            kept: open.kept(),
            speed: open.games_per_second(),
            workers: open.workers(),
            faults: open.faults().1,
            time_losses: open.games().time_losses().clone(),
            logs: open.logs(),
        }))
    }

    /// Returns the result of two engines from the first one's side; `None` if they do not meet.
    pub fn pairing(&self, [first, second]: [usize; 2]) -> Option<EncounterResult> {
        let of =
            |engines: [usize; 2]| self.encounters.iter().find(|result| result.engines == engines).copied();
        of([first, second]).or_else(|| of([second, first]).map(EncounterResult::reversed))
    }

    /// Returns the settings.
    pub fn settings(&self) -> &MatchSettings {
        &self.kept.header.settings
    }
}

/// Returns the counts that the figures of two engines are computed from.
pub fn counts_of(result: &EncounterResult) -> Counts {
    result.pairs.map_or(Counts::Games(result.wdl), Counts::Pairs)
}

/// Returns the current view of the match, updated at most every [`REFRESH_MS`].
#[hook]
pub fn use_view(open: &OpenMatch) -> Option<Rc<MatchView>> {
    let refresh = |event: &MatchEvent| match event {
        MatchEvent::State(_) => Refresh::Now,
        MatchEvent::Watching(_) => Refresh::Never,
        _ => Refresh::Within(REFRESH_MS),
    };
    use_observable_when(open, refresh, MatchView::of)
}

/// Returns the result of comparing a build's games against itself, available while the match is not being played.
#[hook]
pub fn use_self_play(
    controller: &MatchController,
    open: &OpenMatch,
    view: Option<&MatchView>,
) -> Option<Result<Rc<SelfPlay>, String>> {
    let check = use_state(|| None::<Result<Rc<SelfPlay>, String>>);
    let still = view.filter(|view| {
        view.state != MatchState::Playing && !view.is_starting && is_self_play(view.settings())
    });
    let units = still.map(|view| view.snapshot.finished_units);
    use_effect_with((open.id(), units), {
        let (controller, setter) = (controller.clone(), check.setter());
        move |(id, units)| {
            let is_wanted = Rc::new(Cell::new(true));
            if units.is_some() {
                let (id, is_wanted) = (id.clone(), Rc::clone(&is_wanted));
                spawn_local(async move {
                    let units = first_units(&controller, &id, &is_wanted).await;
                    if is_wanted.get() {
                        setter.set(Some(units.map(|units| Rc::new(SelfPlay::judge(&units)))));
                    }
                });
            }
            move || is_wanted.set(false)
        }
    });
    (*check).clone().filter(|_| still.is_some())
}

/// Reads the units to compare, a few at a time so that the page stays responsive; fewer if they are no longer needed.
async fn first_units(
    controller: &MatchController,
    id: &str,
    is_wanted: &Cell<bool>,
) -> Result<Vec<PairRecord>, String> {
    let mut units: Vec<PairRecord> = Vec::new();
    while units.len() < MAX_UNITS && is_wanted.get() {
        let after = units.last().map(|last| last.unit);
        let batch = controller.units(id, after, BATCH).await.map_err(|error| error.to_string())?;
        if batch.is_empty() {
            break;
        }
        units.extend(batch);
        crate::platform::turns::next_turn().await;
    }
    Ok(units)
}
