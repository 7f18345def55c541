//! Options of the engine: what it offers, what is wanted, and what it was last told.

use std::collections::BTreeMap;

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
    told: BTreeMap<String, String>,
}

impl Options {
    /// A fresh worker: it offers what it will announce and was told nothing.
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
        // A line break would begin another command.
        let value = value.split(['\r', '\n']).next().unwrap_or_default().to_owned();
        self.wanted.insert(key(name), value);
        self.change(&key(name)).is_some()
    }

    /// The commands that bring the engine from what it was told to what is wanted.
    pub fn changes(&mut self) -> Vec<SetOption> {
        let names: Vec<String> = self.wanted.keys().cloned().collect();
        let changes: Vec<(String, SetOption)> =
            names.into_iter().filter_map(|name| self.change(&name).map(|change| (name, change))).collect();
        for (name, change) in &changes {
            self.told.insert(name.clone(), change.value.clone().unwrap_or_default());
        }
        changes.into_iter().map(|(_, change)| change).collect()
    }

    /// The command for one option, if the engine offers it and has another value.
    fn change(&self, name: &str) -> Option<SetOption> {
        let option = self.offered.get(name)?;
        let value = match &option.kind {
            // A button has no value to keep: pressing it is no setting.
            OptionKind::Button => return None,
            OptionKind::Spin { min, max, .. } => {
                let number: i64 = self.wanted.get(name)?.trim().parse().ok()?;
                number.max(*min).min(*max).to_string()
            }
            _ => self.wanted.get(name)?.clone(),
        };
        let has = self.told.get(name).cloned().unwrap_or_else(|| default_value(&option.kind));
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
