//! What the folded parts of the set-up form contain, where it differs from the default.

use tabia_arena::Order;
use tabia_stats::Model;

use super::draft::Draft;
use super::field::{DraftField, Switch};
use super::words::unit;
use crate::language::tr;

impl Draft {
    /// Describes an engine's name in results, options and memory.
    pub fn engine_notes(&self, engine: usize) -> String {
        let Some(chosen) = self.engines.get(engine) else { return String::new() };
        let mut notes = Vec::new();
        if chosen.label.is_none() && !chosen.build.is_empty() {
            notes.push(self.text(DraftField::Name(engine)).to_owned());
        }
        match chosen.options.len() {
            0 => {}
            1..=2 => notes.extend(chosen.options.iter().map(|(name, value)| format!("{name} {value}"))),
            count => notes.push(tr!("{n} option" | "{n} options" % count)),
        }
        notes.extend(self.changed(DraftField::Memory(engine)).map(|text| tr!("{text} MiB", text)));
        notes.join(", ")
    }

    /// Describes the error rates and the model of the test.
    pub fn test_notes(&self) -> String {
        let rate = |name: &str, field: DraftField| self.changed(field).map(|text| format!("{name} {text}"));
        let model = (self.model != Model::Normalized).then(|| unit(self.model).to_owned());
        let notes = [rate(tr!("alpha"), DraftField::Alpha), rate(tr!("beta"), DraftField::Beta), model];
        notes.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Describes order, seed, adjudication and the data stored with the games.
    pub fn game_notes(&self) -> String {
        let when = |is_it: bool, text: &str| is_it.then(|| text.to_owned());
        let rule = |switch: Switch, [name, none]: [&str; 2], fields: &[DraftField]| {
            if !self.is_on(switch) {
                return Some(none.to_owned());
            }
            let numbers: Vec<&str> = fields.iter().map(|&field| self.text(field)).collect();
            let is_changed = fields.iter().any(|&field| self.changed(field).is_some());
            is_changed.then(|| format!("{name} {}", numbers.join("/")))
        };
        let notes = [
            when(self.order == Order::Sequential, tr!("sequential")),
            when(!self.is_on(Switch::Repeat), tr!("no pairs")),
            self.changed(DraftField::Seed).map(|text| tr!("seed {text}", text)),
            self.changed(DraftField::Start).map(|text| tr!("{text} openings skipped", text)),
            self.changed(DraftField::Count).map(|text| tr!("{text} openings", text)),
            self.changed(DraftField::MaxMoves).map(|text| tr!("draw after {text} moves", text)),
            self.changed(DraftField::Event).map(str::to_owned),
            self.changed(DraftField::Site).map(str::to_owned),
            rule(
                Switch::Draw,
                [tr!("adjudication" => "draw"), tr!("no draw adjudication")],
                &[DraftField::DrawMove, DraftField::DrawCount, DraftField::DrawScore],
            ),
            rule(
                Switch::Resign,
                [tr!("adjudication" => "resign"), tr!("no resign adjudication")],
                &[DraftField::ResignCount, DraftField::ResignScore],
            ),
            when(self.is_on(Switch::Tables), tr!("tablebases")),
            when(!self.is_on(Switch::Variations), tr!("no variations")),
            when(self.is_on(Switch::Sample), tr!("samples")),
        ];
        notes.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Returns the text of a field if it isn't the default.
    fn changed(&self, field: DraftField) -> Option<&str> {
        let text = self.text(field).trim();
        (text != self.untouched(field)).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::lab::draft::DraftAction;

    #[test]
    fn only_what_differs_from_the_default_is_described() {
        let build = |seat: usize| DraftAction::Build(seat, "a".repeat(64), "Own".to_owned());
        let draft = Draft::default().reduce(build(0)).reduce(build(1)).reduce(DraftAction::Seed("5".into()));
        let all = |draft: &Draft| {
            [draft.engine_notes(0), draft.engine_notes(1), draft.test_notes(), draft.game_notes()]
        };
        assert_eq!(all(&draft), ["", "", "", ""]);
        let actions = [
            DraftAction::Type(DraftField::Name(1), "Base".into()),
            DraftAction::Option(1, "Hash".into(), Some("32".into())),
            DraftAction::Type(DraftField::Memory(1), "64".into()),
            DraftAction::Type(DraftField::Alpha, "0.1".into()),
            DraftAction::Model(Model::Logistic),
            DraftAction::Order(Order::Sequential),
            DraftAction::Type(DraftField::Seed, "7".into()),
            DraftAction::Type(DraftField::DrawMove, "40".into()),
            DraftAction::Switch(Switch::Resign, false),
            DraftAction::Switch(Switch::Tables, true),
        ];
        let changed = actions.into_iter().fold(draft, |draft, action| draft.reduce(action));
        let found = all(&changed);
        let wanted = [
            "",
            "Base, Hash 32, 64 MiB",
            "alpha 0.1, Elo",
            "sequential, seed 7, draw 40/8/20, no resign adjudication, tablebases",
        ];
        assert_eq!(found, wanted);
    }
}
