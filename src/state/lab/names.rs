//! Names of engines in results: the engines' own names, numbered if ambiguous, until other names are typed.

use super::draft::Draft;
use super::field::DraftField;

impl Draft {
    /// Sets the text of a field. A typed name stays when the engine changes.
    pub(super) fn type_text(&mut self, field: DraftField, text: String) {
        if let DraftField::Name(engine) = field
            && let Some(engine) = self.engines.get_mut(engine)
        {
            engine.label = None;
        }
        self.put(field, text);
    }

    /// Sets the engine's own name.
    pub(super) fn call(&mut self, engine: usize, label: &str) {
        let Some(chosen) = self.engines.get_mut(engine) else { return };
        chosen.label = Some(label.to_owned());
        let name = self.free_name(engine, label);
        self.put(DraftField::Name(engine), name);
    }

    /// Restores names that follow their engines in a form made from settings: `A 2` and `A (copy)` next to another engine called `A`.
    pub(super) fn guess_labels(&mut self) {
        for engine in 0..self.engines.len() {
            let name = self.text(DraftField::Name(engine));
            let stem =
                name.rsplit_once(' ').filter(|(_, rest)| *rest == "(copy)" || rest.parse::<u32>().is_ok());
            let label =
                stem.map(|(stem, _)| stem).filter(|stem| self.is_taken(engine, stem)).map(str::to_owned);
            self.engines[engine].label = label;
        }
    }

    /// Removes numbers that are no longer needed.
    pub(super) fn settle_names(&mut self) {
        for engine in 0..self.engines.len() {
            let Some(label) = self.engines[engine].label.clone() else { continue };
            let rest = self.text(DraftField::Name(engine)).strip_prefix(label.as_str());
            let has_number = rest.is_some_and(|rest| rest.starts_with(' '));
            if has_number && !self.is_taken(engine, &label) {
                self.put(DraftField::Name(engine), label);
            }
        }
    }

    /// Returns a name that no other engine has: `base`, otherwise `base 2` and so on.
    fn free_name(&self, engine: usize, base: &str) -> String {
        if !self.is_taken(engine, base) {
            return base.to_owned();
        }
        (2..=self.engines.len() + 1)
            .map(|number| format!("{base} {number}"))
            .find(|name| !self.is_taken(engine, name))
            .unwrap_or_default()
    }

    fn is_taken(&self, engine: usize, name: &str) -> bool {
        (0..self.engines.len())
            .any(|other| other != engine && self.text(DraftField::Name(other)).trim() == name)
    }
}

#[cfg(test)]
mod tests {
    use crate::state::lab::draft::{Draft, DraftAction, DropTarget};
    use crate::state::lab::field::DraftField;

    fn build(letter: &str) -> String {
        letter.repeat(64)
    }

    fn choose(draft: &Draft, engine: usize, letter: &str, name: &str) -> Draft {
        draft.reduce(DraftAction::Build(engine, build(letter), name.to_owned()))
    }

    fn names(draft: &Draft) -> Vec<&str> {
        (0..draft.engines.len()).map(|engine| draft.text(DraftField::Name(engine))).collect()
    }

    #[test]
    fn a_number_goes_when_it_is_not_needed_any_more() {
        let draft = choose(&choose(&Draft::default(), 0, "a", "Tabia"), 1, "b", "Tabia");
        assert_eq!(names(&draft), ["Tabia", "Tabia 2"]);
        assert_eq!(names(&choose(&draft, 0, "c", "Lozza")), ["Lozza", "Tabia"]);
        // Also in a form made from a match.
        let again = Draft::of(&draft.settings().unwrap());
        assert_eq!(names(&choose(&again, 0, "c", "Lozza")), ["Lozza", "Tabia"]);
        let three = draft.reduce(DraftAction::Add(build("c"), "Tabia".to_owned()));
        assert_eq!(names(&three), ["Tabia", "Tabia 2", "Tabia 3"]);
        assert_eq!(names(&three.reduce(DraftAction::Remove(1))), ["Tabia", "Tabia 3"]);
        assert_eq!(names(&three.reduce(DraftAction::Remove(0)))[0], "Tabia");
    }

    #[test]
    fn a_name_that_was_typed_stays() {
        let draft = choose(&choose(&Draft::default(), 0, "a", "Tabia"), 1, "b", "Tabia");
        let draft = draft.reduce(DraftAction::Type(DraftField::Name(1), "Base 2".to_owned()));
        assert_eq!(names(&choose(&draft, 0, "c", "Lozza")), ["Lozza", "Base 2"]);
        // A name typed twice is the user's mistake; no other name changes.
        let draft = choose(&Draft::default(), 1, "b", "Tabia")
            .reduce(DraftAction::Type(DraftField::Name(0), "Tabia".to_owned()));
        assert_eq!(names(&draft), ["Tabia", "Tabia"]);
    }

    #[test]
    fn an_engine_that_is_dropped_replaces_none_that_was_chosen() {
        let mut draft = Draft::default();
        for engine in 0..2 {
            draft = draft.reduce(DraftAction::Propose(engine, build("a"), "Own".to_owned()));
        }
        assert_eq!(draft.drop_target(&build("b")), DropTarget::Free(0));
        let draft = choose(&draft, 0, "b", "First");
        assert_eq!(
            (draft.drop_target(&build("b")), draft.drop_target(&build("c"))),
            (DropTarget::Taken(0), DropTarget::Free(1))
        );
        let draft = choose(&draft, 1, "c", "Second");
        assert_eq!(draft.drop_target(&build("d")), DropTarget::None);
        // A later proposal doesn't replace an engine either.
        assert_eq!(draft.reduce(DraftAction::Propose(0, build("a"), "Own".to_owned())), draft);
    }
}
