//! Engine options: those offered, the wanted values, and the values last sent.

use std::collections::BTreeMap;

use crate::platform::sorting::sort_by;
use tabia_uci::{EngineOption, OptionKind, SetOption};

/// Returns the lookup key of an option name. UCI names are case-insensitive.
fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// Options of one engine, across replacements of its worker.
#[derive(Debug, Default)]
pub(super) struct Options {
    offered: BTreeMap<String, EngineOption>,
    wanted: BTreeMap<String, String>,
    /// Values chosen by the user for this engine; they override those wanted by the page.
    chosen: BTreeMap<String, String>,
    told: BTreeMap<String, String>,
    /// Buttons to be pressed.
    pressed: Vec<String>,
}

/// Options that the page sets for every search.
const OF_THE_SEARCH: [&str; 2] = ["multipv", "uci_chess960"];

/// Cuts at a line break, which would start another command.
fn one_line(value: &str) -> String {
    value.split(['\r', '\n']).next().unwrap_or_default().to_owned()
}

impl Options {
    /// Resets for a new worker, which will announce its options and has been sent none. Pending buttons are pressed in it.
    pub fn worker_replaced(&mut self) {
        self.offered.clear();
        self.told.clear();
    }

    /// Adds an option announced by the engine.
    pub fn offer(&mut self, option: EngineOption) {
        self.offered.insert(key(&option.name), option);
    }

    /// Sets the value the page wants. Returns whether anything has to be sent.
    pub fn want(&mut self, name: &str, value: &str) -> bool {
        self.wanted.insert(key(name), one_line(value));
        self.change(&key(name)).is_some()
    }

    /// Replaces the user's choices. An option no longer chosen reverts to the page's value, or to the engine's default. Returns whether
    /// anything has to be sent.
    pub fn choose(&mut self, choices: &[(String, String)]) -> bool {
        self.chosen.clear();
        for (name, value) in choices {
            let name = key(name);
            if !OF_THE_SEARCH.contains(&name.as_str()) {
                self.chosen.insert(name, one_line(value));
            }
        }
        self.names().iter().any(|name| self.change(name).is_some())
    }

    /// Presses a button of the engine. Returns whether it has such a button.
    pub fn press(&mut self, name: &str) -> bool {
        let button = self.offered.get(&key(name)).filter(|option| option.kind == OptionKind::Button);
        let Some(button) = button else { return false };
        self.pressed.push(button.name.clone());
        true
    }

    /// Returns the options with a current or former wanted value.
    fn names(&self) -> Vec<String> {
        let all = self.wanted.keys().chain(self.chosen.keys()).chain(self.told.keys());
        let mut names: Vec<String> = all.cloned().collect();
        sort_by(&mut names, Ord::cmp);
        names.dedup();
        names
    }

    /// Returns the commands that bring the engine up to date.
    pub fn changes(&mut self) -> Vec<SetOption> {
        let names = self.names();
        let changes: Vec<(String, SetOption)> =
            names.into_iter().filter_map(|name| self.change(&name).map(|change| (name, change))).collect();
        for (name, change) in &changes {
            self.told.insert(name.clone(), change.value.clone().unwrap_or_default());
        }
        let pressed =
            std::mem::take(&mut self.pressed).into_iter().map(|name| SetOption { name, value: None });
        changes.into_iter().map(|(_, change)| change).chain(pressed).collect()
    }

    /// Returns the command for one option, if the engine offers it and its value differs.
    fn change(&self, name: &str) -> Option<SetOption> {
        let option = self.offered.get(name)?;
        let usual = || default_value(&option.kind);
        let wanted = self.chosen.get(name).or_else(|| self.wanted.get(name));
        // An option no longer wanted reverts to the engine's default.
        let wanted = wanted.cloned().or_else(|| self.told.contains_key(name).then(usual))?;
        let value = match &option.kind {
            // A button has no value to set.
            OptionKind::Button => return None,
            OptionKind::Spin { min, max, .. } => {
                let number: i64 = wanted.trim().parse().ok()?;
                number.max(*min).min(*max).to_string()
            }
            _ => wanted,
        };
        let has = self.told.get(name).cloned().unwrap_or_else(usual);
        (has != value).then(|| SetOption { name: option.name.clone(), value: Some(value) })
    }
}

fn default_value(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Check { default } => default.to_string(),
        OptionKind::Spin { default, .. } => default.to_string(),
        OptionKind::Combo { default, .. } | OptionKind::String { default } => default.clone(),
        OptionKind::Button => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        let mut options = Options::default();
        options.offer(EngineOption {
            name: "MultiPV".into(),
            kind: OptionKind::Spin { default: 1, min: 1, max: 5 },
        });
        options
            .offer(EngineOption { name: "UCI_Chess960".into(), kind: OptionKind::Check { default: false } });
        options
    }

    fn commands(options: &mut Options) -> Vec<String> {
        options.changes().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn options_are_sent_only_when_changed() {
        let mut options = options();
        assert!(!options.want("MultiPV", "1"));
        assert_eq!(commands(&mut options), Vec::<String>::new());
        assert!(options.want("multipv", "3"));
        assert_eq!(commands(&mut options), ["setoption name MultiPV value 3"]);
        assert_eq!(commands(&mut options), Vec::<String>::new());
        assert!(options.want("MultiPV", "1"));
        assert_eq!(commands(&mut options), ["setoption name MultiPV value 1"]);
    }

    #[test]
    fn values_stay_in_the_range_that_the_engine_announced() {
        let mut options = options();
        options.want("MultiPV", "500");
        assert_eq!(commands(&mut options), ["setoption name MultiPV value 5"]);
        options.want("MultiPV", "many");
        assert_eq!(commands(&mut options), Vec::<String>::new());
    }

    #[test]
    fn unknown_options_are_kept_for_an_engine_that_has_them() {
        let mut options = options();
        assert!(!options.want("Hash", "64"));
        assert_eq!(commands(&mut options), Vec::<String>::new());
        options.offer(EngineOption {
            name: "Hash".into(),
            kind: OptionKind::Spin { default: 16, min: 1, max: 1024 },
        });
        assert_eq!(commands(&mut options), ["setoption name Hash value 64"]);
    }

    #[test]
    fn what_the_user_chose_goes_before_what_the_page_wants() {
        let hash = OptionKind::Spin { default: 16, min: 1, max: 1024 };
        let mut options = options();
        options.offer(EngineOption { name: "Hash".into(), kind: hash });
        options.offer(EngineOption { name: "Clear Hash".into(), kind: OptionKind::Button });
        options.want("Hash", "64");
        options.want("MultiPV", "3");
        options.changes();
        let choices = [("hash", "256"), ("MultiPV", "1"), ("Unknown", "1")];
        let choices = choices.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert!(options.choose(&choices));
        assert_eq!(commands(&mut options), ["setoption name Hash value 256"]);
        assert!(!options.want("Hash", "32"), "the choice stays");
        assert!(options.choose(&[]));
        assert_eq!(commands(&mut options), ["setoption name Hash value 32"]);
        assert!(options.press("clear hash") && !options.press("Hash"));
        assert_eq!(commands(&mut options), ["setoption name Clear Hash"]);
        assert_eq!(commands(&mut options), Vec::<String>::new());
    }

    #[test]
    fn an_option_that_is_chosen_no_more_gets_the_engines_own_value_back() {
        let mut options = Options::default();
        options.offer(EngineOption { name: "Style".into(), kind: OptionKind::Check { default: true } });
        assert!(options.choose(&[("Style".to_owned(), "false".to_owned())]));
        assert_eq!(commands(&mut options), ["setoption name Style value false"]);
        assert!(options.choose(&[]));
        assert_eq!(commands(&mut options), ["setoption name Style value true"]);
    }

    #[test]
    fn a_fresh_worker_is_told_everything_again() {
        let mut options = options();
        options.want("UCI_Chess960", "true");
        assert_eq!(options.changes().len(), 1);
        options.worker_replaced();
        assert_eq!(options.changes().len(), 0, "nothing is offered yet");
        options
            .offer(EngineOption { name: "UCI_Chess960".into(), kind: OptionKind::Check { default: false } });
        assert_eq!(commands(&mut options), ["setoption name UCI_Chess960 value true"]);
    }

    #[test]
    fn a_value_cannot_smuggle_in_a_second_command() {
        let mut options = Options::default();
        options
            .offer(EngineOption { name: "Log".into(), kind: OptionKind::String { default: String::new() } });
        options.want("Log", "a\nquit");
        assert_eq!(commands(&mut options), ["setoption name Log value a"]);
    }
}
