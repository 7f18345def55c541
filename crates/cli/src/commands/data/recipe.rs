//! How games are made: what the command line says, and what is kept beside the games.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Arg, ArgMatches, value_parser};
use serde_json::{Map, Value, json};
use tabia_arena::{Adjudication, DrawRule, ResignRule};
use tabia_data::play::PlaySettings;

use super::DataError;

/// A number of the recipe.
struct Number {
    /// Its name as an option; in the file with `_` for `-`.
    name: &'static str,
    value: &'static str,
    default: u64,
    min: u64,
    max: u64,
    help: &'static str,
}

/// The soft nodes of a move if nothing else is said.
const NODES: u64 = 1_000;

/// Everything that games depend on, besides the engine.
const NUMBERS: [Number; 13] = [
    number("seed", "N", 0, 0, u64::MAX, "The seed of all games; chosen and kept if not given"),
    number(
        "nodes",
        "N",
        NODES,
        1,
        1_000_000_000,
        "Soft nodes for each move: no deeper iteration begins after them",
    ),
    number(
        "hard-nodes",
        "N",
        0,
        1,
        u64::MAX,
        "Nodes at which a search ends [default: eight times the soft ones]",
    ),
    number("hash", "MB", 4, 1, 1_024, "The hash table of each thread"),
    number(
        "random-plies",
        "N",
        8,
        0,
        100,
        "Random half-moves at the start; half of the games, by lot, have one more",
    ),
    number(
        "max-opening-score",
        "CP",
        300,
        1,
        10_000,
        "Openings with a greater score for either side are drawn anew",
    ),
    number("win-score", "CP", 1_500, 1, 30_000, "A game is won when both sides agree on this score ..."),
    number("win-moves", "N", 3, 0, 1_000, "... for so many moves each; 0: never"),
    number("draw-score", "CP", 10, 0, 30_000, "A game is drawn when both sides stay within this score ..."),
    number("draw-moves", "N", 8, 0, 1_000, "... for so many moves each; 0: never"),
    number("draw-from", "MOVE", 40, 0, 1_000, "... but not before this move"),
    number("max-moves", "N", 200, 1, 5_000, "A draw after so many moves of both sides behind the opening"),
    number("chess960", "0|1", 0, 0, 1, "1: begin from the 960 start positions of Chess960"),
];

const fn number(
    name: &'static str,
    value: &'static str,
    default: u64,
    min: u64,
    max: u64,
    help: &'static str,
) -> Number {
    Number { name, value, default, min, max, help }
}

/// The recipe's options.
pub(super) fn options() -> impl Iterator<Item = Arg> {
    NUMBERS.iter().map(|Number { name, value, default, min, max, help }| {
        let help = match *name {
            "seed" | "hard-nodes" => (*help).to_owned(),
            _ => format!("{help} [default: {default}]"),
        };
        Arg::new(*name)
            .long(*name)
            .value_name(*value)
            .value_parser(value_parser!(u64).range(*min..=*max))
            .help_heading("Recipe (kept beside the games, and taken from there when a run goes on)")
            .help(help)
    })
}

/// A recipe: a value for each of the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipe(BTreeMap<&'static str, u64>);

impl Recipe {
    /// The recipe of the command line for a run that begins.
    pub(super) fn new(matches: &ArgMatches) -> Self {
        let mut values: BTreeMap<_, _> = NUMBERS
            .iter()
            .map(|number| (number.name, given(matches, number).unwrap_or(number.default)))
            .collect();
        if given(matches, &NUMBERS[2]).is_none() {
            values.insert("hard-nodes", values["nodes"].saturating_mul(8));
        }
        if given(matches, &NUMBERS[0]).is_none() {
            values.insert("seed", seed_of_the_clock());
        }
        Self(values)
    }

    /// The recipe that is kept beside games, if the command line does not contradict it.
    ///
    /// # Errors
    /// What is missing in the file, or which option says something else.
    pub(super) fn kept(kept: &Value, matches: &ArgMatches, path: &Path) -> Result<Self, DataError> {
        let mut values = BTreeMap::new();
        for number in &NUMBERS {
            let key = number.name.replace('-', "_");
            let value = kept[&key]
                .as_u64()
                .filter(|value| (number.min..=number.max).contains(value))
                .ok_or_else(|| {
                    DataError::fault(
                        path,
                        format!("{key:?} is missing or no number from {} to {}", number.min, number.max),
                    )
                })?;
            if let Some(given) = given(matches, number).filter(|&given| given != value) {
                let fault = format!(
                    "the games were made with --{name} {value}, not {given}; leave --{name} out, or write to another file",
                    name = number.name
                );
                return Err(DataError::fault(path, fault));
            }
            values.insert(number.name, value);
        }
        Ok(Self(values))
    }

    fn get(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// The seed of the run.
    pub(super) fn seed(&self) -> u64 {
        self.get("seed")
    }

    /// Megabytes of a thread's hash table.
    pub(super) fn hash_megabytes(&self) -> usize {
        self.get("hash") as usize
    }

    /// How the games are played.
    pub(super) fn play_settings(&self) -> PlaySettings {
        let small = |name| self.get(name) as u32;
        let resign =
            ResignRule { number: 0, count: small("win-moves"), score: small("win-score"), two_sided: true };
        let draw =
            DrawRule { number: small("draw-from"), count: small("draw-moves"), score: small("draw-score") };
        PlaySettings {
            random_plies: small("random-plies"),
            max_opening_score: small("max-opening-score"),
            soft_nodes: self.get("nodes"),
            hard_nodes: self.get("hard-nodes"),
            adjudication: Adjudication {
                draw: Some(draw).filter(|rule| rule.count > 0),
                resign: Some(resign).filter(|rule| rule.count > 0),
                max_moves: Some(small("max-moves")),
            },
            chess960: self.get("chess960") == 1,
        }
    }

    /// As it is kept.
    pub(super) fn to_json(&self) -> Map<String, Value> {
        self.0.iter().map(|(name, value)| (name.replace('-', "_"), json!(value))).collect()
    }
}

fn given(matches: &ArgMatches, number: &Number) -> Option<u64> {
    matches.get_one(number.name).copied()
}

/// A seed that no other run is likely to have. It fits the numbers of JSON.
fn seed_of_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_nanos() as u64 ^ u64::from(std::process::id()) << 32) >> 11
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Command;

    fn matches(arguments: &str) -> ArgMatches {
        let words = arguments.split_whitespace();
        Command::new("play").no_binary_name(true).args(options()).get_matches_from(words)
    }

    #[test]
    fn the_default_is_the_librarys_recipe() {
        let recipe = Recipe::new(&matches(""));
        assert_eq!(recipe.play_settings(), PlaySettings::with_nodes(NODES));
    }

    #[test]
    fn what_is_kept_is_gone_on_with() {
        let path = Path::new("games.json");
        let recipe = Recipe::new(&matches("--nodes 1000 --seed 7 --draw-moves 0"));
        assert_eq!(recipe.play_settings().hard_nodes, 8_000);
        assert_eq!(recipe.play_settings().adjudication.draw, None);
        let kept = Value::Object(recipe.to_json());
        assert_eq!(Recipe::kept(&kept, &matches(""), path).expect("the same"), recipe);
        assert_eq!(Recipe::kept(&kept, &matches("--nodes 1000"), path).expect("the same"), recipe);
        let error = Recipe::kept(&kept, &matches("--nodes 2000"), path).expect_err("another").to_string();
        assert!(error.contains("games.json: the games were made with --nodes 1000, not 2000"), "{error}");
        let error = Recipe::kept(&json!({}), &matches(""), path).expect_err("nothing").to_string();
        assert!(error.contains("\"seed\" is missing"), "{error}");
    }
}
