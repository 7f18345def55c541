//! Stores the set-up form as JSON so that it survives a reload: as typed, faults included.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabia_arena::{OpeningSource, Order, TournamentFormat};
use tabia_stats::Model;

use super::draft::{Draft, EngineDraft, Threads};
use super::field::{DraftField, Switch};

/// Upper bound for a form filled in by hand; more engines are rejected.
const MAX_ENGINES: usize = 100;

#[derive(Serialize, Deserialize)]
struct SavedForm {
    engines: Vec<EngineDraft>,
    format: TournamentFormat,
    openings: OpeningSource,
    order: Order,
    model: Model,
    built_ins: Vec<String>,
    #[serde(default)]
    threads: Vec<Threads>,
    /// Parsed one by one, so that only switches unknown to this version are dropped.
    switches: Vec<Value>,
    texts: Vec<Value>,
}

impl Draft {
    /// Whether the user has changed nothing; proposed engines and the seed don't count.
    pub fn is_untouched(&self) -> bool {
        let first = Self::default();
        let is_proposal = |engine: &EngineDraft| {
            let is_free = engine.is_proposed || engine.build.is_empty();
            is_free && engine.options.is_empty() && !engine.ponder && engine.book.is_none()
        };
        let typed = |draft: &Self| -> Vec<(DraftField, String)> {
            let is_own = |field: &DraftField| !matches!(field, DraftField::Name(_) | DraftField::Seed);
            draft
                .texts
                .iter()
                .filter(|(field, _)| is_own(field))
                .map(|(field, text)| (*field, text.clone()))
                .collect()
        };
        self.engines.len() == first.engines.len()
            && self.engines.iter().all(is_proposal)
            && typed(self) == typed(&first)
            && (self.format, self.order, self.model) == (first.format, first.order, first.model)
            && (&self.openings, &self.switches) == (&first.openings, &first.switches)
    }

    /// Returns the form as JSON.
    pub fn to_json(&self) -> String {
        let values =
            |values: Vec<serde_json::Result<Value>>| values.into_iter().filter_map(Result::ok).collect();
        let form = SavedForm {
            engines: self.engines.clone(),
            format: self.format,
            openings: self.openings.clone(),
            order: self.order,
            model: self.model,
            built_ins: self.built_ins.clone(),
            threads: self.threads.clone(),
            switches: values(self.switches.iter().map(serde_json::to_value).collect()),
            texts: values(self.texts.iter().map(serde_json::to_value).collect()),
        };
        serde_json::to_string(&form).unwrap_or_default()
    }

    /// Parses the output of [`Draft::to_json`]; `None` if it is invalid.
    pub fn from_json(text: &str) -> Option<Self> {
        let form: SavedForm = serde_json::from_str(text).ok()?;
        if !(2..=MAX_ENGINES).contains(&form.engines.len()) {
            return None;
        }
        let known = |value: Value| serde_json::from_value::<(DraftField, String)>(value).ok();
        let switches: BTreeSet<Switch> =
            form.switches.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect();
        let texts: BTreeMap<DraftField, String> = form.texts.into_iter().filter_map(known).collect();
        Some(Self {
            engines: form.engines,
            format: form.format,
            openings: form.openings,
            order: form.order,
            model: form.model,
            built_ins: form.built_ins,
            threads: form.threads,
            switches,
            texts,
            ..Self::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::lab::draft::DraftAction;
    use crate::state::lab::field::Limit;
    use proptest::prelude::*;

    fn filled_in() -> Draft {
        let mut draft = Draft::default();
        for (engine, letter) in ["a", "b"].into_iter().enumerate() {
            draft = draft.reduce(DraftAction::Propose(engine, letter.repeat(64), "Own".to_owned()));
        }
        draft.reduce(built_ins("a", "b", "Own"))
    }

    /// Sets two bundled builds of a version of the app.
    fn built_ins(first: &str, second: &str, name: &str) -> DraftAction {
        DraftAction::BuiltIns([first, second].map(|letter| (letter.repeat(64), name.to_owned())).into())
    }

    #[test]
    fn every_key_stroke_outlives_the_page() {
        let mut draft = filled_in();
        for text in ["4", "40", "40/", "40/6"] {
            draft = draft.reduce(DraftAction::Type(DraftField::Limit(0, Limit::Tc), text.to_owned()));
            draft = draft.reduce(DraftAction::Type(DraftField::Name(1), text.to_owned()));
            assert_eq!(Draft::from_json(&draft.to_json()).as_ref(), Some(&draft), "{text}");
        }
        let source = OpeningSource::Polyglot { name: "a.bin".into(), sha256: "c".repeat(64), plies: 6 };
        for action in [
            DraftAction::Switch(Switch::Sprt, false),
            DraftAction::Option(0, "Hash".into(), Some("7".into())),
            DraftAction::Openings(source),
            DraftAction::Add("c".repeat(64), "Third".into()),
            DraftAction::Type(DraftField::Workers, "3".into()),
            DraftAction::Type(DraftField::Seed, "77".into()),
        ] {
            draft = draft.reduce(action);
        }
        assert_eq!(Draft::from_json(&draft.to_json()), Some(draft));
    }

    #[test]
    fn what_another_version_wrote_is_taken_as_far_as_it_is_known() {
        let draft = filled_in();
        let text = draft.to_json().replacen("\"Repeat\"", "\"Rematch\"", 1);
        let read = Draft::from_json(&text).unwrap();
        assert!(!read.is_on(Switch::Repeat) && read.is_on(Switch::Draw));
        for text in ["", "{}", "[]", "null", "{\"engines\":[]}"] {
            assert_eq!(Draft::from_json(text), None, "{text}");
        }
        // An update of the app replaces the earlier builds.
        let updated = draft.reduce(built_ins("d", "b", "Own"));
        assert_eq!(updated.engines[0].build, "d".repeat(64));
        assert_eq!(updated.engines[1].build, "b".repeat(64));
    }

    #[test]
    fn names_in_results_follow_the_builds_of_a_new_version_unless_they_were_typed() {
        let names = |draft: &Draft| [0, 1].map(|engine| draft.text(DraftField::Name(engine)).to_owned());
        let draft = filled_in();
        assert_eq!(names(&draft), ["Own", "Own 2"]);
        assert_eq!(names(&draft.reduce(built_ins("c", "d", "Newer"))), ["Newer", "Newer 2"]);
        // Unchanged builds keep their names.
        assert_eq!(names(&draft.reduce(built_ins("a", "d", "Newer"))), ["Own", "Newer"]);
        let typed = draft.reduce(DraftAction::Type(DraftField::Name(0), "Mine".into()));
        assert_eq!(names(&typed.reduce(built_ins("c", "b", "Newer"))), ["Mine", "Own"]);
    }

    #[test]
    fn a_build_with_threads_gives_way_to_that_of_the_present_version_with_what_was_set() {
        let [old, new, of_old, of_new] = ["1", "2", "a", "d"].map(|letter| letter.repeat(64));
        let taken = [
            DraftAction::Threads(of_old, old.clone(), "Own with threads".into()),
            DraftAction::Build(0, old.clone(), "Own with threads".into()),
            DraftAction::Option(0, "Threads".into(), Some("4".into())),
        ];
        let draft = taken.into_iter().fold(filled_in(), |draft, action| draft.reduce(action));
        let kept = |draft: &Draft| Draft::from_json(&draft.to_json()).unwrap();
        assert_eq!(kept(&draft), draft);
        let builds = || built_ins("d", "b", "Newer");

        let updated = kept(&draft).reduce(builds());
        assert_eq!(updated.engines[0].build, old, "it has to be fetched");
        // Also if that fails and is retried on the next visit.
        let updated = kept(&updated).reduce(builds());
        assert_eq!(updated.of_old_threads(), std::slice::from_ref(&of_new));
        let updated =
            updated.reduce(DraftAction::Threads(of_new.clone(), new.clone(), "Newer with threads".into()));
        let label = Some("Newer with threads".to_owned());
        assert_eq!(updated.engines[0], EngineDraft { build: new, label, ..draft.engines[0].clone() });
        assert_eq!(updated.text(DraftField::Name(0)), "Newer with threads");
        assert!(updated.of_old_threads().is_empty());

        // Comparing both: the old build was chosen on purpose.
        let chosen = updated.reduce(DraftAction::Build(1, old.clone(), "Old".into()));
        let again = kept(&chosen).reduce(builds());
        assert_eq!((&again.engines[1].build, again.of_old_threads()), (&old, Vec::new()));
        let other = draft.reduce(DraftAction::Build(0, "c".repeat(64), "Other".into())).reduce(builds());
        let chosen = other.reduce(DraftAction::Build(0, old, "Old".into()));
        assert!(kept(&chosen).reduce(builds()).of_old_threads().is_empty());
        // Belongs to the present version, whatever happened to the other build.
        assert!(draft.reduce(built_ins("a", "e", "Newer")).of_old_threads().is_empty());
    }

    #[test]
    fn a_proposed_seed_is_another_one_the_next_time() {
        let draft = filled_in().reduce(DraftAction::Seed("5".into()));
        let again = Draft::from_json(&draft.to_json()).unwrap().reduce(DraftAction::Seed("6".into()));
        assert_eq!((draft.text(DraftField::Seed), again.text(DraftField::Seed)), ("5", "6"));
        let typed = again
            .reduce(DraftAction::Type(DraftField::Seed, "9".into()))
            .reduce(DraftAction::Seed("7".into()));
        assert_eq!(typed.text(DraftField::Seed), "9");
        // A preset is no reason to save a seed.
        let preset = again.with_settings(&again.settings().unwrap()).reduce(DraftAction::Seed("8".into()));
        assert_eq!(preset.text(DraftField::Seed), "8");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
            let _ = Draft::from_json(&text);
        }
    }
}
