//! Applies presets to the form.

use tabia_arena::{MatchSettings, Preset};

use super::draft::Draft;

/// Suffix that the arena adds to the name of an engine that plays itself.
const COPY: &str = " (copy)";

impl Draft {
    /// Returns the form with a preset applied. A self-play check uses one engine twice; the next preset that isn't a check restores the
    /// engines from before.
    #[must_use]
    pub fn with_preset(&self, preset: Preset) -> Self {
        let before = self.before_check();
        let mut settings = match before {
            Some(before) if !preset.is_self_play() => before.rough_settings(),
            _ => self.rough_settings(),
        };
        if !preset.is_self_play()
            && let Some(engine) = settings.engines.get_mut(1)
            && let Some(name) = engine.name.strip_suffix(COPY)
        {
            engine.name = format!("{name} 2");
        }
        settings.apply(preset);
        if !preset.is_self_play() {
            let mut draft = before.unwrap_or(self).with_settings(&settings);
            draft.before_check = None;
            return draft;
        }
        let kept = before.unwrap_or(self).clone();
        let mut draft = self.with_settings(&settings);
        draft.before_check = Some(Box::new(Self { before_check: None, ..kept }));
        draft
    }

    /// Returns the form before a check, while the engines are still those of the check.
    fn before_check(&self) -> Option<&Self> {
        let before = self.before_check.as_deref()?;
        let [first, copy] = &self.engines[..] else { return None };
        let is_check = copy.build == first.build && before.engines.first()?.build == first.build;
        is_check.then_some(before)
    }
}

/// Whether settings match a preset.
pub fn is_preset(settings: &MatchSettings, preset: Preset) -> bool {
    let mut applied = settings.clone();
    applied.apply(preset);
    // Except for the names of copies.
    for (applied, engine) in applied.engines.iter_mut().zip(&settings.engines) {
        applied.name.clone_from(&engine.name);
    }
    applied == *settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::lab::draft::DraftAction;
    use crate::state::lab::field::DraftField;

    fn build(letter: &str) -> String {
        letter.repeat(64)
    }

    fn three() -> Draft {
        Draft::default()
            .reduce(DraftAction::Build(0, build("a"), "Tabia".to_owned()))
            .reduce(DraftAction::Build(1, build("b"), "Mine".to_owned()))
            .reduce(DraftAction::Add(build("c"), "Other".to_owned()))
            .reduce(DraftAction::Type(DraftField::Memory(1), "64".to_owned()))
    }

    fn names(draft: &Draft) -> Vec<String> {
        draft.settings().unwrap().names().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_engines_come_back_after_a_check() {
        let check = three().with_preset(Preset::SanityCheck);
        assert_eq!(names(&check), ["Tabia", "Tabia (copy)"]);
        let other_check = check.with_preset(Preset::Determinism);
        assert_eq!(names(&other_check), ["Tabia", "Tabia (copy)"]);
        let test = other_check.with_preset(Preset::Stc).settings().unwrap();
        assert_eq!(test.names(), ["Tabia", "Mine", "Other"]);
        assert_eq!((test.engines[1].memory_mb, test.engines[1].build.clone()), (64, build("b")));
        assert!(is_preset(&test, Preset::Stc) && !is_preset(&test, Preset::Ltc));
        // Only once: later choices stay.
        let two = three().with_preset(Preset::Stc).reduce(DraftAction::Remove(2));
        assert_eq!(names(&two.with_preset(Preset::Ltc)), ["Tabia", "Mine"]);
    }

    #[test]
    fn engines_that_are_chosen_after_a_check_stay() {
        let check = three().with_preset(Preset::SanityCheck);
        let other = check.reduce(DraftAction::Build(1, build("d"), "New".to_owned()));
        assert_eq!(names(&other.with_preset(Preset::Stc)), ["Tabia", "New"]);
        let other = check.reduce(DraftAction::Build(0, build("d"), "New".to_owned()));
        assert_eq!(names(&other.with_preset(Preset::Stc)).len(), 2);
        // Without earlier engines, the copy gets another name.
        let alone = Draft::of(&check.settings().unwrap());
        assert_eq!(names(&alone.with_preset(Preset::Stc)), ["Tabia", "Tabia 2"]);
    }
}
