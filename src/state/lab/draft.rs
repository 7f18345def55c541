//! Set-up form of a match: choices and texts, before they are known to be valid.
//!
//! Fields store the text as typed. [`Draft::settings`] parses all of them and reports what is wrong with each; [`Draft::of`] is the
//! inverse, so that settings can be duplicated, shared and edited.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tabia_arena::{EngineBook, MatchSettings, OpeningSource, Order, TournamentFormat};
use tabia_stats::Model;

use super::engine::most_threads;
use super::field::{DraftFault, DraftField, Limit, Switch};
use super::latency::UNKNOWN_MARGIN_MS;
use crate::language::tr;

/// Maximum number of concurrent games.
pub const MAX_WORKERS: usize = 64;

/// Contents of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The engines.
    pub engines: Vec<EngineDraft>,
    /// Pairing format for more than two engines.
    pub format: TournamentFormat,
    /// Source of the openings.
    pub openings: OpeningSource,
    /// Order of the openings.
    pub order: Order,
    /// Elo model of the sequential test.
    pub model: Model,
    /// Time margin in milliseconds that each build needs, as far as measured.
    pub(super) margins: BTreeMap<String, u64>,
    /// Builds bundled with the app, in its order.
    pub(super) built_ins: Vec<String>,
    /// Multi-threaded builds of the app that were used in the form.
    pub(super) threads: Vec<Threads>,
    /// Proposed seed, used until one is typed.
    pub(super) seed: String,
    /// Whether adding a third engine has switched the sequential test off.
    pub(super) had_sprt: bool,
    /// Form before a self-play check replaced all engines ([`Draft::with_preset`]).
    pub(super) before_check: Option<Box<Draft>>,
    pub(super) switches: BTreeSet<Switch>,
    pub(super) texts: BTreeMap<DraftField, String>,
}

/// One engine of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineDraft {
    /// SHA-256 of the build; empty until one is chosen.
    pub build: String,
    /// UCI options that differ from the build's defaults.
    pub options: Vec<(String, String)>,
    /// Whether the engine ponders.
    pub ponder: bool,
    /// The engine's own opening book.
    pub book: Option<EngineBook>,
    /// Name of the engine that its name in results follows; `None` once a name was typed.
    pub label: Option<String>,
    /// Whether the engine was proposed rather than chosen: a dropped engine may replace it.
    pub is_proposed: bool,
}

/// Multi-threaded build of the app.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Threads {
    /// SHA-256 of the build.
    build: String,
    /// Single-threaded counterpart in the present version of the app.
    of: String,
    /// Whether the build is from an earlier version of the app than `of`.
    is_old: bool,
}

/// Where a dropped engine goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropTarget {
    /// It already plays, as this engine.
    Taken(usize),
    /// Replaces this engine, which nobody chose.
    Free(usize),
    /// Nowhere: all engines were chosen.
    None,
}

/// Change of the form.
#[derive(Clone, Debug, PartialEq)]
pub enum DraftAction {
    /// Set the text of a field.
    Type(DraftField, String),
    /// Choose a build for an engine, with its name.
    Build(usize, String, String),
    /// Propose a build for an engine without one, with its name.
    Propose(usize, String, String),
    /// Add an engine, with its name.
    Add(String, String),
    /// Remove an engine.
    Remove(usize),
    /// Swap the first two engines.
    Swap,
    /// Set a UCI option; `None` for the build's default.
    Option(usize, String, Option<String>),
    /// Set whether an engine ponders.
    Ponder(usize, bool),
    /// Set an engine's own book; `None` removes it.
    Book(usize, Option<EngineBook>),
    /// Replace all main limits of an engine by this one.
    OnlyLimit(usize, Limit),
    /// Set a switch.
    Switch(Switch, bool),
    /// Set the pairing format.
    Format(TournamentFormat),
    /// Set the opening source.
    Openings(OpeningSource),
    /// Set the order of the openings.
    Order(Order),
    /// Set the hypotheses of the sequential test.
    Bounds(&'static str, &'static str),
    /// Set the Elo model.
    Model(Model),
    /// Set the time margins that builds need.
    Margins(BTreeMap<String, u64>),
    /// Set the builds bundled with the app, with their names; they replace those of an earlier version.
    BuiltIns(Vec<(String, String)>),
    /// Set the multi-threaded counterpart of a build of the app: that build, the counterpart and its name. It replaces the counterpart of
    /// an earlier version.
    Threads(String, String, String),
    /// Propose another seed.
    Seed(String),
    /// Replace the whole form.
    Replace(Box<Draft>),
}

impl Default for Draft {
    /// The usual test of engine developers: two builds, 8+0.08, normalised Elo [0, 5], with adjudication.
    fn default() -> Self {
        let engines = vec![EngineDraft::default(), EngineDraft::default()];
        let mut draft = Self {
            engines,
            format: TournamentFormat::default(),
            openings: OpeningSource::BuiltIn,
            order: Order::Random,
            model: Model::Normalized,
            margins: BTreeMap::new(),
            built_ins: Vec::new(),
            threads: Vec::new(),
            seed: "0".to_owned(),
            had_sprt: false,
            before_check: None,
            switches: BTreeSet::from([
                Switch::SameLimits,
                Switch::Repeat,
                Switch::Draw,
                Switch::Resign,
                Switch::Sprt,
                Switch::Variations,
            ]),
            texts: BTreeMap::new(),
        };
        draft.put(DraftField::Limit(0, Limit::Tc), Limit::Tc.proposal());
        draft
    }
}

/// Returns the default text of a field.
fn untouched(field: DraftField) -> &'static str {
    match field {
        DraftField::Games => "100000",
        DraftField::Rounds => "1",
        DraftField::Start | DraftField::Elo0 => "0",
        DraftField::Memory(_) => "512",
        // Fishtest's rules.
        DraftField::DrawMove => "34",
        DraftField::DrawCount => "8",
        DraftField::DrawScore => "20",
        DraftField::ResignCount => "3",
        DraftField::ResignScore => "600",
        DraftField::Elo1 => "5",
        DraftField::Alpha | DraftField::Beta => "0.05",
        DraftField::Frequency => "0.1",
        DraftField::Limit(_, Limit::Timeout) => "60",
        DraftField::Name(_)
        | DraftField::Seed
        | DraftField::Limit(..)
        | DraftField::Plies
        | DraftField::Count
        | DraftField::MaxMoves
        | DraftField::Event
        | DraftField::Site
        | DraftField::Workers => "",
    }
}

impl Draft {
    /// Returns the default text of a field.
    pub(super) fn untouched(&self, field: DraftField) -> &str {
        if field == DraftField::Seed { &self.seed } else { untouched(field) }
    }

    /// Returns the text of a field.
    pub fn text(&self, field: DraftField) -> &str {
        self.texts.get(&field).map_or_else(|| self.untouched(field), String::as_str)
    }

    pub(super) fn put(&mut self, field: DraftField, text: impl Into<String>) {
        let text = text.into();
        if text == self.untouched(field) {
            self.texts.remove(&field);
        } else {
            self.texts.insert(field, text);
        }
    }

    /// Whether a switch is on.
    pub fn is_on(&self, switch: Switch) -> bool {
        self.switches.contains(&switch)
    }

    /// Sets a switch.
    pub fn turn(&mut self, switch: Switch, on: bool) {
        if on {
            self.switches.insert(switch);
        } else {
            self.switches.remove(&switch);
        }
    }

    /// Returns the engine whose limits apply to an engine.
    pub fn limits_of(&self, engine: usize) -> usize {
        if self.is_on(Switch::SameLimits) { 0 } else { engine }
    }

    /// Returns the default margin in milliseconds: what the slowest of the chosen engines needs, the same for all engines.
    pub fn auto_margin_ms(&self) -> u64 {
        let margin =
            |engine: &EngineDraft| self.margins.get(&engine.build).copied().unwrap_or(UNKNOWN_MARGIN_MS);
        self.engines.iter().map(margin).max().unwrap_or(UNKNOWN_MARGIN_MS)
    }

    /// Returns the form for settings that were made from it; anything that settings don't include stays.
    #[must_use]
    pub fn with_settings(&self, settings: &MatchSettings) -> Self {
        let mut draft = Self {
            margins: self.margins.clone(),
            built_ins: self.built_ins.clone(),
            threads: self.threads.clone(),
            seed: self.seed.clone(),
            before_check: self.before_check.clone(),
            ..Self::of(settings)
        };
        draft.put(DraftField::Seed, settings.seed.to_string());
        draft.put(DraftField::Workers, self.text(DraftField::Workers));
        for engine in 0..draft.engines.len() {
            if let Some(before) = self.engines.get(engine)
                && self.text(DraftField::Name(engine)) == draft.text(DraftField::Name(engine))
            {
                draft.engines[engine].label.clone_from(&before.label);
                draft.engines[engine].is_proposed = before.is_proposed;
            }
            let field = DraftField::Limit(engine, Limit::Margin);
            draft.put(field, self.text(DraftField::Limit(self.limits_of(engine), Limit::Margin)));
        }
        draft
    }

    /// Returns the most important limit of an engine, as shown in a selector.
    pub fn main_limit(&self, engine: usize) -> Limit {
        Limit::MAIN
            .into_iter()
            .find(|&kind| !self.text(DraftField::Limit(engine, kind)).is_empty())
            .unwrap_or(Limit::Tc)
    }

    /// Returns the form after a change.
    #[must_use]
    pub fn reduce(&self, action: DraftAction) -> Self {
        let mut draft = self.clone();
        match action {
            DraftAction::Type(field, text) => draft.type_text(field, text),
            DraftAction::Build(engine, build, name) => draft.choose(engine, build, &name),
            DraftAction::Propose(engine, build, name) => draft.propose(engine, build, &name),
            DraftAction::Add(build, name) => {
                draft.engines.push(EngineDraft::default());
                let engine = draft.engines.len() - 1;
                draft.choose(engine, build, &name);
                if !draft.is_on(Switch::SameLimits) {
                    draft.copy_limits(engine);
                }
                // A sequential test needs exactly two engines.
                draft.had_sprt |= draft.is_on(Switch::Sprt);
                draft.turn(Switch::Sprt, false);
            }
            DraftAction::Remove(engine) if draft.engines.len() > 2 => {
                draft.remove(engine);
                if draft.engines.len() == 2 && std::mem::take(&mut draft.had_sprt) {
                    draft.turn(Switch::Sprt, true);
                }
            }
            DraftAction::Remove(_) => {}
            DraftAction::Swap => draft.swap(),
            DraftAction::Option(engine, name, value) => {
                if let Some(engine) = draft.engines.get_mut(engine) {
                    engine.options.retain(|(other, _)| *other != name);
                    engine.options.extend(value.map(|value| (name, value)));
                }
            }
            DraftAction::Ponder(engine, on) => {
                if let Some(engine) = draft.engines.get_mut(engine) {
                    engine.ponder = on;
                }
            }
            DraftAction::Book(engine, book) => {
                if let Some(engine) = draft.engines.get_mut(engine) {
                    engine.book = book;
                }
            }
            DraftAction::Switch(switch, on) => {
                draft.turn(switch, on);
                match switch {
                    // So far all had the first engine's limits, whatever was typed for them earlier.
                    Switch::SameLimits if !on => {
                        (1..draft.engines.len()).for_each(|engine| draft.copy_limits(engine));
                    }
                    Switch::Sprt => draft.had_sprt = false,
                    _ => {}
                }
            }
            DraftAction::OnlyLimit(engine, kind) => draft.only_limit(engine, kind),
            DraftAction::Format(format) => draft.format = format,
            DraftAction::Openings(source) => {
                if let OpeningSource::Polyglot { plies, .. } = &source
                    && draft.text(DraftField::Plies).trim().is_empty()
                {
                    draft.put(DraftField::Plies, plies.to_string());
                }
                draft.openings = source;
            }
            DraftAction::Order(order) => draft.order = order,
            DraftAction::Bounds(elo0, elo1) => {
                draft.put(DraftField::Elo0, elo0);
                draft.put(DraftField::Elo1, elo1);
            }
            DraftAction::Model(model) => draft.model = model,
            DraftAction::Margins(margins) => draft.margins = margins,
            DraftAction::BuiltIns(built_ins) => draft.update_built_ins(&built_ins),
            DraftAction::Threads(of, build, name) => draft.update_threads(of, build, &name),
            DraftAction::Seed(seed) => draft.seed = seed,
            DraftAction::Replace(other) => {
                let Self { margins, built_ins, threads, .. } = draft;
                draft = Self { margins, built_ins, threads, ..*other };
            }
        }
        draft.settle_names();
        draft
    }

    /// Replaces all main limits of an engine by this one.
    pub fn only_limit(&mut self, engine: usize, kind: Limit) {
        for other in Limit::MAIN {
            let text = if other == kind { kind.proposal() } else { "" };
            self.put(DraftField::Limit(engine, other), text);
        }
    }

    /// Sets the text of a field.
    pub fn set(&mut self, field: DraftField, text: &str) {
        self.put(field, text);
    }

    fn choose(&mut self, engine: usize, build: String, name: &str) {
        let Some(chosen) = self.engines.get_mut(engine) else { return };
        if chosen.build != build {
            // Options belong to the build.
            chosen.options.clear();
        }
        chosen.build = build;
        chosen.is_proposed = false;
        self.call(engine, name);
    }

    /// Uses a build for an engine that has none yet.
    fn propose(&mut self, engine: usize, build: String, name: &str) {
        if self.engines.get(engine).is_some_and(|chosen| chosen.build.is_empty()) {
            self.choose(engine, build, name);
            self.engines[engine].is_proposed = true;
        }
    }

    /// Returns the place of a dropped engine; never that of an engine that was chosen.
    pub fn drop_target(&self, build: &str) -> DropTarget {
        if let Some(place) =
            self.engines.iter().position(|engine| engine.build == build && !engine.is_proposed)
        {
            return DropTarget::Taken(place);
        }
        let is_free = |engine: &EngineDraft| engine.is_proposed || engine.build.is_empty();
        self.engines.iter().position(is_free).map_or(DropTarget::None, DropTarget::Free)
    }

    /// Replaces builds, keeping the options; names in results follow unless they were typed.
    fn replace_builds(&mut self, newer: impl Fn(&str) -> Option<(String, String)>) {
        for engine in 0..self.engines.len() {
            let replaced = &mut self.engines[engine];
            let Some((build, name)) = newer(&replaced.build).filter(|(build, _)| *build != replaced.build)
            else {
                continue;
            };
            replaced.build = build;
            if replaced.label.is_some() {
                self.call(engine, &name);
            }
        }
    }

    /// Updates builds of an earlier version of the app to the present ones.
    fn update_built_ins(&mut self, newer: &[(String, String)]) {
        let built_ins: Vec<String> = newer.iter().map(|(build, _)| build.clone()).collect();
        if self.built_ins.len() == built_ins.len() {
            let before = self.built_ins.clone();
            self.replace_builds(|old| {
                let place = before.iter().position(|build| *build == old)?;
                newer.get(place).cloned()
            });
            let engines = &self.engines;
            let is_used = |threads: &Threads| engines.iter().any(|engine| engine.build == threads.build);
            for threads in &mut self.threads {
                let place = self.built_ins.iter().position(|build| *build == threads.of);
                if let Some(build) = place.and_then(|place| built_ins.get(place))
                    && *build != threads.of
                {
                    threads.of.clone_from(build);
                    threads.is_old = true;
                }
            }
            // Once unused, an old build is only chosen on purpose.
            self.threads.retain(|threads| !threads.is_old || is_used(threads));
        }
        self.built_ins = built_ins;
    }

    /// Records the multi-threaded counterpart of a build, and replaces the one of an earlier version.
    fn update_threads(&mut self, of: String, build: String, name: &str) {
        let mut old = self.threads.clone();
        old.retain(|threads| threads.is_old && threads.of == of);
        self.replace_builds(|before| {
            let is_old = old.iter().any(|threads| threads.build == before);
            is_old.then(|| (build.clone(), name.to_owned()))
        });
        self.threads.retain(|threads| threads.of != of);
        self.threads.push(Threads { build, of, is_old: false });
    }

    /// Returns the builds of the app whose multi-threaded counterparts in this form are outdated ([`DraftAction::Threads`]).
    pub fn of_old_threads(&self) -> Vec<String> {
        let is_used = |threads: &&Threads| self.engines.iter().any(|engine| engine.build == threads.build);
        let old = self.threads.iter().filter(|threads| threads.is_old).filter(is_used);
        old.map(|threads| threads.of.clone()).collect()
    }

    fn remove(&mut self, engine: usize) {
        if engine >= self.engines.len() {
            return;
        }
        self.engines.remove(engine);
        let count = self.engines.len();
        let has_same_limits = self.is_on(Switch::SameLimits);
        let number = |index: usize| match index {
            index if index == engine => None,
            index if index > engine => Some(index - 1),
            index => (index < count).then_some(index),
        };
        self.renumber(|field| match field {
            DraftField::Name(index) => number(index).map(DraftField::Name),
            DraftField::Memory(index) => number(index).map(DraftField::Memory),
            // These are the limits of all engines.
            DraftField::Limit(0, _) if has_same_limits => Some(field),
            DraftField::Limit(_, _) if has_same_limits => None,
            DraftField::Limit(index, kind) => number(index).map(|index| DraftField::Limit(index, kind)),
            field => Some(field),
        });
    }

    fn swap(&mut self) {
        if self.engines.len() < 2 {
            return;
        }
        self.engines.swap(0, 1);
        let same_limits = self.is_on(Switch::SameLimits);
        let other = |index: usize| if index < 2 { 1 - index } else { index };
        self.renumber(|field| match field {
            DraftField::Name(index) => Some(DraftField::Name(other(index))),
            DraftField::Memory(index) => Some(DraftField::Memory(other(index))),
            DraftField::Limit(index, kind) if !same_limits => Some(DraftField::Limit(other(index), kind)),
            field => Some(field),
        });
    }

    /// Moves texts to other fields; `None` drops them.
    fn renumber(&mut self, moved: impl Fn(DraftField) -> Option<DraftField>) {
        let texts = std::mem::take(&mut self.texts);
        self.texts = texts.into_iter().filter_map(|(field, text)| Some((moved(field)?, text))).collect();
    }

    /// Copies the first engine's limits to an engine.
    fn copy_limits(&mut self, engine: usize) {
        for kind in Limit::ALL {
            let text = self.text(DraftField::Limit(0, kind)).to_owned();
            self.put(DraftField::Limit(engine, kind), text);
        }
    }

    /// Returns the largest `Threads` option of the engines.
    pub fn threads(&self) -> usize {
        most_threads(self.engines.iter().map(|engine| engine.options.as_slice()))
    }

    /// Returns the number of concurrent games; `usual` if the field is empty.
    ///
    /// # Errors
    /// Fault if the text isn't a valid number of workers.
    pub fn workers(&self, usual: usize) -> Result<usize, DraftFault> {
        let text = self.text(DraftField::Workers).trim();
        if text.is_empty() {
            return Ok(usual);
        }
        text.parse().ok().filter(|count| (1..=MAX_WORKERS).contains(count)).ok_or_else(|| {
            DraftFault::of(
                DraftField::Workers,
                tr!(
                    "{text} is not a number of games at a time: enter 1 to {most}",
                    text = format_args!("{text:?}"),
                    most = MAX_WORKERS
                ),
            )
        })
    }
}
