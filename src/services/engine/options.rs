//! Options of the engine: what it offers, what is wanted, and what it was last told.

use std::collections::BTreeMap;

use crate::platform::sorting::sort_by;
use tabia_uci::{EngineOption, OptionKind, SetOption};

/// Option names are compared without regard to case, as UCI has it.
fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// The options of one engine, across replacements of its worker.
#[derive(Debug, Default)]
pub(super) struct Options {
    offered: BTreeMap<String, EngineOption>,
    wanted: BTreeMap<String, String>,
    /// What the user chose for this engine: it goes before what the page wants.
    chosen: BTreeMap<String, String>,
    told: BTreeMap<String, String>,
    /// Buttons that are to be pressed.
    pressed: Vec<String>,
}

/// What the page decides with every search.
const OF_THE_SEARCH: [&str; 2] = ["multipv", "uci_chess960"];

/// A line break would begin another command.
fn one_line(value: &str) -> String {
    value.split(['\r', '\n']).next().unwrap_or_default().to_owned()
}

impl Options {
    /// A fresh worker: it offers what it will announce and was told nothing. Buttons that wait are pressed in it.
    pub fn worker_replaced(&mut self) {
        self.offered.clear();
        self.told.clear();
    }

    /// The engine announced an option.
    pub fn offer(&mut self, option: EngineOption) {
        self.offered.insert(key(&option.name), option);
    }

    /// Remembers a value. Returns whether the engine has to be told.
    pub fn want(&mut self, name: &str, value: &str) -> bool {
        self.wanted.insert(key(name), one_line(value));
        self.change(&key(name)).is_some()
    }

    /// Takes the user's choices in place of those before. An option that is chosen no more goes back to what the page wants, or to
    /// the engine's own value. Returns whether the engine has to be told.
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

    /// The options of which something is wanted, or was.
    fn names(&self) -> Vec<String> {
        let all = self.wanted.keys().chain(self.chosen.keys()).chain(self.told.keys());
        let mut names: Vec<String> = all.cloned().collect();
        sort_by(&mut names, Ord::cmp);
        names.dedup();
        names
    }

    /// The commands that bring the engine from what it was told to what is wanted.
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

    /// The command for one option, if the engine offers it and has another value.
    fn change(&self, name: &str) -> Option<SetOption> {
        let option = self.offered.get(name)?;
        let usual = || default_value(&option.kind);
        let wanted = self.chosen.get(name).or_else(|| self.wanted.get(name));
        // What nobody wants any more goes back to the engine's own value.
        let wanted = wanted.cloned().or_else(|| self.told.contains_key(name).then(usual))?;
        let value = match &option.kind {
            // A button has no value to keep: pressing it is no setting.
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
