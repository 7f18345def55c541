//! Recipe of the games: from the command line, and as saved next to the games.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use serde_json::{Map, Value, json};
use tabia_arena::{Adjudication, DrawRule, ResignRule};
use tabia_data::play::PlaySettings;

use super::error::DataError;
use crate::number::{NumberError, whole};

/// Everything that games depend on, besides the engine.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Recipe (saved beside the games, and taken from there when a run is resumed)")]
pub(super) struct SelfplayRecipeArgs {
    /// The seed of all games; chosen and saved if not given
    #[arg(long, value_name = "N", value_parser = range("seed"))]
    seed: Option<u64>,
    /// Soft nodes for each move: no deeper iteration begins after them [default: 1000]
    #[arg(long, value_name = "N", value_parser = range("nodes"))]
    nodes: Option<u64>,
    /// Nodes at which a search ends [default: eight times the soft ones]
    #[arg(long, value_name = "N", value_parser = range("hard-nodes"))]
    hard_nodes: Option<u64>,
    /// The hash table of each thread [default: 4]
    #[arg(long, value_name = "MB", value_parser = range("hash"))]
    hash: Option<u64>,
    /// Random half-moves at the start; half of the games, at random, have one more [default: 8]
    #[arg(long, value_name = "N", value_parser = range("random-plies"))]
    random_plies: Option<u64>,
    /// Openings with a greater score for either side are replaced [default: 300]
    #[arg(long, value_name = "CP", value_parser = range("max-opening-score"))]
    max_opening_score: Option<u64>,
    /// A game is won when both sides agree on this score ... [default: 1500]
    #[arg(long, value_name = "CP", value_parser = range("win-score"))]
    win_score: Option<u64>,
    /// ... for N moves each; 0: never [default: 3]
    #[arg(long, value_name = "N", value_parser = range("win-moves"))]
    win_moves: Option<u64>,
    /// A game is drawn when both sides stay within this score ... [default: 10]
    #[arg(long, value_name = "CP", value_parser = range("draw-score"))]
    draw_score: Option<u64>,
    /// ... for N moves each; 0: never [default: 8]
    #[arg(long, value_name = "N", value_parser = range("draw-moves"))]
    draw_moves: Option<u64>,
    /// ... but not before this move [default: 40]
    #[arg(long, value_name = "MOVE", value_parser = range("draw-from"))]
    draw_from: Option<u64>,
    /// A draw after N moves of both sides after the opening [default: 200]
    #[arg(long, value_name = "N", value_parser = range("max-moves"))]
    max_moves: Option<u64>,
    /// 1: begin from the 960 start positions of Chess960 [default: 0]
    #[arg(long, value_name = "0|1", value_parser = range("chess960"))]
    chess960: Option<u64>,
}

/// A number of the recipe.
struct Number {
    /// Option name; in the file with `_` instead of `-`.
    name: &'static str,
    default: u64,
    range: RangeInclusive<u64>,
    /// Value from the command line.
    given: fn(&SelfplayRecipeArgs) -> Option<u64>,
}

const fn number(
    name: &'static str,
    default: u64,
    range: RangeInclusive<u64>,
    given: fn(&SelfplayRecipeArgs) -> Option<u64>,
) -> Number {
    Number { name, default, range, given }
}

const NUMBERS: [Number; 13] = [
    number("seed", 0, 0..=u64::MAX, |args| args.seed),
    number("nodes", 1_000, 1..=1_000_000_000, |args| args.nodes),
    number("hard-nodes", 0, 1..=u64::MAX, |args| args.hard_nodes),
    number("hash", 4, 1..=1_024, |args| args.hash),
    number("random-plies", 8, 0..=100, |args| args.random_plies),
    number("max-opening-score", 300, 1..=10_000, |args| args.max_opening_score),
    number("win-score", 1_500, 1..=30_000, |args| args.win_score),
    number("win-moves", 3, 0..=1_000, |args| args.win_moves),
    number("draw-score", 10, 0..=30_000, |args| args.draw_score),
    number("draw-moves", 8, 0..=1_000, |args| args.draw_moves),
    number("draw-from", 40, 0..=1_000, |args| args.draw_from),
    number("max-moves", 200, 1..=5_000, |args| args.max_moves),
    number("chess960", 0, 0..=1, |args| args.chess960),
];

/// Returns a parser of the option's values.
fn range(name: &'static str) -> impl Fn(&str) -> Result<u64, NumberError> + Clone + Send + Sync + 'static {
    let number = NUMBERS.iter().find(|number| number.name == name);
    whole(number.map_or(0..=u64::MAX, |number| number.range.clone()))
}

/// A recipe: a value for each number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipe(BTreeMap<&'static str, u64>);

impl Recipe {
    /// Creates the recipe of a new run from the command line.
    pub(super) fn new(args: &SelfplayRecipeArgs) -> Self {
        let mut values: BTreeMap<_, _> = NUMBERS
            .iter()
            .map(|number| (number.name, (number.given)(args).unwrap_or(number.default)))
            .collect();
        if args.hard_nodes.is_none() {
            values.insert("hard-nodes", values["nodes"].saturating_mul(8));
        }
        if args.seed.is_none() {
            values.insert("seed", seed_of_the_clock());
        }
        Self(values)
    }

    /// Reads the recipe saved next to the games, unless the command line contradicts it.
    ///
    /// # Errors
    /// If a value is missing in the file, or an option has a different value.
    pub(super) fn kept(kept: &Value, args: &SelfplayRecipeArgs, path: &Path) -> Result<Self, DataError> {
        let mut values = BTreeMap::new();
        for number in &NUMBERS {
            let key = number.name.replace('-', "_");
            let value =
                kept[&key].as_u64().filter(|value| number.range.contains(value)).ok_or_else(|| {
                    DataError::fault(
                        path,
                        format!(
                            "{key:?} is missing or not a number from {} to {}",
                            number.range.start(),
                            number.range.end()
                        ),
                    )
                })?;
            if let Some(given) = (number.given)(args).filter(|&given| given != value) {
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

    /// Returns the seed of the run.
    pub(super) fn seed(&self) -> u64 {
        self.get("seed")
    }

    /// Returns the size of each thread's hash table in megabytes.
    pub(super) fn hash_megabytes(&self) -> usize {
        self.get("hash") as usize
    }

    /// Returns the settings of the games.
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

    /// Converts the recipe to its saved form.
    pub(super) fn to_json(&self) -> Map<String, Value> {
        self.0.iter().map(|(name, value)| (name.replace('-', "_"), json!(value))).collect()
    }
}

/// Returns a seed that no other run is likely to have. It fits a JSON number.
fn seed_of_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_nanos() as u64 ^ u64::from(std::process::id()) << 32) >> 11
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches as _};

    use super::*;

    fn command() -> Command {
        SelfplayRecipeArgs::augment_args(Command::new("play").no_binary_name(true))
    }

    fn args(arguments: &str) -> SelfplayRecipeArgs {
        let matches = command().get_matches_from(arguments.split_whitespace());
        SelfplayRecipeArgs::from_arg_matches(&matches).expect("good options")
    }

    #[test]
    fn the_default_is_the_librarys_recipe() {
        let recipe = Recipe::new(&args(""));
        assert_eq!(recipe.play_settings(), PlaySettings::with_nodes(1_000));
    }

    #[test]
    fn what_is_kept_is_gone_on_with() {
        let path = Path::new("games.json");
        let recipe = Recipe::new(&args("--nodes 1000 --seed 7 --draw-moves 0"));
        assert_eq!(recipe.play_settings().hard_nodes, 8_000);
        assert_eq!(recipe.play_settings().adjudication.draw, None);
        let kept = Value::Object(recipe.to_json());
        assert_eq!(Recipe::kept(&kept, &args(""), path).expect("the same"), recipe);
        assert_eq!(Recipe::kept(&kept, &args("--nodes 1000"), path).expect("the same"), recipe);
        let error = Recipe::kept(&kept, &args("--nodes 2000"), path).expect_err("another").to_string();
        assert!(error.contains("games.json: the games were made with --nodes 1000, not 2000"), "{error}");
        let error = Recipe::kept(&json!({}), &args(""), path).expect_err("nothing").to_string();
        assert!(error.contains("\"seed\" is missing"), "{error}");
    }

    #[test]
    fn the_help_tells_the_defaults() {
        let command = command();
        for number in NUMBERS.iter().filter(|number| !matches!(number.name, "seed" | "hard-nodes")) {
            let option = command.get_arguments().find(|arg| arg.get_long() == Some(number.name));
            let help = option.and_then(clap::Arg::get_help).expect("an option with help").to_string();
            assert!(help.ends_with(&format!("[default: {}]", number.default)), "{help}");
        }
    }
}
