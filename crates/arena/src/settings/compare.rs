//! Comparison of settings: whether they describe the same games, and how they differ.

use serde_json::{Map, Value};

use super::MatchSettings;

/// The maximum number of differences listed.
const NAMED: usize = 5;

impl MatchSettings {
    /// Returns whether other settings describe the same games, so that results can be merged: everything is
    /// equal except the number of games, the name and site of the match, the engines' commands, the names of
    /// their files, whether variations are saved, and whether the match continues after a verdict.
    pub fn same_games(&self, other: &Self) -> bool {
        self.core() == other.core()
    }

    /// Lists the differences in the settings compared by [`same_games`](Self::same_games), each as a clause:
    /// `seed was 1, and is 2`. Empty if they describe the same games.
    pub fn differences(&self, now: &Self) -> Vec<String> {
        let mut cores = [self.core(), now.core()];
        if cores[0].games != cores[1].games {
            (cores[0].games, cores[1].games) = (self.games, now.games);
        }
        let [then, now] = cores.map(|core| serde_json::to_value(core).unwrap_or_default());
        let mut found = Vec::new();
        differing(&then, &now, "", &mut found);
        if found.len() > NAMED {
            let more = found.len() - NAMED;
            found.truncate(NAMED);
            found.push(format!("{more} more"));
        }
        found
    }

    /// Returns what has to be equal, with everything else set to a fixed value.
    fn core(&self) -> Self {
        let mut core = self.clone();
        // Two engines can play the same games in one round or in many, and only some of these settings record
        // alternation. Every unit that is merged shows which colours it was played with.
        core.alternate &= core.games % 2 == 1 && core.engines.len() > 2;
        // With two engines the numbering of units does not depend on their number, unless a single game would
        // become a pair; with more engines, only the rounds can differ.
        if core.engines.len() == 2 {
            core.games = if core.repeat && core.games == 1 { 1 } else { 2 };
        }
        core.rounds = 1;
        for engine in &mut core.engines {
            engine.command = String::new();
            engine.files = Vec::new();
        }
        (core.event, core.site, core.variations) = (String::new(), String::new(), false);
        if let Some(sprt) = &mut core.sprt {
            sprt.go_on = false;
        }
        core
    }
}

/// Collects differences with their paths in the settings: `engines.1.limits.nodes`, counted from 1.
fn differing(then: &Value, now: &Value, path: &str, found: &mut Vec<String>) {
    let inside = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (then, now) {
        (Value::Object(a), Value::Object(b)) => {
            let value = |map: &Map<String, Value>, key: &str| map.get(key).cloned().unwrap_or_default();
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                differing(&value(a, key), &value(b, key), &inside(key), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differing(a, b, &inside(&(index + 1).to_string()), found);
            }
        }
        _ if then == now => {}
        _ => found.push(format!("{path} was {then}, and is {now}")),
    }
}
