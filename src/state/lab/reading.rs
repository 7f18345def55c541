//! Converts the form to match settings and back.

use std::collections::{BTreeMap, BTreeSet};

use tabia_arena::{
    Adjudication, DrawRule, EngineSettings, Limits, MatchSettings, OpeningSettings, OpeningSource,
    ResignRule, SampleOptions, ScheduleError, Setting, SettingsFault, SprtSettings,
};
use tabia_book_tools::decimal;
use tabia_stats::{Model, SprtError};

use super::draft::{Draft, EngineDraft};
use super::field::{DraftFault, DraftField, Limit, Switch};
use crate::language::tr;

/// Maximum Elo difference of a test, in its model: beyond it nearly every pair is won, and there is little left to test.
const MAX_ELO: f64 = 300.0;

impl Draft {
    /// Returns the form for settings.
    pub fn of(settings: &MatchSettings) -> Self {
        let same_limits = settings.engines.windows(2).all(|pair| pair[0].limits == pair[1].limits);
        let mut draft = Self {
            engines: Vec::new(),
            format: settings.format,
            openings: settings.openings.source.clone(),
            order: settings.openings.order,
            model: settings.sprt.map_or(Model::Normalized, |sprt| sprt.model),
            margins: BTreeMap::new(),
            built_ins: Vec::new(),
            threads: Vec::new(),
            seed: String::new(),
            had_sprt: false,
            before_check: None,
            switches: BTreeSet::new(),
            texts: BTreeMap::new(),
        };
        let resign = settings.adjudication.resign;
        for (switch, on) in [
            (Switch::SameLimits, same_limits),
            (Switch::Repeat, settings.repeat),
            (Switch::Draw, settings.adjudication.draw.is_some()),
            (Switch::Resign, resign.is_some()),
            (Switch::TwoSided, resign.is_some_and(|rule| rule.two_sided)),
            (Switch::Tables, settings.tablebase),
            (Switch::Sprt, settings.sprt.is_some()),
            (Switch::Sample, settings.sample.is_some()),
            (Switch::Resolve, settings.sample.is_some_and(|sample| sample.resolve)),
            (Switch::Variations, settings.variations),
        ] {
            draft.turn(switch, on);
        }
        for (index, engine) in settings.engines.iter().enumerate() {
            draft.engines.push(EngineDraft {
                build: engine.build.clone(),
                options: engine.options.clone(),
                ponder: engine.ponder,
                book: engine.book.clone(),
                ..EngineDraft::default()
            });
            draft.put(DraftField::Name(index), engine.name.clone());
            draft.put(DraftField::Memory(index), engine.memory_mb.to_string());
            for (kind, text) in limit_texts(&engine.limits) {
                draft.put(DraftField::Limit(index, kind), text);
            }
        }
        draft.put(DraftField::Games, settings.games.to_string());
        draft.put(DraftField::Rounds, settings.rounds.to_string());
        draft.put(DraftField::Seed, settings.seed.to_string());
        draft.put(DraftField::Start, settings.openings.start.to_string());
        draft.put(DraftField::Count, optional(settings.openings.count));
        draft.put(DraftField::Event, settings.event.clone());
        draft.put(DraftField::Site, settings.site.clone());
        let plies = match &settings.openings.source {
            OpeningSource::Polyglot { plies, .. } => Some(*plies as usize),
            _ => settings.openings.plies,
        };
        draft.put(DraftField::Plies, optional(plies));
        if let Some(DrawRule { number, count, score }) = settings.adjudication.draw {
            draft.put(DraftField::DrawMove, number.to_string());
            draft.put(DraftField::DrawCount, count.to_string());
            draft.put(DraftField::DrawScore, score.to_string());
        }
        if let Some(ResignRule { count, score, .. }) = settings.adjudication.resign {
            draft.put(DraftField::ResignCount, count.to_string());
            draft.put(DraftField::ResignScore, score.to_string());
        }
        draft.put(DraftField::MaxMoves, optional(settings.adjudication.max_moves));
        if let Some(SprtSettings { elo0, elo1, alpha, beta, .. }) = settings.sprt {
            draft.put(DraftField::Elo0, elo0.to_string());
            draft.put(DraftField::Elo1, elo1.to_string());
            draft.put(DraftField::Alpha, alpha.to_string());
            draft.put(DraftField::Beta, beta.to_string());
        }
        if let Some(sample) = settings.sample {
            draft.put(DraftField::Frequency, sample.frequency.to_string());
        }
        draft.guess_labels();
        draft
    }

    /// Returns the settings with defaults for invalid fields: for presets, which set most of it anyway.
    pub fn rough_settings(&self) -> MatchSettings {
        Reader { draft: self, faults: Vec::new() }.settings()
    }

    /// Returns the settings of the form.
    ///
    /// # Errors
    /// All faults, field by field.
    pub fn settings(&self) -> Result<MatchSettings, Vec<DraftFault>> {
        let mut reader = Reader { draft: self, faults: Vec::new() };
        let settings = reader.settings();
        if let Err(invalid) = settings.validate() {
            for fault in &invalid.faults {
                reader.add(fault, &settings);
            }
        }
        if reader.faults.is_empty() { Ok(settings) } else { Err(reader.faults) }
    }
}

fn optional(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn limit_texts(limits: &Limits) -> [(Limit, String); 7] {
    [
        (Limit::Tc, optional(limits.time_control.as_ref())),
        (Limit::MoveTime, optional(limits.movetime_ms.map(|ms| ms as f64 / 1000.0))),
        (Limit::Nodes, optional(limits.nodes)),
        (Limit::Depth, optional(limits.depth)),
        (Limit::Ply, optional(limits.ply)),
        // Without a time limit the margin wasn't chosen: with a clock it is automatic.
        (Limit::Margin, optional(is_timed(limits).then_some(limits.margin_ms))),
        (Limit::Timeout, (limits.timeout_ms as f64 / 1000.0).to_string()),
    ]
}

/// Whether a text means "unlimited".
fn is_endless(text: &str) -> bool {
    ["inf", "infinite", "infinity", "none", "∞"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Returns what to enter instead of an unlimited value.
fn endless(kind: Limit) -> &'static str {
    match kind {
        Limit::Tc => tr!(
            "Nothing ends a search without a clock: choose another limit, or add nodes, a depth or seconds per move \
             under \"More: margin, other limits\"."
        ),
        Limit::Margin => {
            tr!("An unlimited margin would disable the time limit: enter milliseconds, or leave it empty.")
        }
        Limit::Timeout => tr!("A search must end: enter seconds."),
        _ => tr!("Leave this empty for no such limit. Something else must then end each search."),
    }
}

/// Whether a clock or a time per move limits the search.
fn is_timed(limits: &Limits) -> bool {
    limits.time_control.is_some() || limits.movetime_ms.is_some()
}

/// Parses the fields and collects the faults.
struct Reader<'a> {
    draft: &'a Draft,
    faults: Vec<DraftFault>,
}

impl Reader<'_> {
    fn settings(&mut self) -> MatchSettings {
        let draft = self.draft;
        let engines = (0..draft.engines.len()).map(|index| self.engine(index)).collect::<Vec<_>>();
        let plies = self.maybe(DraftField::Plies, 1, 1000);
        MatchSettings {
            engines,
            format: draft.format,
            games: self.games(),
            rounds: self.number(DraftField::Rounds, 1, 1_000_000),
            repeat: draft.is_on(Switch::Repeat),
            alternate: false,
            openings: self.openings(plies),
            adjudication: self.adjudication(),
            tablebase: draft.is_on(Switch::Tables),
            sprt: draft.is_on(Switch::Sprt).then(|| self.sprt()),
            seed: self.number(DraftField::Seed, 0, tabia_arena::MAX_SEED),
            variations: draft.is_on(Switch::Variations),
            event: draft.text(DraftField::Event).trim().to_owned(),
            site: draft.text(DraftField::Site).trim().to_owned(),
            sample: draft.is_on(Switch::Sample).then(|| self.sample()),
        }
        .alternating()
    }

    fn engine(&mut self, index: usize) -> EngineSettings {
        let engine = &self.draft.engines[index];
        let name = self.draft.text(DraftField::Name(index)).trim().to_owned();
        if engine.build.is_empty() {
            self.faults.push(DraftFault::of(
                DraftField::Name(index),
                tr!("Choose a build for engine {number}.", number = index + 1),
            ));
        }
        EngineSettings {
            name,
            build: engine.build.clone(),
            options: engine.options.clone(),
            limits: self.limits(index),
            ponder: engine.ponder,
            book: engine.book.clone(),
            memory_mb: self.number(DraftField::Memory(index), 1, 4096),
            // Programs exist only in the native runner.
            ..EngineSettings::default()
        }
    }

    fn limits(&mut self, engine: usize) -> Limits {
        let owner = self.draft.limits_of(engine);
        let mut limits = Limits::default();
        let mut endless_at = None;
        for kind in Limit::ALL {
            let field = DraftField::Limit(owner, kind);
            let text = self.draft.text(field).trim();
            if text.is_empty() {
                continue;
            }
            let text = if kind == Limit::Tc && is_endless(text) { "inf" } else { text };
            // Reported once if all engines share it.
            if let Err(error) = limits.set(kind.key(), text)
                && owner == engine
            {
                let reason =
                    if is_endless(text) { endless(kind).to_owned() } else { sentence(&error.reason()) };
                self.faults.push(DraftFault::of(field, reason));
            } else if is_endless(text) && limits.validate().is_err() && owner == engine {
                // No clock, and no other limit yet: the other limits are parsed after this one.
                endless_at.get_or_insert(field);
            }
        }
        if let Some(field) = endless_at.filter(|_| limits.validate().is_err()) {
            self.faults.push(DraftFault::of(field, endless(Limit::Tc)));
        }
        if is_timed(&limits) && self.draft.text(DraftField::Limit(owner, Limit::Margin)).trim().is_empty() {
            limits.margin_ms = self.draft.auto_margin_ms();
        }
        limits
    }

    fn openings(&mut self, plies: Option<usize>) -> OpeningSettings {
        let source = match self.draft.openings.clone() {
            OpeningSource::Polyglot { name, sha256, .. } => {
                if plies.is_none() {
                    self.faults.push(DraftFault::of(
                        DraftField::Plies,
                        tr!("Enter the number of plies to play from the book; 8 is usual."),
                    ));
                }
                OpeningSource::Polyglot { name, sha256, plies: plies.unwrap_or(8) as u32 }
            }
            source => source,
        };
        let of_pgn = matches!(source, OpeningSource::Pgn { .. });
        OpeningSettings {
            source,
            order: self.draft.order,
            start: self.number(DraftField::Start, 0, 100_000_000),
            count: self.maybe(DraftField::Count, 1, 100_000_000),
            plies: plies.filter(|_| of_pgn),
        }
    }

    fn adjudication(&mut self) -> Adjudication {
        let draft = self.draft;
        Adjudication {
            draw: draft.is_on(Switch::Draw).then(|| DrawRule {
                number: self.number(DraftField::DrawMove, 0, 1000),
                count: self.number(DraftField::DrawCount, 1, 1000),
                score: self.number(DraftField::DrawScore, 0, 10_000),
            }),
            resign: draft.is_on(Switch::Resign).then(|| ResignRule {
                number: 0,
                count: self.number(DraftField::ResignCount, 1, 1000),
                score: self.number(DraftField::ResignScore, 1, 100_000),
                two_sided: draft.is_on(Switch::TwoSided),
            }),
            max_moves: self.maybe(DraftField::MaxMoves, 1, 10_000),
        }
    }

    /// Parses the number of games per encounter. Half a pair would count as a game, but not towards the Elo difference.
    fn games<T: TryFrom<u64> + Default>(&mut self) -> T {
        const MOST: u64 = 10_000_000;
        let field = DraftField::Games;
        let games = self.draft.text(field).trim().parse::<u64>().ok();
        let odd = games.filter(|&games| games % 2 == 1 && games < MOST);
        if let Some(games) = odd.filter(|_| self.draft.is_on(Switch::Repeat)) {
            let text = tr!(
                "Games come in pairs, with both colours: enter an even number, such as {games}.",
                games = games + 1
            );
            self.faults.push(DraftFault::of(field, text));
            return T::try_from(games).unwrap_or_default();
        }
        self.number(field, 1, MOST)
    }

    /// Parses the test, reporting every fault at its field. The arena reports only the first one.
    fn sprt(&mut self) -> SprtSettings {
        let sprt = SprtSettings {
            model: self.draft.model,
            elo0: self.decimal(DraftField::Elo0),
            elo1: self.decimal(DraftField::Elo1),
            alpha: self.probability(DraftField::Alpha),
            beta: self.probability(DraftField::Beta),
            ..SprtSettings::default()
        };
        for (field, elo) in [(DraftField::Elo0, sprt.elo0), (DraftField::Elo1, sprt.elo1)] {
            if !self.has_fault(field) && elo.abs() > MAX_ELO {
                let text = tr!("Enter a difference from -{most} to {most}.", most = MAX_ELO);
                self.faults.push(DraftFault::of(field, text));
            }
        }
        if !self.has_fault(DraftField::Elo0) && !self.has_fault(DraftField::Elo1) && sprt.elo0 >= sprt.elo1 {
            let text = tr!("H1 must be more than H0, which is {elo}.", elo = sprt.elo0);
            self.faults.push(DraftFault::of(DraftField::Elo1, text));
        }
        if !self.has_fault(DraftField::Alpha)
            && !self.has_fault(DraftField::Beta)
            && sprt.alpha + sprt.beta >= 1.0
        {
            self.faults
                .push(DraftFault::of(DraftField::Beta, tr!("Alpha and beta together must be less than 1.")));
        }
        sprt
    }

    fn probability(&mut self, field: DraftField) -> f64 {
        let number = self.decimal(field);
        let is_probability = number > 0.0 && number < 1.0;
        if !is_probability && !self.has_fault(field) {
            self.faults.push(DraftFault::of(field, tr!("Enter a number between 0 and 1, such as 0.05.")));
        }
        number
    }

    fn has_fault(&self, field: DraftField) -> bool {
        self.faults.iter().any(|fault| fault.field == Some(field))
    }

    fn sample(&mut self) -> SampleOptions {
        SampleOptions {
            frequency: self.decimal(DraftField::Frequency),
            resolve: self.draft.is_on(Switch::Resolve),
        }
    }

    /// Adds a fault found by the arena to its field. Invalid fields, and values computed from them, already have a fault.
    fn add(&mut self, fault: &SettingsFault, settings: &MatchSettings) {
        const SPRT: [DraftField; 4] =
            [DraftField::Elo0, DraftField::Elo1, DraftField::Alpha, DraftField::Beta];
        let has_fault = |field: &DraftField| self.has_fault(*field);
        let mut text = fault.to_string();
        let field = match fault {
            SettingsFault::Schedule(ScheduleError::Empty) if settings.games > 0 => Some(DraftField::Rounds),
            SettingsFault::Schedule(ScheduleError::Empty) => Some(DraftField::Games),
            SettingsFault::Sprt(_) if SPRT.iter().any(has_fault) => return,
            SettingsFault::Sprt(SprtError::Elo { .. }) => Some(DraftField::Elo1),
            SettingsFault::Sprt(_) => Some(DraftField::Alpha),
            SettingsFault::NoName(engine) | SettingsFault::SameName { engine, .. } => {
                Some(DraftField::Name(*engine))
            }
            SettingsFault::Limit { engine, error, .. } => {
                let owner = self.draft.limits_of(*engine);
                if Limit::ALL.iter().any(|&limit| has_fault(&DraftField::Limit(owner, limit))) {
                    return;
                }
                text = error.reason();
                Some(DraftField::Limit(owner, self.draft.main_limit(owner)))
            }
            SettingsFault::Range { setting, .. } => Some(match setting {
                Setting::BookWalkPlies => DraftField::Plies,
                Setting::OpeningCount => DraftField::Count,
                Setting::Seed => DraftField::Seed,
                Setting::SampledShare => DraftField::Frequency,
            }),
            SettingsFault::Schedule(_)
            | SettingsFault::SprtEngines(_)
            | SettingsFault::Hash { .. }
            | SettingsFault::TooMany { .. }
            | SettingsFault::TooLarge { .. }
            | SettingsFault::Text { .. } => None,
        };
        if field.is_none_or(|field| !has_fault(&field)) {
            self.faults.push(DraftFault { field, text: sentence(&text) });
        }
    }

    fn number<T: TryFrom<u64> + Default>(&mut self, field: DraftField, least: u64, most: u64) -> T {
        let is_optional = matches!(field, DraftField::Plies | DraftField::Count | DraftField::MaxMoves);
        let text = self.draft.text(field).trim();
        let number = text.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
        if let Some(number) = number.and_then(|number| T::try_from(number).ok()) {
            return number;
        }
        let text = if is_endless(text) && is_optional {
            tr!("Enter a whole number from {least} to {most}, or nothing for no limit.", least, most)
        } else {
            tr!("Enter a whole number from {least} to {most}.", least, most)
        };
        self.faults.push(DraftFault::of(field, text));
        T::default()
    }

    fn maybe<T: TryFrom<u64> + Default>(&mut self, field: DraftField, least: u64, most: u64) -> Option<T> {
        (!self.draft.text(field).trim().is_empty()).then(|| self.number(field, least, most))
    }

    fn decimal(&mut self, field: DraftField) -> f64 {
        let text = self.draft.text(field).trim().replace(',', ".");
        decimal::parse(&text).unwrap_or_else(|| {
            self.faults.push(DraftFault::of(field, tr!("Enter a number, such as 5 or -2.5.")));
            0.0
        })
    }
}

fn sentence(text: &str) -> String {
    let text = crate::state::text::sentence(text);
    if text.ends_with('.') { text } else { text + "." }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::lab::draft::DraftAction;
    use proptest::prelude::*;

    fn chosen() -> Draft {
        let (a, b) = ("a".repeat(64), "b".repeat(64));
        Draft::default().reduce(DraftAction::Build(0, a, "Tabia".to_owned())).reduce(DraftAction::Build(
            1,
            b,
            "Tabia".to_owned(),
        ))
    }

    fn faults(draft: &Draft) -> Vec<Option<DraftField>> {
        draft
            .settings()
            .map_or_else(|faults| faults.into_iter().map(|fault| fault.field).collect(), |_| Vec::new())
    }

    #[test]
    fn two_builds_are_all_that_has_to_be_chosen() {
        let settings = chosen().settings().unwrap();
        assert_eq!(settings.names(), ["Tabia", "Tabia 2"]);
        assert_eq!(settings.engines[1].limits.summary(), "8+0.08");
        assert_eq!(settings.sprt, Some(SprtSettings::default()));
        assert!(settings.repeat && settings.adjudication.draw.is_some());
        assert_eq!(faults(&Draft::default()), [Some(DraftField::Name(0)), Some(DraftField::Name(1))]);
    }

    #[test]
    fn every_fault_is_told_at_its_field() {
        for (field, text) in [
            (DraftField::Limit(0, Limit::Tc), "8+"),
            (DraftField::Limit(0, Limit::Nodes), "many"),
            (DraftField::Limit(0, Limit::Tc), ""),
            (DraftField::Games, "0"),
            (DraftField::Games, "7"),
            (DraftField::Rounds, "-1"),
            (DraftField::Seed, "x"),
            (DraftField::Elo1, "0"),
            (DraftField::Elo0, "nan"),
            (DraftField::Elo0, "-301"),
            (DraftField::Elo1, "1e9"),
            (DraftField::Limit(0, Limit::MoveTime), "0"),
            (DraftField::Alpha, "1"),
            (DraftField::Beta, "0"),
            (DraftField::Beta, "0.95"),
            (DraftField::MaxMoves, "0"),
            (DraftField::DrawCount, ""),
            (DraftField::Name(1), "Tabia"),
            (DraftField::Memory(0), "0"),
        ] {
            let draft = chosen().reduce(DraftAction::Type(field, text.to_owned()));
            assert_eq!(faults(&draft), [Some(field)], "{field:?} {text:?}");
        }
        let draft = chosen()
            .reduce(DraftAction::Switch(Switch::Sample, true))
            .reduce(DraftAction::Type(DraftField::Frequency, "2".to_owned()));
        assert_eq!(faults(&draft), [Some(DraftField::Frequency)]);
        assert_eq!(chosen().workers(3), Ok(3));
        assert!(chosen().reduce(DraftAction::Type(DraftField::Workers, "0".to_owned())).workers(3).is_err());
    }

    #[test]
    fn all_faults_of_the_test_are_told_at_once_by_the_names_of_the_fields() {
        let typed = [(DraftField::Elo1, "-5"), (DraftField::Alpha, "2"), (DraftField::Beta, "x")];
        let draft = typed
            .into_iter()
            .fold(chosen(), |draft, (field, text)| draft.reduce(DraftAction::Type(field, text.to_owned())));
        let told = draft.settings().unwrap_err();
        let mut fields: Vec<_> = told.iter().map(|fault| fault.field).collect();
        fields.sort();
        assert_eq!(fields, [Some(DraftField::Elo1), Some(DraftField::Alpha), Some(DraftField::Beta)]);
        let of_elo1 = told.iter().find(|fault| fault.field == Some(DraftField::Elo1)).unwrap();
        assert_eq!(of_elo1.text, "H1 must be more than H0, which is 0.");
    }

    #[test]
    fn games_are_even_where_they_come_in_pairs() {
        let seven = chosen().reduce(DraftAction::Type(DraftField::Games, "7".to_owned()));
        let [fault] = &seven.settings().unwrap_err()[..] else { panic!("one fault") };
        assert!(fault.text.ends_with("such as 8."), "{}", fault.text);
        let single = seven.reduce(DraftAction::Switch(Switch::Repeat, false));
        assert_eq!(single.settings().unwrap().games, 7);
        for too_many in ["10000001", "18446744073709551615"] {
            let draft = chosen().reduce(DraftAction::Type(DraftField::Games, too_many.to_owned()));
            let [fault] = &draft.settings().unwrap_err()[..] else { panic!("one fault") };
            assert!(!fault.text.contains("such as"), "{too_many}: {}", fault.text);
        }
    }

    #[test]
    fn no_limit_is_answered_with_what_would_do() {
        let told = |field: DraftField, text: &str| {
            let draft = chosen().reduce(DraftAction::Type(field, text.to_owned()));
            draft.settings().map_or_else(
                |faults| faults.into_iter().map(|fault| fault.text).collect::<Vec<_>>(),
                |_| Vec::new(),
            )
        };
        for text in ["inf", "INF", "infinite", "∞"] {
            let [said] = &told(DraftField::Limit(0, Limit::Tc), text)[..] else {
                panic!("{text}: one fault")
            };
            assert!(
                said.starts_with("Nothing ends a search without a clock: choose another limit"),
                "{said}"
            );
        }
        assert!(told(DraftField::Limit(0, Limit::Timeout), "inf")[0].contains("enter seconds"));
        assert!(told(DraftField::MaxMoves, "inf")[0].ends_with("or nothing for no limit."));
        // With another limit it is valid.
        let draft = chosen().reduce(DraftAction::Type(DraftField::Limit(0, Limit::Tc), "inf".to_owned()));
        let draft = draft.reduce(DraftAction::Type(DraftField::Limit(0, Limit::Depth), "6".to_owned()));
        assert_eq!(draft.settings().unwrap().engines[0].limits.summary(), "6 plies");
        // The message leaves out the command-line option.
        assert!(told(DraftField::Limit(0, Limit::Tc), "8+")[0].starts_with("Invalid "));
    }

    #[test]
    fn more_than_two_engines_have_no_sequential_test() {
        let draft = chosen().reduce(DraftAction::Add("c".repeat(64), "Other".to_owned()));
        assert!(!draft.is_on(Switch::Sprt));
        assert_eq!(draft.settings().unwrap().engines.len(), 3);
        assert_eq!(faults(&draft.reduce(DraftAction::Switch(Switch::Sprt, true))), [None]);
        let draft = draft.reduce(DraftAction::Remove(0));
        assert_eq!(draft.settings().unwrap().names(), ["Tabia", "Other"]);
        assert_eq!(draft.reduce(DraftAction::Remove(0)), draft, "two stay");
    }

    #[test]
    fn limits_can_be_each_engines_own() {
        let draft = chosen()
            .reduce(DraftAction::Switch(Switch::SameLimits, false))
            .reduce(DraftAction::OnlyLimit(1, Limit::Nodes));
        let settings = draft.settings().unwrap();
        assert_eq!([0, 1].map(|index| settings.engines[index].limits.summary()), ["8+0.08", "20000 nodes"]);
        // Another engine gets the limits of the first.
        let third = draft.reduce(DraftAction::Add("c".repeat(64), "Other".to_owned())).settings().unwrap();
        assert_eq!(third.engines[2].limits.summary(), "8+0.08");
        let swapped = draft.reduce(DraftAction::Swap).settings().unwrap();
        assert_eq!(swapped.names(), ["Tabia 2", "Tabia"]);
        assert_eq!([0, 1].map(|index| swapped.engines[index].limits.summary()), ["20000 nodes", "8+0.08"]);
    }

    #[test]
    fn limits_of_all_stay_whichever_engine_goes() {
        let typed = |kind, text: &str| DraftAction::Type(DraftField::Limit(0, kind), text.to_owned());
        let shared = chosen()
            .reduce(DraftAction::OnlyLimit(0, Limit::Nodes))
            .reduce(typed(Limit::Nodes, "400"))
            .reduce(typed(Limit::Timeout, "7"));
        // Also in a form made from settings, which has texts for each engine.
        for draft in [shared.clone(), Draft::of(&shared.settings().unwrap())] {
            let three = draft.reduce(DraftAction::Add("c".repeat(64), "Other".to_owned()));
            for engine in 0..3 {
                let two = three.reduce(DraftAction::Remove(engine));
                let settings = two.settings().unwrap();
                let limits =
                    settings.engines.iter().map(|engine| (engine.limits.nodes, engine.limits.timeout_ms));
                assert!(
                    limits.clone().all(|limits| limits
                        == (Some(400), draft.settings().unwrap().engines[0].limits.timeout_ms)),
                    "{engine}"
                );
                assert!(settings.sprt.is_some(), "the test is there again");
            }
            let own = draft.reduce(DraftAction::Switch(Switch::SameLimits, false)).settings().unwrap();
            assert_eq!(own.engines[1].limits, own.engines[0].limits);
        }
        // Texts from before the limits were shared are obsolete.
        let stale = chosen()
            .reduce(DraftAction::Switch(Switch::SameLimits, false))
            .reduce(DraftAction::OnlyLimit(1, Limit::Depth))
            .reduce(DraftAction::Switch(Switch::SameLimits, true))
            .reduce(DraftAction::Switch(Switch::SameLimits, false));
        assert_eq!(stale.settings().unwrap().engines[1].limits.summary(), "8+0.08");
        // A test that was switched off by hand stays off.
        let off = chosen()
            .reduce(DraftAction::Add("c".repeat(64), "Other".to_owned()))
            .reduce(DraftAction::Switch(Switch::Sprt, false))
            .reduce(DraftAction::Remove(2));
        assert_eq!(off.settings().unwrap().sprt, None);
    }

    #[test]
    fn an_empty_margin_is_what_the_slowest_engine_needs() {
        let margins = [("a", 25), ("b", 60)].map(|(letter, margin)| (letter.repeat(64), margin));
        let draft = chosen().reduce(DraftAction::Margins(margins.into()));
        let margin = |draft: &Draft| draft.settings().unwrap().engines[0].limits.margin_ms;
        assert_eq!((margin(&chosen()), margin(&draft)), (50, 60), "not measured, measured");
        let movetime = draft.reduce(DraftAction::OnlyLimit(0, Limit::MoveTime));
        assert_eq!(margin(&movetime), 60);
        let field = DraftField::Limit(0, Limit::Margin);
        assert_eq!(
            margin(&movetime.reduce(DraftAction::Type(field, "0".to_owned()))),
            0,
            "who wants it strict"
        );
        // Untimed games have no margin; it is automatic again with a time limit.
        let nodes = draft.reduce(DraftAction::OnlyLimit(0, Limit::Nodes));
        assert_eq!(margin(&nodes), 0);
        let again = draft
            .with_settings(&nodes.settings().unwrap())
            .reduce(DraftAction::OnlyLimit(0, Limit::MoveTime));
        assert_eq!(margin(&again), 60);
        // A reopened match keeps the margin that it was played with.
        let settings =
            MatchSettings { engines: movetime.settings().unwrap().engines, ..movetime.settings().unwrap() };
        assert_eq!(margin(&Draft::of(&settings)), 60);
    }

    #[test]
    fn settings_come_back_from_their_form() {
        let mut settings = chosen().settings().unwrap();
        settings.openings.source =
            OpeningSource::Polyglot { name: "a.bin".to_owned(), sha256: "c".repeat(64), plies: 12 };
        settings.openings.start = 7;
        settings.sample = Some(SampleOptions { frequency: 0.25, resolve: true });
        settings.engines[0].options = vec![("Hash".to_owned(), "32".to_owned())];
        settings.engines[0].limits.set("depth", "9").unwrap();
        settings.adjudication.max_moves = Some(200);
        settings.sprt = Some(SprtSettings { elo0: -1.75, elo1: 0.25, alpha: 0.1, ..SprtSettings::default() });
        settings.seed = 123;
        settings.tablebase = true;
        settings.event = "Test".to_owned();
        assert_eq!(Draft::of(&settings).settings(), Ok(settings));
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "\\PC{0,12}", index in 0_usize..20) {
            let fields = [
                DraftField::Name(0), DraftField::Memory(1), DraftField::Limit(0, Limit::Tc), DraftField::Limit(0, Limit::MoveTime),
                DraftField::Limit(0, Limit::Margin), DraftField::Games, DraftField::Rounds, DraftField::Seed, DraftField::Start, DraftField::Plies,
                DraftField::DrawMove, DraftField::DrawScore, DraftField::ResignCount, DraftField::ResignScore, DraftField::MaxMoves, DraftField::Elo0,
                DraftField::Elo1, DraftField::Alpha, DraftField::Beta, DraftField::Workers,
            ];
            let draft = chosen().reduce(DraftAction::Type(fields[index], text));
            match draft.settings() {
                Ok(settings) => prop_assert!(settings.validate().is_ok()),
                Err(faults) => prop_assert!(faults.iter().all(|fault| !fault.text.is_empty())),
            }
            let _ = draft.workers(1);
        }
    }
}
