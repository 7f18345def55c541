//! Recipes: which games go into a book, how they are counted, and how the counts are merged.
//!
//! A [`Recipe`] has parts, each with a [`GameFilter`] and passes. A pass is one run of `polyglot make-book` over the games that
//! the filter accepts. The passes of a part are merged from left to right as by `polyglot merge-book`, then the parts likewise. The
//! usual recipe has a part for White and one for Black, each with a short pass that requires many games and a long
//! one that requires few: see [`Recipe::two_sided`].
//!
//! [`RecipeRun`] executes a recipe. It reads nothing itself but requests the bytes it needs, so that a
//! worker can fetch them, report progress, and drop the run to cancel it; [`run_recipe`] is for
//! sources that can be read synchronously. All passes are counted in one reading of the games.
//!
//! Memory is bounded: half of what the recipe allows is for the tables of counts and for remembered games, half for the entries
//! being merged. When a table is full, all tables keep only the lower half of the key range, and the games
//! are read again for the rest, as in [`tabia_polyglot::make`]; the book is the same. Only statistics
//! ([`crate::stats`]), if requested, exceed the limit: 32 bytes for each entry of the finished book.
//!
//! Games that cannot be read are skipped, counted and reported with their line. A game counts for no pass if it cannot be read as
//! far as the longest pass goes.

mod counting;
mod progress;
mod run;

pub use progress::{RecipeObserver, RecipeProblem, RecipeProgress, RecipeReport};
pub use run::{Need, RecipeRun, RunError, run_recipe};

use serde::{Deserialize, Serialize};
use tabia_chess::Color;
use tabia_pgn::GameResult;
use tabia_polyglot::MergeRule;
use tabia_polyglot::make::MakeOptions;
use thiserror::Error;

use crate::decimal;
use crate::filter::{BookSide, GameFilter};

/// Required value of [`Recipe::format`].
pub const FORMAT: &str = "tabia-book-recipe";
/// The version that this program writes, and the newest it can read.
pub const VERSION: u32 = 1;
/// Default memory in MB.
pub const DEFAULT_MEMORY_MB: u32 = 256;
/// Maximum number of passes in all parts together.
const MAX_PASSES: usize = 64;

/// One counting pass, with the names and defaults of `polyglot make-book`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PassOptions {
    /// Half-moves of each game that are counted.
    pub max_ply: u32,
    /// Minimum number of games with a move.
    pub min_game: u32,
    /// Minimum score of a move for its side, in percent, 0 to 100.
    #[serde(deserialize_with = "decimal::deserialize")]
    pub min_score: f64,
    /// The side whose moves are kept; both if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<BookSide>,
    /// Gives every move the weight 1.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub uniform: bool,
}

impl Default for PassOptions {
    fn default() -> Self {
        Self::from(&MakeOptions::default())
    }
}

impl From<&MakeOptions> for PassOptions {
    fn from(options: &MakeOptions) -> Self {
        Self {
            max_ply: options.max_ply,
            min_game: options.min_game,
            min_score: options.min_score,
            only: options.only.map(BookSide::from),
            uniform: options.uniform,
        }
    }
}

impl PassOptions {
    fn make_options(&self) -> MakeOptions {
        MakeOptions {
            max_ply: self.max_ply,
            min_game: self.min_game,
            min_score: self.min_score,
            only: self.only.map(Color::from),
            uniform: self.uniform,
            ..MakeOptions::default()
        }
    }
}

/// Games and the passes over them.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipePart {
    /// Name of the part in reports; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Filter of the games.
    #[serde(default)]
    pub filter: GameFilter,
    /// The passes, at least one.
    pub passes: Vec<PassOptions>,
}

/// A recipe for making a book from games. Stored as JSON: [`Recipe::from_json`], [`Recipe::to_json`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The name of the recipe.
    #[serde(default)]
    pub name: String,
    /// The author's note.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Working memory, in MB of 2^20 bytes.
    #[serde(default = "default_memory")]
    pub memory_mb: u32,
    /// The parts, at least one.
    pub parts: Vec<RecipePart>,
    /// Treatment of positions in two merged books.
    #[serde(default)]
    pub merge: MergeRule,
    /// Whether to cap sums of weights at 65535, where Polyglot wraps around to a small number.
    #[serde(default)]
    pub saturate: bool,
}

const fn default_memory() -> u32 {
    DEFAULT_MEMORY_MB
}

impl Default for Recipe {
    /// One pass with Polyglot's defaults over all games.
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            name: String::new(),
            notes: String::new(),
            memory_mb: DEFAULT_MEMORY_MB,
            parts: vec![RecipePart { passes: vec![PassOptions::default()], ..RecipePart::default() }],
            merge: MergeRule::Sum,
            saturate: false,
        }
    }
}

/// Reason why a text is not a recipe, or a recipe cannot be executed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecipeError {
    /// Not JSON, or not that of a recipe.
    #[error("the recipe cannot be read: {0}")]
    Json(String),
    /// The format says something else.
    #[error("not a recipe: its format is {0:?}, not {FORMAT:?}")]
    Format(String),
    /// Made for a newer program.
    #[error("the recipe has version {0}; this program supports versions up to {VERSION}")]
    Version(u32),
    /// It has no parts.
    #[error("the recipe has no parts")]
    NoParts,
    /// A part has no passes.
    #[error("part {0} of the recipe has no passes")]
    NoPasses(usize),
    /// There are more passes than can be counted at once.
    #[error("the recipe has {0} passes; at most {MAX_PASSES} can be counted")]
    TooManyPasses(usize),
    /// A number is out of its range.
    #[error("part {part}, pass {pass}: min_score is a percentage from 0 to 100, not {value}")]
    MinScore {
        /// The part, from 1.
        part: usize,
        /// The pass, from 1.
        pass: usize,
        /// The value found.
        value: String,
    },
    /// Too little or too much memory.
    #[error("memory_mb must be from 1 to 65536, not {0}")]
    Memory(u32),
}

impl Recipe {
    /// Returns the recipe behind most books, with the numbers of Maverick's author: games that a side won, with that side's Elo
    /// at least `elo` and the other's at least `other_elo`; from them, that side's moves in the first 16 half-moves if played in
    /// 50 games, and in the first 60 if played in 5.
    pub fn two_sided(elo: u16, other_elo: u16) -> Self {
        let part = |side: BookSide| {
            let white = side == BookSide::White;
            let pass = |max_ply, min_game| PassOptions {
                max_ply,
                min_game,
                only: Some(side),
                ..PassOptions::default()
            };
            RecipePart {
                name: if white { "White" } else { "Black" }.to_owned(),
                filter: GameFilter {
                    white_elo: Some(if white { elo } else { other_elo }),
                    black_elo: Some(if white { other_elo } else { elo }),
                    results: vec![if white { GameResult::WhiteWins } else { GameResult::BlackWins }],
                    ..GameFilter::default()
                },
                passes: vec![pass(16, 50), pass(60, 5)],
            }
        };
        Self {
            name: "Wins of strong players".to_owned(),
            parts: vec![part(BookSide::White), part(BookSide::Black)],
            ..Self::default()
        }
    }

    /// Reads a recipe and checks it.
    ///
    /// # Errors
    /// [`RecipeError`], with line and column where the text is not JSON.
    pub fn from_json(text: &str) -> Result<Self, RecipeError> {
        /// Fields that every version has, checked first.
        #[derive(Deserialize)]
        struct RecipeHead {
            format: String,
            version: u32,
        }
        let json = |error: serde_json::Error| RecipeError::Json(error.to_string());
        let head: RecipeHead = serde_json::from_str(text).map_err(json)?;
        if head.format != FORMAT {
            return Err(RecipeError::Format(head.format));
        }
        if head.version == 0 || head.version > VERSION {
            return Err(RecipeError::Version(head.version));
        }
        let recipe: Self = serde_json::from_str(text).map_err(json)?;
        recipe.check()?;
        Ok(recipe)
    }

    /// Returns the recipe as multi-line JSON.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists: serialising cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Checks whether the recipe can be executed.
    ///
    /// # Errors
    /// [`RecipeError`]: the first fault.
    pub fn check(&self) -> Result<(), RecipeError> {
        if self.parts.is_empty() {
            return Err(RecipeError::NoParts);
        }
        if !(1..=65_536).contains(&self.memory_mb) {
            return Err(RecipeError::Memory(self.memory_mb));
        }
        let passes = self.parts.iter().map(|part| part.passes.len()).sum();
        if passes > MAX_PASSES {
            return Err(RecipeError::TooManyPasses(passes));
        }
        for (index, part) in self.parts.iter().enumerate() {
            if part.passes.is_empty() {
                return Err(RecipeError::NoPasses(index + 1));
            }
            for (pass, options) in part.passes.iter().enumerate() {
                if !(0.0..=100.0).contains(&options.min_score) {
                    return Err(RecipeError::MinScore {
                        part: index + 1,
                        pass: pass + 1,
                        value: options.min_score.to_string(),
                    });
                }
            }
        }
        Ok(())
    }
}
