//! Analysis engines: the main one, its side engines, and their chosen options.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::settings::LINES;

/// Maximum number of side engines.
pub const MAX_SIDE_ENGINES: usize = 5;

/// Analysis engines, by id in the list of engines; the empty id is the app's own engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ActiveEngines {
    /// The main engine, which drives the evaluation bar and arrows.
    pub board: String,
    /// Further engines, in the order of their panels.
    #[serde(rename = "companions")]
    pub side_engines: Vec<SideEngine>,
    /// Chosen option values, by engine and option; defaults are not included.
    pub options: BTreeMap<String, BTreeMap<String, String>>,
}

/// An analysis engine in addition to the main one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SideEngine {
    /// Id in the list of engines.
    pub id: String,
    /// Number of lines.
    pub lines: u8,
    /// Whether it is on.
    pub is_on: bool,
}

/// Change of the analysis engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActiveEnginesAction {
    /// Replace the main engine. If the new one was a side engine, the two swap places.
    Board(String),
    /// Add a side engine.
    Add(String),
    /// Remove a side engine.
    Dismiss(String),
    /// Set a side engine's number of lines.
    Lines(String, u8),
    /// Turn a side engine on or off.
    Switch(String, bool),
    /// Set an engine option; `None` for its default.
    Option(String, String, Option<String>),
    /// Reset all options of an engine.
    ResetOptions(String),
    /// Remove an engine that is no longer in the list.
    Forget(String),
}

impl ActiveEngines {
    /// Returns the active engines after a change.
    #[must_use]
    pub fn reduce(&self, action: ActiveEnginesAction) -> Self {
        let mut active_engines = self.clone();
        match action {
            ActiveEnginesAction::Board(id) => {
                let before = std::mem::replace(&mut active_engines.board, id);
                let board = active_engines.board.clone();
                if let Some(side_engine) = active_engines.side_engine_mut(&board) {
                    side_engine.id = before;
                }
            }
            ActiveEnginesAction::Add(id) => {
                let is_there = id == active_engines.board || active_engines.side_engine(&id).is_some();
                if !is_there && active_engines.side_engines.len() < MAX_SIDE_ENGINES {
                    active_engines.side_engines.push(SideEngine { id, lines: 1, is_on: true });
                }
            }
            ActiveEnginesAction::Dismiss(id) => {
                active_engines.side_engines.retain(|side_engine| side_engine.id != id);
            }
            ActiveEnginesAction::Lines(id, lines) => {
                if let Some(side_engine) = active_engines.side_engine_mut(&id) {
                    side_engine.lines = lines;
                }
            }
            ActiveEnginesAction::Switch(id, is_on) => {
                if let Some(side_engine) = active_engines.side_engine_mut(&id) {
                    side_engine.is_on = is_on;
                }
            }
            ActiveEnginesAction::Option(id, name, value) => {
                let options = active_engines.options.entry(id).or_default();
                match value {
                    Some(value) => _ = options.insert(name, value),
                    None => _ = options.remove(&name),
                }
            }
            ActiveEnginesAction::ResetOptions(id) => _ = active_engines.options.remove(&id),
            ActiveEnginesAction::Forget(id) if id.is_empty() => {}
            ActiveEnginesAction::Forget(id) => {
                if active_engines.board == id {
                    active_engines.board.clear();
                }
                active_engines.side_engines.retain(|side_engine| side_engine.id != id);
                active_engines.options.remove(&id);
            }
        }
        active_engines.in_range()
    }

    /// Clamps every value to its range, since stored values may come from another version or be tampered with.
    #[must_use]
    pub fn in_range(mut self) -> Self {
        let mut seen = vec![self.board.clone()];
        self.side_engines.retain_mut(|side_engine| {
            side_engine.lines = side_engine.lines.clamp(*LINES.start(), *LINES.end());
            let is_new = !seen.contains(&side_engine.id);
            seen.push(side_engine.id.clone());
            is_new
        });
        self.side_engines.truncate(MAX_SIDE_ENGINES);
        self.options.retain(|_, options| !options.is_empty());
        self
    }

    /// Returns a side engine by id.
    pub fn side_engine(&self, id: &str) -> Option<&SideEngine> {
        self.side_engines.iter().find(|side_engine| side_engine.id == id)
    }

    fn side_engine_mut(&mut self, id: &str) -> Option<&mut SideEngine> {
        self.side_engines.iter_mut().find(|side_engine| side_engine.id == id)
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

    fn after(actions: &[ActiveEnginesAction]) -> ActiveEngines {
        actions
            .iter()
            .fold(ActiveEngines::default(), |active_engines, action| active_engines.reduce(action.clone()))
    }

    fn id(name: &str) -> String {
        name.to_owned()
    }

    fn beside(active_engines: &ActiveEngines) -> Vec<&str> {
        active_engines.side_engines.iter().map(|side_engine| side_engine.id.as_str()).collect()
    }

    #[test]
    fn an_engine_analyses_once() {
        let active_engines = after(&[
            ActiveEnginesAction::Add(id("a")),
            ActiveEnginesAction::Add(id("a")),
            ActiveEnginesAction::Add(id("")),
        ]);
        assert_eq!(beside(&active_engines), ["a"]);
        // The main engine and a side engine swap places.
        let active_engines = active_engines.reduce(ActiveEnginesAction::Board(id("a")));
        assert_eq!((active_engines.board.as_str(), beside(&active_engines)), ("a", vec![""]));
        let active_engines = active_engines.reduce(ActiveEnginesAction::Board(id("b")));
        assert_eq!((active_engines.board.as_str(), beside(&active_engines)), ("b", vec![""]));
    }

    #[test]
    fn there_is_room_for_so_many_and_no_more() {
        let adds: Vec<_> =
            ["a", "b", "c", "d", "e", "f", "g"].map(|name| ActiveEnginesAction::Add(id(name))).into();
        assert_eq!(after(&adds).side_engines.len(), MAX_SIDE_ENGINES);
    }

    #[test]
    fn what_is_removed_from_the_list_is_nowhere_any_more() {
        let active_engines = after(&[
            ActiveEnginesAction::Board(id("a")),
            ActiveEnginesAction::Add(id("b")),
            ActiveEnginesAction::Option(id("a"), id("Hash"), Some(id("64"))),
            ActiveEnginesAction::Forget(id("a")),
            ActiveEnginesAction::Forget(id("")),
        ]);
        assert_eq!((active_engines.board.as_str(), beside(&active_engines)), ("", vec!["b"]));
        assert!(active_engines.options.is_empty());
    }

    #[test]
    fn options_are_kept_by_engine() {
        let set = |engine: &str, value: Option<&str>| {
            ActiveEnginesAction::Option(id(engine), id("Hash"), value.map(str::to_owned))
        };
        let active_engines = after(&[set("", Some("64")), set("b", Some("32"))]);
        assert_eq!(active_engines.options_of(""), [(id("Hash"), id("64"))]);
        assert_eq!(active_engines.options_of("b"), [(id("Hash"), id("32"))]);
        assert!(active_engines.reduce(set("b", None)).options_of("b").is_empty());
        assert!(active_engines.reduce(ActiveEnginesAction::ResetOptions(id(""))).options_of("").is_empty());
    }

    #[test]
    fn whatever_was_kept_is_brought_into_range() {
        let text = r#"{"board":"a","companions":[{"id":"a"},{"id":"b","lines":99},{"id":"b"},{}],"options":{"a":{}},"new":1}"#;
        let active_engines = serde_json::from_str::<ActiveEngines>(text).unwrap().in_range();
        assert_eq!(beside(&active_engines), ["b", ""]);
        assert_eq!(active_engines.side_engines[0].lines, *LINES.end());
        assert!(active_engines.options.is_empty());
    }
}
