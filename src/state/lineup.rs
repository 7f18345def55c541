//! Analysis engines: the main one, its companions, and their chosen options.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::settings::LINES;

/// Maximum number of companions.
pub const MAX_COMPANIONS: usize = 5;

/// Analysis engines, by id in the list of engines; the empty id is the app's own engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Lineup {
    /// The main engine, which drives the evaluation bar and arrows.
    pub board: String,
    /// Further engines, in the order of their panels.
    pub companions: Vec<Companion>,
    /// Chosen option values, by engine and option; defaults are not included.
    pub options: BTreeMap<String, BTreeMap<String, String>>,
}

/// An analysis engine in addition to the main one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Companion {
    /// Id in the list of engines.
    pub id: String,
    /// Number of lines.
    pub lines: u8,
    /// Whether it is on.
    pub is_on: bool,
}

/// Change of the analysis engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineupAction {
    /// Replace the main engine. If the new one was a companion, the two swap places.
    Board(String),
    /// Add a companion.
    Add(String),
    /// Remove a companion.
    Dismiss(String),
    /// Set a companion's number of lines.
    Lines(String, u8),
    /// Turn a companion on or off.
    Switch(String, bool),
    /// Set an engine option; `None` for its default.
    Option(String, String, Option<String>),
    /// Reset all options of an engine.
    ResetOptions(String),
    /// Remove an engine that is no longer in the list.
    Forget(String),
}

impl Lineup {
    /// Returns the lineup after a change.
    #[must_use]
    pub fn reduce(&self, action: LineupAction) -> Self {
        let mut lineup = self.clone();
        match action {
            LineupAction::Board(id) => {
                let before = std::mem::replace(&mut lineup.board, id);
                let board = lineup.board.clone();
                if let Some(companion) = lineup.companion_mut(&board) {
                    companion.id = before;
                }
            }
            LineupAction::Add(id) => {
                let is_there = id == lineup.board || lineup.companion(&id).is_some();
                if !is_there && lineup.companions.len() < MAX_COMPANIONS {
                    lineup.companions.push(Companion { id, lines: 1, is_on: true });
                }
            }
            LineupAction::Dismiss(id) => lineup.companions.retain(|companion| companion.id != id),
            LineupAction::Lines(id, lines) => {
                if let Some(companion) = lineup.companion_mut(&id) {
                    companion.lines = lines;
                }
            }
            LineupAction::Switch(id, is_on) => {
                if let Some(companion) = lineup.companion_mut(&id) {
                    companion.is_on = is_on;
                }
            }
            LineupAction::Option(id, name, value) => {
                let options = lineup.options.entry(id).or_default();
                match value {
                    Some(value) => _ = options.insert(name, value),
                    None => _ = options.remove(&name),
                }
            }
            LineupAction::ResetOptions(id) => _ = lineup.options.remove(&id),
            LineupAction::Forget(id) if id.is_empty() => {}
            LineupAction::Forget(id) => {
                if lineup.board == id {
                    lineup.board.clear();
                }
                lineup.companions.retain(|companion| companion.id != id);
                lineup.options.remove(&id);
            }
        }
        lineup.in_range()
    }

    /// Clamps every value to its range, since stored values may come from another version or be tampered with.
    #[must_use]
    pub fn in_range(mut self) -> Self {
        let mut seen = vec![self.board.clone()];
        self.companions.retain_mut(|companion| {
            companion.lines = companion.lines.clamp(*LINES.start(), *LINES.end());
            let is_new = !seen.contains(&companion.id);
            seen.push(companion.id.clone());
            is_new
        });
        self.companions.truncate(MAX_COMPANIONS);
        self.options.retain(|_, options| !options.is_empty());
        self
    }

    /// Returns a companion by id.
    pub fn companion(&self, id: &str) -> Option<&Companion> {
        self.companions.iter().find(|companion| companion.id == id)
    }

    fn companion_mut(&mut self, id: &str) -> Option<&mut Companion> {
        self.companions.iter_mut().find(|companion| companion.id == id)
    }

    /// Returns the chosen options of an engine, by name and value.
    pub fn options_of(&self, id: &str) -> Vec<(String, String)> {
        let options = self.options.get(id).into_iter().flatten();
        options.map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(actions: &[LineupAction]) -> Lineup {
        actions.iter().fold(Lineup::default(), |lineup, action| lineup.reduce(action.clone()))
    }

    fn id(name: &str) -> String {
        name.to_owned()
    }

    fn beside(lineup: &Lineup) -> Vec<&str> {
        lineup.companions.iter().map(|companion| companion.id.as_str()).collect()
    }

    #[test]
    fn an_engine_analyses_once() {
        let lineup =
            after(&[LineupAction::Add(id("a")), LineupAction::Add(id("a")), LineupAction::Add(id(""))]);
        assert_eq!(beside(&lineup), ["a"]);
        // The main engine and a companion swap places.
        let lineup = lineup.reduce(LineupAction::Board(id("a")));
        assert_eq!((lineup.board.as_str(), beside(&lineup)), ("a", vec![""]));
        let lineup = lineup.reduce(LineupAction::Board(id("b")));
        assert_eq!((lineup.board.as_str(), beside(&lineup)), ("b", vec![""]));
    }

    #[test]
    fn there_is_room_for_so_many_and_no_more() {
        let adds: Vec<_> = ["a", "b", "c", "d", "e", "f", "g"].map(|name| LineupAction::Add(id(name))).into();
        assert_eq!(after(&adds).companions.len(), MAX_COMPANIONS);
    }

    #[test]
    fn what_is_removed_from_the_list_is_nowhere_any_more() {
        let lineup = after(&[
            LineupAction::Board(id("a")),
            LineupAction::Add(id("b")),
            LineupAction::Option(id("a"), id("Hash"), Some(id("64"))),
            LineupAction::Forget(id("a")),
            LineupAction::Forget(id("")),
        ]);
        assert_eq!((lineup.board.as_str(), beside(&lineup)), ("", vec!["b"]));
        assert!(lineup.options.is_empty());
    }

    #[test]
    fn options_are_kept_by_engine() {
        let set = |engine: &str, value: Option<&str>| {
            LineupAction::Option(id(engine), id("Hash"), value.map(str::to_owned))
        };
        let lineup = after(&[set("", Some("64")), set("b", Some("32"))]);
        assert_eq!(lineup.options_of(""), [(id("Hash"), id("64"))]);
        assert_eq!(lineup.options_of("b"), [(id("Hash"), id("32"))]);
        assert!(lineup.reduce(set("b", None)).options_of("b").is_empty());
        assert!(lineup.reduce(LineupAction::ResetOptions(id(""))).options_of("").is_empty());
    }

    #[test]
    fn whatever_was_kept_is_brought_into_range() {
        let text = r#"{"board":"a","companions":[{"id":"a"},{"id":"b","lines":99},{"id":"b"},{}],"options":{"a":{}},"new":1}"#;
        let lineup = serde_json::from_str::<Lineup>(text).unwrap().in_range();
        assert_eq!(beside(&lineup), ["b", ""]);
        assert_eq!(lineup.companions[0].lines, *LINES.end());
        assert!(lineup.options.is_empty());
    }
}
